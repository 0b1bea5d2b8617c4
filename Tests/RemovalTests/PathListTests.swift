import PhotoModel
import Removal
import SystemPackage
import TestSupport
import Testing

/// Lists of files as `find` and people make them.
@Suite struct PathListTests {
  @Test func `a list of lines leaves out empty lines, and lines that hold a NUL`() {
    let list = PathList(Array("/a b.jpg\n\n/-c.jpg\n/d\0e\n".utf8), separator: 10)

    #expect(list.paths == ["/a b.jpg", "/-c.jpg"])
  }

  @Test func `a list with NUL between names keeps line breaks in names`() {
    let list = PathList(Array("/a\nb.jpg\0/c.jpg\0".utf8), separator: 0)

    #expect(list.paths == ["/a\nb.jpg", "/c.jpg"])
  }

  @Test func `a name with a line break is found where a list of lines cuts it in two`() throws {
    let folder = TemporaryFolder()
    try folder.write("one", to: "a.jpg\nb.jpg")
    let lines = { (name: String) in PathList(Array("\(folder.path)/\(name)\n".utf8), separator: 10) }

    #expect(lines("a.jpg\nb.jpg").nameCutInTwo == folder["a.jpg\nb.jpg"])
    #expect(lines("a.jpg").nameCutInTwo == nil)
    #expect(lines("c.jpg\na.jpg").nameCutInTwo == nil)
  }
}
