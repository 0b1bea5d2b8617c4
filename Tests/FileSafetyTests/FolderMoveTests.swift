import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Moves of photos to a folder of the user's.
@Suite struct FolderMoveTests {
  private func exists(_ path: FilePath) -> Bool { TemporaryFolder.exists(path) }

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
    #expect(library.areAllHome && library.albumNames.isEmpty)
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
    #expect(library.areAllHome)
    #expect(try TemporaryFolder.read(taken) == Array("mine".utf8))
  }

  @Test(arguments: ["missing", "a file", "a link", "in a trash", "its own folder"])
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
    default: folder = item.path.parentFolder
    }
    var bad = item
    bad.destination = folder

    let report = try library.scenery.move([bad])

    #expect(report.movedFiles == 0 && library.areAllHome)
    let expected: FileSafetyError =
      switch trouble {
      case "missing": .unfitFolder(folder, .missing)
      case "a file": .unfitFolder(folder, .noFolder(.regular))
      case "a link": .symbolicLink(folder)
      case "in a trash": .unfitFolder(folder, .trash)
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
    #expect(library.areAllHome && library.albumNames.isEmpty)
  }

  @Test func `a copy that goes away in the last moment brings the photo back`() throws {
    let library = try FolderMoveScenery.filled(.across)
    let copy = library.album.appending(name: "IMG_1.jpg")
    let gate = FaultGate(.action(before: .createInfo) { _ = copy.withPlatformString { unlink($0) } })

    let report = try library.scenery.move([library.items[0]], operations: library.calls(gate.operations()))

    #expect(gate.wasHit && report.movedFiles == 0 && library.areAllHome)
    #expect(try library.problems().isEmpty)
  }

  @Test func `a photo comes back although its copy was changed, and the copy stays and is named`() throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.move(library.items, operations: library.calls())
    let copy = library.album.appending(name: "IMG_1.jpg")
    try TemporaryFolder.write(Array("cropped".utf8), to: copy)

    let report = try library.scenery.restore(operations: library.calls())

    #expect(library.areAllHome && report.isRecorded)
    #expect(report.outcomes.compactMap(\.remark) == [.copyStays(library.items[0].path, copy: copy)])
    #expect(library.albumNames == ["IMG_1.jpg"])
    #expect(try TemporaryFolder.read(copy) == Array("cropped".utf8))
  }

  @Test func `what was damaged in the trash comes back, and does not take its whole copy away`() throws {
    let library = try FolderMoveScenery.filled(.across)
    let moved = try library.scenery.move(library.items, operations: library.calls())
    let entry = try #require(moved.outcomes[0].location?.filePath)
    let file = try FileDescriptor.open(entry, .writeOnly)
    try file.writeAll("damage".utf8)
    try file.close()

    let report = try library.scenery.restore(operations: library.calls())

    let copy = library.album.appending(name: "IMG_1.jpg")
    #expect(report.outcomes.compactMap(\.remark) == [.restoredFileDiffers(library.items[0].path, copy: copy)])
    #expect(library.albumNames == ["IMG_1.jpg"])
  }

  @Test func `a photo comes back although the folder of its copy is away, and the copy is named`() throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.move(library.items, operations: library.calls())
    TemporaryFolder.remove(library.album.appending(name: "IMG_2.jpg"))
    let gone = try library.scenery.restore(only: [2], operations: library.calls())
    try TemporaryFolder.rename(library.album, to: library.album.parentFolder.appending(name: "away"))

    let report = try library.scenery.restore(only: [0], operations: library.calls())

    let copy = library.album.appending(name: "IMG_1.jpg")
    #expect(gone.restoredFiles == 1 && gone.outcomes.allSatisfy { $0.remark == nil })
    #expect(report.restoredFiles == 1 && report.isRecorded)
    #expect(report.outcomes.map(\.remark) == [.copyIsAway(library.items[0].path, copy: copy)])
  }

  @Test func `a photo of which only the time was changed in the folder comes back`() throws {
    let library = try FolderMoveScenery.filled(.within)
    try library.scenery.move(library.items, operations: library.calls())
    for name in library.albumNames {
      let path = library.album.appending(name: name)
      #expect(
        path.withPlatformString { utimes($0, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]) } == 0)
    }

    #expect(try library.batch.whereabouts() == Array(repeating: .inTrash, count: 4))
    #expect(try library.scenery.restore(operations: library.calls()).restoredFiles == 4)
    #expect(library.areAllHome)
  }

  @Test func `a photo with as many other bytes is left alone in the folder`() throws {
    let library = try FolderMoveScenery.filled(.within)
    try library.scenery.move(library.items, operations: library.calls())
    let moved = library.album.appending(name: "IMG_1.jpg")
    try TemporaryFolder.write(TemporaryFolder.read(moved).reversed(), to: moved)

    #expect(try library.batch.whereabouts()[0] == .changed)
    let report = try library.scenery.restore(operations: library.calls())
    #expect(report.outcomes[0].obstacle == .movedFileChanged(library.items[0].path, entry: moved))
  }

  @Test func `a photo that was changed in the folder is left alone by a restore`() throws {
    let library = try FolderMoveScenery.filled(.within)
    try library.scenery.move(library.items, operations: library.calls())
    let moved = library.album.appending(name: "IMG_1.jpg")
    try TemporaryFolder.write(Array("cropped".utf8), to: moved)

    let report = try library.scenery.restore(operations: library.calls())

    #expect(report.outcomes[0].obstacle == .movedFileChanged(library.items[0].path, entry: moved))
    #expect(report.restoredFiles == 3)
    #expect(try TemporaryFolder.read(moved) == Array("cropped".utf8))
  }

  @Test(arguments: [0, 1], ["changed", "gone", "taken at home"])
  func `what keeps one file of a photo in the folder keeps all of it`(_ index: Int, _ trouble: String) throws {
    var library = try FolderMoveScenery(.within)
    let item = try library.add(["a/IMG_1.jpg", "a/IMG_1.cr2"])
    try library.scenery.move(library.items, operations: library.calls())
    let kept = item.files[index].path
    let moved = library.album.appending(name: kept.nameBytes)
    switch trouble {
    case "changed": try TemporaryFolder.write(Array("cropped".utf8), to: moved)
    case "gone": TemporaryFolder.remove(moved)
    default: try TemporaryFolder.write(Array("new".utf8), to: kept)
    }
    let before = library.albumNames

    let restorer = Restorer(environment: library.scenery.environment, journal: library.scenery.journal)
    #expect(try !restorer.canPutBackSome(of: library.batch))
    let report = try library.scenery.restore(operations: library.calls())

    #expect(report.restoredFiles == 0 && library.albumNames == before)
    let other = item.files[1 - index].path
    #expect(report.outcomes[1 - index].obstacle == .photoStaysInFolder(other, obstacle: kept))
  }

  @Test(arguments: FolderReach.allCases)
  func `a restore from a folder never overwrites`(_ reach: FolderReach) throws {
    let library = try FolderMoveScenery.filled(reach)
    try library.scenery.move(library.items, operations: library.calls())
    let path = try library.scenery.photo("a/IMG_1.jpg", "new")

    let report = try library.scenery.restore(operations: library.calls())

    #expect(report.outcomes[0].obstacle == .somethingIsThere(path))
    #expect(try TemporaryFolder.read(path) == Array("new".utf8))
    #expect(library.albumNames == ["IMG_1.jpg"])
  }

  @Test func `a folder on another mount is refused where the photo has no trash`() throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.folder.file("home/.local/share/Trash", "no folder")

    let report = try library.scenery.move(library.items, operations: library.calls())

    #expect(report.movedFiles == 0 && library.areAllHome && library.albumNames.isEmpty)
  }

  @Test func `the trash that is foreseen is a shared one only where a move would use that`() throws {
    let library = try FolderMoveScenery(.across)
    let shared = try library.scenery.folder.folder("other/.Trash")
    func foreseen(_ mode: mode_t) -> TrashFolder.Kind? {
      #expect(shared.withPlatformString { chmod($0, mode) } == 0)
      return TrashFolder.forMoving(
        filesIn: library.album, library.scenery.environment, operations: library.calls())?.kind
    }

    #expect(foreseen(0o777) == .own && foreseen(0o1777) == .shared)
    #expect(FileSafetyError.trashNotTrusted(shared).sentence(naming: \.string).contains("chmod +t"))
    try TemporaryFolder.rename(shared, to: library.scenery.folder("other/real"))
    #expect(shared.withPlatformString { symlink("real", $0) } == 0)
    #expect(
      TrashFolder.forMoving(filesIn: library.album, library.scenery.environment, operations: library.calls())?.kind
        == .own)
  }

  @Test func `in a sticky folder a preview takes no photo of somebody else's`() throws {
    var library = try FolderMoveScenery(.within)
    let item = try library.add(["a/IMG_1.jpg"])
    let folder = item.path.parentFolder
    let calls = library.scenery.environment
    let other = TrashEnvironment(homeFolder: calls.homeFolder, userID: geteuid() + 1, now: calls.now)
    var toTrash = item
    toTrash.destination = nil
    func obstacles(_ mode: mode_t) -> [FileSafetyError?] {
      #expect(folder.withPlatformString { chmod($0, mode) } == 0)
      return [item, toTrash].map { item in
        var preview = MovePreview(other)
        guard case .failure(let error) = preview.paths(of: item)[0] else { return nil }
        return error
      }
    }

    #expect(obstacles(0o1777) == [.folderNotWritable(item.path), .folderNotWritable(item.path)])
    #expect(obstacles(0o777) == [nil, nil])
  }

  @Test(arguments: FolderReach.allCases)
  func `what was moved to a folder is never erased from there`(_ reach: FolderReach) throws {
    let library = try FolderMoveScenery.filled(reach)
    try library.scenery.move(library.items, operations: library.calls())
    let eraser = Eraser(environment: library.scenery.environment)

    let outcomes = eraser.erase(try library.batch, only: [0, 1, 2, 3], journal: library.scenery.journal)

    #expect(outcomes.count(where: \.isErased) == (reach == .within ? 0 : 4))
    #expect(library.albumNames.count == 4)
    #expect(try BatchVerifier().verify(library.batch).outcomes.allSatisfy { $0.result == .whole })
  }

  @Test func `a batch holds photos for the trash and for a folder`() throws {
    var library = try FolderMoveScenery.filled(.within)
    try library.add(["z/gone.jpg"], to: .some(nil))

    let report = try library.scenery.move(library.items, operations: library.calls())

    #expect(report.movedFiles == 5)
    #expect(library.scenery.trashedNames == ["gone.jpg"] && library.albumNames.count == 4)
    #expect(try library.batch.whereabouts() == Array(repeating: .inTrash, count: 5))
    try library.scenery.restore(operations: library.calls())
    #expect(library.areAllHome)
    #expect(try library.batch.whereabouts() == Array(repeating: .back, count: 5))
  }

  @Test(arguments: FolderReach.allCases)
  func `a preview names the places that the move then gives`(_ reach: FolderReach) throws {
    let library = try FolderMoveScenery.filled(reach)
    var preview = MovePreview(library.scenery.environment, operations: library.calls())
    let places = try library.items.flatMap { try preview.paths(of: $0).map { try $0.get() } }

    let report = try library.scenery.move(library.items, operations: library.calls())

    #expect(places.map(\.folderPath) == report.outcomes.map(\.folderPath))
    #expect(places.map { $0.trashPath != nil } == Array(repeating: reach == .across, count: 4))
  }

  @Test func `a photo that cannot be read does not go to another mount, which the preview says as well`() throws {
    var library = try FolderMoveScenery(.across)
    let path = try library.scenery.photo("a/IMG_1.jpg")
    #expect(path.withPlatformString { truncate($0, 300_000_000) } == 0)
    var item = try RemovalItem.only(path)
    item.destination = library.album
    try library.add(["b/IMG_2.jpg"])
    let obstacle = FileSafetyError.mostlyHoles(path, ByteCount(300_000_000))
    var preview = MovePreview(library.scenery.environment, operations: library.calls())

    #expect(preview.paths(of: item) == [.failure(obstacle)])
    let report = try library.scenery.move([item] + library.items, operations: library.calls())

    #expect(report.outcomes.map(\.obstacle) == [obstacle, nil])
    #expect(library.albumNames == ["IMG_2.jpg"] && exists(path))
  }

  @Test(.enabled(if: !isRoot)) func `a photo that may not be read is named before it goes to another mount`() throws {
    let library = try FolderMoveScenery.filled(.across)
    let item = library.items[0]
    _ = item.path.withPlatformString { chmod($0, 0) }
    var now = try RemovalItem.only(item.path)
    now.destination = library.album
    var preview = MovePreview(library.scenery.environment, operations: library.calls())

    #expect(preview.paths(of: now) == [.failure(.permissionDenied(item.path))])
    #expect(
      try library.scenery.move([now], operations: library.calls()).outcomes.map(\.obstacle)
        == [.permissionDenied(item.path)])
  }

  @Test func `what is left of a copy goes only where every byte of it is in the photo`() throws {
    let library = try FolderMoveScenery.filled(.within)
    let photo = library.items[0].path
    let bytes = try #require(library.contents[photo])
    let (parent, name) = try openParent(of: photo, .live)
    let folder = try FileOperations.live.openFolder(library.album)
    func isRemoved(_ contents: [UInt8], isWhole: Bool = false) throws -> Bool {
      let path = library.album.appending(name: "copy")
      try TemporaryFolder.write(contents, to: path)
      let isRemoved = try FileOperations.live.removeCopy(
        .init(folder: folder, name: Array("copy".utf8)), at: path,
        of: (place: .init(folder: parent, name: name), path: photo), digest: try contentDigest(of: photo),
        isWhole: isWhole)
      #expect(isRemoved != exists(path))
      TemporaryFolder.remove(path)
      return isRemoved
    }

    #expect(try isRemoved(bytes))
    #expect(try isRemoved(bytes, isWhole: true))
    #expect(try isRemoved([]))
    #expect(try isRemoved(Array(bytes.prefix(5))))
    #expect(try !isRemoved(Array(bytes.prefix(5)), isWhole: true))
    #expect(try !isRemoved(bytes + [1]))
    #expect(try !isRemoved(Array(bytes.prefix(5)) + [1]))
  }
}
