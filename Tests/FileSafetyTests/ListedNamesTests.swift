import SystemPackage
import Testing

@testable import FileSafety

/// A file has the name that its folder lists, whatever else it answers to.
@Suite struct ListedNamesTests {
  @Test func `one listed name is meant by another that differs in capitals or accents alone`() {
    func meant(_ name: String, _ listed: String...) -> String? {
      nameMeant(by: Array(name.utf8), among: Set(listed.map { Array($0.utf8) })).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(meant("img_1.jpg", "IMG_1.JPG", "IMG_1.CR2") == "IMG_1.JPG")
    #expect(meant("CAF\u{c9}", "cafe\u{301}") == "cafe\u{301}")
    #expect(meant("img_1.jpg", "IMG_10.JPG") == nil)
    #expect(meant("img_1.jpg", "IMG_1.JPG", "Img_1.jpg") == nil)
  }

  @Test func `a listed name stays, and a name that leads nowhere is not made to lead somewhere`() throws {
    let folder = TemporaryFolder()
    let upper = try folder.file("Album/IMG.JPG")
    let lower = try folder.file("Album/img.jpg")
    var names = ListedNames()

    for path in [upper, lower, folder("album/IMG.JPG"), folder("Album/Img.jpg"), folder("none/a/b")] {
      #expect(names.listed(path) == path)
    }
  }

  @Test func `names with a line break are known by their folder`() throws {
    let folder = TemporaryFolder()
    for name in ["b\nc.jpg", "a.jpg", "a\n.jpg"] { try folder.file(name) }
    var names = ListedNames()

    #expect(names.brokenNames(in: folder.path) == ["a\n.jpg", "b\nc.jpg"].map { Array($0.utf8) })
  }
}
