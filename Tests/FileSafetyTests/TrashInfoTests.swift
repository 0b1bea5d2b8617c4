import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct TrashInfoTests {
  let date = DeletionDate("2024-05-12T18:03:21")

  @Test func `a note is written as the specification says`() {
    let note = TrashInfo(path: Array("Holiday 2024/a%b?é.jpg".utf8), date: date)

    let text = String(decoding: note.contents, as: UTF8.self)
    #expect(text == "[Trash Info]\nPath=Holiday%202024/a%25b%3F%C3%A9.jpg\nDeletionDate=2024-05-12T18:03:21\n")
  }

  @Test func `any bytes of a path come back as they were`() {
    let path = [UInt8](1...255)
    #expect(TrashInfo(contents: TrashInfo(path: path, date: date).contents) == TrashInfo(path: path, date: date))
  }

  @Test(arguments: [
    "[Trash Info]\nPath=/a/b\nDeletionDate=2024-05-12T18:03:21\n",
    "[Trash Info]\nDeletionDate=2024-05-12T18:03:21\nPath=/a/b",
    "[Trash Info]\nColour=red\n\n# note\nPath=/a/b\nPath=/c\nDeletionDate=2024-05-12T18:03:21\n[Other]\nPath=/d",
    "[Trash Info]\nPath=%2fa%2Fb\nDeletionDate=2024-05-12T18:03:21\nDeletionDate=1999-01-01T00:00:00",
  ])
  func `the first path and the first date in the first group count, and all else is ignored`(_ text: String) {
    let note = TrashInfo(contents: Array(text.utf8))
    #expect(note?.path == Array("/a/b".utf8))
    #expect(note?.date == date)
  }

  @Test(arguments: [
    "", "Path=/a", "[Trash Info]", "[Trash Info]\nPath=", "[Trash Info]\nPath=%4", "[Trash Info]\nPath=%zz",
    "[Trash Info]\nPath=/a%00b", "[Trash info]\nPath=/a", "\n[Trash Info]\nPath=/a", "[Trash Info]\n[Other]\nPath=/a",
  ])
  func `what is no note is not read as one`(_ text: String) {
    #expect(TrashInfo(contents: Array(text.utf8)) == nil)
  }

  @Test func `a note without a good date still tells the path`() {
    let note = TrashInfo(contents: Array("[Trash Info]\nPath=/a\nDeletionDate=yesterday\n".utf8))
    #expect(note == TrashInfo(path: Array("/a".utf8), date: nil))
  }

  @Test func `a path that leads out of the volume, or to nowhere certain, leads nowhere`() {
    func original(_ path: String, _ top: FilePath?) -> FilePath? {
      TrashInfo(path: Array(path.utf8), date: nil).originalPath(topFolder: top)
    }
    #expect(original("a/b.jpg", "/media/card") == "/media/card/a/b.jpg")
    #expect(original("/media/card/a.jpg", "/media/card") == "/media/card/a.jpg")
    #expect(original("/a/b.jpg", nil) == "/a/b.jpg")
    #expect(original("a.jpg", "/") == "/a.jpg")

    #expect(original("../a.jpg", "/media/card") == nil)
    #expect(original("a/../../b.jpg", "/media/card") == nil)
    #expect(original("/etc/passwd", "/media/card") == nil)
    #expect(original("/media/cardigan/a.jpg", "/media/card") == nil)
    #expect(original("a.jpg", nil) == nil)
    #expect(original("/a/../b", nil) == nil)
    #expect(original("/", nil) == nil)
    #expect(original(".", "/media/card") == nil)
  }

  @Test func `a date has one form`() {
    #expect(DeletionDate("2024-05-12T18:03:21")?.text == "2024-05-12T18:03:21")
    #expect(DeletionDate("2024-05-12 18:03:21") == nil)
    #expect(DeletionDate("2024-5-12T18:03:21") == nil)
    #expect(DeletionDate("2024-05-12T18:03:21Z") == nil)
    #expect(DeletionDate(DeletionDate(secondsSince1970: 1_715_537_001).text) != nil)
    #expect(DeletionDate(DeletionDate(secondsSince1970: .max).text) != nil)
  }

  @Test func `no input makes the reader crash`() {
    var generator = SplitMix64(seed: 7)
    let seeds = [Array("[Trash Info]\nPath=/a/%41\nDeletionDate=2024-05-12T18:03:21\n".utf8)]
    for _ in 0..<3000 {
      var bytes = seeds[0]
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = .random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(.random(in: 0...255, using: &generator), at: index)
        }
      }
      if let note = TrashInfo(contents: bytes) {
        #expect(TrashInfo(contents: note.contents) == note)
      }
    }
  }
}
