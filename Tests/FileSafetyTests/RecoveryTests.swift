import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Scenes that a crash, a power cut or another program can leave behind, set by hand.
@Suite struct RecoveryTests {
  let scenery: Scenery
  let path: FilePath
  let location: TrashLocation

  init() throws {
    scenery = try Scenery()
    path = try scenery.photo("photo.jpg")
    let folder = TrashFolder(kind: .home, path: scenery.trash, topFolder: nil)
    _ = try folder.open(creating: true, scenery.environment, .live)
    let note = TrashInfo(path: path.bytes, date: DeletionDate("2024-05-12T18:03:21"))
    location = TrashLocation(folder: folder, name: Array("photo.jpg".utf8), info: note.contents)
  }

  private func recover(_ state: FileState, _ identity: FileIdentity? = nil) throws -> Recovery.Finding? {
    begin([
      BatchFile(
        index: 0, item: 0, path: path, identity: try identity ?? self.identity(), state: state, location: location)
    ])
    return try scenery.recover().first?.entries.first?.finding
  }

  private func begin(_ files: [BatchFile]) {
    scenery.journal.begin(
      RemovalBatch(id: BatchID("batch"), startedAt: DeletionDate("2024-05-12T18:03:21")!, files: files))
  }

  /// Of the photo, wherever it is now.
  private func identity() throws -> FileIdentity {
    if TemporaryFolder.exists(path), TemporaryFolder.status(path)?.st_size != 0 { return try .now(path) }
    return TemporaryFolder.exists(location.filePath)
      ? try .now(location.filePath) : FileIdentity(device: 1, inode: 1, size: 5, modified: 1, changed: 1)
  }

  private func writeNote(_ bytes: [UInt8]? = nil) throws {
    try TemporaryFolder.write(bytes ?? location.info, to: location.infoPath)
  }

  private var state: FileState? { scenery.journal.batch(BatchID("batch"))?.files.first?.state }

  @Test func `a photo at home with our note: the note goes`() throws {
    try writeNote()
    #expect(try recover(.reserved) == .stayed)
    #expect(scenery.notes.isEmpty)
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `a photo at home with a note that was cut short: the note goes`() throws {
    try writeNote(Array(location.info.prefix(20)))
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
    try TemporaryFolder.rename(path, to: location.filePath)
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
      index: 0, item: 0, path: path, identity: try identity(), state: state, location: location, survivor: survivor)
    try writeNote()
    try TemporaryFolder.rename(path, to: location.filePath)
    try then(kept)
    begin([file])
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
      var elsewhere = location
      elsewhere.folder = TrashFolder(kind: kind, path: scenery.trash, topFolder: nil)
      let file = BatchFile(
        index: 0, item: 0, path: path, identity: try identity(), state: .moved, location: elsewhere)
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
    try TemporaryFolder.rename(path, to: location.filePath)
    #expect(try recover(.reserved) == .inTrash)
    #expect(try TemporaryFolder.read(location.infoPath) == location.info)
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
    try TemporaryFolder.hardLink(location.filePath, to: path)
    #expect(try recover(.reserved) == .inBothPlaces)
    #expect(TemporaryFolder.exists(path))
    #expect(TemporaryFolder.exists(location.filePath))
  }

  @Test func `the empty file that reserves a name is taken away with its note`() throws {
    try writeNote()
    try TemporaryFolder.write([], to: location.filePath)
    #expect(try recover(.reserved) == .stayed)
    #expect(scenery.trashedNames.isEmpty)
    #expect(scenery.notes.isEmpty)
  }

  @Test func `something else under our note is reported and not touched`() throws {
    try writeNote()
    try TemporaryFolder.write(Array("another photo".utf8), to: location.filePath)
    #expect(try recover(.reserved) == .somethingElseInTrash)
    #expect(scenery.trashedNames == ["photo.jpg"])
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `a restore that moved the file but not its note is finished`() throws {
    try writeNote()
    #expect(try recover(.restoring) == .atOriginalLocation)
    #expect(state == .restored)
    #expect(scenery.notes.isEmpty)
  }

  @Test func `a restore that had linked the file home is finished`() throws {
    try writeNote()
    try TemporaryFolder.hardLink(location.filePath, to: path)
    #expect(try recover(.restoring) == .atOriginalLocation)
    #expect(TemporaryFolder.exists(path))
    #expect(scenery.trashedNames.isEmpty)
    #expect(scenery.notes.isEmpty)
  }

  @Test func `a restore that had not begun leaves the photo in the trash`() throws {
    try writeNote()
    try TemporaryFolder.rename(path, to: location.filePath)
    #expect(try recover(.restoring) == .inTrash)
    #expect(state == .moved)
  }

  @Test func `the empty file that a cut off restore left at home is taken away, and the photo can come back`() throws {
    try writeNote()
    try TemporaryFolder.rename(path, to: location.filePath)
    try TemporaryFolder.write([], to: path)

    #expect(try recover(.restoring) == .inTrash)

    #expect(!TemporaryFolder.exists(path))
    #expect(try scenery.restore().outcomes.map(\.isRestored) == [true])
  }

  @Test func `what is not empty stays at home, whatever a restore was about`() throws {
    try writeNote()
    try TemporaryFolder.rename(path, to: location.filePath)
    let identity = try identity()
    try TemporaryFolder.write(Array("new".utf8), to: path)
    #expect(try recover(.restoring, identity) == .inTrash)
    #expect(try TemporaryFolder.read(path) == Array("new".utf8))
  }

  /// As on a card whose file system numbers its files anew with each mount.
  private func recoverRenumbered(_ state: FileState) throws -> Recovery.Finding? {
    var identity = try identity()
    identity.inode &+= 1000
    return try recover(state, identity)
  }

  @Test func `a file by its note, size and time is the photo, whatever its number`() throws {
    try writeNote()
    try TemporaryFolder.rename(path, to: location.filePath)
    #expect(try recoverRenumbered(.reserved) == .inTrash)
    #expect(try scenery.restore().outcomes.map(\.isRestored) == [true])
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `the empty file in the trash goes, whatever the number of the photo at home`() throws {
    try writeNote()
    try TemporaryFolder.write([], to: location.filePath)
    #expect(try recoverRenumbered(.reserved) == .stayed)
    #expect(scenery.trashedNames.isEmpty && scenery.notes.isEmpty)
  }

  @Test func `an empty file is never put back in place of a photo`() throws {
    try writeNote()
    let identity = try identity()
    try TemporaryFolder.write([], to: location.filePath)
    _ = path.withPlatformString { unlink($0) }
    begin([BatchFile(index: 0, item: 0, path: path, identity: identity, state: .moved, location: location)])

    let outcome = try #require(try scenery.restore().outcomes.first)

    #expect(outcome.result == .refused(.trashEntryChanged(path, entry: location.filePath)))
    #expect(!TemporaryFolder.exists(path))
  }

  @Test func `another file at home and nothing in the trash is not said to have stayed`() throws {
    let identity = try identity()
    try TemporaryFolder.write(Array("another photo".utf8), to: path)
    #expect(try recover(.reserved, identity) == .inNeitherPlace)
    #expect(state == .unclear)
  }

  /// Two cards of one camera: the same folders, the same names.
  @Test(arguments: [true, false]) func `another card in place of this one settles nothing`(hasSameNames: Bool) throws {
    let card = try scenery.folder.folder("card")
    let trash = TrashFolder(
      kind: .own, path: card.appending(name: ".Trash-\(scenery.environment.userID)"), topFolder: card)
    _ = try trash.open(creating: true, scenery.environment, .live)
    let names = ["IMG_1.JPG", "IMG_1.CR2"]
    var files: [BatchFile] = []
    for (index, name) in names.enumerated() {
      let path = card.appending(name: name)
      try TemporaryFolder.write(Array("first \(name)".utf8), to: path)
      let note = TrashInfo(path: Array(name.utf8), date: DeletionDate("2024-05-12T18:03:21"))
      let location = TrashLocation(folder: trash, name: Array(name.utf8), info: note.contents)
      try TemporaryFolder.write(location.info, to: location.infoPath)
      files.append(
        BatchFile(index: index, item: 0, path: path, identity: try .now(path), state: .reserved, location: location))
    }
    // The JPEG had gone when it was cut off.
    try TemporaryFolder.rename(files[0].path, to: files[0].location!.filePath)
    begin(files)
    let away = scenery.folder("away")
    try TemporaryFolder.rename(card, to: away)
    let other = try scenery.folder.folder("card")
    _ = try trash.open(creating: true, scenery.environment, .live)
    for name in names where hasSameNames {
      try TemporaryFolder.write(Array("second \(name)".utf8), to: other.appending(name: name))
    }

    let first = try scenery.recover()
    try TemporaryFolder.rename(other, to: scenery.folder("other"))
    try TemporaryFolder.rename(away, to: card)
    let second = try scenery.recover()

    #expect(first.map(\.isFinished) == [false])
    #expect(
      first.flatMap(\.entries).map(\.finding) == files.map { .couldNotCheck(.anotherVolume($0.path)) })
    #expect(second.map(\.isFinished) == [true])
    #expect(files.allSatisfy { TemporaryFolder.exists($0.path) })
    #expect(TemporaryFolder.names(trash.path.appending(name: "info")).isEmpty)
  }

  @Test func `a drive that is not there is asked again at the next start`() throws {
    try writeNote()
    try TemporaryFolder.rename(path, to: location.filePath)
    let away = scenery.folder("unplugged")
    let file = BatchFile(index: 0, item: 0, path: path, identity: try identity(), state: .reserved, location: location)
    begin([file])
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

  @Test(arguments: [(days: 30, isNamed: true), (days: 31, isNamed: false)])
  func `a drive that stays away is asked for, from a month on without a word`(days: Int64, isNamed: Bool) throws {
    try writeNote()
    try TemporaryFolder.rename(path, to: location.filePath)
    let away = scenery.folder("unplugged")
    let file = BatchFile(index: 0, item: 0, path: path, identity: try identity(), state: .reserved, location: location)
    let begun: Int64 = 1_700_000_000
    scenery.journal.begin(
      RemovalBatch(id: BatchID("batch"), startedAt: DeletionDate(secondsSince1970: begun), files: [file]))
    try TemporaryFolder.rename(scenery.trash, to: away)
    let later = TrashEnvironment(homeFolder: scenery.environment.homeFolder, userID: scenery.environment.userID) {
      DeletionDate(secondsSince1970: begun + days * 24 * 3600)
    }
    let recovery = Recovery(environment: later, journal: scenery.journal)

    let first = try recovery.run { _ in }
    try TemporaryFolder.rename(away, to: scenery.trash)
    let second = try recovery.run { _ in }

    #expect(first.map { $0.sentences { _ in "X" }.isEmpty } == [!isNamed])
    #expect(first.map(\.isFinished) == [false])
    #expect(second.map(\.isFinished) == [true])
    #expect(second.map { $0.sentences { _ in "X" }.isEmpty } == [false])
  }

  @Test func `the report says in a sentence what happened`() throws {
    try writeNote()
    let file = BatchFile(index: 0, item: 0, path: path, identity: try identity(), state: .reserved, location: location)
    begin([file])

    let sentences = try scenery.recover().flatMap { $0.sentences { _ in "X" } }

    #expect(sentences == ["A move to the trash was interrupted: 1 file stayed in place."])
  }

  @Test func `the report calls no move what was making a photo smaller`() throws {
    var file = BatchFile(index: 0, item: 0, path: path, identity: try identity(), location: location)
    file.replacement = Replacement(name: Array(".hidden".utf8), isLossy: false)

    let report = Recovery.Report(
      entries: [.init(file: file, finding: .stayed)], isFinished: true, isLongOpen: false)

    #expect(report.sentences { _ in "X" } == ["Making photos smaller was interrupted: 1 file stayed as it was."])
  }
}
