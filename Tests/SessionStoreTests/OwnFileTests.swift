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
      try SessionDatabase(path: folder["session.sqlite"], stamp: stamp)
    }

    #expect(!folder.contains("new"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `root gives away what it makes, and nothing that was there`() throws {
    #expect(chown(folder.path.string, 4711, 4712) == 0)
    for name in ["there", "a.sqlite.lock"] { try folder.write("root's", to: name) }
    _ = try SessionDatabase(path: folder["b.sqlite"], stamp: stamp)
    #expect(chown(folder["b.sqlite"].string, 0, 0) == 0)

    for name in ["there", "made"] { try openOwnFile(folder[name], .writeOnly).close() }
    let sessions = try ["a", "b"].map { try SessionDatabase(path: folder[$0 + ".sqlite"], stamp: stamp) }

    for name in ["there", "a.sqlite.lock", "b.sqlite"] { #expect(owner(name) == 0, "\(name)") }
    for name in ["made", "a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "b.sqlite.lock"] {
      #expect(owner(name) == 4711, "\(name)")
    }
    withExtendedLifetime(sessions) {}
  }
}
