import Glibc
import SessionStore
import SystemPackage
import TestSupport
import Testing

@Suite struct OwnFileTests {
  private let folder = TemporaryFolder()

  private func owner(_ name: String) -> UInt32? {
    var status = stat()
    return lstat(folder[name].string, &status) == 0 ? status.st_uid : nil
  }

  @Test func `a symbolic link in place of a file of Deckle's is refused and leads nowhere`() throws {
    try folder.write("secret", to: "secret")
    #expect(symlink(folder["secret"].string, folder["link"].string) == 0)
    #expect(symlink(folder["new"].string, folder["session.sqlite.lock"].string) == 0)

    #expect(throws: Errno.tooManySymbolicLinkLevels) { try openOwnFile(folder["link"], .writeOnly) }
    #expect(throws: StoreError.notReadable(folder["session.sqlite.lock"], .tooManySymbolicLinkLevels)) {
      try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
    }

    #expect(!folder.contains("new"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `root gives away what it makes, and nothing that was there`() throws {
    #expect(chown(folder.path.string, 4711, 4712) == 0)
    for name in ["there", "a.sqlite.lock"] { try folder.write("root's", to: name) }
    _ = try SessionDatabase(path: folder["b.sqlite"], timestamp: timestamp)
    #expect(chown(folder["b.sqlite"].string, 0, 0) == 0)

    for name in ["there", "made"] { try openOwnFile(folder[name], .writeOnly).close() }
    let sessions = try ["a", "b"].map { try SessionDatabase(path: folder[$0 + ".sqlite"], timestamp: timestamp) }

    for name in ["there", "a.sqlite.lock", "b.sqlite"] { #expect(owner(name) == 0, "\(name)") }
    for name in ["made", "a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "b.sqlite.lock"] {
      #expect(owner(name) == 4711, "\(name)")
    }
    withExtendedLifetime(sessions) {}
  }

  private func mode(_ name: String) -> mode_t? {
    var status = stat()
    return lstat(folder[name].string, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  @Test func `a database, its companions and its lock are for their owner alone`() throws {
    let session = try SessionDatabase(path: folder["a/session.sqlite"], timestamp: timestamp)
    let cache = try FeatureStore(path: folder["b/features.sqlite"], timestamp: timestamp)
    try cache.store(Samples.cached("/photos/a"))

    for name in ["a", "b"] { #expect(mode(name) == 0o700) }
    for name in ["a/session.sqlite", "b/features.sqlite"] {
      for suffix in ["", "-wal", "-shm"] { #expect(mode(name + suffix) == 0o600, "\(name + suffix)") }
    }
    #expect(mode("a/session.sqlite.lock") == 0o600)
    withExtendedLifetime(session) {}
  }

  @Test func `what an earlier version left open to others is closed to them by its owner`() throws {
    try folder.makeFolder("a")
    _ = try SessionDatabase(path: folder["a/session.sqlite"], timestamp: timestamp)
    try FeatureStore(path: folder["a/features.sqlite"], timestamp: timestamp).close()
    try folder.write("a line", to: "a/deckle.log")
    let names = ["session.sqlite", "session.sqlite.lock", "features.sqlite", "deckle.log"].map { "a/" + $0 }
    for name in names { #expect(chmod(folder[name].string, 0o666) == 0) }

    let session = try SessionDatabase(path: folder["a/session.sqlite"], timestamp: timestamp)
    let cache = try FeatureStore(path: folder["a/features.sqlite"], timestamp: timestamp)
    try openOwnFile(folder["a/deckle.log"], .writeOnly, options: [.append]).close()

    for name in names + ["a/session.sqlite-wal", "a/features.sqlite-wal"] { #expect(mode(name) == 0o600, "\(name)") }
    #expect(mode("a") == 0o755, "a folder that was there is its owner's to open")
    #expect(try folder.read("a/deckle.log") == Array("a line".utf8))
    withExtendedLifetime((session, cache)) {}
  }

  @Test func `looking changes no mode`() throws {
    _ = try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
    #expect(chmod(folder["session.sqlite"].string, 0o644) == 0)

    _ = try SessionDatabase(path: folder["session.sqlite"], isReadOnly: true, timestamp: timestamp)

    #expect(mode("session.sqlite") == 0o644)
  }
}
