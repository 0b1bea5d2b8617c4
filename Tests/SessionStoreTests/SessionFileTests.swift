import FileSafety
import Foundation
import Glibc
import PhotoModel
import PhotoScan
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// The file of a session while a program has it open: nothing counts as kept that is in a file without a name.
@Suite struct SessionFileTests {
  private let folder = TemporaryFolder()
  private let roots: [FilePath] = ["/photos"]
  private var path: FilePath { folder["state/session.sqlite"] }

  private func open() throws -> SessionDatabase { try SessionDatabase(path: path, timestamp: timestamp) }

  private func action(_ name: String) -> DecisionAction {
    DecisionAction(items: [Samples.item(FilePath("/photos/" + name), .delete)])
  }

  private func rename(_ from: String, to: String) throws {
    guard Glibc.rename(folder[from].string, folder[to].string) == 0 else { throw Errno(rawValue: errno) }
  }

  private func remove(_ name: String) { _ = unlink(folder[name].string) }

  /// Ways in which the file goes from its path.
  enum Loss: String, CaseIterable {
    case fileRemoved, folderRenamed, replaced, overwritten
  }

  private func lose(_ loss: Loss) throws {
    switch loss {
    case .fileRemoved: for suffix in ["", "-wal", "-shm", ".lock"] { remove("state/session.sqlite" + suffix) }
    case .folderRenamed: try rename("state", to: "elsewhere")
    case .replaced:
      try writeOther("other.sqlite")
      try rename("other.sqlite", to: "state/session.sqlite")
    case .overwritten:
      try writeOther("other.sqlite")
      try folder.write(folder.read("other.sqlite"), to: "state/session.sqlite")
    }
  }

  private func writeOther(_ name: String) throws {
    let other = try SessionDatabase(path: folder[name], timestamp: timestamp)
    for number in 0..<50 { _ = try other.record(action("other\(number)"), in: ["/others"]) }
    other.close()
  }

  @Test(arguments: Loss.allCases) func `a decision after the file has gone is refused, and the loss is said`(
    _ loss: Loss
  ) throws {
    let session = try open()
    _ = try session.record(action("a"), in: roots)
    #expect(session.obstacle == nil)

    try lose(loss)

    #expect(session.obstacle == .removed(path))
    #expect(throws: StoreError.removed(path)) { try session.record(action("b"), in: roots) }
    #expect(throws: StoreError.removed(path)) { try session.undo(1) }
    let sentence = StoreError.removed(path).sentence { $0.string }
    // What to do is read where a screen of 80 columns cuts the rest off.
    #expect(sentence.prefix(78).hasPrefix("Start Deckle again: what you decide is not kept, as its session has gone"))
    #expect(sentence.contains("\(path) was removed, moved or replaced"))
  }

  @Test(arguments: Loss.allCases) func `a batch that would be written into a file that has gone is refused`(
    _ loss: Loss
  ) throws {
    let session = try open()
    let date = DeletionDate(secondsSince1970: 0)
    let batch = RemovalBatch(id: BatchID("1"), startedAt: date, files: [])

    try lose(loss)

    #expect(throws: StoreError.removed(path)) { try session.begin(batch) }
  }

  @Test func `a file that goes while a decision is written does not keep that decision`() throws {
    let session = try open()
    let late = try session.record(action("a"), in: roots)
    try rename("state", to: "elsewhere")

    #expect(throws: StoreError.removed(path)) { try session.undo(late.id) }

    try rename("elsewhere", to: "state")
    #expect(session.obstacle == nil)
    #expect(try session.session(of: roots).actions == [late])
    try session.undo(late.id)
  }

  @Test(arguments: [Loss.replaced, .overwritten])
  func `a program that lost its file leaves the one that replaced it as it is`(_ loss: Loss) throws {
    do {
      let session = try open()
      _ = try session.record(action("a"), in: roots)
      try lose(loss)
      session.close()
    }

    // What stands at the path now, with whatever a next start would take over into it.
    for suffix in ["", "-wal"] where folder.contains("state/session.sqlite" + suffix) {
      try folder.write(folder.read("state/session.sqlite" + suffix), to: "next/session.sqlite" + suffix)
    }
    let next = try SessionDatabase(path: folder["next/session.sqlite"], timestamp: timestamp)
    #expect(try next.session(of: ["/others"]).actions.count == 50)
    #expect(try next.session(of: roots) == SavedSession())
    #expect(folder.contains("state/session.sqlite.replaced-\(timestamp)-wal"), "nothing is erased")
  }

  @Test func `a program that lost its file is no danger to the next one on its path`() throws {
    let lost = try open()
    _ = try lost.record(action("a"), in: roots)
    try lose(.fileRemoved)
    let next = try open()
    let stored = try next.record(action("new"), in: roots)

    lost.close()

    #expect(next.obstacle == nil && folder.contains("state/session.sqlite-wal"))
    #expect(try next.session(of: roots).actions == [stored])
  }

  @Test func `two programs are kept apart where the lock file was removed`() throws {
    let session = try open()
    for _ in 0..<2 {
      remove("state/session.sqlite.lock")
      #expect(SessionDatabase.isInUse(path: path))
      #expect(throws: StoreError.inUse(FilePath(path.string + ".lock"))) { try open() }
    }

    _ = try session.record(action("a"), in: roots)
  }

  @Test func `what is written after the log was removed is in the database itself`() throws {
    let session = try open()
    let first = try session.record(action("a"), in: roots)
    remove("state/session.sqlite-wal")

    let second = try session.record(action("b"), in: roots)

    let copy = try folder.write(readFile(path), to: "copy.sqlite")
    #expect(try SessionDatabase(path: copy, timestamp: timestamp).session(of: roots).actions == [first, second])
    #expect(session.obstacle == nil)
  }

  @Test func `a database that was only touched is still the same`() throws {
    var stored: [DecisionAction] = []
    do {
      let session = try open()
      stored.append(try session.record(action("a"), in: roots))
      try touch()
      #expect(session.obstacle == nil)
      stored.append(try session.record(action("b"), in: roots))
    }

    #expect(try open().session(of: roots).actions == stored)
  }

  private func touch() throws {
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    guard utimensat(AT_FDCWD, path.string, &times, 0) == 0 else { throw Errno(rawValue: errno) }
  }

  @Test func `a session that is looked at only has lost nothing`() throws {
    try open().close()
    let reader = try SessionDatabase(path: path, isReadOnly: true, timestamp: timestamp)

    try rename("state", to: "elsewhere")

    #expect(reader.obstacle == nil)
  }
}
