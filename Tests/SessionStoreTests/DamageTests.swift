import Foundation
import GRDB
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// What becomes of files that are not what they should be: set aside and said so, never erased, never a crash.
@Suite struct DamageTests {
  private let folder = TemporaryFolder()
  private var features: FilePath { folder["features.sqlite"] }
  private var session: FilePath { folder["session.sqlite"] }
  private let roots = [FilePath("/photos")]

  private func openFeatures() throws -> FeatureStore { try FeatureStore(path: features, timestamp: timestamp) }
  private func openSession() throws -> SessionDatabase { try SessionDatabase(path: session, timestamp: timestamp) }

  /// A session with one decision, closed, all of it in the main file.
  private func writeSession() throws -> [UInt8] {
    do {
      let database = try openSession()
      _ = try database.record(DecisionAction(items: [Samples.item(FilePath("/photos/a"), .delete)]), in: roots)
    }
    try withDatabase(session) { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    return try folder.read("session.sqlite")
  }

  @Test func `text in place of a feature cache is set aside and kept`() throws {
    try folder.write("this is no database, and long enough to be looked at as one", to: "features.sqlite")

    let store = try openFeatures()

    let aside = folder["features.sqlite.damaged-" + timestamp]
    #expect(store.setAside == aside)
    #expect(try readFile(aside) == Array("this is no database, and long enough to be looked at as one".utf8))
    try store.store(Samples.cached(FilePath("/p/a")))
    #expect(try store.inspections(under: [FilePath("/p")]).count == 1)
    #expect(try openFeatures().setAside == nil)
  }

  @Test func `text in place of a session is set aside and kept`() throws {
    try folder.write(String(repeating: "not a database ", count: 300), to: "session.sqlite")

    let database = try openSession()

    #expect(database.setAside == folder["session.sqlite.damaged-" + timestamp])
    #expect(try readFile(folder["session.sqlite.damaged-" + timestamp]).count == 4500)
    #expect(try database.session(of: roots) == SavedSession())
  }

  @Test func `a session that was cut short is set aside byte for byte`() throws {
    let whole = try writeSession()
    for length in [100, 4096, whole.count / 2, whole.count - 4096] {
      let folder = TemporaryFolder()
      try folder.write(Array(whole[..<length]), to: "session.sqlite")

      let database = try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)

      #expect(database.setAside == folder["session.sqlite.damaged-" + timestamp], "\(length) bytes")
      #expect(try folder.read("session.sqlite.damaged-" + timestamp) == Array(whole[..<length]))
    }
  }

  @Test func `a session of 0 bytes is set aside and said so`() throws {
    try folder.write("", to: "session.sqlite")

    let database = try openSession()

    #expect(database.setAside == folder["session.sqlite.damaged-" + timestamp])
    #expect(try database.session(of: roots) == SavedSession())
  }

  @Test func `a feature cache of 0 bytes is a new one`() throws {
    try folder.write("", to: "features.sqlite")

    let store = try openFeatures()

    #expect(store.setAside == nil)
    try store.store(Samples.cached(FilePath("/p/a")))
  }

  @Test func `a feature cache whose lock is lost is opened again, and work goes on`() throws {
    let store = try openFeatures()
    try store.store(Samples.cached(FilePath("/p/a")))
    weak var lost: DatabaseQueue?
    var attempts = 0
    let count = try store.withDatabase { queue in
      attempts += 1
      if attempts == 1 {
        lost = queue
        throw DatabaseError(resultCode: .SQLITE_PROTOCOL)
      }
      #expect(lost == nil)
      return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM inspection") }
    }

    #expect(count == 1 && attempts == 2 && store.setAside == nil)
    try store.store(Samples.cached(FilePath("/p/b")))
    #expect(try openFeatures().inspections(under: [FilePath("/p")]).count == 2)
  }

  @Test func `a feature cache that breaks in the middle is set aside, and work goes on`() throws {
    let store = try openFeatures()
    for number in 0..<200 { try store.store(Samples.cached(FilePath("/p/\(number)"))) }
    try withDatabase(features) { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    var bytes = try folder.read("features.sqlite")
    for index in 65536..<bytes.count { bytes[index] = 0x5A }
    try folder.write(bytes, to: "features.sqlite")

    let again = try openFeatures()
    let found = try again.inspections(under: [FilePath("/p")])

    #expect(found.isEmpty && again.setAside == folder["features.sqlite.damaged-" + timestamp])
    #expect(try readFile(folder["features.sqlite.damaged-" + timestamp]) == bytes)
    try again.store(Samples.cached(FilePath("/p/a")))
    #expect(try again.inspections(under: [FilePath("/p")]).count == 1)
    #expect(try openFeatures().inspections(under: [FilePath("/p")]).count == 1)
  }

  @Test func `a damaged file never takes the place of one that was set aside before`() throws {
    try folder.write("first damage, which is kept whatever happens next", to: "session.sqlite.damaged-" + timestamp)
    try folder.write(String(repeating: "second damage ", count: 100), to: "session.sqlite")

    #expect(throws: StoreError.self) { try openSession() }

    #expect(try folder.read("session.sqlite").count == 1400)
    #expect(
      try folder.read("session.sqlite.damaged-" + timestamp)
        == Array("first damage, which is kept whatever happens next".utf8))
  }

  @Test func `random damage to a session is survived or said`() throws {
    let whole = try writeSession()
    var random = SeededGenerator(seed: 22)
    var outcomes = (intact: 0, setAside: 0, refused: 0)
    for _ in 0..<120 {
      let folder = TemporaryFolder()
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      try folder.write(bytes, to: "session.sqlite")

      do {
        let database = try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
        _ = try database.session(of: roots)
        if database.setAside != nil {
          outcomes.setAside += 1
          #expect(try folder.read("session.sqlite.damaged-" + timestamp) == bytes)
        } else {
          outcomes.intact += 1
        }
      } catch {
        outcomes.refused += 1
        #expect((error as? StoreError)?.sentence { $0.string }.isEmpty == false, "\(error)")
        #expect(folder.contains("session.sqlite"))
      }
    }
    #expect(outcomes.intact + outcomes.setAside + outcomes.refused == 120)
    #expect(outcomes.setAside > 20)
  }

  @Test(arguments: ["INSERT INTO grdb_migrations (identifier) VALUES ('from the future')", "PRAGMA user_version = 1"])
  func `a newer session is refused and not touched`(_ change: String) throws {
    _ = try writeSession()
    try withDatabase(session) {
      try $0.execute(sql: change)
      try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let before = try folder.read("session.sqlite")

    #expect(throws: StoreError.newerVersion(session)) { try openSession() }
    #expect(throws: StoreError.newerVersion(session)) {
      try SessionDatabase(path: session, isReadOnly: true, timestamp: timestamp)
    }

    #expect(try folder.read("session.sqlite") == before)
    #expect(companions(of: "session.sqlite", in: folder) == ["session.sqlite.lock"])
  }

  @Test func `a file in place of the folder is said with the folder's name`() throws {
    try folder.write("in the way", to: "state")
    let path = folder["state/session.sqlite"]

    #expect(throws: StoreError.self) { try SessionDatabase(path: path, timestamp: timestamp) }
    let error = #expect(throws: StoreError.self) { try FeatureStore(path: path, timestamp: timestamp) }
    #expect(error?.sentence { $0.string }.contains(folder["state"].string) == true)
  }

  @Test(.enabled(if: geteuid() != 0, "the administrator may write everywhere"))
  func `a folder that cannot be written is said with its name`() throws {
    let sealed = try folder.makeFolder("sealed")
    _ = sealed.withPlatformString { chmod($0, 0o500) }

    #expect(throws: StoreError.folderNotWritable(sealed, errno: EACCES)) {
      try FeatureStore(path: folder["sealed/features.sqlite"], timestamp: timestamp)
    }
  }

  @Test func `a missing folder is made for this user only`() throws {
    _ = try SessionDatabase(path: folder["deep/er/session.sqlite"], timestamp: timestamp)

    var status = stat()
    #expect(folder["deep/er"].withPlatformString { lstat($0, &status) } == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test func `every error has a sentence that names the file and no internals`() {
    let path = FilePath("/state/session.sqlite")
    let errors: [StoreError] = [
      .folderNotWritable(path, errno: EACCES), .inUse(path), .newerVersion(path), .olderVersion(path), .changing(path),
      .unfinished(path),
      .database(path, "disk I/O error"),
    ]
    for error in errors {
      let sentence = error.sentence { $0.string }
      #expect(sentence.contains("/state/session.sqlite"))
      #expect(sentence.hasSuffix(".") && !sentence.contains("StoreError"))
    }
  }
}
