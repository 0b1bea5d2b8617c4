import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Places that are not what one expects: no temporary folder, the data folder of an app, no home folder.
@Suite(.waits) struct CommandsLocationsTests {
  @Test(arguments: ["/nonexistent", "/proc", "/tmp/\u{1B}[31mred\u{1B}]0;x\u{7}"])
  func `looking needs no temporary folder`(temporary: String) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    let elsewhere = ["TMPDIR": temporary, "SQLITE_TMPDIR": temporary]

    let history = try fixture.deckle("history", "--json", adding: elsewhere)
    let doctor = try fixture.deckle("doctor", "photos", "--json", adding: elsewhere)
    let plan = try fixture.deckle("plan", "photos", adding: elsewhere)

    #expect(history.status == .exited(0) && history.errorText.isEmpty, "\(history.errorText)")
    #expect(try Document(history).list("batches").count == 1)
    let session = try #require(try Document(doctor).list("checks").first { $0.text("name") == "session" })
    #expect(session.text("state") == "ok", "\(session.object)")
    #expect(plan.status == .exited(0), "\(plan.errorText)")
  }

  @Test(arguments: ["snap/code/172/.local/share", ".var/app/org.gnome.Builder/data"])
  func `in the terminal of a confined app photos go to the trash of the home folder`(app: String) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("before.jpg", seed: 1)
    try fixture.addPhoto("a.jpg", seed: 2)
    let terminal = ["XDG_DATA_HOME": fixture.folder["home/\(app)"].string]
    // One that an earlier program put into the trash of the app.
    try fixture.folder.write(CommandFixture.photo(seed: 3), to: "home/\(app)/Trash/files/old.jpg")
    try fixture.folder.write(
      "[Trash Info]\nPath=\(fixture.folder["photos/old.jpg"])\nDeletionDate=2026-01-31T12:00:00\n",
      to: "home/\(app)/Trash/info/old.jpg.trashinfo")

    let doctor = try fixture.deckle("doctor", "photos", adding: terminal).outputText
    let trash = try fixture.deckle("trash", "--yes", "photos/a.jpg", adding: terminal)
    let inTrash = try fixture.deckle("trash", "--yes", "home/\(app)/Trash/files/old.jpg", adding: terminal)
    let isInHomeTrash = fixture.folder.contains("home/.local/share/Trash/files/a.jpg")
    let restored = try fixture.deckle("restore", "photos/old.jpg", adding: terminal)
    let back = try fixture.deckle("restore", "--last", adding: ["XDG_DATA_HOME": ""])

    #expect(doctor.contains("that of the home folder: XDG_DATA_HOME is a folder of one app's"))
    #expect(trash.status == .exited(0) && isInHomeTrash)
    #expect(inTrash.status == .exited(1), "what lies in the trash of an app is removed already")
    #expect(restored.status == .exited(0) && fixture.folder.contains("photos/old.jpg"), "\(restored.errorText)")
    #expect(back.status == .exited(0) && fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `doctor says whose trash it is where another data folder is set`() throws {
    let fixture = try CommandFixture()

    let moved = try fixture.deckle("doctor", "photos").outputText
    let standard = try fixture.deckle("doctor", "photos", adding: ["XDG_DATA_HOME": ""]).outputText

    #expect(moved.contains("that of XDG_DATA_HOME, not of the home folder"))
    #expect(standard.contains("that of the home folder") && !standard.contains("XDG_DATA_HOME"))
  }

  @Test func `a home folder whose name is no UTF-8 is used as it is, and what its settings protect stays`() throws {
    let fixture = try CommandFixture()
    let home = "HOME=\(fixture.folder.path)/$'jos\\xe9'; unset ${!XDG_*}; "
    let name: (String) -> [UInt8] = { Array("jos".utf8) + [0xE9] + Array($0.utf8) }
    try fixture.addPhoto("kept/a.jpg", seed: 1)
    try fixture.addPhoto("b.jpg", seed: 2)
    try fixture.folder.write(CommandFixture.photo(seed: 3), nameBytes: name("/Best/c.jpg"))
    try fixture.folder.write(CommandFixture.photo(seed: 4), nameBytes: name("/Out/d.jpg"))
    let settings = "protectedFolders = [\"\(fixture.photos)/kept\", \"~/Best\"]\nexcludedFolders = [\"~/Out\"]\n"
    try fixture.folder.write(Array(settings.utf8), nameBytes: name("/.config/deckle/config.toml"))

    let trash = try fixture.shell(home + "$deckle trash --yes photos/kept/a.jpg photos/b.jpg $HOME/Best/c.jpg")
    let scan = try fixture.shell(home + "$deckle scan $HOME --json --progress none")
    let history = try fixture.shell(home + "$deckle history --json")
    let trashed = fixture.folder.list().filter { $0.starts(with: name("/.local/share/Trash/files/b")) }
    let restore = try fixture.shell(home + "$deckle restore --last")

    #expect(trash.status == .exited(2), "\(trash.errorText)")
    #expect(trashed == [name("/.local/share/Trash/files/b.jpg")])
    #expect(try Document(scan).part("photos").number("found") == 1, "\(scan.errorText)")
    #expect(try Document(history).list("batches").count == 1, "\(history.errorText)")
    #expect(restore.status == .exited(0) && fixture.folder.contains("photos/b.jpg"))
    let beside = Set(fixture.folder.list().compactMap { $0.split(separator: UInt8(ascii: "/")).first.map(Array.init) })
    #expect(beside == [name(""), Array("home".utf8), Array("photos".utf8)])
  }

  @Test func `two names of other encodings that look alike are two files wherever they stand on the line`() throws {
    let fixture = try CommandFixture()
    for (seed, byte) in [(1, 0xE8), (2, 0xE9)] as [(UInt64, UInt8)] {
      try fixture.folder.write(
        CommandFixture.photo(seed: seed), nameBytes: Array("photos/f".utf8) + [byte] + Array("/a.jpg".utf8))
    }

    let trash = try fixture.shell("$deckle trash --yes photos/$'f\\xe8'/a.jpg --protect photos/$'f\\xe9'")

    #expect(trash.status == .exited(0), "\(trash.outputText)")
    #expect(try fixture.content().keys.map { $0[8] } == [0xE9])
    let wrong = try fixture.shell("$deckle scan --no-such=$'\\xe9'")
    #expect(wrong.status == .exited(64) && !wrong.errorText.contains("\u{10FFE9}"))
  }

  @Test(arguments: [
    "trash --yes photos/a.jpg", "restore photos/a.jpg", "scan photos", "scan .", "plan photos",
    "report \"$all\" --html page.html", "trash --yes \"$all/a.jpg\" --protect photos",
    "trash --yes \"$all/a.jpg\" --set-aside photos", "trash --yes \"$all/a.jpg\" --backup photos",
    "trash --yes --from <(echo photos/a.jpg)", "--plain photos",
  ])
  func `a relative name in a folder that is gone is refused, and never taken for one in the root folder`(
    line: String
  ) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.makeFolder("gone")
    // Nothing may be found under the name in the root folder: there it would be another file.
    let root = "gone; rmdir ../gone; all=\(fixture.photos); "

    let process = try fixture.shell("cd \(root) $deckle \(line)")

    #expect(process.status == .exited(1), "\(process.outputText)")
    #expect(process.errorText.hasPrefix("deckle: "), "\(process.errorText)")
    #expect(fixture.folder.contains("photos/a.jpg") && !fixture.folder.contains("page.html"))
  }

  @Test func `a relative name below a path that is too long for the system moves no file of that name elsewhere`()
    throws
  {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let down = "for i in {1..450}; do mkdir ddddddddd && cd -P ddddddddd 2> /dev/null || exit 77; done; "
    let name = fixture.photos.string.dropFirst()

    let process = try fixture.shell(
      "\(down) mkdir -p \(name); cp \(fixture.photos)/a.jpg \(name)/; $deckle trash --yes \(name)/a.jpg")

    #expect(process.status == .exited(1), "\(process.errorText)")
    #expect(process.errorText.contains("the current folder, which has no path"), "\(process.errorText)")
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `a path that leads through a missing folder and back means nothing`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let process = try fixture.deckle("trash", "--yes", "photos/missing/../a.jpg")

    #expect(process.status == .exited(1) && process.errorText.contains("not there and back"))
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test(arguments: ["home/config/deckle/config.toml", "home/config/deckle", "home/config"])
  func `settings behind a link that leads nowhere are not taken for none`(link: String) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("kept/a.jpg", seed: 1)
    let settings = "protectedFolders = [\"\(fixture.photos)/kept\"]\n"
    try fixture.folder.write(settings, to: "home/config/deckle/config.toml")
    #expect(rename(fixture.folder[link].string, fixture.folder["drive"].string) == 0)
    #expect(symlink(fixture.folder["drive"].string, fixture.folder[link].string) == 0)
    #expect(try fixture.deckle("trash", "--yes", "photos/kept/a.jpg").outputText.contains("protected folder"))
    #expect(rename(fixture.folder["drive"].string, fixture.folder["away"].string) == 0)

    let process = try fixture.deckle("trash", "--yes", "photos/kept/a.jpg")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("config.toml") && process.errorText.contains("leads nowhere"))
    #expect(fixture.folder.contains("photos/kept/a.jpg"))
  }

  @Test func `a folder in the place of the settings file is not taken for none`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.makeFolder("home/config/deckle/config.toml")

    let process = try fixture.deckle("trash", "--yes", "photos/a.jpg")

    #expect(process.status == .exited(1) && process.errorText.contains("config.toml"))
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `decisions behind a link that leads nowhere are not taken for none`() throws {
    let fixture = try CommandFixture.withCopies()
    try fixture.write(plan: try fixture.plan())
    #expect(symlink("/nowhere", fixture.folder["home/state"].string) == 0)

    let process = try fixture.deckle("apply", "plan.json", "--yes")

    #expect(process.status == .exited(1) && process.errorText.contains("leads nowhere"), "\(process.errorText)")
  }

  /// What takes longer than a second ends there, whatever is done: the threads of Swift's runtime need the table.
  @Test(arguments: [("--version", 0, "0.1.0"), ("--unknown", 64, "--unknown"), ("--read-only photos", 1, "no /proc")])
  func `without the process table the arguments count, and the interface says what it needs`(
    arguments: String, code: CInt, message: String
  ) throws {
    let fixture = try CommandFixture.withCopies()
    let hidden = "mount -t tmpfs none /proc || exit 77; $deckle \(arguments)"
    let process = try runProcess(
      "/usr/bin/unshare", ["--mount", "--propagation", "private", "/bin/bash", "-c", hidden],
      environment: fixture.environment.merging(["deckle": deckleBinary.string]) { $1 }, directory: fixture.folder.path)
    guard ![.exited(77), .exited(127)].contains(process.status), !process.errorText.hasPrefix("unshare:") else {
      print("skipped: this user may not mount: \(process.errorText)")
      return
    }

    #expect(process.status == .exited(code), "\(process.errorText)")
    #expect((process.outputText + process.errorText).contains(message), "\(process.errorText)")
    #expect(!fixture.folder.contains("home/state"))
  }

  @Test(arguments: [("022", 0o644), ("077", 0o600), ("027", 0o640)])
  func `a page is as closed as the umask says`(mask: String, mode: mode_t) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let process = try fixture.shell("umask \(mask); $deckle report photos --html page.html")

    #expect(process.status == .exited(0), "\(process.errorText)")
    var status = stat()
    #expect(lstat(fixture.folder["page.html"].string, &status) == 0 && status.st_mode & 0o777 == mode)
  }

  @Test(arguments: ["000", "022", "077"])
  func `whatever the umask, what Deckle makes for itself is for its owner alone`(umask: String) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let line = "umask \(umask); $deckle scan photos --progress none && $deckle trash --yes photos/a.jpg"

    let process = try fixture.shell(line)

    #expect(process.status == .exited(0), "\(process.errorText)")
    var found: [String] = []
    for name in fixture.folder.listing() where name.hasPrefix("home/state/") || name.hasPrefix("home/cache/") {
      var status = stat()
      #expect(lstat(fixture.folder[name].string, &status) == 0)
      #expect(status.st_mode & 0o7777 == (name.hasSuffix("/") ? 0o700 : 0o600), "\(name)")
      found.append(name)
    }
    #expect(found.contains("home/state/deckle/session.sqlite") && found.contains("home/cache/deckle/features.sqlite"))
  }
}
