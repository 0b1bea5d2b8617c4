import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Moves of photos to a folder of the user's.
@Suite struct FolderMoveTests {
  @Test(arguments: FolderReach.allCases)
  func `a photo moves to a folder with what belongs to it, and comes back as it was`(_ reach: FolderReach) throws {
    let library = try FolderMoveScenery.filled(reach)
    let before = try #require(TemporaryFolder.status(library.items[2].path))

    let report = try library.scenery.move(library.items, operations: library.calls())

    #expect(report.movedFiles == 4 && report.isRecorded)
    #expect(library.albumNames == ["IMG_1 (2).jpg", "IMG_1.jpg", "IMG_2.jpg", "IMG_2.jpg.xmp"])
    #expect(report.outcomes[1].folderPath == library.album.appending(name: "IMG_1 (2).jpg"))
    #expect(library.scenery.trashedNames.count == (reach == .within ? 0 : 4))
    #expect(try library.batch.files.allSatisfy { $0.digest != nil && $0.state == .moved })
    let there = try #require(TemporaryFolder.status(library.album.appending(name: "IMG_2.jpg")))
    #expect(there.st_mtim.tv_nsec == before.st_mtim.tv_nsec && there.st_mode == before.st_mode)
    #expect(try library.problems().isEmpty)

    let back = try library.scenery.restore(operations: library.calls())

    #expect(back.restoredFiles == 4 && back.isRecorded)
    #expect(library.areAllOriginal && library.albumNames.isEmpty)
    #expect(TemporaryFolder.names(library.otherTrash.appending(name: "files")).count == (reach == .within ? 0 : 4))
  }

  @Test func `the files of a photo get one number where a name is taken, and nothing is replaced`() throws {
    var library = try FolderMoveScenery(.within)
    let item = try library.add(["a/IMG_1.JPG", "a/IMG_1.CR2", "a/IMG_1.JPG.xmp", "a/other.json"])
    for name in ["IMG_1.JPG.xmp", "img_1 (2).cr2", "IMG_1 (2).CR2"] {
      try TemporaryFolder.write(Array("mine".utf8), to: library.album.appending(name: name))
    }

    try library.scenery.move([item], operations: library.calls())

    #expect(
      Set(library.albumNames).subtracting(["IMG_1.JPG.xmp", "img_1 (2).cr2", "IMG_1 (2).CR2"]) == [
        "IMG_1 (3).JPG", "IMG_1 (3).CR2", "IMG_1 (3).JPG.xmp", "other (3).json",
      ])
    #expect(try TemporaryFolder.read(library.album.appending(name: "IMG_1.JPG.xmp")) == Array("mine".utf8))
  }

  @Test(arguments: [
    ["IMG_1.CR2", "IMG_1.xmp"], ["img_1.JPG.xmp"], ["IMG_1.MOV"],
  ])
  func `a photo gets a number where another one has its name with another ending`(_ others: [String]) throws {
    var library = try FolderMoveScenery(.within)
    let item = try library.add(["a/IMG_1.JPG", "a/IMG_1.JPG.xmp"])
    for name in others {
      try TemporaryFolder.write(Array("mine".utf8), to: library.album.appending(name: name))
    }

    try library.scenery.move([item], operations: library.calls())

    #expect(Set(library.albumNames).subtracting(others) == ["IMG_1 (2).JPG", "IMG_1 (2).JPG.xmp"])
  }

  @Test func `two photos of one move do not become one by their names`() throws {
    var library = try FolderMoveScenery(.within)
    try library.add(["a/IMG_1.jpg"])
    try library.add(["b/IMG_1.CR2", "b/IMG_1.xmp"])
    try library.add(["b/IMG_1 (3).CR2", "b/IMG_10.jpg"])

    try library.scenery.move(library.items, operations: library.calls())

    #expect(
      library.albumNames == ["IMG_1 (2).CR2", "IMG_1 (2).xmp", "IMG_1 (3).CR2", "IMG_1.jpg", "IMG_10.jpg"])
  }

  @Test func `names that are as long as they may be are cut for their number, all by as much`() {
    let stem = String(repeating: "ä", count: 123)
    let originals = ["\(stem).jpg", "\(stem).jpg.xmp"].map { Array($0.utf8) }

    let names = FolderNames.names(for: originals, attempt: 2, longest: 255)

    #expect(
      names.map { String(decoding: $0, as: UTF8.self) } == ["", ".xmp"].map { "\(stem.dropLast(2)) (2).jpg\($0)" })
    #expect(names.allSatisfy { $0.count <= 255 })
  }

  @Test func `two photos whose names other disks take for one get different numbers`() throws {
    var library = try FolderMoveScenery(.within)
    try library.add(["a/IMG_1.jpg"])
    try library.add(["b/img_1.JPG"])

    try library.scenery.move(library.items, operations: library.calls())

    #expect(library.albumNames == ["IMG_1.jpg", "img_1 (2).JPG"])
  }

  @Test func `a name that is taken in the last moment keeps the photo at home`() throws {
    var library = try FolderMoveScenery(.within)
    let item = try library.add(["a/IMG_1.jpg", "a/IMG_1.jpg.xmp"])
    let taken = library.album.appending(name: "IMG_1.jpg.xmp")
    let gate = FaultGate(.action(before: .rename) { _ = try? TemporaryFolder.write(Array("mine".utf8), to: taken) })

    let report = try library.scenery.move([item], operations: library.calls(gate.operations()))

    #expect(report.movedFiles == 0)
    #expect(report.outcomes[1].obstacle == .nameTaken(item.companions[0].path, name: taken))
    #expect(library.areAllOriginal)
    #expect(try TemporaryFolder.read(taken) == Array("mine".utf8))
  }

  @Test(arguments: ["missing", "a file", "a link", "in a trash", "of another program", "its own folder"])
  func `a folder that cannot take photos moves none`(_ trouble: String) throws {
    var library = try FolderMoveScenery(.within)
    let item = try library.add(["a/IMG_1.jpg"])
    let folder: FilePath
    switch trouble {
    case "missing": folder = library.album.appending(name: "none")
    case "a file": folder = try library.scenery.folder.file("other/file")
    case "a link":
      folder = library.scenery.folder("other/link")
      try TemporaryFolder.symbolicLink(folder, to: library.album)
    case "in a trash": folder = try library.scenery.folder.folder("other/.Trash-\(geteuid())/files")
    case "of another program": folder = try library.scenery.folder.folder("other/.stversions/2024")
    default: folder = item.path.parentFolder
    }
    var bad = item
    bad.destination = folder

    let report = try library.scenery.move([bad])

    #expect(report.movedFiles == 0 && library.areAllOriginal)
    let expected: FileSafetyError =
      switch trouble {
      case "missing": .unfitFolder(folder, .missing)
      case "a file": .unfitFolder(folder, .noFolder(.regular))
      case "a link": .symbolicLink(folder)
      case "in a trash": .unfitFolder(folder, .trash)
      case "of another program": .unfitFolder(folder, .otherProgram)
      default: .alreadyInFolder(item.path)
      }
    #expect(report.outcomes.map(\.obstacle) == [expected])
  }

  @Test(.enabled(if: !isRoot)) func `a folder that may not be written to is named`() throws {
    let library = try FolderMoveScenery.filled(.within)
    _ = library.album.withPlatformString { chmod($0, 0o555) }

    let report = try library.scenery.move(library.items)

    #expect(report.outcomes.map(\.obstacle).allSatisfy { $0 == .unfitFolder(library.album, .notWritable) })
  }

  @Test func `a copy that is read back with other bytes keeps the photo at home, and goes`() throws {
    let library = try FolderMoveScenery.filled(.across)
    let album = library.album
    let gate = FaultGate(
      .action(before: .syncFile) {
        for name in TemporaryFolder.names(album) {
          _ = try? TemporaryFolder.write(Array("other".utf8), to: album.appending(name: name))
        }
      })

    let report = try library.scenery.move([library.items[0]], operations: library.calls(gate.operations()))

    #expect(gate.wasHit && report.movedFiles == 0)
    guard case .copyDiffers = report.outcomes[0].obstacle else {
      Issue.record("\(report.outcomes)")
      return
    }
    #expect(library.areAllOriginal && library.albumNames.isEmpty)
  }

  @Test func `a copy that goes away in the last moment brings the photo back`() throws {
    let library = try FolderMoveScenery.filled(.across)
    let copy = library.album.appending(name: "IMG_1.jpg")
    let gate = FaultGate(.action(before: .createInfo) { _ = copy.withPlatformString { unlink($0) } })

    let report = try library.scenery.move([library.items[0]], operations: library.calls(gate.operations()))

    #expect(gate.wasHit && report.movedFiles == 0 && library.areAllOriginal)
    #expect(try library.problems().isEmpty)
  }

  @Test func `a folder on another mount is refused where the photo has no trash`() throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.folder.file("home/.local/share/Trash", "no folder")

    let report = try library.scenery.move(library.items, operations: library.calls())

    #expect(report.movedFiles == 0 && library.areAllOriginal && library.albumNames.isEmpty)
  }

  @Test func `a batch holds photos for the trash and for a folder`() throws {
    var library = try FolderMoveScenery.filled(.within)
    try library.add(["z/gone.jpg"], to: .some(nil))

    let report = try library.scenery.move(library.items, operations: library.calls())

    #expect(report.movedFiles == 5)
    #expect(library.scenery.trashedNames == ["gone.jpg"] && library.albumNames.count == 4)
    #expect(try library.batch.whereabouts() == Array(repeating: .inTrash, count: 5))
    try library.scenery.restore(operations: library.calls())
    #expect(library.areAllOriginal)
    #expect(try library.batch.whereabouts() == Array(repeating: .back, count: 5))
  }
}
