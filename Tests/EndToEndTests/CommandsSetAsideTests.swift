import Foundation
import SystemPackage
import TestSupport
import Testing

/// A volume without a trash: a folder that the user names stands in for it, and nothing else does.
@Suite(.waits) struct CommandsSetAsideTests {
  private let fixture: CommandFixture

  /// A file stands where the home trash would be, so that none can be made.
  init() throws {
    fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("in the way", to: "home/data")
  }

  @Test func `scan and doctor say that there is no trash, and doctor says what could stand in`() throws {
    let scan = try fixture.deckle("scan", "photos", "--json", "--progress", "none")
    let doctor = try fixture.deckle("doctor", "photos")
    let trash = try fixture.deckle("trash", "--yes", "photos/a.jpg")

    let root = try #require(try Document(scan).list("roots").first)
    #expect(root.text("access") == "restricted" && root.text("trash") == "none")
    #expect(root.text("message")?.isEmpty == false)
    #expect(doctor.outputText.contains("there is none"))
    #expect(doctor.outputText.contains("setAsideFolders"))
    #expect(trash.status == .exited(1))
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test(arguments: [true, false])
  func `a photo goes to the folder that was named and comes back from there`(isOption: Bool) throws {
    if !isOption {
      let folder = fixture.folder["photos/aside"].string
      try fixture.folder.write("setAsideFolders = [\"\(folder)\"]\n", to: "home/config/deckle/config.toml")
    }
    if isOption { try fixture.folder.makeFolder("photos/aside") }
    let option = isOption ? ["--set-aside", "photos/aside"] : []

    let trash = try runProcess(
      deckleBinary, ["trash", "--yes", "photos/a.jpg"] + option, environment: fixture.environment,
      directory: fixture.folder.path)
    let isThere = fixture.folder.contains("photos/aside/Trash/files/a.jpg")
    let hasNote = fixture.folder.contains("photos/aside/Trash/info/a.jpg.trashinfo")
    let scan = try fixture.deckle("scan", "photos", "--json", "--measurements", "--progress", "none")
    let restore = try fixture.deckle("restore", "--last")

    #expect(trash.status == .exited(0), "\(trash.errorText)")
    #expect(isThere && hasNote)
    #expect(try Document(scan).part("photos").number("found") == 0)
    let root = try #require(try Document(scan).list("roots").first)
    #expect(root.text("trash") == "none" && root.text("access") == (isOption ? "restricted" : "authorized"))
    #expect(restore.status == .exited(0), "\(restore.errorText)")
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `a folder that is no full path is said, and nothing goes there`() throws {
    try fixture.folder.write("setAsideFolders = [\"aside\"]\n", to: "home/config/deckle/config.toml")

    let scan = try fixture.deckle("scan", "photos", "--progress", "none")

    #expect(scan.status == .exited(0))
    #expect(scan.errorText.contains("setAsideFolders"))
  }
}
