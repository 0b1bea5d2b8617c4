import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Every place at which a move to a folder of the user's, or its restore, can end, one after the other.
@Suite struct FolderMoveFaultTests {
  @Test(arguments: FolderReach.allCases, [true, false])
  func `stopping a move to a folder before any call loses no file, and recovery leaves nothing behind`(
    _ reach: FolderReach, _ renamesWithoutReplacing: Bool
  ) throws {
    for number in 1... {
      let library = try FolderMoveScenery.filled(reach)
      let gate = FaultGate(.crash(at: number))

      _ = try? library.scenery.move(
        library.items, operations: library.calls(gate.operations(renamesWithoutReplacing: renamesWithoutReplacing)))
      let reports = try library.scenery.recover(operations: library.calls())

      let problems = try library.problems()
      #expect(problems.isEmpty, "call \(number): \(problems) \(reports)")
      #expect(library.scenery.journal.unfinishedBatches().isEmpty, "call \(number): \(reports)")
      for file in library.scenery.journal.batch(BatchID("batch"))?.files ?? [] {
        #expect((file.state == .moved) == !TemporaryFolder.exists(file.path), "call \(number): \(file)")
      }
      for item in library.items {
        let areOriginal = item.files.map { TemporaryFolder.exists($0.path) }
        #expect(Set(areOriginal).count == 1, "call \(number) took a photo apart: \(item.path) \(areOriginal)")
      }
      if !gate.wasHit { return }
    }
  }

  @Test(arguments: FolderReach.allCases, [true, false])
  func `stopping a restore from a folder before any call loses no file, and recovery leaves nothing behind`(
    _ reach: FolderReach, _ renamesWithoutReplacing: Bool
  ) throws {
    for number in 1... {
      let library = try FolderMoveScenery.filled(reach)
      try library.scenery.move(library.items, operations: library.calls())
      let gate = FaultGate(.crash(at: number))

      _ = try? library.scenery.restore(
        operations: library.calls(gate.operations(renamesWithoutReplacing: renamesWithoutReplacing)))
      let reports = try library.scenery.recover(operations: library.calls())

      let problems = try library.problems(copiesMayStay: true)
      #expect(problems.isEmpty, "call \(number): \(problems) \(reports)")
      #expect(library.scenery.journal.unfinishedBatches().isEmpty, "call \(number): \(reports)")
      for file in try library.batch.files {
        #expect((file.state == .restored) == TemporaryFolder.exists(file.path), "call \(number): \(file)")
      }
      try library.scenery.restore(operations: library.calls())
      #expect(library.areAllOriginal, "call \(number)")
      if !gate.wasHit {
        #expect(library.albumNames.isEmpty)
        return
      }
    }
  }

  @Test(arguments: FolderReach.allCases)
  func `a recovery of a move to a folder that is itself interrupted can be run again`(_ reach: FolderReach) throws {
    let counter = FaultGate(.none)
    let whole = try FolderMoveScenery.filled(reach)
    try whole.scenery.move(whole.items, operations: whole.calls(counter.operations()))
    for part in [2, 3, 4] {
      for number in 1... {
        let library = try FolderMoveScenery.filled(reach)
        let middle = FaultGate(.crash(at: counter.calls * part / 5))
        _ = try? library.scenery.move(library.items, operations: library.calls(middle.operations()))
        let gate = FaultGate(.crash(at: number))

        _ = try? library.scenery.recover(operations: library.calls(gate.operations()))
        _ = try library.scenery.recover(operations: library.calls())

        let problems = try library.problems()
        #expect(problems.isEmpty, "call \(number) after \(part): \(problems)")
        #expect(library.scenery.journal.unfinishedBatches().isEmpty)
        if !gate.wasHit { break }
      }
    }
  }

  @Test(arguments: FolderReach.allCases, [Errno.ioError, .noSpace, .permissionDenied, .staleNFSFileHandle])
  func `an error of any call of a move to a folder leaves every photo whole and says so`(
    _ reach: FolderReach, _ error: Errno
  ) throws {
    for number in 1... {
      let library = try FolderMoveScenery.filled(reach)
      let gate = FaultGate(.error(error, at: number))

      let report = try? library.scenery.move(library.items, operations: library.calls(gate.operations()))
      for outcome in report?.outcomes ?? [] {
        #expect(outcome.isMoved == !TemporaryFolder.exists(outcome.path), "call \(number): \(outcome)")
      }
      _ = try library.scenery.recover(operations: library.calls())

      let problems = try library.problems()
      #expect(problems.isEmpty, "call \(number): \(problems)")
      #expect(library.scenery.journal.unfinishedBatches().isEmpty)
      if !gate.wasHit {
        #expect(report?.movedFiles == 4)
        return
      }
    }
  }

  @Test(arguments: FolderReach.allCases, [Errno.ioError, .readOnlyFileSystem])
  func `an error of any call of a restore from a folder leaves every photo whole`(
    _ reach: FolderReach, _ error: Errno
  ) throws {
    for number in 1... {
      let library = try FolderMoveScenery.filled(reach)
      try library.scenery.move(library.items, operations: library.calls())
      let gate = FaultGate(.error(error, at: number))

      let report = try? library.scenery.restore(operations: library.calls(gate.operations()))
      for outcome in report?.outcomes ?? [] {
        #expect(outcome.isRestored == TemporaryFolder.exists(outcome.path), "call \(number): \(outcome)")
      }
      _ = try library.scenery.recover(operations: library.calls())

      let problems = try library.problems(copiesMayStay: true)
      #expect(problems.isEmpty, "call \(number): \(problems)")
      #expect(library.scenery.journal.unfinishedBatches().isEmpty)
      if !gate.wasHit { return }
    }
  }

  @Test(arguments: ["the folder was removed", "nothing is mounted there", "the place at home is taken"])
  func `a folder that is away keeps no photo in the trash`(_ trouble: String) throws {
    for number in 1... {
      let library = try FolderMoveScenery.filled(.across)
      let gate = FaultGate(.crash(at: number))
      _ = try? library.scenery.move(library.items, operations: library.calls(gate.operations()))
      let copies = library.album.parentFolder.appending(name: "away")
      try TemporaryFolder.rename(library.album, to: copies)
      if trouble == "nothing is mounted there" { _ = try library.scenery.folder.folder("other/album") }
      let gone = library.items.filter { !TemporaryFolder.exists($0.path) }
      if trouble == "the place at home is taken" {
        for item in gone { try TemporaryFolder.write(Array("new".utf8), to: item.path) }
      }

      let reports = try library.scenery.recover(operations: library.calls())

      let files = library.scenery.journal.batch(BatchID("batch"))?.files ?? []
      for file in files where gone.contains(where: { $0.path == file.path }) {
        #expect(!file.state.isUnfinished, "call \(number): \(file) \(reports)")
        #expect(
          try file.state == .moved || TemporaryFolder.read(file.path) == library.contents[file.path], "call \(number)")
        let sentences = reports.flatMap { report in
          var old = report
          old.isLongOpen = true
          return old.sentences { $0.string }
        }
        if reports.contains(where: { $0.entries.contains { $0.file.index == file.index } }) {
          #expect(sentences.contains { $0.contains(file.path.string) && $0.contains("away") }, "\(sentences)")
        }
      }
      if !gate.wasHit { return }
    }
  }

  /// As a network drive answers that did it, lost the answer, and was asked again.
  @Test(arguments: [Errno.ioError, .noSuchFileOrDirectory, .fileExists], FaultTests.Renaming.allCases)
  func `an answer of a move to a folder that gets lost takes no photo out of the lists`(
    _ error: Errno, _ renaming: FaultTests.Renaming
  ) throws {
    for reach in FolderReach.allCases {
      for number in 1... {
        let library = try FolderMoveScenery.filled(reach)
        let gate = FaultGate(.loss(error, at: number))

        let report = try library.scenery.move(library.items, operations: library.calls(renaming.operations(gate)))

        for outcome in report.outcomes {
          #expect(outcome.isMoved == !TemporaryFolder.exists(outcome.path), "call \(number): \(outcome)")
        }
        _ = try library.scenery.recover(operations: library.calls())
        let problems = try library.problems()
        #expect(problems.isEmpty, "\(reach), call \(number): \(problems)")
        #expect(library.scenery.journal.unfinishedBatches().isEmpty)
        try library.scenery.restore(operations: library.calls())
        #expect(library.areAllOriginal, "call \(number)")
        if !gate.wasHit { break }
      }
    }
  }

  /// What the kernel shows of a server says nothing.
  @Test(arguments: [Errno.ioError, .noSuchFileOrDirectory, .fileExists, .staleNFSFileHandle], FolderReach.allCases)
  func `a move to a folder on a server of which the answer gets lost is settled at the next start`(
    _ error: Errno, _ reach: FolderReach
  ) throws {
    for number in 1... {
      let library = try FolderMoveScenery.filled(reach)
      let gate = FaultGate(.loss(error, at: number))
      func server(_ operations: FileOperations) -> FileOperations {
        var operations = library.calls(operations)
        operations.fileSystemKind = .unknown
        return operations
      }

      _ = try library.scenery.move(library.items, operations: server(gate.operations()))
      _ = try library.scenery.recover(operations: server(.live))

      let problems = try library.problems()
      #expect(problems.isEmpty, "call \(number): \(problems)")
      #expect(library.scenery.journal.unfinishedBatches().isEmpty, "call \(number)")
      try library.scenery.restore(operations: server(.live))
      #expect(library.areAllOriginal, "call \(number)")
      if !gate.wasHit { return }
    }
  }

  /// As exFAT answers for a name with a colon: that nothing is there.
  @Test(arguments: FolderReach.allCases)
  func `a name that a drive refuses is told from a lost answer where the original stays until then`(
    _ reach: FolderReach
  ) throws {
    var library = try FolderMoveScenery(reach)
    try library.add(["a/IMG_1.jpg"])
    var drive = FileOperations { $0 == .rename ? .noSuchFileOrDirectory : nil }
    drive.fileSystemKind = .unknown

    let report = try library.scenery.move(library.items, operations: library.calls(drive))

    switch (reach, report.outcomes.first?.result) {
    case (.across, .refused(.nameRefused)), (.across, .failed(.nameRefused)), (.within, .unknown): break
    default: Issue.record("\(report)")
    }
    #expect(library.albumNames.isEmpty && library.areAllOriginal)
    #expect(library.scenery.journal.unfinishedBatches().isEmpty == (reach == .across))
  }

  @Test(arguments: FolderReach.allCases, 1...12)
  func `any mix of moves, removals and restores returns every byte`(_ reach: FolderReach, _ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var library = try FolderMoveScenery(reach)
    let names = ["a/IMG_1.jpg", "b/IMG_1.jpg", "c/IMG_1.jpg", "d/IMG_2.jpg", "e/img_2.jpg"]
    for name in names {
      let withSidecar = Bool.random(using: &random)
      try library.add(withSidecar ? [name, name + ".xmp"] : [name])
    }
    var batches: [BatchID] = []

    for step in 0..<14 {
      let home = library.items.filter { TemporaryFolder.exists($0.path) }
      if !home.isEmpty, batches.isEmpty || Bool.random(using: &random) {
        let count = Int.random(in: 1...home.count, using: &random)
        let going = try home.shuffled(using: &random).prefix(count).map { item in
          var now = try RemovalItem.only(item.path)
          now.companions = try item.companions.map { RemovalItem.File(path: $0.path, identity: try .now($0.path)) }
          now.destination = Int.random(in: 0..<3, using: &random) == 0 ? nil : library.album
          return now
        }
        let id = "batch \(step)"
        try library.scenery.move(going, as: id, operations: library.calls())
        batches.append(BatchID(id))
      } else if let id = batches.randomElement(using: &random) {
        try library.scenery.restore(id.text, operations: library.calls())
      }
      for (path, bytes) in library.contents {
        let places = try library.places(of: bytes)
        #expect(places >= 1, "\(path) after step \(step) of seed \(seed)")
      }
    }
    for id in batches.reversed() { try library.scenery.restore(id.text, operations: library.calls()) }

    #expect(library.areAllOriginal)
    #expect(library.albumNames.isEmpty)
  }
}
