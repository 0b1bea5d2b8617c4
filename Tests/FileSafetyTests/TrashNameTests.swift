import Testing

@testable import FileSafety

@Suite struct TrashNameTests {
  private func name(_ original: [UInt8], _ attempt: Int, longest: Int = 255) -> [UInt8] {
    TrashName.name(for: original, attempt: attempt, longest: longest) { 0xFFFF_FFFF_FFFF_FFFF }
  }

  @Test func `the first name is the file's own, the next ones have a number before the extension`() {
    #expect(name(Array("IMG_1.jpg".utf8), 1) == Array("IMG_1.jpg".utf8))
    #expect(name(Array("IMG_1.jpg".utf8), 2) == Array("IMG_1.2.jpg".utf8))
    #expect(name(Array(".hidden".utf8), 3) == Array(".hidden.3".utf8))
    #expect(name(Array("IMG_1.jpg".utf8), 10) == Array("IMG_1.3w5e11264sgsf.jpg".utf8))
  }

  @Test(arguments: [143, 255])
  func `no name is longer than the file system allows with its note`(_ longest: Int) {
    for original in [
      [UInt8](repeating: 97, count: 255), Array(String(repeating: "é", count: 127).utf8),
      [UInt8](repeating: 0xFF, count: 255), Array(String(repeating: "日", count: 80).utf8) + Array(".jpeg".utf8),
    ] {
      for attempt in [1, 2, 9, 10, 200] {
        let name = name(original, attempt, longest: longest)
        #expect(TrashName.info(for: name).count <= longest)
        #expect(!name.isEmpty)
      }
    }
  }

  @Test func `a cut leaves whole characters, and no dot or space at the end`() {
    let cut = name(Array(String(repeating: "日", count: 80).utf8) + Array(".jpeg".utf8), 1, longest: 100)
    #expect(String(validating: cut, as: UTF8.self) != nil)

    let spaced = name(Array("abc ....".utf8) + [UInt8](repeating: 120, count: 20), 1, longest: 10 + 7)
    #expect(spaced == Array("abc".utf8))
  }
}
