import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Places that are not what one expects: no temporary folder, the data folder of an app, no home folder.
@Suite struct CommandsPlacesTests {
  @Test(arguments: ["/nonexistent", "/proc", "/tmp/\u{1B}[31mred\u{1B}]0;x\u{7}"])
  func `looking needs no temporary folder`(temporary: String) throws {
    let room = try CommandRoom()
    try room.addPhoto("a.jpg", seed: 1)
    _ = try room.deckle("trash", "--yes", "photos/a.jpg")
    let elsewhere = ["TMPDIR": temporary, "SQLITE_TMPDIR": temporary]

    let history = try room.deckle("history", "--json", adding: elsewhere)
    let doctor = try room.deckle("doctor", "photos", "--json", adding: elsewhere)
    let plan = try room.deckle("plan", "photos", adding: elsewhere)

    #expect(history.status == .exited(0) && history.errorText.isEmpty, "\(history.errorText)")
    #expect(try Document(history).list("batches").count == 1)
    let session = try #require(try Document(doctor).list("checks").first { $0.text("name") == "session" })
    #expect(session.text("state") == "ok", "\(session.object)")
    #expect(plan.status == .exited(0), "\(plan.errorText)")
  }

  @Test(arguments: ["snap/code/172/.local/share", ".var/app/org.gnome.Builder/data"])
  func `in the terminal of a confined app photos go to the trash of the home folder`(app: String) throws {
    let room = try CommandRoom()
    try room.addPhoto("before.jpg", seed: 1)
    try room.addPhoto("a.jpg", seed: 2)
    let terminal = ["XDG_DATA_HOME": room.folder["home/\(app)"].string]
    // One that an earlier program put into the trash of the app.
    try room.folder.write(CommandRoom.photo(seed: 3), to: "home/\(app)/Trash/files/old.jpg")
    try room.folder.write(
      "[Trash Info]\nPath=\(room.folder["photos/old.jpg"])\nDeletionDate=2026-01-31T12:00:00\n",
      to: "home/\(app)/Trash/info/old.jpg.trashinfo")

    let doctor = try room.deckle("doctor", "photos", adding: terminal).outputText
    let trash = try room.deckle("trash", "--yes", "photos/a.jpg", adding: terminal)
    let inTrash = try room.deckle("trash", "--yes", "home/\(app)/Trash/files/old.jpg", adding: terminal)
    let isInHomeTrash = room.folder.contains("home/.local/share/Trash/files/a.jpg")
    let restored = try room.deckle("restore", "photos/old.jpg", adding: terminal)
    let back = try room.deckle("restore", "--last", adding: ["XDG_DATA_HOME": ""])

    #expect(doctor.contains("that of the home folder: XDG_DATA_HOME is a folder of one app's"))
    #expect(trash.status == .exited(0) && isInHomeTrash)
    #expect(inTrash.status == .exited(1), "what lies in the trash of an app is removed already")
    #expect(restored.status == .exited(0) && room.folder.contains("photos/old.jpg"), "\(restored.errorText)")
    #expect(back.status == .exited(0) && room.folder.contains("photos/a.jpg"))
  }

  @Test func `doctor says whose trash it is where another data folder is set`() throws {
    let room = try CommandRoom()

    let moved = try room.deckle("doctor", "photos").outputText
    let standard = try room.deckle("doctor", "photos", adding: ["XDG_DATA_HOME": ""]).outputText

    #expect(moved.contains("that of XDG_DATA_HOME, not of the home folder"))
    #expect(standard.contains("that of the home folder") && !standard.contains("XDG_DATA_HOME"))
  }

  @Test(arguments: [("022", 0o644), ("077", 0o600), ("027", 0o640)])
  func `a page is as closed as the umask says`(mask: String, mode: mode_t) throws {
    let room = try CommandRoom()
    try room.addPhoto("a.jpg", seed: 1)

    let process = try room.shell("umask \(mask); $deckle report photos --html page.html")

    #expect(process.status == .exited(0), "\(process.errorText)")
    var status = stat()
    #expect(lstat(room.folder["page.html"].string, &status) == 0 && status.st_mode & 0o777 == mode)
  }

  @Test(arguments: ["000", "022", "077"])
  func `whatever the umask, what Deckle makes for itself is for its owner alone`(umask: String) throws {
    let room = try CommandRoom()
    try room.addPhoto("a.jpg", seed: 1)
    let line = "umask \(umask); $deckle scan photos --progress none && $deckle trash --yes photos/a.jpg"

    let process = try room.shell(line)

    #expect(process.status == .exited(0), "\(process.errorText)")
    var found: [String] = []
    for name in room.folder.listing() where name.hasPrefix("home/state/") || name.hasPrefix("home/cache/") {
      var status = stat()
      #expect(lstat(room.folder[name].string, &status) == 0)
      #expect(status.st_mode & 0o7777 == (name.hasSuffix("/") ? 0o700 : 0o600), "\(name)")
      found.append(name)
    }
    #expect(found.contains("home/state/deckle/session.sqlite") && found.contains("home/cache/deckle/features.sqlite"))
  }
}
