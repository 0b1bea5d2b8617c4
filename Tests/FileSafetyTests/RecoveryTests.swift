import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Scenes that a crash, a power cut or another program can leave behind, set by hand.
@Suite struct RecoveryTests {
  let scenery: Scenery
  let path: FilePath
  let place: TrashPlace

  init() throws {
    scenery = try Scenery()
    path = try scenery.photo("photo.jpg")
    let folder = TrashFolder(kind: .home, path: scenery.trash, topFolder: nil)
    _ = try folder.open(creating: true, scenery.environment, .live)
    let note = TrashInfo(path: path.bytes, date: DeletionDate("2024-05-12T18:03:21"))
    place = TrashPlace(folder: folder, name: Array("photo.jpg".utf8), info: note.contents)
  }

  private func recover(_ state: FileState) throws -> Recovery.Finding? {
    let file = BatchFile(index: 0, item: 0, path: path, identity: try identity(), state: state, place: place)
    scenery.journal.begin(
      RemovalBatch(id: BatchID("batch"), startedAt: DeletionDate("2024-05-12T18:03:21")!, files: [file]))
    return try scenery.recover().first?.entries.first?.finding
  }

  /// Of the photo, wherever it is now.
  private func identity() throws -> FileIdentity {
    if TemporaryFolder.exists(path), TemporaryFolder.status(path)?.st_size != 0 { return try .now(path) }
    return TemporaryFolder.exists(place.filePath)
      ? try .now(place.filePath) : FileIdentity(device: 1, inode: 1, size: 5, modified: 1, changed: 1)
  }

  private func writeNote(_ bytes: [UInt8]? = nil) throws {
    try TemporaryFolder.write(bytes ?? place.info, to: place.infoPath)
  }

  private var state: FileState? { scenery.journal.batch(BatchID("batch"))?.files.first?.state }

  @Test func `a photo at home with our note: the note goes`() throws {
    try writeNote()
    #expect(try recover(.reserved) == .stayed)
    #expect(scenery.notes.isEmpty)
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `a photo at home with a note that was cut short: the note goes`() throws {
    try writeNote(Array(place.info.prefix(20)))
    #expect(try recover(.reserved) == .stayed)
    #expect(scenery.notes.isEmpty)
  }

  @Test func `a note of another program under our name is left alone`() throws {
    try writeNote(Array("[Trash Info]\nPath=/other\n".utf8))
    #expect(try recover(.reserved) == .stayed)
    #expect(scenery.notes == ["photo.jpg.trashinfo"])
  }

  @Test func `a photo in the trash with its note counts as moved`() throws {
    try writeNote()
    try TemporaryFolder.rename(path, to: place.filePath)
    #expect(try recover(.reserved) == .inTrash)
    #expect(state == .moved)
    #expect(try scenery.restore().restoredFiles == 1)
  }

  /// - Parameter then: Happens after the photo was moved, as by the move itself.
  private func recoverCopy(
    _ state: FileState = .reserved, then: (_ survivor: FilePath) throws -> Void
  ) throws -> Recovery.Finding? {
    let kept = try scenery.photo("kept.jpg")
    let survivor = Survivor(path: kept, identity: try .now(kept))
    let file = BatchFile(
      index: 0, item: 0, path: path, identity: try identity(), state: state, place: place, survivor: survivor)
    try writeNote()
    try TemporaryFolder.rename(path, to: place.filePath)
    try then(kept)
    scenery.journal.begin(
      RemovalBatch(id: BatchID("batch"), startedAt: DeletionDate("2024-05-12T18:03:21")!, files: [file]))
    return try scenery.recover().first?.entries.first?.finding
  }

  @Test func `a copy in the trash stays there while the one that has to stay is what it was`() throws {
    #expect(try recoverCopy { _ in } == .inTrash)
    #expect(!TemporaryFolder.exists(path))
  }

  @Test func `a copy in the trash comes back where the one that had to stay is gone or has changed`() throws {
    let kept = scenery.folder("library/kept.jpg")
    let finding = try recoverCopy { _ = $0.withPlatformString { unlink($0) } }

    #expect(finding == .broughtBack(survivor: kept))
    #expect(state == .stayed)
    #expect(TemporaryFolder.exists(path))
    #expect(scenery.notes.isEmpty)
    #expect(try scenery.recover().isEmpty)
  }

  @Test func `a restore that was cut off asks after no survivor`() throws {
    #expect(try recoverCopy(.restoring) { _ = $0.withPlatformString { unlink($0) } } == .inTrash)
    #expect(try scenery.restore().restoredFiles == 1)
  }

  @Test func `what is gone from a trash on another drive may come back with another one`() throws {
    func isOver(_ kind: TrashFolder.Kind) throws -> Bool {
      var elsewhere = place
      elsewhere.folder = TrashFolder(kind: kind, path: scenery.trash, topFolder: nil)
      let file = BatchFile(
        index: 0, item: 0, path: path, identity: try identity(), state: .moved, place: elsewhere)
      return RemovalBatch(id: BatchID("batch"), startedAt: DeletionDate("2024-05-12T18:03:21")!, files: [file]).isOver()
    }

    #expect(try isOver(.home))
    #expect(try !isOver(.own))
  }

  @Test func `another time of change alone brings the copy back`() throws {
    let finding = try recoverCopy { kept in _ = kept.withPlatformString { chmod($0, 0o600) } }

    #expect(finding == .broughtBack(survivor: scenery.folder("library/kept.jpg")))
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `a copy that cannot come back stays whole in the trash, and is told`() throws {
    let finding = try recoverCopy { kept in
      _ = kept.withPlatformString { unlink($0) }
      try TemporaryFolder.write(Array("another".utf8), to: path)
    }

    #expect(finding == .leftWithoutSurvivor(scenery.folder("library/kept.jpg")))
    #expect(state == .moved)
    #expect(scenery.notes == ["photo.jpg.trashinfo"])
  }

  @Test func `a photo in the trash whose note is missing gets its note again`() throws {
    try TemporaryFolder.rename(path, to: place.filePath)
    #expect(try recover(.reserved) == .inTrash)
    #expect(try TemporaryFolder.read(place.infoPath) == place.info)
  }

  @Test func `a photo in neither place is reported, and the note stays as evidence`() throws {
    try writeNote()
    _ = path.withPlatformString { unlink($0) }
    #expect(try recover(.reserved) == .inNeitherPlace)
    #expect(state == .unclear)
    #expect(scenery.notes == ["photo.jpg.trashinfo"])
  }

  @Test func `a photo in both places is reported and nothing is touched`() throws {
    try writeNote()
    try TemporaryFolder.hardLink(place.filePath, to: path)
    #expect(try recover(.reserved) == .inBothPlaces)
    #expect(TemporaryFolder.exists(path))
    #expect(TemporaryFolder.exists(place.filePath))
  }

  @Test func `the empty file that reserves a name is taken away with its note`() throws {
    try writeNote()
    try TemporaryFolder.write([], to: place.filePath)
    #expect(try recover(.reserved) == .stayed)
    #expect(scenery.trashedNames.isEmpty)
    #expect(scenery.notes.isEmpty)
  }

  @Test func `something else under our note is reported and not touched`() throws {
    try writeNote()
    try TemporaryFolder.write(Array("another photo".utf8), to: place.filePath)
    #expect(try recover(.reserved) == .somethingElseInTrash)
    #expect(scenery.trashedNames == ["photo.jpg"])
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `a restore that moved the file but not its note is finished`() throws {
    try writeNote()
    #expect(try recover(.restoring) == .backHome)
    #expect(state == .restored)
    #expect(scenery.notes.isEmpty)
  }

  @Test func `a restore that had linked the file home is finished`() throws {
    try writeNote()
    try TemporaryFolder.hardLink(place.filePath, to: path)
    #expect(try recover(.restoring) == .backHome)
    #expect(TemporaryFolder.exists(path))
    #expect(scenery.trashedNames.isEmpty)
    #expect(scenery.notes.isEmpty)
  }

  @Test func `a restore that had not begun leaves the photo in the trash`() throws {
    try writeNote()
    try TemporaryFolder.rename(path, to: place.filePath)
    #expect(try recover(.restoring) == .inTrash)
    #expect(state == .moved)
  }

  @Test func `a drive that is not there is asked again at the next start`() throws {
    try writeNote()
    try TemporaryFolder.rename(path, to: place.filePath)
    let away = scenery.folder("unplugged")
    let file = BatchFile(index: 0, item: 0, path: path, identity: try identity(), state: .reserved, place: place)
    scenery.journal.begin(
      RemovalBatch(id: BatchID("batch"), startedAt: DeletionDate("2024-05-12T18:03:21")!, files: [file]))
    try TemporaryFolder.rename(scenery.trash, to: away)

    let first = try scenery.recover()
    try TemporaryFolder.rename(away, to: scenery.trash)
    let second = try scenery.recover()

    #expect(first.map(\.isFinished) == [false])
    #expect(first[0].sentences { $0.nameBytes.count > 0 ? "X" : "" }.count == 1)
    #expect(second.map(\.isFinished) == [true])
    #expect(second[0].entries.map(\.finding) == [.inTrash])
    #expect(try scenery.recover().isEmpty)
  }

  @Test func `the report says in a sentence what happened`() throws {
    try writeNote()
    let file = BatchFile(index: 0, item: 0, path: path, identity: try identity(), state: .reserved, place: place)
    scenery.journal.begin(
      RemovalBatch(id: BatchID("batch"), startedAt: DeletionDate("2024-05-12T18:03:21")!, files: [file]))

    let sentences = try scenery.recover().flatMap { $0.sentences { _ in "X" } }

    #expect(sentences == ["A move to the trash was interrupted: 1 file stayed in place."])
  }
}
