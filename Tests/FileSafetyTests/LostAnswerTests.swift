import Glibc
import PhotoModel
import Synchronization
import SystemPackage
import Testing

@testable import FileSafety

/// File systems of a server: an answer can get lost, and what the kernel shows afterwards says nothing.
@Suite struct LostAnswerTests {
  private struct Library {
    let scenery: Scenery
    let photos: [FilePath]
    let items: [RemovalItem]
    let checker: SafetyChecker

    init() throws {
      scenery = try Scenery()
      let first = try scenery.photo("a/IMG_1.jpg", "first")
      let second = try scenery.photo("b/IMG_1.jpg", "second")
      let jpeg = try scenery.photo("d/IMG_2.jpg", "jpeg")
      let raw = try scenery.photo("d/IMG_2.dng", "raw")
      let pair = RemovalItem(
        path: jpeg, identity: try .now(jpeg), companions: [.init(path: raw, identity: try .now(raw))],
        safeguard: .onlyOne)
      photos = [first, second, jpeg, raw]
      items = [try .only(first), try .only(second), pair]
      checker = try SafetyChecker(photos)
    }

    /// What is not safe but for notes of open questions.
    func problems() -> [String] {
      checker.problems([(scenery.trash, nil)]).filter { !$0.hasPrefix("stray note") }
    }
  }

  private func operations(_ gate: FaultGate, _ renaming: FaultTests.Renaming) -> FileOperations {
    var operations = renaming.operations(gate)
    operations.fileSystemKind = FileSystemKind(isLocal: false, keepsInodes: false, countsLinks: renaming == .byLink)
    return operations
  }

  private var server: FileOperations {
    var operations = FileOperations.live
    operations.fileSystemKind = .unknown
    return operations
  }

  private static let errors = [Errno.ioError, .noSuchFileOrDirectory, .fileExists, .staleNFSFileHandle]

  @Test(arguments: errors, FaultTests.Renaming.allCases)
  func `a move of which the answer gets lost is unknown, keeps its note, and is settled at the next start`(
    _ error: Errno, _ renaming: FaultTests.Renaming
  ) throws {
    for number in 1... {
      let library = try Library()
      let gate = FaultGate(.loss(error, at: number))

      let report = try library.scenery.move(library.items, operations: operations(gate, renaming))

      #expect(library.problems().isEmpty, "call \(number)")
      for outcome in report.outcomes {
        let stands = TemporaryFolder.exists(outcome.path)
        switch outcome.result {
        case .moved, .movedToFolder, .shrunk: #expect(!stands, "call \(number): \(outcome)")
        case .refused, .failed: #expect(stands, "call \(number): \(outcome)")
        case .unknown: #expect(library.scenery.journal.unfinishedBatches().count == 1)
        }
      }
      _ = try library.scenery.recover(operations: server)
      #expect(library.problems().isEmpty, "call \(number)")
      #expect(library.scenery.journal.unfinishedBatches().isEmpty)
      for file in library.scenery.journal.batch(BatchID("batch"))?.files ?? [] {
        #expect((file.state == .moved) == !TemporaryFolder.exists(file.path), "call \(number): \(file)")
      }
      try library.scenery.restore()
      #expect(library.photos.allSatisfy(TemporaryFolder.exists), "call \(number)")
      if !gate.wasHit {
        #expect(report.movedFiles == 4)
        return
      }
      #expect(report.unknownFiles > 0 || report.movedFiles == 4 || renaming != .safe, "call \(number)")
    }
  }

  @Test(arguments: errors, FaultTests.Renaming.allCases)
  func `a restore of which the answer gets lost is unknown, and is settled at the next start`(
    _ error: Errno, _ renaming: FaultTests.Renaming
  ) throws {
    for number in 1... {
      let library = try Library()
      try library.scenery.move(library.items, operations: server)
      let gate = FaultGate(.loss(error, at: number))

      let report = try library.scenery.restore(operations: operations(gate, renaming))

      for outcome in report.outcomes where outcome.isRestored { #expect(TemporaryFolder.exists(outcome.path)) }
      _ = try library.scenery.recover(operations: server)
      #expect(library.problems().isEmpty, "call \(number)")
      #expect(library.scenery.journal.unfinishedBatches().isEmpty)
      try library.scenery.restore(operations: server)
      #expect(library.photos.allSatisfy(TemporaryFolder.exists), "call \(number)")
      if !gate.wasHit { return }
    }
  }

  @Test func `where links are not told apart from other files a restore makes none`() throws {
    let library = try Library()
    try library.scenery.move(library.items, operations: server)
    let gate = FaultGate(.action(before: .link) {})

    let report = try library.scenery.restore(
      operations: {
        var operations = gate.operations(renamesWithoutReplacing: false)
        operations.fileSystemKind = .unknown
        return operations
      }())

    #expect(report.restoredFiles == 4)
    #expect(!gate.wasHit)
    #expect(library.scenery.trashedNames.isEmpty && library.scenery.notes.isEmpty)
  }

  @Test func `on a server every name in the trash has a part that nobody else can choose`() throws {
    let library = try Library()

    try library.scenery.move(library.items, operations: server)

    #expect(Set(library.scenery.trashedNames).isDisjoint(with: ["IMG_1.jpg", "IMG_2.jpg", "IMG_2.dng"]))
    #expect(library.scenery.trashedNames.count == 4)
  }

  @Test(arguments: [true, false])
  func `recovery waits once for the caches before it believes a server, and never for a disk of this computer`(
    _ isServer: Bool
  ) throws {
    let library = try Library()
    let folder = TrashFolder(kind: .home, path: library.scenery.trash, topFolder: nil)
    _ = try folder.open(creating: true, library.scenery.environment, .live)
    let files = try library.photos.enumerated().map { index, path in
      BatchFile(
        index: index, item: index, path: path, identity: try .now(path), state: .reserved,
        location: TrashLocation(folder: folder, name: path.nameBytes, info: []))
    }
    library.scenery.journal.begin(
      RemovalBatch(id: BatchID("batch"), startedAt: library.scenery.environment.now(), files: files))
    var waits: [FilePath] = []

    let reports = try Recovery(
      environment: library.scenery.environment, journal: library.scenery.journal,
      operations: isServer ? server : .live
    ).run { waits.append($0) }

    #expect(waits == (isServer ? [library.photos[0]] : []))
    #expect(reports.flatMap(\.entries).map(\.finding) == Array(repeating: .stayed, count: 4))
  }

  @Test func `a file of other bytes under the number of the photo is not taken for it`() throws {
    let library = try Library()
    let path = library.photos[0]
    var file = BatchFile(index: 0, item: 0, path: path, identity: try .now(path), digest: try contentDigest(of: path))
    let other = try library.scenery.photo("other.jpg", "f1rst")
    let now = try fileStatus(of: other)

    // The same size, and a number and a time that say nothing.
    file.identity.inode = now.identity.inode
    file.identity.modified = now.identity.modified
    let folder = try FileOperations.live.openFolder(other.parentFolder)
    let location = FileOperations.Place(folder: folder, name: other.nameBytes)

    let digest = try #require(file.digest)
    #expect(try !server.hasBytes(digest, since: file.identity, now.identity, location, path: other))
  }

  @Test func `a file that is put back without an answer is unknown, and not said to have stayed`() throws {
    let library = try Library()
    let path = library.photos[0]
    let aside = library.scenery.folder("library/aside.jpg")
    let swap = FaultGate(
      .action(before: .rename) {
        try? TemporaryFolder.rename(path, to: aside)
        _ = try? TemporaryFolder.write(Array("f1rst".utf8), to: path)
      })
    var operations = swap.operations()
    operations.fileSystemKind = .unknown
    let renames = Mutex(0)
    operations.answer = { _ in
      renames.withLock { count in
        count += 1
        return count == 2 ? .ioError : nil
      }
    }

    let report = try library.scenery.move([library.items[0]], operations: operations)

    #expect(swap.wasHit)
    #expect(report.outcomes.map { $0.obstacle?.isUnsettled } == [true])
    #expect(report.unknownFiles == 1 && !report.isRecorded)
  }

  @Test func `a photo that is put back by its name without an answer promises no look at the next start`() throws {
    let library = try Library()
    let path = library.photos[0]
    try library.scenery.move([library.items[0]])
    let found = try #require(try TrashedFile.all(from: path, library.scenery.environment).first)
    var operations = FileOperations.live
    operations.fileSystemKind = .unknown
    operations.answer = { $0 == .rename || $0 == .link ? .ioError : nil }

    let outcome = Restorer(
      environment: library.scenery.environment, journal: library.scenery.journal, operations: operations
    ).restore(found)

    #expect(outcome.result == .unknown(.mayBeBack(path, entry: found.location.filePath)))
    #expect(outcome.obstacle?.sentence(naming: \.string).contains("look at both") == true)
    #expect(library.problems().isEmpty)
  }

  @Test func `a photo that cannot be read at home is no photo that stayed`() throws {
    let library = try Library()
    let path = library.photos[0]
    let folder = TrashFolder(kind: .home, path: library.scenery.trash, topFolder: nil)
    _ = try folder.open(creating: true, library.scenery.environment, .live)
    let file = BatchFile(
      index: 0, item: 0, path: path, identity: try .now(path), state: .reserved,
      location: TrashLocation(folder: folder, name: path.nameBytes, info: []), digest: try contentDigest(of: path))
    library.scenery.journal.begin(
      RemovalBatch(id: BatchID("batch"), startedAt: library.scenery.environment.now(), files: [file]))
    // The kernel still shows a name that the server does not know any more.
    var stale = FileOperations { $0 == .openFile ? .noSuchFileOrDirectory : nil }
    stale.fileSystemKind = .unknown

    let reports = try library.scenery.recover(operations: stale)

    #expect(reports.map(\.isFinished) == [false])
  }
}
