import PhotoModel
import TestSupport
import Testing

@Suite struct DescriptiveMetadataTests {
  private var text: DescriptiveMetadata {
    var text = DescriptiveMetadata()
    text.rating = -1
    text.label = "Red"
    text.isFavourite = true
    text.isPicked = false
    text.keywords = ["Anna", "Places|Rome"]
    text.title = "Title"
    text.people = ["Anna"]
    text.edit = "GIMP"
    return text
  }

  private func read(_ bytes: [UInt8]) -> DescriptiveMetadata? {
    bytes.withUnsafeBytes { bytes in
      var reader = RecordReader(bytes)
      let text = DescriptiveMetadata(&reader)
      return reader.isAtEnd ? text : nil
    }
  }

  @Test func `of single words the first stays, of lists everything`() {
    var other = DescriptiveMetadata()
    other.rating = 5
    other.caption = "Caption"
    other.keywords = ["Berlin", "Anna"]

    var sum = text
    sum.add(other)

    var expected = text
    expected.caption = "Caption"
    expected.keywords = ["Anna", "Berlin", "Places|Rome"]
    #expect(sum == expected)
    var nothing = DescriptiveMetadata()
    nothing.add(text)
    #expect(nothing == text)
  }

  @Test func `the ends of lines are one character, and blanks and control characters are none`() {
    #expect(DescriptiveMetadata.text("\u{FEFF} one\r\ntwo\rthree\nfour\u{0}\u{7} \n") == "one\ntwo\nthree\nfour")
    #expect(DescriptiveMetadata.text(" \u{0}\t\n") == nil && DescriptiveMetadata.text(nil) == nil)
  }

  @Test func `words written to a record are read from it, and a damaged one gives none or others, never a crash`() {
    var writer = RecordWriter()
    text.write(to: &writer)
    let bytes = writer.bytes

    #expect(read(bytes) == text)
    for length in 0..<bytes.count { #expect(read(Array(bytes.prefix(length))) == nil) }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      if let text = read(damaged) { #expect(text.limited == text) }
    }
  }

  @Test func `long words are cut, and two that differ stay different`() {
    func long(_ end: String) -> DescriptiveMetadata {
      var text = DescriptiveMetadata()
      text.caption = String(repeating: "ä", count: 5000) + end
      text.keywords = (0..<1000).map { "keyword number \($0)" } + ["z" + end]
      return text
    }

    let (one, other) = (long("1").limited, long("2").limited)

    #expect(one.limited == one && (one.keywords + [one.caption ?? ""]).joined().utf8.count < 20_000)
    #expect(one.caption != other.caption && one.keywords != other.keywords)
    #expect(text.limited == text)
  }
}
