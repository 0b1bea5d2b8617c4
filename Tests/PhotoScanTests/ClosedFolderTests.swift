import Glibc
import SystemPackage
import Testing

@testable import PhotoScan

/// Whom a folder belongs to that may not be read, and the command that opens it.
@Suite struct ClosedFolderTests {
  private let me = ClosedFolder.Reader(user: 1000, groups: [1000, 27])

  private func sentences(
    _ path: String = "/srv/photos", owner: UInt32, group: UInt32 = 0, mode: UInt32, isAbove: Bool = false,
    for reader: ClosedFolder.Reader? = nil
  ) -> String {
    ClosedFolder(path: FilePath(path), owner: owner, group: group, permissions: mode, isAbove: isAbove)
      .sentences(for: reader ?? me) { $0.string }
  }

  @Test func `the owner, the mode and the command that opens the folder to its reader are named`() {
    #expect(
      sentences(owner: 0, mode: 0o700)
        == "/srv/photos belongs to root, mode 0700. sudo chmod o+rx /srv/photos would let Deckle read it.")
    #expect(
      sentences(owner: 1000, mode: 0)
        == "/srv/photos belongs to you, mode 0000. chmod u+rx /srv/photos would let Deckle read it.")
    #expect(
      sentences(owner: 0, group: 27, mode: 0o2705)
        == "/srv/photos belongs to root, mode 2705. sudo chmod g+rx /srv/photos would let Deckle read it.")
    #expect(
      sentences("/srv", owner: 0, mode: 0o750, isAbove: true)
        == "/srv belongs to root, mode 0750. sudo chmod o+x /srv would let Deckle pass it.")
  }

  @Test func `a user without a name is a number, and a name for no command line gets none`() {
    #expect(sentences(owner: 4_000_000_123, mode: 0o700).contains("belongs to user 4000000123, mode 0700. "))
    #expect(sentences("/srv/it's mine", owner: 1000, mode: 0).contains(#"chmod u+rx '/srv/it'\''s mine' would"#))
    let odd = sentences("/srv/a\nb", owner: 1000, mode: 0)
    #expect(odd.hasSuffix("Give yourself the right to read it.") && !odd.contains("chmod"))
  }

  @Test func `where the mode would allow it no command is promised to help`() {
    for sentence in [
      sentences(owner: 1000, mode: 0o500), sentences(owner: 0, mode: 0o755),
      sentences(owner: 5, mode: 0, for: .init(user: 0, groups: [])),
    ] {
      #expect(sentence.contains("something else forbids it") && !sentence.contains("chmod"), "\(sentence)")
    }
  }

  @Test func `who asks is the user of this program`() {
    #expect(ClosedFolder.Reader.current.user == geteuid() && ClosedFolder.Reader.current.groups.contains(getegid()))
  }
}
