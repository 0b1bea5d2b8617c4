import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// The preview of a move to a folder: what would go where, and what would be refused.
@Suite struct FolderMovePreviewTests {
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
    #expect(library.albumNames == ["IMG_2.jpg"] && TemporaryFolder.exists(path))
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
}
