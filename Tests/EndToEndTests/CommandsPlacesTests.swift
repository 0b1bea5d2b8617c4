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

  @Test(arguments: [("022", 0o644), ("077", 0o600), ("027", 0o640)])
  func `a page is as closed as the umask says`(mask: String, mode: mode_t) throws {
    let room = try CommandRoom()
    try room.addPhoto("a.jpg", seed: 1)

    let process = try room.shell("umask \(mask); $deckle report photos --html page.html")

    #expect(process.status == .exited(0), "\(process.errorText)")
    var status = stat()
    #expect(lstat(room.folder["page.html"].string, &status) == 0 && status.st_mode & 0o777 == mode)
  }
}
