import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// `sudo deckle`: root with photos of somebody else's.
@Suite(.waits, .enabled(if: geteuid() == 0, "only root can be told from the owner")) struct CommandsRootTests {
  private static let user: UInt32 = 65534
  private let fixture: CommandFixture
  private let sudo = ["SUDO_UID": "\(Self.user)", "SUDO_USER": "nobody"]

  init() throws {
    fixture = try CommandFixture()
    for (number, name) in ["a.jpg", "b.jpg"].enumerated() { try fixture.addPhoto(name, seed: UInt64(number)) }
  }

  private func owner(_ path: FilePath) -> UInt32? {
    var status = stat()
    return lstat(path.string, &status) == 0 ? status.st_uid : nil
  }

  private func give(_ name: String) throws {
    _ = try runProcess("/bin/chown", ["-R", "\(Self.user):\(Self.user)", fixture.folder[name].string])
  }

  @Test func `with the home folder kept everything is its owner's, who goes on with it`() throws {
    let user = PlainUser()
    try user.own(fixture.folder)

    let trash = try fixture.deckle("trash", "--yes", "photos/a.jpg", adding: sudo)
    let scan = try fixture.deckle("scan", "photos", adding: sudo)
    let setting = try fixture.deckle("--plain", "photos", adding: sudo, input: Array("settings\nq\n".utf8))
    let doctor = try fixture.deckle("doctor", "photos", "--json", adding: sudo)

    #expect(trash.status == .exited(0) && !trash.errorText.contains("root"), "\(trash.errorText)")
    #expect(scan.status == .exited(0) && setting.status == .exited(0))
    #expect(try Document(doctor).list("checks").first { $0.text("name") == "user" }?.text("state") == "warning")
    for name in fixture.folder.list() {
      #expect(owner(fixture.folder[nameBytes: name]) == Self.user, "\(String(decoding: name, as: UTF8.self))")
    }
    guard let restored = try user.deckle(fixture, "restore", "--last") else { return }
    #expect(restored.status == .exited(0) && fixture.folder.contains("photos/a.jpg"), "\(restored.errorText)")
    #expect(try user.deckle(fixture, "trash", "--yes", "photos/b.jpg")?.status == .exited(0))
  }

  @Test func `a file of root's under the name of the log stays root's`() throws {
    try fixture.folder.write("secret", to: "home/state/deckle/deckle.log")
    let log = fixture.folder["home/state/deckle/deckle.log"]
    _ = try runProcess("/bin/chown", ["\(Self.user)", log.removingLastComponent().string])

    let review = try fixture.deckle("--plain", "photos", adding: sudo, input: Array("q\n".utf8))

    #expect(review.status == .exited(0) && owner(log) == 0, "\(review.errorText)")
    #expect(owner(log.removingLastComponent().appending("session.sqlite")) == Self.user)
  }

  @Test func `nothing of the person behind sudo goes to the trash of root unasked`() throws {
    try give("photos")

    let process = try fixture.deckle("trash", "--yes", "photos/a.jpg", adding: sudo)
    let dry = try fixture.deckle("trash", "--dry-run", "photos/a.jpg", adding: sudo)
    let doctor = try fixture.deckle("doctor", "photos", adding: sudo).outputText
    let review = try fixture.deckle("--plain", "photos", adding: sudo, input: Array("q\n".utf8)).outputText

    #expect(process.status == .exited(1) && fixture.folder.contains("photos/a.jpg"))
    for text in [process.errorText, dry.errorText, review] {
      #expect(text.contains("You are root") && text.contains("nobody") && text.contains("preserve-env=HOME"), "\(text)")
    }
    #expect(doctor.contains("while you are root"))
  }

  @Test func `the question of the review says whose photos go to the trash of root`() throws {
    try fixture.addPhoto("copy of a.jpg", seed: 0)
    try give("photos")

    let lines = ["scan", "duplicates", "h", "b", "m", "no", "q"].map { $0 + "\n" }.joined()
    let review = try fixture.deckle("--plain", "photos", adding: sudo, input: Array(lines.utf8)).outputText

    let question = try #require(review.range(of: "to the trash?"), "\(review)")
    #expect(review[question.upperBound...].contains("You are root"), "\(review)")
    #expect(try fixture.content().count == 3)
  }

  @Test func `photos of others are moved with a word, and those of root without one`() throws {
    let own = try fixture.deckle("trash", "--yes", "photos/b.jpg", adding: sudo)
    try give("photos")
    let others = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    let back = try fixture.deckle("restore", "--last")

    #expect(own.status == .exited(0) && !own.errorText.contains("root"))
    #expect(others.status == .exited(0) && others.errorText.contains("You are root"))
    #expect(back.status == .exited(0) && owner(fixture.folder["photos/a.jpg"]) == Self.user)
  }
}
