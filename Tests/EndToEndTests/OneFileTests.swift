import Foundation
import SystemPackage
import TestSupport
import Testing

private let hasMirror = ["/usr/bin/bindfs", "/dev/fuse"].allSatisfy(FileManager.default.isReadableFile(atPath:))

/// One file that shows in two places is not two copies: nothing is proposed, and nothing goes on the word of the other.
@Suite(.waits) struct OneFileTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  /// Paths in the groups and issues of a scan, by their last folder and name.
  private func proposed(_ process: FinishedProcess) throws -> [String] {
    let document = try Document(process)
    return try (document.list("groups").flatMap { try $0.list("members") } + document.list("issues")).compactMap {
      $0.text("path")
    }
  }

  /// Runs a line in a view of the mounts of its own; nil, with a word, where this user may not mount.
  private func mounted(_ mount: String, _ line: String) throws -> FinishedProcess? {
    let whole = "\(mount) || exit 77; \(line)"
    let process = try runProcess(
      "/usr/bin/unshare", ["--mount", "--propagation", "private", "/bin/bash", "-c", whole],
      environment: fixture.environment.merging(["deckle": deckleBinary.string]) { $1 }, directory: fixture.folder.path)
    guard ![.exited(77), .exited(127)].contains(process.status), !process.errorText.hasPrefix("unshare:") else {
      print("skipped: this user may not mount: \(process.errorText)")
      return nil
    }
    return process
  }

  private let scan = "\"$deckle\" scan photos --json --progress none"

  @Test func `a folder that is mounted twice holds no copies`() throws {
    try fixture.addPhoto("a/one.jpg", seed: 1)
    try fixture.folder.makeFolder("photos/again")
    let bind = "mount --bind photos/a photos/again"

    guard let found = try mounted(bind, scan),
      let twice = try mounted(bind, "\"$deckle\" scan photos/a photos/again --json --progress none"),
      let trash = try mounted(bind, "\"$deckle\" trash --yes --json photos/again/one.jpg photos/a/one.jpg")
    else { return }

    #expect(try proposed(found).isEmpty)
    #expect(try Document(found).part("photos").number("found") == 1)
    #expect(try proposed(twice).isEmpty)
    #expect(try Document(twice).part("photos").number("found") == 1)
    #expect(trash.status != .exited(0))
    let left = fixture.folder.list().filter { String(decoding: $0, as: UTF8.self).hasSuffix("/one.jpg") }
    #expect(left.count == 1)
  }

  @Test func `a disk and the pool that shows it again hold no two copies to choose from`() throws {
    // One file has two device numbers here, so that only the move itself can tell.
    try fixture.addPhoto("disk/one.jpg", seed: 1)
    for name in ["photos/all", "photos/upper", "photos/work"] { try fixture.folder.makeFolder(name) }
    let pool = "mount -t overlay overlay -o lowerdir=photos/disk,upperdir=photos/upper,workdir=photos/work photos/all"

    let both = "\"$deckle\" trash --yes photos/all/one.jpg photos/disk/one.jpg"
    guard let process = try mounted(pool, both) else { return }

    #expect(process.status == .exited(1))
    #expect(process.outputText.contains("may be one file"), "\(process.errorText)")
    #expect(fixture.folder.contains("photos/disk/one.jpg"))
  }

  @Test(.enabled(if: hasMirror, "bindfs or /dev/fuse is missing"))
  func `a folder and its mirror hold no two copies to choose from`() throws {
    try fixture.addPhoto("disk/one.jpg", seed: 1)
    try fixture.folder.makeFolder("photos/mirror")

    let both = "\"$deckle\" trash --yes photos/disk/one.jpg photos/mirror/one.jpg; umount photos/mirror"
    guard let process = try mounted("/usr/bin/bindfs photos/disk photos/mirror", both) else { return }

    #expect(process.outputText.contains("may be one file"), "\(process.errorText)")
    #expect(fixture.folder.contains("photos/disk/one.jpg"))
  }

  @Test(.enabled(if: hasMirror, "bindfs or /dev/fuse is missing"))
  func `a folder and its mirror are one also while a cache holds old times, and a mirror of a protected folder stays`()
    throws
  {
    try fixture.addPhoto("disk/best/one.jpg", seed: 1)
    try fixture.folder.makeFolder("photos/mirror")
    // The mirror is asked once, then does not ask again for what changes behind it.
    let mirror =
      "/usr/bin/bindfs -o attr_timeout=600,entry_timeout=600 photos/disk photos/mirror && stat photos/mirror/best/one.jpg "
      + "photos/mirror/best > /dev/null && touch -d @1000000000 photos/disk/best/one.jpg photos/disk/best && chmod 600 photos/disk/best/one.jpg"
    let end = "; umount photos/mirror"

    guard let found = try mounted(mirror, scan + end),
      let trash = try mounted(
        mirror, "\"$deckle\" trash --yes photos/mirror/best/one.jpg photos/disk/best/one.jpg" + end),
      let protected = try mounted(
        mirror, "\"$deckle\" trash --yes photos/mirror/best/one.jpg --protect photos/disk/best" + end)
    else { return }

    #expect(try proposed(found).isEmpty)
    #expect(try Document(found).part("photos").number("found") == 1)
    #expect(trash.outputText.contains("may be one file"), "\(trash.errorText)")
    #expect(protected.outputText.contains("protected folder"), "\(protected.errorText)")
    #expect(fixture.folder.contains("photos/disk/best/one.jpg"))
  }

  @Test func `one folder given twice, inside another and through a link holds no copies`() throws {
    try fixture.addPhoto("album/one.jpg", seed: 1)
    #expect(symlink(fixture.folder["photos/album"].string, fixture.folder["link"].string) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder["photos/loop"].string, withDestinationPath: fixture.folder["photos/album"].string)

    let process = try fixture.shell(
      "\"$deckle\" scan photos photos/album photos link link/../album --json --progress none")

    #expect(process.status == .exited(0), "\(process.errorText)")
    #expect(try proposed(process).isEmpty)
    #expect(try Document(process).part("photos").number("found") == 1)
  }

  @Test func `what another name still leads to is not said to be gained`() throws {
    let bytes = CommandFixture.photo(seed: 1)
    for name in ["one.jpg", "two.jpg", "three.jpg"] { try fixture.folder.write(bytes, to: "photos/\(name)") }
    try fixture.folder.makeFolder("elsewhere")
    let before = try Document(try fixture.shell(scan)).part("categories").part("duplicate")
    // Every copy gets a name outside of the library.
    for name in ["one.jpg", "two.jpg", "three.jpg"] {
      #expect(link(fixture.folder["photos/\(name)"].string, fixture.folder["elsewhere/\(name)"].string) == 0)
    }

    let after = try Document(try fixture.shell(scan)).part("categories").part("duplicate")

    #expect(before.number("reclaimableBytes") == Double(bytes.count * 2))
    #expect(after.number("photos") == 2 && after.number("reclaimableBytes") == 0)
  }

  @Test func `hard links and names that are one elsewhere are no two copies, and every file is a photo`() throws {
    let bytes = CommandFixture.photo(seed: 1)
    try fixture.folder.write(bytes, to: "photos/one.jpg")
    #expect(link(fixture.folder["photos/one.jpg"].string, fixture.folder["photos/same.jpg"].string) == 0)
    let before = try fixture.shell(scan)
    try fixture.folder.write(bytes, to: "photos/ONE.jpg")
    try fixture.folder.write(bytes, to: "photos/caf\u{E9}.jpg")
    try fixture.folder.write(bytes, to: "photos/cafe\u{301}.jpg")

    let after = try fixture.shell(scan)

    #expect(try proposed(before).isEmpty)
    #expect(try Document(after).part("photos").number("found") == 5)
    // Two pictures by any reading of their names: a keeper, and one to decide about.
    let members = try #require(try Document(after).list("groups").first).list("members")
    #expect(members.count == 2)
    #expect(try Document(after).list("issues").count == 1)
  }
}
