import PhotoModel
import Testing

/// Bytes that go through interfaces of text.
@Suite struct EscapedBytesTests {
  @Test func `bytes of any kind come back from their text, and no two are one text`() {
    var random = SplitMix64(seed: 7)
    var texts: [String: [UInt8]] = [:]
    for _ in 0..<2000 {
      let pieces: [[UInt8]] = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
        [
          [0xE9], [0xFF, 0xFE], Array("caf\u{E9}".utf8), Array("e\u{301}".utf8), Array("\u{10FFE9}".utf8),
          [0xF4, 0x8F],
          Array("/a=b".utf8), [0xED, 0xA0, 0x80],
        ].randomElement(using: &random) ?? []
      }
      let bytes = pieces.flatMap { $0 }
      let text = String(escaping: bytes)

      #expect(text.unescapedBytes == bytes)
      #expect(texts.updateValue(bytes, forKey: text).map { String(escaping: $0) == String(escaping: bytes) } ?? true)
    }
  }

  @Test func `valid text stands for itself, and the eye sees what it is used to`() {
    #expect(String(escaping: Array("na\u{EF}ve \u{1F600}".utf8)) == "na\u{EF}ve \u{1F600}")
    #expect(String(escaping: [0x61, 0xE9]).withoutEscapes == "a\u{FFFD}")
    #expect(String(escaping: [0x61, 0xE9]) != String(escaping: [0x61, 0xE8]))
  }
}
