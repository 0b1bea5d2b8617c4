import Foundation
import SystemPackage
import TestSupport
import Testing

/// `deckle trash`: what it moves, and everything that it refuses to move.
@Suite(.waits) struct CommandsTrashTests {
  @Test func `moves what is named and says how to put it back`() throws {
    let fixture = try CommandFixture()
    let path = try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.addPhoto("b.jpg", seed: 2)

    let process = try fixture.deckle("trash", "photos/a.jpg", "--yes", "--json")
    let document = try Document(process)

    #expect(process.status == .exited(0))
    #expect(
      document.keys == [
        "schema", "batch", "dryRun", "files", "moved", "refused", "failed", "unknown", "photos", "bytes",
      ])
    #expect(document.text("schema") == "deckle.trash/1")
    #expect(document.text("batch")?.isEmpty == false)
    #expect(document.number("moved") == 1)
    #expect(document.number("bytes") == Double(CommandFixture.photo(seed: 1).count))
    let file = try #require(try document.list("files").first)
    #expect(file.text("path") == path.string)
    #expect(file.text("outcome") == "moved")
    #expect(file.isNull("reason"))
    #expect(file.text("trashPath") == fixture.folder["home/data/Trash/files/a.jpg"].string)
    #expect(try fixture.folder.read("home/data/Trash/files/a.jpg") == CommandFixture.photo(seed: 1))
    #expect(fixture.folder.contains("home/data/Trash/info/a.jpg.trashinfo"))
    #expect(!fixture.folder.contains("photos/a.jpg"))
    #expect(fixture.folder.contains("photos/b.jpg"))
  }

  @Test func `a file that is named by three paths has one outcome`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.addPhoto("b.jpg", seed: 2)

    let process = try fixture.deckle(
      "trash", "photos/a.jpg", "photos/../photos/a.jpg", "./photos/a.jpg", "--yes", "--json")

    #expect(process.status == .exited(0))
    #expect(try Document(process).list("files").map { $0.text("outcome") } == ["moved"])
  }

  @Test(arguments: ["", "--json"]) func `a result that cannot be written says what was done all the same`(form: String)
    throws
  {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let moved = try fixture.shell("$deckle trash --yes photos/a.jpg \(form) > /dev/full")
    #expect(moved.status == .exited(1))
    #expect(moved.errorText.contains("1 file") && moved.errorText.contains("moved to the trash, batch "))
    #expect(fixture.folder.contains("home/data/Trash/files/a.jpg"))

    let restored = try fixture.shell("$deckle restore --last \(form) > /dev/full")
    #expect(restored.status == .exited(1))
    #expect(restored.errorText.contains("put back. The result could not be written"))
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `without a terminal it needs a yes, and moves nothing`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let before = fixture.folder.list()

    let process = try fixture.deckle("trash", "photos/a.jpg")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("--yes"))
    #expect(fixture.folder.list() == before)
  }

  @Test func `a dry run says where to and changes nothing`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let before = fixture.folder.list()

    let process = try fixture.deckle("trash", "photos/a.jpg", "--dry-run", "--json")
    let document = try Document(process)

    #expect(process.status == .exited(0))
    #expect(document.flag("dryRun") == true)
    #expect(document.isNull("batch"))
    #expect(try document.list("files").first?.text("trashPath") == fixture.folder["home/data/Trash/files/a.jpg"].string)
    #expect(fixture.folder.list() == before)
  }

  @Test func `a protected folder that is mounted a second time keeps its photos there, too`() throws {
    let fixture = try CommandFixture()
    for name in ["a", "b"] { try fixture.addPhoto("kept/year/\(name).jpg", seed: 1) }
    try fixture.folder.makeFolder("whole")
    try fixture.folder.makeFolder("part")

    let process = try fixture.shell(
      """
      unshare -rm /bin/bash -c 'mount --bind photos/kept whole && mount --bind photos/kept/year part || exit 99
      $deckle scan whole part --protect photos/kept
      exec $deckle trash whole/year/a.jpg part/a.jpg --protect photos/kept --yes'
      """)

    guard process.status != .exited(99), !process.errorText.hasPrefix("unshare:") else {
      return print("skipped: nothing can be mounted here")
    }
    #expect(process.status == .exited(1))
    #expect(process.outputText.split(separator: "protected folder").count > 1, "\(process.outputText)")
    #expect(process.outputText.contains("Nothing to clean up here"), "\(process.outputText)")
    #expect(fixture.folder.contains("photos/kept/year/a.jpg"))
  }

  @Test func `protected folders keep their photos, named there or in the settings`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("album/a.jpg", seed: 1)
    try fixture.addPhoto("best/b.jpg", seed: 2)
    try fixture.folder.write(
      "protectedFolders = [\"\(fixture.folder["photos/best"].string)\"]\n", to: "home/config/deckle/config.toml")

    let process = try fixture.deckle(
      "trash", "--yes", "photos/album/a.jpg", "photos/best/b.jpg", "--protect", "photos/album")

    #expect(process.status == .exited(1))
    #expect(process.outputText.contains("protected folder"))
    #expect(fixture.folder.contains("photos/album/a.jpg"))
    #expect(fixture.folder.contains("photos/best/b.jpg"))
  }

  /// Ways in which a protected photo can show under other numbers.
  @Test(arguments: [
    "bindfs photos mirror", "mount -t overlay -o lowerdir=other,upperdir=photos,workdir=work,userxattr overlay mirror",
  ])
  func `a mirror of a protected folder keeps its photos`(mount: String) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("Fav/2024/a.jpg", seed: 1)
    for folder in ["mirror", "other", "work"] { try fixture.folder.makeFolder(folder) }

    let process = try fixture.shell(
      """
      unshare -rm /bin/bash -c '\(mount) || exit 99
      $deckle trash mirror/Fav/2024/a.jpg --protect photos/Fav --yes; code=$?; umount mirror; exit $code'
      """)

    guard process.status != .exited(99), !process.errorText.hasPrefix("unshare:") else {
      return print("skipped: this cannot be mounted here")
    }
    #expect(process.status == .exited(1), "\(process.outputText)")
    #expect(fixture.folder.contains("photos/Fav/2024/a.jpg"))
  }

  @Test func `where nobody is asked nothing moves while a protected folder cannot be found`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("renamed/a.jpg", seed: 1)
    try fixture.folder.write(
      "protectedFolders = [\"\(fixture.folder["photos/best"].string)\"]\n", to: "home/config/deckle/config.toml")

    let process = try fixture.deckle("trash", "--yes", "photos/renamed/a.jpg")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("which is protected: it may have another name now"), "\(process.errorText)")
    #expect(fixture.folder.contains("photos/renamed/a.jpg"))
    #expect(try fixture.deckle("trash", "--dry-run", "photos/renamed/a.jpg").status == .exited(0))
  }

  @Test func `a name with a line break in a list of lines moves nothing`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg\nb.jpg", seed: 1)
    try fixture.addPhoto("c.jpg", seed: 2)
    try fixture.folder.write(CommandFixture.photo(seed: 3), to: "b.jpg")
    let lines = Array("photos/c.jpg\nphotos/a.jpg\nb.jpg\n".utf8)

    let process = try fixture.deckle("trash", "--yes", "--from", "-", input: lines)

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("a name with a line break") && process.errorText.contains("-0"))
    #expect(fixture.folder.contains("b.jpg") && fixture.folder.contains("photos/c.jpg"))
    let nul = try fixture.deckle("trash", "--yes", "--from", "-", "-0", input: Array("photos/a.jpg\nb.jpg\0".utf8))
    #expect(nul.status == .exited(0))
    #expect(fixture.folder.contains("b.jpg"))
  }

  @Test func `what a scan lists can be handed over as it is`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try fixture.addPhoto("one/\(name)", seed: 1) }
    try fixture.addPhoto("two/d.jpg", seed: 1)
    let scan = try Document(try fixture.deckle("scan", "photos", "--json"))
    let paths = try scan.list("issues").map { try $0.pathBytes() }

    let process = try fixture.deckle(
      "trash", "--yes", "-0", "--from", "-", "--json", input: Array(paths.joined(separator: [0])))

    #expect(process.status == .exited(0))
    #expect(try Document(process).number("moved") == 3)
    #expect(try fixture.content().count == 1)
  }

  @Test func `a list of lines may come from a file, and an empty one is nothing to do`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a b.jpg", seed: 1)
    try fixture.addPhoto("-c.jpg", seed: 2)
    try fixture.folder.write("photos/a b.jpg\n\nphotos/-c.jpg\n", to: "list")
    try fixture.folder.write("\n", to: "empty")

    let process = try fixture.deckle("trash", "--yes", "--from", "list")
    let empty = try fixture.deckle("trash", "--yes", "--from", "empty")
    let missing = try fixture.deckle("trash", "--yes", "--from", "no-list")

    #expect(process.status == .exited(0))
    #expect(try fixture.content().isEmpty)
    #expect(empty.status == .exited(1))
    #expect(missing.status == .exited(1))
    #expect(missing.errorText.contains("no-list"))
  }

  @Test func `two photos of one name both come back`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("one/a.jpg", seed: 1)
    try fixture.addPhoto("two/a.jpg", seed: 2)
    let before = try fixture.content()

    let trash = try fixture.deckle("trash", "--yes", "photos/one/a.jpg", "photos/two/a.jpg")
    #expect(trash.status == .exited(0))
    #expect(try fixture.content().isEmpty)
    let restore = try fixture.deckle("restore", "--last")

    #expect(restore.status == .exited(0))
    #expect(try fixture.content() == before)
  }

  @Test func `a session in use by another Deckle is a sentence, and nothing moves`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.makeFolder("home/state/deckle")
    let lock = try FileDescriptor.open(
      fixture.folder["home/state/deckle/session.sqlite.lock"], .readWrite, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    #expect(flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0)

    let trash = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    let history = try fixture.deckle("history")
    try lock.close()

    #expect(trash.status == .exited(1))
    #expect(trash.errorText.contains("Another Deckle is open"))
    #expect(fixture.folder.contains("photos/a.jpg"))
    #expect(history.status == .exited(0))
  }

  @Test func `a state folder that cannot be written is a sentence, and nothing moves`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("in the way", to: "home/state")

    let process = try fixture.deckle("trash", "--yes", "photos/a.jpg")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("cannot write its files"))
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `a damaged session is kept aside and said so`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write([UInt8](repeating: 0x41, count: 8192), to: "home/state/deckle/session.sqlite")

    let process = try fixture.deckle("trash", "--yes", "photos/a.jpg")

    #expect(process.status == .exited(0))
    #expect(process.errorText.contains("damaged"))
    #expect(fixture.folder.listing().contains { $0.contains("session.sqlite.damaged-") })
  }

  @Test func `on a terminal it asks, and anything but yes moves nothing`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    func answer(_ text: String) throws -> TestSupport.ExitStatus? {
      let terminal = try PseudoTerminal.launch(
        deckleBinary, arguments: ["trash", "photos/a.jpg"], environment: fixture.environment,
        directory: fixture.folder.path)
      #expect(terminal.waitFor("[y/N]"))
      terminal.send(text)
      return terminal.exitStatus()
    }

    #expect(try answer("\r") == .exited(1))
    #expect(try answer("n\r") == .exited(1))
    #expect(try answer("\u{3}") == .exited(130))
    #expect(fixture.folder.contains("photos/a.jpg"))
    #expect(try answer("y\r") == .exited(0))
    #expect(!fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `a folder that is protected while the question stands keeps its photos`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let terminal = try PseudoTerminal.launch(
      deckleBinary, arguments: ["trash", "photos/a.jpg"], environment: fixture.environment,
      directory: fixture.folder.path)
    #expect(terminal.waitFor("[y/N]"))
    try fixture.folder.write("protectedFolders = [\"\(fixture.photos)\"]\n", to: "home/config/deckle/config.toml")
    terminal.send("y\r")

    #expect(terminal.exitStatus() == .exited(1))
    #expect(terminal.waitFor("more folders are protected"))
    #expect(fixture.folder.contains("photos/a.jpg"))
  }
}
