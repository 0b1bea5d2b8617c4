import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// A trash that is more open than the folder of the photos takes none of them.
@Suite struct TrashSafetyTests {
  let scenery: Scenery

  init() throws { scenery = try Scenery() }

  // MARK: The rule

  private static let (me, ann, bob): (UInt32, UInt32, UInt32) = (4001, 4002, 4003)

  private func status(_ owner: UInt32, _ group: UInt32, _ mode: UInt32) throws -> FileStatus {
    var status = try fileStatus(of: scenery.folder.path)
    (status.owner, status.group, status.permissions) = (owner, group, mode)
    return status
  }

  private func isSafe(
    _ trash: (UInt32, UInt32, UInt32), _ photos: (UInt32, UInt32, UInt32)
  ) throws -> Bool {
    try status(trash.0, trash.1, trash.2)
      .grantsNoMoreAccess(than: try status(photos.0, photos.1, photos.2), to: Self.me)
  }

  @Test func `a folder of one's own or of root's that nobody else may write to is safe`() throws {
    for owner in [Self.me, 0] {
      for mode: UInt32 in [0o700, 0o755, 0o555, 0o1777] {
        #expect(try isSafe((owner, 1, mode), (Self.me, 1, 0o700)))
        #expect(try isSafe((owner, 1, mode), (Self.ann, 1, 0o755)))
      }
    }
  }

  @Test func `a folder that others own or may write to is not safe for photos that they cannot touch`() throws {
    let photos: [(UInt32, UInt32, UInt32)] = [
      (Self.me, 1, 0o700), (Self.me, 1, 0o755), (Self.me, 1, 0o1777), (Self.bob, 1, 0o775), (0, 1, 0o755),
    ]
    for photos in photos {
      #expect(try !isSafe((Self.ann, 1, 0o700), photos))
      #expect(try !isSafe((Self.ann, 1, 0o1777), photos), "the owner of a sticky folder empties it")
      #expect(try !isSafe((Self.me, 1, 0o777), photos))
      #expect(try !isSafe((Self.me, 1, 0o702), photos))
      #expect(try !isSafe((Self.me, 2, 0o770), photos), "another group")
    }
    #expect(try !isSafe((Self.me, 1, 0o770), (Self.me, 1, 0o755)))
  }

  @Test func `a folder is safe for photos that the same others can touch`() throws {
    #expect(try isSafe((Self.me, 7, 0o2770), (Self.me, 7, 0o2775)), "one group")
    #expect(try isSafe((Self.ann, 7, 0o700), (Self.ann, 7, 0o777)))
    #expect(try isSafe((Self.ann, 7, 0o755), (Self.ann, 8, 0o755)), "the owner of both")
    #expect(try isSafe((Self.bob, 7, 0o777), (Self.me, 8, 0o777)), "everybody")
    #expect(try !isSafe((Self.bob, 7, 0o777), (Self.me, 8, 0o707)), "everybody but a group")
  }

  @Test(arguments: [0o777, 0o755, 0o770, 0o700] as [UInt32])
  func `on a mount that shows one owner and one mode for all, the trash is as safe as the photos`(
    mode: UInt32
  ) throws {
    for owner in [0, Self.me, Self.ann] {
      #expect(try isSafe((owner, 100, mode), (owner, 100, mode)))
    }
  }

  // MARK: Moving

  private func make(_ part: String, mode: mode_t, owner: UInt32? = nil) throws {
    let path = part.isEmpty ? scenery.trash : scenery.trash.appending(name: part)
    _ = try makeFolders(path, mode: 0o700, .live)
    try path.withPlatformString { path in
      let isMade = chmod(path, mode) == 0 && owner.map({ chown(path, $0, $0) == 0 }) ?? true
      if !isMade { throw Errno(rawValue: errno) }
    }
  }

  private func setMode(_ path: FilePath, _ mode: mode_t) { _ = path.withPlatformString { chmod($0, mode) } }

  /// Moves one photo, looking before as the review does.
  private func expectRefusal(at part: String) throws {
    let photo = try scenery.photo("a.jpg")
    let trash = part.isEmpty ? scenery.trash : scenery.trash.appending(name: part)

    let preflight = trashPreflight(for: scenery.folder("library"), scenery.environment)
    let report = try scenery.move([.only(photo)])

    #expect(preflight.trash == .none && preflight.obstacle == .trashNotTrusted(trash))
    #expect(report.outcomes.map(\.result) == [.refused(.trashNotTrusted(trash))])
    #expect(TemporaryFolder.exists(photo) && scenery.trashedNames.isEmpty && scenery.notes.isEmpty)
  }

  @Test(arguments: ["", "files", "info"]) func `a trash that others may write to takes no photo of a private folder`(
    part: String
  ) throws {
    for name in ["", "files", "info"] { try make(name, mode: 0o700) }
    try make(part, mode: 0o777)

    try expectRefusal(at: part)

    let mode = TemporaryFolder.status(part.isEmpty ? scenery.trash : scenery.trash.appending(name: part))?.st_mode
    #expect((mode ?? 0) & 0o7777 == 0o777, "what exists keeps its mode")
  }

  @Test(.enabled(if: isRoot, "only root makes folders of others"), arguments: ["", "files", "info"])
  func `a trash of which another user owns a part takes no photo`(part: String) throws {
    for name in ["", "files", "info"] { try make(name, mode: 0o700) }
    try make(part, mode: 0o755, owner: 4711)

    try expectRefusal(at: part)
  }

  @Test(arguments: ["", "files", "info"]) func `nothing is made in a trash that is not safe`(part: String) throws {
    try make(part, mode: 0o777)

    try expectRefusal(at: part)

    #expect(TemporaryFolder.names(scenery.trash).count == (part.isEmpty ? 0 : 1))
  }

  @Test func `an open trash takes photos of a folder that is as open, and of no other in the same batch`() throws {
    for name in ["", "files", "info"] { try make(name, mode: 0o777) }
    let photos = try ["open/a.jpg", "closed/b.jpg", "open/c.jpg"].map { try scenery.photo($0, $0) }
    setMode(scenery.folder("library/open"), 0o777)

    let report = try scenery.move(photos.map { try .only($0) })

    #expect(report.outcomes.map(\.isMoved) == [true, false, true])
    #expect(report.outcomes[1].obstacle == .trashNotTrusted(scenery.trash))
    #expect(trashPreflight(for: scenery.folder("library/open"), scenery.environment).trash == .home)
    #expect(trashPreflight(for: scenery.folder("library/closed"), scenery.environment).trash == .none)
  }

  @Test func `a sticky folder above folders of one's own is safe`() throws {
    for name in ["files", "info"] { try make(name, mode: 0o700) }
    setMode(scenery.trash, 0o1777)

    let report = try scenery.move([.only(try scenery.photo("a.jpg"))])

    #expect(report.movedFiles == 1)
  }

  @Test func `photos come back out of a trash that others can write to, and none is erased from it`() throws {
    let photo = try scenery.photo("a.jpg")
    try scenery.move([.only(photo)])
    setMode(scenery.trash.appending(name: "files"), 0o777)
    let batch = try #require(scenery.journal.batch(BatchID("batch")))

    let erased = Eraser(environment: scenery.environment).erase(batch, only: [0], journal: scenery.journal)
    let restored = try scenery.restore()

    #expect(erased.map(\.result) == [.refused(.trashNotTrusted(scenery.trash.appending(name: "files")))])
    #expect(restored.restoredFiles == 1 && TemporaryFolder.exists(photo))
  }

  @Test func `why a trash is not used is said with the folder that is open`() {
    let sentence = FileSafetyError.trashNotTrusted("/t/files").sentence { $0.string }
    #expect(sentence.hasPrefix("The trash folder /t/files is not safe to use: "))
    #expect(sentence.contains("may write to it"))
  }
}
