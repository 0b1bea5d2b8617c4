import FileSafety
import Glibc
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@Suite struct RootCheckTests {
  private func check(_ scene: Scene) -> RootCheck { RootCheck(trash: scene.trash) { $0.string } }

  @Test func `a folder that can be read and emptied is authorized`() throws {
    let scene = try Scene()

    #expect(
      check(scene).roots([scene.library]) == [LibraryRoot(path: scene.library, access: .authorized, trash: .home)])
  }

  @Test func `a folder that is not there is denied, with a sentence`() throws {
    let scene = try Scene()

    let root = check(scene).roots([scene.path("gone")])[0]

    #expect(root.access == .denied && root.trash == .none && root.isAway)
    #expect(root.message.hasPrefix("\(scene.path("gone").string) is not there. "))
  }

  @Test(.enabled(if: geteuid() != 0, "the administrator may read everything"))
  func `a folder without the right to read is denied, also behind a link`() throws {
    let scene = try Scene()
    let sealed = try scene.folder.makeFolder("library/sealed")
    _ = sealed.withPlatformString { chmod($0, 0) }
    try scene.link("link", to: sealed)

    #expect(check(scene).roots([sealed, scene.path("link")]).map(\.access) == [.denied, .denied])
  }

  @Test func `parts that could not be read make it limited and are counted`() throws {
    let scene = try Scene()
    func denied(_ path: FilePath, isFolder: Bool = false) -> SkippedFile {
      SkippedFile(path: path, reason: .permissionDenied, message: "No.", isFolder: isFolder)
    }
    let skipped = [
      denied(scene.path("a"), isFolder: true), denied(scene.path("c")), denied(scene.folder["library2/d"]),
      SkippedFile(path: scene.path("e.jpg"), reason: .corrupt, message: "Damaged."),
    ]

    let root = check(scene).roots([scene.library], skipped: skipped)[0]

    #expect(root.access == .limited && root.trash == .home)
    #expect(root.message == "1 file could not be read and 1 folder could not be opened: no permission.")
    let deeper = check(scene).roots([scene.library], skipped: skipped + [denied(scene.path("b/c"))])[0]
    #expect(deeper.message == "2 files in 2 folders could not be read and 1 folder could not be opened: no permission.")
  }

  @Test func `a folder whose photos have no trash is restricted, with a sentence`() throws {
    let scene = try Scene()
    try scene.folder.write("in the way", to: "home/.local")

    let root = check(scene).roots([scene.library])[0]

    #expect(root.access == .restricted && root.trash == .none)
    #expect(!root.message.isEmpty)
  }

  @Test func `looking leaves no trace`() throws {
    let scene = try Scene()
    try scene.write([1], to: "a.jpg")
    let before = scene.folder.listing()

    _ = check(scene).roots([scene.library, scene.path("gone")])

    #expect(scene.folder.listing() == before)
  }
}
