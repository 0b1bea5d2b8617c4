import Glibc
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

@Suite struct SessionLockTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos")]
  private var path: FilePath { folder["session.sqlite"] }

  private func open(isReadOnly: Bool = false) throws -> SessionDatabase {
    try SessionDatabase(path: path, isReadOnly: isReadOnly, timestamp: timestamp)
  }

  private func action(_ name: String) -> DecisionAction {
    DecisionAction(items: [Samples.item(FilePath("/photos/" + name), .keep)])
  }

  @Test func `a second program is told that the session is in use, and by whom`() throws {
    let first = try open()

    let error = #expect(throws: StoreError.self) { try open() }

    guard case .inUse(let lock, let process) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(lock == FilePath(path.string + ".lock"))
    // Not every file system has one number for itself; where the kernel tells a process, it is this one.
    #expect(process == nil || process == getpid())
    _ = try first.record(action("a"), in: roots)
  }

  @Test func `the lock is gone with its owner`() throws {
    for _ in 0..<20 {
      let database = try open()
      _ = try database.record(action("a"), in: roots)
    }
    #expect(try open().session(of: roots).actions.count == 20)
  }

  @Test func `a lock file left by a program that was killed is no lock`() throws {
    try folder.write("4711", to: "session.sqlite.lock")

    _ = try open()
  }

  @Test func `looking works beside a writer and sees what it writes`() throws {
    let writer = try open()
    let reader = try open(isReadOnly: true)
    let stored = try writer.record(action("a"), in: roots)

    #expect(try reader.session(of: roots).actions == [stored])
  }

  @Test func `a session opened to look cannot be written`() throws {
    let stored = try open().record(action("a"), in: roots)
    let reader = try open(isReadOnly: true)

    #expect(throws: StoreError.self) { try reader.record(action("b"), in: roots) }
    #expect(throws: StoreError.self) { try reader.undo(stored.id) }

    #expect(try reader.session(of: roots).actions == [stored])
  }

  @Test func `looking takes no lock`() throws {
    let stored = try open().record(action("a"), in: roots)
    let reader = try open(isReadOnly: true)
    let writer = try open()

    _ = try writer.record(action("b"), in: roots)
    #expect(try reader.session(of: roots).actions == [stored])
    #expect(try open(isReadOnly: true).session(of: roots).actions.count == 2)
  }

  @Test func `looking at a session that is not there finds nothing and makes nothing`() throws {
    let reader = try SessionDatabase(path: folder["state/session.sqlite"], isReadOnly: true, timestamp: timestamp)

    #expect(try reader.session(of: roots) == SavedSession())
    #expect(try reader.allBatches().isEmpty)
    #expect(folder.listing().isEmpty)
  }

  @Test func `looking changes no byte and leaves no file behind`() throws {
    let stored = try open().record(action("a"), in: roots)
    let before = (names: folder.listing(), bytes: try folder.read("session.sqlite"))

    #expect(try open(isReadOnly: true).session(of: roots).actions == [stored])

    #expect(folder.listing() == before.names)
    #expect(try folder.read("session.sqlite") == before.bytes)
  }

  @Test func `whether a session is in use is found out without making anything`() throws {
    let path = folder["session.sqlite"]
    #expect(!SessionDatabase.isInUse(path: path))
    #expect(folder.listing().isEmpty)
    do {
      let writer = try open()
      #expect(SessionDatabase.isInUse(path: path))
      #expect(try writer.allBatches().isEmpty)
    }
    #expect(!SessionDatabase.isInUse(path: path))
  }

  @Test func `looking never sets a damaged file aside, because another program may hold it`() throws {
    try folder.write(String(repeating: "damage ", count: 700), to: "session.sqlite")

    #expect(throws: StoreError.self) { try open(isReadOnly: true) }

    #expect(try folder.read("session.sqlite").count == 4900)
    #expect(companions(of: "session.sqlite", in: folder) == [])
  }
}
