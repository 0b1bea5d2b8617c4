import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Where no trash can be made, photos go to a folder that the user chose, with every guard of a trash.
@Suite struct SetAsideTests {
  let scenery: Scenery
  /// The same scenery after the user has chosen a folder.
  let chosen: TrashEnvironment
  let folder: FilePath

  init() throws {
    scenery = try Scenery()
    // A file where the home trash would be: none can be made.
    try scenery.folder.file("home/.local", "in the way")
    folder = scenery.folder("library/Set aside")
    chosen = TrashEnvironment(
      homeFolder: scenery.environment.homeFolder, setAside: SetAsideFolders([folder]),
      userID: scenery.environment.userID, now: scenery.environment.now)
  }

  private func move(_ items: [RemovalItem], _ environment: TrashEnvironment) throws -> RemovalReport {
    let plan = try RemovalPlan(items: items, environment: environment)
    return try BatchMover(environment: environment, journal: scenery.journal).move(plan, as: BatchID("batch"))
  }

  @Test func `a folder is proposed and not made, and nothing goes there unasked`() throws {
    let path = try scenery.photo("a.jpg")

    let preflight = trashPreflight(for: scenery.folder("library"), scenery.environment)
    let report = try move([.only(path)], scenery.environment)

    #expect(preflight.trash == .none && preflight.obstacle != nil && preflight.setAside == nil)
    let proposal = try #require(preflight.proposal)
    #expect(!TemporaryFolder.exists(proposal))
    #expect(report.movedFiles == 0)
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `a photo goes to the chosen folder with its note, and comes back from the batch as it was`() throws {
    let path = try scenery.photo("Holiday 1/IMG_1.jpg", "bytes")
    let checker = try SafetyChecker([path])

    let preflight = trashPreflight(for: scenery.folder("library"), chosen)
    let report = try move([.only(path)], chosen)

    let trash = folder.appending(name: "Trash")
    #expect(preflight.setAside == trash && preflight.obstacle == nil && preflight.trash == .none)
    #expect(report.outcomes.map(\.isMoved) == [true])
    guard case .moved(let location) = report.outcomes[0].result else { return }
    #expect(location.folder.kind == .setAside && location.folder.path == trash)
    #expect(TrashInfo(contents: location.info)?.originalPath(topFolder: location.folder.topFolder) == path)
    #expect(!TemporaryFolder.exists(path))
    let batch = try #require(scenery.journal.batch(BatchID("batch")))
    // Without the choice, as after it was taken out of the settings: the batch knows its places.
    let back = try Restorer(environment: scenery.environment, journal: scenery.journal).restore(batch)
    #expect(back.restoredFiles == 1)
    #expect(checker.problems([(trash, location.folder.topFolder)]) == [])
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `what is set aside is no part of the library, by whatever settings it is looked at`() throws {
    let path = try scenery.photo("a.jpg", "one")
    try scenery.photo("b.jpg", "two")
    let report = try move([.only(path)], chosen)
    guard case .moved(let location) = report.outcomes[0].result else { return }

    var found: [FilePath] = []
    TreeWalk().walk([scenery.folder("library")]) { entry in
      if case .file(let path, _) = entry { found.append(path) }
      return .proceed
    }

    #expect(found == [scenery.folder("library/b.jpg")])
    #expect(TrashFolder.contains(location.filePath, scenery.environment))
    #expect(throws: FileSafetyError.insideTrash(location.filePath)) {
      try RemovalPlan(items: [.only(location.filePath)], environment: scenery.environment)
    }
  }

  @Test func `a file is found in the chosen folder by its old path`() throws {
    let path = try scenery.photo("a.jpg", "one")
    _ = try move([.only(path)], chosen)

    let found = try TrashedFile.all(from: path, chosen)

    #expect(found.map(\.originalPath) == [path])
    #expect(found[0].location.folder.kind == .setAside)
  }

  @Test func `the trash of the desktop comes first, and a chosen folder on another mount serves nobody`() throws {
    let scenery = try Scenery()
    let path = try scenery.photo("a.jpg")
    let environment = TrashEnvironment(
      homeFolder: scenery.environment.homeFolder,
      setAside: SetAsideFolders([scenery.folder("library/aside"), FilePath("/proc/aside")]),
      userID: scenery.environment.userID, now: scenery.environment.now)
    let plan = try RemovalPlan(items: [.only(path)], environment: environment)

    let candidates = try TrashFolder.candidates(forFilesIn: scenery.folder("library"), environment)
    let report = try BatchMover(environment: environment, journal: scenery.journal).move(plan, as: BatchID("batch"))

    #expect(candidates.map(\.kind) == [.home, .setAside])
    guard case .moved(let location) = report.outcomes[0].result else {
      Issue.record("it was not moved")
      return
    }
    #expect(location.folder.kind == .home)
    #expect(!TemporaryFolder.exists(scenery.folder("library/aside")))
  }

  @Test func `stopping a move to the chosen folder before any call loses no file`() throws {
    for number in 1... {
      let suite = try SetAsideTests()
      let path = try suite.scenery.photo("a.jpg", "bytes")
      let checker = try SafetyChecker([path])
      let plan = try RemovalPlan(items: [.only(path)], environment: suite.chosen)
      let gate = FaultGate(.crash(at: number))

      _ = try? BatchMover(environment: suite.chosen, journal: suite.scenery.journal, operations: gate.operations())
        .move(plan, as: BatchID("batch"))
      // The choice may be gone from the settings by then.
      _ = try suite.scenery.recover()

      let folder = try #require(
        try TrashFolder.candidates(forFilesIn: path.parentFolder, suite.chosen).first { $0.kind == .setAside })
      #expect(checker.problems([(folder.path, folder.topFolder)]) == [], "call \(number)")
      #expect(suite.scenery.journal.unfinishedBatches().isEmpty, "call \(number)")
      if !gate.wasHit { return }
    }
  }
}
