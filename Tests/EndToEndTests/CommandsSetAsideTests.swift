import Foundation
import SystemPackage
import TestSupport
import Testing

/// A volume without a trash: a folder that the user names stands in for it, and nothing else does.
@Suite(.waits) struct CommandsSetAsideTests {
  private let room: CommandRoom

  /// A file stands where the home trash would be, so that none can be made.
  init() throws {
    room = try CommandRoom()
    try room.addPhoto("a.jpg", seed: 1)
    try room.folder.write("in the way", to: "home/data")
  }

  @Test func `scan and doctor say that there is no trash, and doctor says what could stand in`() throws {
    let scan = try room.deckle("scan", "photos", "--json", "--progress", "none")
    let doctor = try room.deckle("doctor", "photos")
    let trash = try room.deckle("trash", "--yes", "photos/a.jpg")

    let root = try #require(try Document(scan).list("roots").first)
    #expect(root.text("access") == "restricted" && root.text("trash") == "none")
    #expect(root.text("message")?.isEmpty == false)
    #expect(doctor.outputText.contains("there is none"))
    #expect(doctor.outputText.contains("setAsideFolders"))
    #expect(trash.status == .exited(1))
    #expect(room.folder.contains("photos/a.jpg"))
  }

  @Test(arguments: [true, false])
  func `a photo goes to the folder that was named and comes back from there`(isOption: Bool) throws {
    if !isOption {
      let folder = room.folder["photos/aside"].string
      try room.folder.write("setAsideFolders = [\"\(folder)\"]\n", to: "home/config/deckle/config.toml")
    }
    if isOption { try room.folder.makeFolder("photos/aside") }
    let option = isOption ? ["--set-aside", "photos/aside"] : []

    let trash = try runProcess(
      deckleBinary, ["trash", "--yes", "photos/a.jpg"] + option, environment: room.environment,
      directory: room.folder.path)
    let isThere = room.folder.contains("photos/aside/Trash/files/a.jpg")
    let hasNote = room.folder.contains("photos/aside/Trash/info/a.jpg.trashinfo")
    let scan = try room.deckle("scan", "photos", "--json", "--measurements", "--progress", "none")
    let restore = try room.deckle("restore", "--last")

    #expect(trash.status == .exited(0), "\(trash.errorText)")
    #expect(isThere && hasNote)
    #expect(try Document(scan).part("photos").number("found") == 0)
    let root = try #require(try Document(scan).list("roots").first)
    #expect(root.text("trash") == "none" && root.text("access") == (isOption ? "restricted" : "authorized"))
    #expect(restore.status == .exited(0), "\(restore.errorText)")
    #expect(room.folder.contains("photos/a.jpg"))
  }

  @Test func `a folder that is no full path is said, and nothing goes there`() throws {
    try room.folder.write("setAsideFolders = [\"aside\"]\n", to: "home/config/deckle/config.toml")

    let scan = try room.deckle("scan", "photos", "--progress", "none")

    #expect(scan.status == .exited(0))
    #expect(scan.errorText.contains("setAsideFolders"))
  }
}
