import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Every place at which a move or a restore can end, one after the other, until one runs clean.
@Suite struct FaultTests {
  /// Two names that are the same in the trash, an exact copy, and a photo of two files, one with a hostile name.
  private func library(_ scenery: Scenery) throws -> (photos: [FilePath], items: [RemovalItem]) {
    let first = try scenery.photo("a/IMG_1.jpg", "first")
    let second = try scenery.photo("b/IMG_1.jpg", "second")
    let keeper = try scenery.photo("c/keeper.jpg", "twin")
    let copy = try scenery.photo("c/copy.jpg", "twin")
    let jpeg = try scenery.photo("d/IMG_2.jpg", "jpeg")
    let raw = scenery.folder(Array("library/d/bad".utf8) + [0xFF, 0x1B, 0x0A])
    try TemporaryFolder.write(Array("raw".utf8), to: raw)
    let pair = RemovalItem(
      path: jpeg, identity: try .now(jpeg), companions: [.init(path: raw, identity: try .now(raw))],
      safeguard: .onlyOne)
    // A copy whose sidecar has a copy too.
    var edited = try RemovalItem.copy(
      try scenery.photo("e/IMG_3.jpg", "shot"), of: scenery.photo("f/IMG_3.jpg", "shot"))
    let sidecar = try scenery.photo("e/IMG_3.xmp", "stars")
    let collision = try scenery.photo("f/IMG_3.xmp", "stars")
    edited.companions = [
      .init(
        path: sidecar, identity: try .now(sidecar),
        survivors: [Survivor(path: collision, identity: try .now(collision))])
    ]
    let items = [try .only(first), try .only(second), try .copy(copy, of: keeper), pair, edited]
    return ([first, second, keeper, copy, raw, jpeg, edited.path, sidecar, collision], items)
  }

  @Test(arguments: [true, false])
  func `stopping a move before any call loses no file, and recovery leaves nothing behind`(
    _ renamesWithoutReplacing: Bool
  ) throws {
    for number in 1... {
      let scenery = try Scenery()
      let (photos, items) = try library(scenery)
      let checker = try SafetyChecker(photos)
      let gate = FaultGate(.crash(at: number))

      _ = try? scenery.move(items, operations: gate.operations(renamesWithoutReplacing: renamesWithoutReplacing))
      let reports = try scenery.recover()

      let problems = checker.problems([(scenery.trash, nil)])
      #expect(problems.isEmpty, "call \(number): \(problems)")
      #expect(scenery.journal.unfinishedBatches().isEmpty, "call \(number)")
      let entries = reports.flatMap(\.entries)
      #expect(entries.allSatisfy { $0.finding == .stayed || $0.finding == .inTrash }, "call \(number): \(reports)")
      for file in scenery.journal.batch(BatchID("batch"))?.files ?? [] {
        #expect((file.state == .moved) == !TemporaryFolder.exists(file.path), "call \(number): \(file)")
      }
      for item in items {
        let areOriginal = item.files.map { TemporaryFolder.exists($0.path) }
        #expect(Set(areOriginal).count == 1, "call \(number) took a photo apart: \(item.path) \(areOriginal)")
      }
      if !gate.wasHit { return }
    }
  }

  /// As if the copy, the one that stays and their sidecars were seen twice: no look before the move can tell.
  @Test(arguments: ["keeper", "sidecar"])
  func `a copy whose twin goes away with it comes back after a stop before any call`(_ collision: String) throws {
    for number in 1... {
      let scenery = try Scenery()
      let keeper = try scenery.photo("kept/a.jpg", "twin")
      let keptSidecar = try scenery.photo("kept/a.xmp", "stars")
      let copy = try scenery.photo("a.jpg", "twin")
      let sidecar = try scenery.photo("a.xmp", "stars")
      var item = try RemovalItem.copy(copy, of: keeper)
      item.companions = [
        .init(
          path: sidecar, identity: try .now(sidecar),
          survivors: [Survivor(path: keptSidecar, identity: try .now(keptSidecar))])
      ]
      let (lost, moved) = collision == "keeper" ? (keeper, copy) : (keptSidecar, sidecar)
      let checker = try SafetyChecker([copy, sidecar])
      let crash = FaultGate(.crash(at: number))
      let away = FaultGate(.action(before: .status) { _ = lost.withPlatformString { unlink($0) } })
      // The first look at anything after the rename of the file already finds its twin gone.
      let operations = FileOperations { operation in
        if let error = crash.operations().gate?(operation) { return error }
        return TemporaryFolder.exists(moved) ? nil : away.operations().gate?(operation)
      }

      _ = try? scenery.move([item], operations: operations)
      // Where the stop came before any look.
      if !TemporaryFolder.exists(moved) { _ = lost.withPlatformString { unlink($0) } }
      let reports = try scenery.recover()

      #expect(checker.problems([(scenery.trash, nil)]).isEmpty, "call \(number)")
      #expect(TemporaryFolder.exists(copy) && TemporaryFolder.exists(sidecar), "call \(number): \(reports)")
      #expect(scenery.journal.unfinishedBatches().isEmpty, "call \(number)")
      if !crash.wasHit {
        #expect(away.wasHit)
        return
      }
    }
  }

  @Test(arguments: Renaming.allCases)
  func `stopping a restore before any call loses no file, and recovery leaves nothing behind`(
    _ renaming: Renaming
  ) throws {
    for number in 1... {
      let scenery = try Scenery()
      let (photos, items) = try library(scenery)
      let checker = try SafetyChecker(photos)
      try scenery.move(items)
      let gate = FaultGate(.crash(at: number))

      _ = try? scenery.restore(operations: renaming.operations(gate))
      _ = try scenery.recover()

      let problems = checker.problems([(scenery.trash, nil)])
      #expect(problems.isEmpty, "call \(number): \(problems)")
      #expect(scenery.journal.unfinishedBatches().isEmpty, "call \(number)")
      for file in scenery.journal.batch(BatchID("batch"))?.files ?? [] {
        #expect((file.state == .restored) == TemporaryFolder.exists(file.path), "call \(number): \(file)")
      }
      try scenery.restore()
      #expect(photos.allSatisfy(TemporaryFolder.exists), "call \(number)")
      if !gate.wasHit { return }
    }
  }

  @Test func `a recovery that is itself interrupted can be run again`() throws {
    let counter = FaultGate(.none)
    let whole = try Scenery()
    try whole.move(try library(whole).items, operations: counter.operations())
    let middle = counter.calls * 2 / 3
    for number in 1... {
      let scenery = try Scenery()
      let (photos, items) = try library(scenery)
      let checker = try SafetyChecker(photos)
      _ = try? scenery.move(items, operations: FaultGate(.crash(at: middle)).operations())
      let gate = FaultGate(.crash(at: number))

      _ = try? scenery.recover(operations: gate.operations())
      _ = try scenery.recover()

      let problems = checker.problems([(scenery.trash, nil)])
      #expect(problems.isEmpty, "call \(number): \(problems)")
      #expect(scenery.journal.unfinishedBatches().isEmpty)
      if !gate.wasHit { return }
    }
  }

  @Test(arguments: [Errno.ioError, .noSpace, .permissionDenied, .staleNFSFileHandle])
  func `an error of any call leaves every photo in one place and says so`(_ error: Errno) throws {
    for number in 1... {
      let scenery = try Scenery()
      let (photos, items) = try library(scenery)
      let checker = try SafetyChecker(photos)
      let gate = FaultGate(.error(error, at: number))

      let report = try? scenery.move(items, operations: gate.operations())
      for outcome in report?.outcomes ?? [] {
        #expect(outcome.isMoved == !TemporaryFolder.exists(outcome.path), "call \(number): \(outcome)")
      }
      _ = try scenery.recover()

      let problems = checker.problems([(scenery.trash, nil)])
      #expect(problems.isEmpty, "call \(number): \(problems)")
      #expect(scenery.journal.unfinishedBatches().isEmpty)
      if !gate.wasHit {
        #expect(report?.movedFiles == 7)
        return
      }
    }
  }

  /// A file system that lacks one or both ways to give a file a name that was free.
  enum Renaming: CaseIterable {
    case safe, byLink, plain

    func operations(_ gate: FaultGate) -> FileOperations {
      gate.operations(renamesWithoutReplacing: self == .safe, links: self != .plain)
    }
  }

  /// As a network drive answers that did it, lost the answer, and was asked again.
  @Test(arguments: [Errno.ioError, .noSuchFileOrDirectory, .fileExists], Renaming.allCases)
  func `an answer that gets lost takes no photo out of the lists`(_ error: Errno, _ renaming: Renaming) throws {
    for number in 1... {
      let scenery = try Scenery()
      let (photos, items) = try library(scenery)
      let checker = try SafetyChecker(photos)
      let gate = FaultGate(.loss(error, at: number))

      let report = try scenery.move(items, operations: renaming.operations(gate))

      for outcome in report.outcomes {
        #expect(outcome.isMoved == !TemporaryFolder.exists(outcome.path), "call \(number): \(outcome)")
      }
      _ = try scenery.recover()
      #expect(checker.problems([(scenery.trash, nil)]).isEmpty, "call \(number)")
      #expect(scenery.journal.unfinishedBatches().isEmpty)
      for file in scenery.journal.batch(BatchID("batch"))?.files ?? [] {
        #expect((file.state == .moved) == !TemporaryFolder.exists(file.path), "call \(number): \(file)")
      }
      try scenery.restore()
      #expect(photos.allSatisfy(TemporaryFolder.exists), "call \(number)")
      if !gate.wasHit { return }
    }
  }

  @Test(arguments: [Errno.ioError, .noSuchFileOrDirectory, .fileExists], Renaming.allCases)
  func `an answer that gets lost leaves no photo half put back`(_ error: Errno, _ renaming: Renaming) throws {
    for number in 1... {
      let scenery = try Scenery()
      let (photos, items) = try library(scenery)
      let checker = try SafetyChecker(photos)
      try scenery.move(items)
      let gate = FaultGate(.loss(error, at: number))

      let report = try scenery.restore(operations: renaming.operations(gate))

      for outcome in report.outcomes {
        #expect(outcome.isRestored == TemporaryFolder.exists(outcome.path), "call \(number): \(outcome)")
      }
      _ = try scenery.recover()
      #expect(checker.problems([(scenery.trash, nil)]).isEmpty, "call \(number)")
      #expect(scenery.journal.unfinishedBatches().isEmpty)
      try scenery.restore()
      #expect(photos.allSatisfy(TemporaryFolder.exists), "call \(number)")
      if !gate.wasHit {
        #expect(scenery.notes.isEmpty)
        return
      }
    }
  }

  @Test(arguments: [Errno.ioError, .readOnlyFileSystem, .staleNFSFileHandle])
  func `an error of any call of a restore leaves every photo in one place`(_ error: Errno) throws {
    for number in 1... {
      let scenery = try Scenery()
      let (photos, items) = try library(scenery)
      let checker = try SafetyChecker(photos)
      try scenery.move(items)
      let gate = FaultGate(.error(error, at: number))

      let report = try? scenery.restore(operations: gate.operations())
      for outcome in report?.outcomes ?? [] {
        #expect(outcome.isRestored == TemporaryFolder.exists(outcome.path), "call \(number): \(outcome)")
      }
      _ = try scenery.recover()

      let problems = checker.problems([(scenery.trash, nil)])
      #expect(problems.isEmpty, "call \(number): \(problems)")
      if !gate.wasHit { return }
    }
  }
}
