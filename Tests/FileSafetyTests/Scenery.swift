import Glibc
import PhotoModel
import Synchronization
import SystemPackage
import Testing

@testable import FileSafety

/// A library and a home with its trash, on one volume, and short ways to say what a test does with them.
struct Scenery: Sendable {
  let folder: TemporaryFolder
  let environment: TrashEnvironment
  let journal = MemoryJournal()

  init() throws {
    folder = TemporaryFolder(in: TemporaryFolder.memory)
    try folder.folder("library")
    environment = .fixed(home: try folder.folder("home"))
  }

  var trash: FilePath { environment.homeTrash }
  var trashedNames: [String] {
    TemporaryFolder.names(trash.appending(name: "files")).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
  var notes: [String] {
    TemporaryFolder.names(trash.appending(name: "info")).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  @discardableResult
  func photo(_ relative: String, _ contents: String = "photo") throws -> FilePath {
    try folder.file("library/" + relative, contents)
  }

  func plan(_ items: [RemovalItem]) throws -> RemovalPlan { try RemovalPlan(items: items, environment: environment) }

  @discardableResult
  func move(
    _ items: [RemovalItem], as batch: String = "batch", operations: FileOperations = .live,
    isStopped: () -> Bool = { false }, progress: (RemovalOutcome) -> Void = { _ in }
  ) throws -> RemovalReport {
    try BatchMover(environment: environment, journal: journal, operations: operations)
      .move(try plan(items), as: BatchID(batch), isStopped: isStopped, progress: progress)
  }

  @discardableResult
  func restore(
    _ batch: String = "batch", only indices: Set<Int>? = nil, operations: FileOperations = .live
  ) throws -> RestoreReport {
    let known = try #require(journal.batch(BatchID(batch)))
    return try Restorer(environment: environment, journal: journal, operations: operations)
      .restore(known, only: indices)
  }

  func recover(operations: FileOperations = .live) throws -> [Recovery.Report] {
    try Recovery(environment: environment, journal: journal, operations: operations).run { _ in }
  }
}

extension TrashEnvironment {
  /// The home folder of a standard trash.
  var homeFolder: FilePath { homeTrash.parentFolder.parentFolder.parentFolder }

  /// A home of its own, the user that runs the test, and a clock that stands still.
  static func fixed(home: FilePath) -> TrashEnvironment {
    TrashEnvironment(homeFolder: home, userID: geteuid()) { DeletionDate("2024-05-12T18:03:21")! }
  }
}

extension RemovalItem {
  /// A photo that nothing replaces, as it is now.
  static func only(_ path: FilePath) throws -> RemovalItem {
    RemovalItem(path: path, identity: try .now(path), safeguard: .onlyOne)
  }

  /// A copy of what stays, both as they are now.
  static func copy(_ path: FilePath, of survivors: FilePath...) throws -> RemovalItem {
    RemovalItem(
      path: path, identity: try .now(path),
      safeguard: .exactCopy(survivors: try survivors.map { Survivor(path: $0, identity: try .now($0)) }))
  }
}

extension FileIdentity {
  static func now(_ path: FilePath) throws -> FileIdentity { try fileStatus(of: path).identity }
}

/// Counts the calls to the disk, and denies or interrupts some of them.
final class FaultGate: Sendable {
  enum Fault: Sendable {
    /// Only the call with this number, from 1, fails.
    case error(Errno, at: Int)
    /// From this call on nothing happens any more, as after `kill -9` right before it.
    case crash(at: Int)
    /// Only this one of the renames, links and unlinks seems to fail, and has happened.
    case loss(Errno, at: Int)
    /// Does something else right before the first call of this kind that `when` agrees to.
    case action(before: FileOperation, @Sendable () -> Void)
    case none
  }

  private let count = Mutex(0)
  private let losses = Mutex(0)
  private let hasHit = Mutex(false)
  let fault: Fault

  init(_ fault: Fault) { self.fault = fault }

  var calls: Int { count.withLock { $0 } }
  /// The fault was really met; a test in which it was not proves nothing.
  var wasHit: Bool { hasHit.withLock { $0 } }

  func operations(renamesWithoutReplacing: Bool = true, links: Bool = true) -> FileOperations {
    var operations = FileOperations { operation in
      self.answer(operation) ?? (operation == .link && !links ? .notPermitted : nil)
    }
    operations.renamesWithoutReplacing = renamesWithoutReplacing
    if case .loss(let error, let at) = fault {
      operations.answer = { _ in
        let number = self.losses.withLock { count in
          count += 1
          return count
        }
        guard number == at else { return nil }
        self.hasHit.withLock { $0 = true }
        return error
      }
    }
    return operations
  }

  private func answer(_ operation: FileOperation) -> Errno? {
    let number = count.withLock { count in
      count += 1
      return count
    }
    switch fault {
    case .none, .loss: return nil
    case .error(let error, let at):
      guard number == at else { return nil }
      hasHit.withLock { $0 = true }
      return error
    case .crash(let at):
      guard number >= at else { return nil }
      hasHit.withLock { $0 = true }
      return .ioError
    case .action(let before, let action):
      guard operation == before else { return nil }
      let isFirst = hasHit.withLock { hit in
        defer { hit = true }
        return !hit
      }
      if isFirst { action() }
      return nil
    }
  }
}
