import Glibc
import PhotoModel
import Synchronization
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct EraserTests {
  let scenery: Scenery

  init() throws { scenery = try Scenery() }

  private var batch: RemovalBatch {
    get throws { try #require(scenery.journal.batch(BatchID("batch"))) }
  }

  private func trashed(_ name: String) -> FilePath {
    scenery.trash.appending(name: "files").appending(name: Array(name.utf8))
  }

  @Test func `erases the files of its batch with their notes, and nothing beside them`() throws {
    let paths = try ["a.jpg", "b.jpg"].map { try scenery.photo($0, "photo \($0)") }
    try scenery.move(try paths.map { try .only($0) })
    try TemporaryFolder.write(Array("theirs".utf8), to: trashed("theirs.jpg"))

    let outcomes = Eraser(environment: scenery.environment).erase(try batch, only: [0, 1, 2], journal: scenery.journal)

    #expect(outcomes.map(\.path) == paths)
    #expect(outcomes.allSatisfy { $0.isErased })
    #expect(scenery.trashedNames == ["theirs.jpg"])
    #expect(scenery.notes.isEmpty)
  }

  @Test func `looking erases nothing`() throws {
    try scenery.move([try .only(try scenery.photo("a.jpg"))])

    let outcomes = Eraser(environment: scenery.environment).erasable(of: try batch)

    #expect(outcomes.allSatisfy { $0.isErased } && outcomes.count == 1)
    #expect(scenery.trashedNames == ["a.jpg"])
    #expect(scenery.notes == ["a.jpg.trashinfo"])
  }

  @Test(arguments: [true, false])
  func `another inode is another file, but where a file has another one after each mount`(_ forgets: Bool) throws {
    var operations = FileOperations.live
    operations.fileSystemKind = FileSystemKind(isLocal: true, keepsInodes: !forgets, countsLinks: !forgets)
    let eraser = Eraser(environment: scenery.environment, operations: operations)
    /// Whether a file goes that has these other numbers than the one that was moved.
    func goes(_ name: String, _ change: (inout FileIdentity) -> Void) throws -> Bool {
      try scenery.move([try .only(try scenery.photo(name, "the photo"))], as: name)
      var batch = try #require(scenery.journal.batch(BatchID(name)))
      change(&batch.files[0].identity)
      return eraser.erase(batch, only: [0], journal: scenery.journal).allSatisfy(\.isErased)
    }

    #expect(try goes("a.jpg") { $0.inode += 1 } == forgets)
    #expect(try !goes("b.jpg") { ($0.inode, $0.modified) = ($0.inode + 1, $0.modified + 1) })
    #expect(try !goes("c.jpg") { ($0.inode, $0.size) = ($0.inode + 1, $0.size + 1) })
    #expect(scenery.trashedNames == (forgets ? [] : ["a.jpg"]) + ["b.jpg", "c.jpg"])
  }

  @Test func `a file of other bytes is not erased where numbers do not last, whatever its size and time`() throws {
    var operations = FileOperations.live
    operations.fileSystemKind = .unknown
    try scenery.move([try .only(try scenery.photo("a.jpg", "the photo"))], operations: operations)
    var batch = try batch
    batch.files[0].identity.inode += 1
    batch.files[0].digest = contentDigest(of: Array("the ph0to".utf8))

    let outcomes = Eraser(environment: scenery.environment, operations: operations)
      .erase(batch, only: [0], journal: scenery.journal)

    #expect(!outcomes.isEmpty && outcomes.allSatisfy { !$0.isErased })
    #expect(scenery.trashedNames.count == 1)
  }

  @Test func `a file is not said to be erased where nothing answers any more`() throws {
    try scenery.move([try .only(try scenery.photo("a.jpg", "the photo"))])
    let isGone = Mutex(false)
    var operations = FileOperations { operation in
      if operation == .unlink { isGone.withLock { $0 = true } }
      return operation != .journal && isGone.withLock(\.self) ? .ioError : nil
    }
    operations.fileSystemKind = .unknown

    _ = Eraser(environment: scenery.environment, operations: operations)
      .erase(try batch, only: [0], journal: scenery.journal)

    #expect(scenery.trashedNames == ["a.jpg"])
    #expect(try !batch.files[0].isErased)
  }

  @Test func `an erasing of which the answer gets lost is not said to have kept the file`() throws {
    let path = try scenery.photo("a.jpg", "the photo")
    var operations = FaultGate(.loss(.ioError, at: 1)).operations()
    operations.fileSystemKind = .unknown
    try scenery.move([try .only(path)])

    let outcomes = Eraser(environment: scenery.environment, operations: operations)
      .erase(try batch, only: [0], journal: scenery.journal)

    #expect(outcomes.map(\.result) == [.refused(.mayBeErased(path))])
    #expect(scenery.trashedNames.isEmpty)
  }

  @Test func `a stop comes between two photos, never inside of one`() throws {
    let paths = try ["a.jpg", "a.CR2", "b.jpg"].map { try scenery.photo($0, "photo \($0)") }
    var first = try RemovalItem.only(paths[0])
    first.companions = [RemovalItem.File(path: paths[1], identity: try .now(paths[1]))]
    try scenery.move([first, try .only(paths[2])])
    var asked = 0

    let outcomes = Eraser(environment: scenery.environment).erase(try batch, only: [0, 1, 2], journal: scenery.journal)
    {
      asked += 1
      return asked > 1
    }

    #expect(outcomes.map(\.isErased) == [true, true, false])
    #expect(scenery.trashedNames == ["b.jpg"])
  }

  @Test func `where one file of a photo may not be erased none of it is`() throws {
    let paths = try ["a.jpg", "a.CR2", "b.jpg"].map { try scenery.photo($0, "photo \($0)") }
    var first = try RemovalItem.only(paths[0])
    first.companions = [RemovalItem.File(path: paths[1], identity: try .now(paths[1]))]
    try scenery.move([first, try .only(paths[2])])
    let eraser = Eraser(environment: scenery.environment)
    #expect(eraser.erasable(of: try batch).map(\.isErased) == [true, true, true])
    try TemporaryFolder.write(Array("rotated".utf8), to: trashed("a.jpg"))

    #expect(eraser.erasable(of: try batch).map(\.isErased) == [false, false, true])
    #expect(
      eraser.erase(try batch, only: [0, 1, 2], journal: scenery.journal).map(\.isErased) == [false, false, true])
    #expect(scenery.trashedNames == ["a.CR2", "a.jpg"])
    #expect(scenery.notes == ["a.CR2.trashinfo", "a.jpg.trashinfo"])
  }

  @Test func `a file that nobody was told of keeps its photo`() throws {
    let paths = try ["a.jpg", "a.CR2"].map { try scenery.photo($0, "photo \($0)") }
    var photo = try RemovalItem.only(paths[0])
    photo.companions = [RemovalItem.File(path: paths[1], identity: try .now(paths[1]))]
    try scenery.move([photo])

    let outcomes = Eraser(environment: scenery.environment).erase(try batch, only: [0], journal: scenery.journal)

    #expect(outcomes.map(\.isErased) == [false, false])
    #expect(scenery.trashedNames == ["a.CR2", "a.jpg"])
  }

  enum Return: CaseIterable {
    case byDeckle, byHand, byHandUnderAnotherName, asCopy, neverLeft, withItsDrive
  }

  @Test(arguments: Return.allCases)
  func `what belongs to a photo that is home, or may be, is not erased`(_ way: Return) throws {
    let paths = try ["a.jpg", "a.CR2", "b.jpg"].map { try scenery.photo($0, "photo \($0)") }
    var photo = try RemovalItem.only(paths[0])
    photo.companions = [RemovalItem.File(path: paths[1], identity: try .now(paths[1]))]
    try scenery.move([photo, try .only(paths[2])])
    var reason = FileSafetyError.photoIsAtOriginalLocation(paths[1], photo: paths[0])
    var known = try batch
    switch way {
    case .byDeckle:
      try scenery.restore(only: [0])
      known = try batch
      // Where it is now does not matter: it was wanted back.
      try TemporaryFolder.rename(paths[0], to: scenery.folder("elsewhere.jpg"))
    case .byHand: try TemporaryFolder.rename(trashed("a.jpg"), to: paths[0])
    case .byHandUnderAnotherName:
      try TemporaryFolder.rename(trashed("a.jpg"), to: scenery.folder("elsewhere.jpg"))
      reason = .restOfPhotoMissing(paths[1], missing: paths[0])
    case .asCopy: try TemporaryFolder.write(Array("photo a.jpg".utf8), to: paths[0])
    case .neverLeft:
      try TemporaryFolder.rename(trashed("a.jpg"), to: paths[0])
      known.files[0].state = .stayed
    case .withItsDrive:
      let away = scenery.folder("drive/.Trash-1")
      known.files[0].location?.folder = TrashFolder(kind: .own, path: away, topFolder: away.parentFolder)
      reason = .restOfPhotoMissing(paths[1], missing: paths[0])
    }
    let before = scenery.trashedNames
    let eraser = Eraser(environment: scenery.environment)

    for outcomes in [
      eraser.erasable(of: known), eraser.erase(known, only: [0, 1, 2], journal: scenery.journal),
    ] {
      #expect(outcomes.filter { $0.index == 1 }.map(\.result) == [.refused(reason)])
      #expect(outcomes.filter(\.isErased).map(\.index) == [2])
    }

    #expect(scenery.trashedNames == before.filter { $0 != "b.jpg" })
    let files = try batch.files
    #expect(files.map(\.isErased) == [false, false, true], "the journal knows which file Deckle erased")
  }

  /// A photo of three files in a trash of its own, of which an erasing met a fault.
  private func interrupted(by fault: FaultGate.Fault) throws -> (scenery: Scenery, batch: RemovalBatch, wasHit: Bool) {
    let scenery = try Scenery()
    let paths = try ["a.jpg", "a.CR2", "a.xmp"].map { try scenery.photo($0, "photo \($0)") }
    var photo = try RemovalItem.only(paths[0])
    photo.companions = try paths.dropFirst().map { RemovalItem.File(path: $0, identity: try .now($0)) }
    try scenery.move([photo])
    let gate = FaultGate(fault)
    _ = Eraser(environment: scenery.environment, operations: gate.operations())
      .erase(
        try #require(scenery.journal.batch(BatchID("batch"))), only: [0, 1, 2], journal: scenery.journal)
    return (scenery, try #require(scenery.journal.batch(BatchID("batch"))), gate.wasHit)
  }

  private func isRefused(_ outcome: EraseOutcome) -> Bool {
    if case .refused(.restOfPhotoMissing) = outcome.result { true } else { false }
  }

  @Test func `an erasing that was interrupted goes on with what is left, where it is known what became of the rest`()
    throws
  {
    var leftInPart = 0
    var unsaid = 0
    var hasEnded = false
    for number in 1...200 where !hasEnded {
      for fault in [FaultGate.Fault.crash(at: number), .error(.ioError, at: number), .loss(.ioError, at: number)] {
        let (scenery, batch, wasHit) = try interrupted(by: fault)
        if case .crash = fault { hasEnded = !wasHit }
        let left = scenery.trashedNames
        if (1...2).contains(left.count) { leftInPart += 1 }
        let isNoted = batch.files.allSatisfy {
          $0.isErased || left.contains(String(decoding: $0.path.nameBytes, as: UTF8.self))
        }

        let rest = Eraser(environment: scenery.environment).erase(batch, only: [0, 1, 2], journal: scenery.journal)

        if left.isEmpty || isNoted {
          #expect(!rest.map(\.isErased).contains(false), "\(fault)")
          #expect(scenery.trashedNames.isEmpty, "\(fault)")
        } else {
          // It ended between the call that erased a file and the word that it did: somebody may as well have taken it out.
          unsaid += 1
          #expect(rest.allSatisfy(isRefused) && scenery.trashedNames == left, "\(fault)")
        }
      }
    }
    #expect(hasEnded && unsaid > 0 && leftInPart > unsaid)
  }

  @Test(arguments: ["a.jpg", "a.CR2", "a.xmp"])
  func `of what somebody takes out after an erasing was interrupted no other file is erased`(_ name: String) throws {
    var hasEnded = false
    var takenOut = 0
    for number in 1...200 where !hasEnded {
      let (scenery, batch, wasHit) = try interrupted(by: .crash(at: number))
      hasEnded = !wasHit
      guard scenery.trashedNames.contains(name) else { continue }
      let entry = scenery.trash.appending(name: "files").appending(name: Array(name.utf8))
      try TemporaryFolder.rename(entry, to: scenery.folder("elsewhere.jpg"))
      takenOut += 1
      let left = scenery.trashedNames

      let rest = Eraser(environment: scenery.environment).erase(batch, only: [0, 1, 2], journal: scenery.journal)

      #expect(rest.allSatisfy(isRefused) && scenery.trashedNames == left, "\(number)")
    }
    #expect(hasEnded && takenOut > 2)
  }

  @Test func `a photo that is put back while its erasing begins keeps what belongs to it`() throws {
    let paths = try ["a.jpg", "a.CR2"].map { try scenery.photo($0, "photo \($0)") }
    var photo = try RemovalItem.only(paths[0])
    photo.companions = [RemovalItem.File(path: paths[1], identity: try .now(paths[1]))]
    try scenery.move([photo])
    let (entry, elsewhere) = (trashed("a.jpg"), scenery.folder("elsewhere.jpg"))
    let gate = FaultGate(.action(before: .unlink) { try? TemporaryFolder.rename(entry, to: elsewhere) })

    let first = Eraser(environment: scenery.environment, operations: gate.operations())
      .erase(try batch, only: [0, 1], journal: scenery.journal)
    let second = Eraser(environment: scenery.environment).erase(try batch, only: [0, 1], journal: scenery.journal)

    #expect(gate.wasHit && first.map(\.isErased) == [false, false])
    #expect(second.map(\.result) == [.refused(.restOfPhotoMissing(paths[1], missing: paths[0]))])
    #expect(scenery.trashedNames == ["a.CR2"])
  }

  @Test func `what stayed for a file and is gone or another since is known`() throws {
    let stays = try scenery.photo("stays.jpg")
    try scenery.move([
      try .copy(try scenery.photo("goes.jpg"), of: stays), try .only(try scenery.photo("alone.jpg", "it")),
    ])

    #expect(try batch.files.map { $0.lostSurvivor() } == [nil, nil])
    try TemporaryFolder.rename(stays, to: scenery.folder("elsewhere.jpg"))
    #expect(try batch.files.map { $0.lostSurvivor() } == [stays, nil])
    try scenery.photo("stays.jpg", "another")
    #expect(try batch.files.map { $0.lostSurvivor() } == [stays, nil])
  }

  enum Change: CaseIterable {
    case otherFile, otherBytes, otherNote, noNote, link, folder
  }

  @Test(arguments: Change.allCases) func `what is not what Deckle put there is left alone`(_ change: Change) throws {
    try scenery.move([try .only(try scenery.photo("a.jpg", "the photo"))])
    let entry = trashed("a.jpg")
    let note = scenery.trash.appending(name: "info").appending(name: Array("a.jpg.trashinfo".utf8))
    func remove(_ path: FilePath) { #expect(path.withPlatformString { unlink($0) } == 0) }
    switch change {
    case .otherFile:
      remove(entry)
      try TemporaryFolder.write(Array("the photo".utf8), to: entry)
    case .otherBytes: try TemporaryFolder.write(Array("another picture".utf8), to: entry)
    case .otherNote: try TemporaryFolder.write(Array("[Trash Info]\nPath=/elsewhere\n".utf8), to: note)
    case .noNote: remove(note)
    case .link:
      remove(entry)
      #expect(entry.withPlatformString { symlink("/etc/hostname", $0) } == 0)
    case .folder:
      remove(entry)
      #expect(entry.withPlatformString { mkdir($0, 0o700) } == 0)
    }

    let outcomes = Eraser(environment: scenery.environment).erase(try batch, only: [0, 1, 2], journal: scenery.journal)

    #expect(outcomes.count == 1)
    #expect(!outcomes.contains { $0.isErased })
    #expect(scenery.trashedNames == ["a.jpg"])
  }

  @Test func `files that went home or are gone are no part of it`() throws {
    let paths = try ["a.jpg", "b.jpg", "c.jpg"].map { try scenery.photo($0, "photo \($0)") }
    try scenery.move(try paths.map { try .only($0) })
    try scenery.restore(only: [0])
    #expect(trashed("b.jpg").withPlatformString { unlink($0) } == 0)

    let outcomes = Eraser(environment: scenery.environment).erase(try batch, only: [0, 1, 2], journal: scenery.journal)

    #expect(outcomes.map(\.path) == [paths[2]])
    #expect(try TemporaryFolder.read(paths[0]) == Array("photo a.jpg".utf8))
  }

  @Test func `another name of a file keeps its bytes, and that is told`() throws {
    let path = try scenery.photo("a.jpg")
    let other = path.removingLastComponent().appending(name: "other.jpg")
    #expect(path.withPlatformString { from in other.withPlatformString { link(from, $0) } } == 0)
    try scenery.move([try .only(path)])

    let outcomes = Eraser(environment: scenery.environment).erase(try batch, only: [0, 1, 2], journal: scenery.journal)

    #expect(outcomes.map(\.result) == [.erased(freed: nil)])
    #expect(try TemporaryFolder.read(other) == Array("photo".utf8))
  }

  @Test func `whatever call fails, each file is whole with its note or gone`() throws {
    for number in 1...40 {
      let scenery = try Scenery()
      let paths = try ["a.jpg", "b.jpg"].map { try scenery.photo($0, "photo \($0)") }
      try scenery.move(try paths.map { try .only($0) })
      let batch = try #require(scenery.journal.batch(BatchID("batch")))
      let gate = FaultGate(number % 2 == 0 ? .crash(at: number / 2) : .error(.ioError, at: number / 2 + 1))

      let outcomes = Eraser(environment: scenery.environment, operations: gate.operations()).erase(
        batch, only: [0, 1], journal: scenery.journal)

      for name in scenery.trashedNames { #expect(scenery.notes.contains(name + ".trashinfo")) }
      for outcome in outcomes where outcome.isErased {
        #expect(!scenery.trashedNames.contains(String(decoding: outcome.path.nameBytes, as: UTF8.self)))
      }
    }
  }

  @Test func `a stop leaves the rest`() throws {
    let paths = try ["a.jpg", "b.jpg", "c.jpg"].map { try scenery.photo($0, "photo \($0)") }
    try scenery.move(try paths.map { try .only($0) })
    var asked = 0

    let outcomes = Eraser(environment: scenery.environment).erase(try batch, only: [0, 1, 2], journal: scenery.journal)
    {
      asked += 1
      return asked > 1
    }

    #expect(outcomes.count { $0.isErased } == 1)
    #expect(scenery.trashedNames == ["b.jpg", "c.jpg"])
  }

  @Test func `only what was counted is erased`() throws {
    let paths = try ["a.jpg", "b.jpg"].map { try scenery.photo($0, "photo \($0)") }
    try scenery.move(try paths.map { try .only($0) })

    let outcomes = Eraser(environment: scenery.environment).erase(try batch, only: [1], journal: scenery.journal)

    #expect(outcomes.map(\.path) == [paths[1]])
    #expect(scenery.trashedNames == ["a.jpg"])
  }
}
