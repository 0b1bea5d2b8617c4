import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Every place at which making a file smaller, or taking that back, can end, one after the other.
@Suite struct ShrinkFaultTests {
  @Test func `stopping a shrink before any call leaves the original at its name or a whole exchange`() throws {
    for number in 1... {
      let library = try ShrinkScenery()
      let gate = FaultGate(.crash(at: number))

      _ = try? library.shrink(operations: gate.operations())
      let reports = try library.base.recover()

      let problems = try library.problems()
      #expect(problems.isEmpty, "call \(number): \(problems) \(reports)")
      #expect(try library.base.journal.unfinishedBatches().isEmpty, "call \(number): \(reports)")
      for file in try library.files {
        let isSmall = try TemporaryFolder.read(file.path) != library.originals[file.path]
        #expect((file.state == .moved) == isSmall, "call \(number): \(file)")
      }
      if !gate.wasHit { return }
    }
  }

  @Test func `stopping a restore of a shrunk file before any call loses neither of the two`() throws {
    for number in 1... {
      let library = try ShrinkScenery(photos: 2)
      try library.shrink()
      let gate = FaultGate(.crash(at: number))

      _ = try? library.base.restore(operations: gate.operations())
      let reports = try library.base.recover()

      let problems = try library.problems(restored: true)
      #expect(problems.isEmpty, "call \(number): \(problems) \(reports)")
      #expect(try library.base.journal.unfinishedBatches().isEmpty, "call \(number): \(reports)")
      for file in try library.files {
        let isOriginal = try TemporaryFolder.read(file.path) == library.originals[file.path]
        #expect((file.state == .restored) == isOriginal, "call \(number): \(file)")
      }
      try library.base.restore()
      #expect(library.areAllOriginal, "call \(number)")
      #expect(try library.problems(restored: true).isEmpty, "call \(number)")
      if !gate.wasHit { return }
    }
  }

  @Test(arguments: [true, false])
  func `a recovery of a shrink or its restore that is itself interrupted can be run again`(_ isRestore: Bool) throws {
    func act(_ library: ShrinkScenery, _ operations: FileOperations) throws {
      if isRestore {
        try library.shrink()
        _ = try? library.base.restore(operations: operations)
      } else {
        _ = try? library.shrink(operations: operations)
      }
    }
    let counter = FaultGate(.none)
    try act(ShrinkScenery(photos: 1), counter.operations())
    for part in stride(from: 1, to: counter.calls, by: 3) {
      for number in 1... {
        let library = try ShrinkScenery(photos: 1)
        try act(library, FaultGate(.crash(at: part)).operations())
        let gate = FaultGate(.crash(at: number))

        _ = try? library.base.recover(operations: gate.operations())
        let reports = try library.base.recover()

        let problems = try library.problems(restored: isRestore)
        #expect(problems.isEmpty, "call \(number) after \(part): \(problems) \(reports)")
        #expect(try library.base.journal.unfinishedBatches().isEmpty, "call \(number) after \(part): \(reports)")
        if !gate.wasHit { break }
      }
    }
  }

  @Test(arguments: [Errno.ioError, .noSpace, .permissionDenied, .staleNFSFileHandle])
  func `an error of any call of a shrink leaves every photo whole and says so`(_ error: Errno) throws {
    for number in 1... {
      let library = try ShrinkScenery()
      let gate = FaultGate(.error(error, at: number))

      let report = try? library.shrink(operations: gate.operations())
      for outcome in report?.outcomes ?? [] {
        if case .unknown = outcome.result { continue }
        let isSmall = try TemporaryFolder.read(outcome.path) != library.originals[outcome.path]
        #expect(outcome.isMoved == isSmall, "call \(number): \(outcome)")
      }
      let reports = try library.base.recover()

      let problems = try library.problems()
      #expect(problems.isEmpty, "call \(number): \(problems) \(reports)")
      #expect(try library.base.journal.unfinishedBatches().isEmpty)
      if !gate.wasHit {
        #expect(report?.movedFiles == 3)
        return
      }
    }
  }

  @Test(arguments: [Errno.ioError, .readOnlyFileSystem, .noSpace])
  func `an error of any call of a restore of shrunk files leaves every photo whole`(_ error: Errno) throws {
    for number in 1... {
      let library = try ShrinkScenery(photos: 2)
      try library.shrink()
      let gate = FaultGate(.error(error, at: number))

      let report = try? library.base.restore(operations: gate.operations())
      for outcome in report?.outcomes ?? [] where outcome.isRestored {
        #expect(try TemporaryFolder.read(outcome.path) == library.originals[outcome.path], "call \(number): \(outcome)")
      }
      let reports = try library.base.recover()

      let problems = try library.problems(restored: true)
      #expect(problems.isEmpty, "call \(number): \(problems) \(reports)")
      #expect(try library.base.journal.unfinishedBatches().isEmpty)
      if !gate.wasHit { return }
    }
  }

  /// As a network drive answers that did it, lost the answer, and was asked again.
  @Test(arguments: [Errno.ioError, .noSuchFileOrDirectory, .fileExists], [true, false])
  func `an answer of a shrink that gets lost takes no photo out of the lists`(_ error: Errno, _ isLocal: Bool) throws {
    for number in 1... {
      let library = try ShrinkScenery()
      let gate = FaultGate(.loss(error, at: number))
      var operations = gate.operations()
      if !isLocal { operations.fileSystemKind = .unknown }

      _ = try library.shrink(operations: operations)
      var calm = FileOperations.live
      if !isLocal { calm.fileSystemKind = .unknown }
      let reports = try library.base.recover(operations: calm)

      let problems = try library.problems()
      #expect(problems.isEmpty, "call \(number): \(problems) \(reports)")
      #expect(try library.base.journal.unfinishedBatches().isEmpty, "call \(number): \(reports)")
      try library.base.restore(operations: calm)
      #expect(library.areAllOriginal, "call \(number)")
      if !gate.wasHit { return }
    }
  }
}
