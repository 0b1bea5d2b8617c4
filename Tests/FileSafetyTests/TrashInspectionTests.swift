import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct TrashInspectionTests {
  let scenery: Scenery

  init() throws { scenery = try Scenery() }

  private func batch(_ name: String) throws -> RemovalBatch {
    try #require(scenery.journal.batch(BatchID(name)))
  }

  private func entry(_ name: String) -> FilePath { scenery.trash.appending(name: "files/\(name)") }
  private func note(_ name: String) -> FilePath { scenery.trash.appending(name: "info/\(name).trashinfo") }

  /// As `Scenery.move`, at its own second: two moves of one second from one place leave the same note.
  private func move(_ path: FilePath, as name: String, second: Int = 0) throws {
    let environment = scenery.environment(second: second)
    _ = try BatchMover(environment: environment, journal: scenery.journal)
      .move(try scenery.plan([.only(path)]), as: BatchID(name))
  }

  @Test func `a file that has the name of another in the trash is not that one`() throws {
    try move(try scenery.photo("x/IMG_1.jpg", "first"), as: "first")
    TemporaryFolder.remove(entry("IMG_1.jpg"))
    TemporaryFolder.remove(note("IMG_1.jpg"))
    try move(try scenery.photo("y/IMG_1.jpg", "second"), as: "second")
    let (first, second) = (try batch("first"), try batch("second"))

    #expect(first.whereabouts() == [.erased] && second.whereabouts() == [.inTrash])
    #expect(first.isOver() && !second.isOver())
    #expect(!first.hasFilesToRestore() && first.filesStillInTrash().isEmpty && second.hasFilesToRestore())
    #expect(Eraser(environment: scenery.environment).erase(first, only: [0], journal: scenery.journal).isEmpty)
    #expect(try scenery.restore("first").restoredFiles == 0)
    #expect(scenery.trashedNames == ["IMG_1.jpg"] && scenery.notes == ["IMG_1.jpg.trashinfo"])
    #expect(try scenery.restore("second").restoredFiles == 1)
  }

  @Test func `a photo that was put back by hand and moved again is of the later move alone`() throws {
    let path = try scenery.photo("a.jpg")
    try move(path, as: "first")
    try TemporaryFolder.rename(entry("a.jpg"), to: path)
    TemporaryFolder.remove(note("a.jpg"))
    #expect(try batch("first").whereabouts() == [.back])
    try move(path, as: "second", second: 1)
    let (first, second) = (try batch("first"), try batch("second"))

    #expect(first.whereabouts() == [.back] && second.whereabouts() == [.inTrash])
    #expect(first.isOver() && !second.isOver())
    let refusal = FileSafetyError.trashEntryChanged(path, entry: entry("a.jpg"))
    #expect(
      Eraser(environment: scenery.environment).erase(first, only: [0], journal: scenery.journal).map(\.result) == [
        .refused(refusal)
      ])
    #expect(try scenery.restore("first").outcomes.map(\.result) == [.refused(refusal)])
    #expect(scenery.trashedNames == ["a.jpg"] && scenery.notes == ["a.jpg.trashinfo"])
    #expect(try scenery.restore("second").restoredFiles == 1)
    #expect(scenery.trashedNames.isEmpty && scenery.notes.isEmpty)
  }

  enum Change: CaseIterable {
    case noNote, halfNote, emptyNote, otherBytes
  }

  @Test(arguments: Change.allCases) func `what lost its note, or was changed under it, is still there`(
    _ change: Change
  ) throws {
    let path = try scenery.photo("a.jpg", "the photo")
    try move(path, as: "batch")
    switch change {
    case .noNote: TemporaryFolder.remove(note("a.jpg"))
    case .halfNote: #expect(truncate(note("a.jpg").string, 20) == 0)
    case .emptyNote: #expect(truncate(note("a.jpg").string, 0) == 0)
    case .otherBytes: try TemporaryFolder.write(Array("turned by an editor".utf8), to: entry("a.jpg"))
    }

    #expect(try batch("batch").whereabouts() == [.inTrash])
    #expect(try batch("batch").hasFilesToRestore())
    #expect(try scenery.restore().restoredFiles == 1)
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `what nobody may look at is not said to be gone`() throws {
    try move(try scenery.photo("a.jpg"), as: "batch")
    for denied in [FileOperation.openFolder, .status, .openFile, .read] {
      let lookup = TrashLookup(operations: FileOperations { $0 == denied ? .permissionDenied : nil })
      #expect(try batch("batch").whereabouts(lookup) == [.inTrash], "\(denied)")
      #expect(try !batch("batch").isOver(lookup), "\(denied)")
    }
  }

  @Test func `a trash that is not there is away with its drive or else gone, and what was in it is not over`() throws {
    let path = try scenery.photo("a.jpg")
    try move(path, as: "batch")
    let away = scenery.folder("away")
    try TemporaryFolder.rename(scenery.trash, to: away)
    var elsewhere = try batch("batch")
    elsewhere.files[0].identity.device += 1
    let restorer = Restorer(environment: scenery.environment, journal: scenery.journal)

    #expect(elsewhere.whereabouts() == [.away])
    #expect(elsewhere.missingTrashes() == [scenery.trash])
    #expect(!elsewhere.isOver() && !elsewhere.hasFilesToRestore())
    #expect(
      try restorer.restore(elsewhere).outcomes.map(\.result) == [.refused(.trashIsAway(path, trash: scenery.trash))])
    #expect(try batch("batch").whereabouts() == [.notThere])
    #expect(try !batch("batch").isOver() && batch("batch").missingTrashes().isEmpty)
    #expect(try scenery.restore().outcomes.map(\.result) == [.refused(.notInTrash(path))])

    try TemporaryFolder.rename(away, to: scenery.trash)
    #expect(try batch("batch").whereabouts() == [.inTrash])
  }

  @Test func `where drives come and go, another file of the name does not say that this one is erased`() throws {
    try move(try scenery.photo("a.jpg"), as: "batch")
    var batch = try batch("batch")
    batch.files[0].location?.folder.kind = .own
    #expect(batch.whereabouts() == [.inTrash])
    try TemporaryFolder.write(Array("[Trash Info]\nPath=other.jpg\n".utf8), to: note("a.jpg"))
    TemporaryFolder.remove(entry("a.jpg"))
    try TemporaryFolder.write(Array("of the other drive".utf8), to: entry("a.jpg"))

    #expect(batch.whereabouts() == [.notThere])
    #expect(!batch.isOver())
  }

  @Test(arguments: 1...12) func `whatever the desktop does, each entry is of the move that put it there`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let homes = ["x", "y"].map { scenery.folder("library/\($0)/IMG_1.jpg") }
    /// By name in the trash: the move, and where the file came from.
    var owners: [String: (batch: String, home: FilePath)] = [:]
    var batches: [String] = []
    for step in 0..<60 {
      let home = homes.randomElement(using: &random) ?? homes[0]
      let taken = owners.keys.sorted().randomElement(using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where !TemporaryFolder.exists(home):
        try scenery.photo(String(home.string.dropFirst(scenery.folder("library").string.count + 1)), "same")
      case 1, 2:
        guard TemporaryFolder.exists(home) else { continue }
        let before = Set(scenery.trashedNames)
        try move(home, as: "\(step)", second: step)
        batches.append("\(step)")
        let name = try #require(Set(scenery.trashedNames).subtracting(before).first)
        owners[name] = ("\(step)", home)
      case 3:
        guard let taken else { continue }
        TemporaryFolder.remove(entry(taken))
        TemporaryFolder.remove(note(taken))
        owners[taken] = nil
      case 4:
        guard let taken, let owner = owners[taken], !TemporaryFolder.exists(owner.home) else { continue }
        try TemporaryFolder.rename(entry(taken), to: owner.home)
        TemporaryFolder.remove(note(taken))
        owners[taken] = nil
      default: continue
      }
      let there = Set(owners.values.map(\.batch))
      let eraser = Eraser(environment: scenery.environment)
      for name in batches {
        let batch = try batch(name)
        #expect((batch.whereabouts() == [.inTrash]) == there.contains(name), "step \(step), batch \(name)")
        #expect(batch.isOver() != there.contains(name), "step \(step), batch \(name)")
        #expect(eraser.erasable(of: batch).contains(where: \.isErased) == there.contains(name), "step \(step)")
      }
    }
    #expect(batches.count > 3)
  }
}

extension Scenery {
  /// The same, so many seconds later.
  fileprivate func environment(second: Int) -> TrashEnvironment {
    var environment = environment
    let text = "2024-05-12T18:\(second < 10 ? "0" : "")\(second):00"
    environment.now = { DeletionDate(text) ?? DeletionDate(secondsSince1970: 0) }
    return environment
  }
}
