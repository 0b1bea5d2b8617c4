import TestSupport
import Testing
import TextSurface

@Suite struct SafeTextTests {
  @Test(arguments: [
    (Array("photo.jpg".utf8), "photo.jpg"),
    (Array("naïve 日本.png".utf8), "naïve 日本.png"),
    ([0x62, 0xFF, 0xFE, 0x2E], "b\\xff\\xfe."),
    (Array("a\u{1B}[31mb".utf8), "a\\x1b[31mb"),
    (Array("line\nnext\ttab\r".utf8), "line\\nnext\\ttab\\r"),
    (Array("gpj.\u{202E}exe".utf8), "gpj.\\u{202e}exe"),
    (Array("\u{200B}\u{FEFF}\u{2028}\u{E000}".utf8), "\\u{200b}\\u{feff}\\u{2028}\\u{e000}"),
    ([0xC2, 0x9B], "\\x9b"), ([0x7F], "\\x7f"),
    ([0xC0, 0xAF], "\\xc0\\xaf"), ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xE2, 0x82], "\\xe2\\x82"),
  ])
  func `what cannot be shown is escaped, never left out`(bytes: [UInt8], shown: String) {
    #expect(SafeText(bytes: bytes).text == shown)
  }

  @Test func `no control, no direction mark and no line separator survives any bytes`() {
    var random = SeededGenerator(seed: 1)
    // Half of the inputs are full of what is dangerous, the other half of anything.
    let dangerous: [[UInt8]] = [
      [0x1B], [0x9B], [0x0D], [0x7F], [0xC2, 0x9B], [0xE2, 0x80, 0xAE], [0xE2, 0x81, 0xA6],
    ]
    for round in 0..<10_000 {
      let length = Int.random(in: 0...24, using: &random)
      var bytes: [UInt8] = []
      while bytes.count < length {
        bytes += round % 2 == 0 ? random.bytes(4) : dangerous.randomElement(using: &random) ?? []
      }
      for text in [SafeText(bytes: bytes).text, SafeText(String(decoding: bytes, as: UTF8.self)).text] {
        #expect(text.unicodeScalars.allSatisfy(isHarmless), "\(bytes)")
      }
    }
  }

  @Test func `valid text without anything dangerous is shown as it is`() {
    var random = SeededGenerator(seed: 2)
    let letters = Array("abcXYZ019 _-.éüßñ日本語한글Ωя🙂".unicodeScalars)
    for _ in 0..<1_000 {
      let scalars = (0..<12).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }
      let text = String(String.UnicodeScalarView(scalars))
      #expect(SafeText(bytes: Array(text.utf8)).text == text)
      #expect(SafeText(text).text == text)
    }
  }

  private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
