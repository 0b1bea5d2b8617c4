import Foundation
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// `--backup`: a photo that is not also in the backup is held back, and the backup is proved, not believed.
@Suite(.waits) struct CommandsBackupTests {
  /// Three photos, of which two are in the backup under other names.
  private func fixture() throws -> CommandFixture {
    let fixture = try CommandFixture()
    for seed in 1...3 { try fixture.addPhoto("\(seed).jpg", seed: UInt64(seed)) }
    try fixture.folder.write(CommandFixture.photo(seed: 1), to: "backup/old/x.bin")
    try fixture.folder.write(CommandFixture.photo(seed: 2), to: "backup/2 (copy).jpg")
    // The name alone proves nothing.
    try fixture.folder.write(CommandFixture.photo(seed: 9), to: "backup/3.jpg")
    return fixture
  }

  private let names = ["photos/1.jpg", "photos/2.jpg", "photos/3.jpg"]

  private func stay(_ fixture: CommandFixture) -> [Bool] { names.map { fixture.folder.contains($0) } }

  @Test func `the document of a move names the backup and the photos that it lacks`() throws {
    let fixture = try fixture()
    let process = try fixture.deckle("trash", names[0], names[1], names[2], "--backup", "backup", "--yes", "--json")
    let document = try Document(process)

    #expect(process.status == .exited(2))
    #expect(process.errorText.contains("2 of 3 photos are in the backup; 1 is not."))
    #expect(try document.list("files").map { $0.text("outcome") } == ["moved", "moved", "refused"])
    #expect(try document.list("files").last?.text("reason")?.contains("is not in the backup") == true)
    let backup = try document.part("backup")
    #expect(backup.text("path") == fixture.folder["backup"].string)
    #expect(backup.number("photos") == 3 && backup.number("present") == 2)
    #expect(try backup.list("missing").map { $0.text("path") } == [fixture.folder["photos/3.jpg"].string])
    #expect(stay(fixture) == [false, false, true])
  }

  @Test func `a dry run lists it and touches nothing, and a wish to move it all the same is heard`() throws {
    let fixture = try fixture()
    let before = fixture.folder.list()

    let dry = try fixture.deckle("trash", names[0], names[2], "--backup", "backup", "--dry-run")
    #expect(dry.status == .exited(2))
    #expect(dry.outputText.contains("is not in the backup"))
    #expect(fixture.folder.list() == before)
    let all = try fixture.deckle(
      "trash", names[0], names[2], "--backup", "backup", "--also-without-backup", "--yes", "--json")

    #expect(all.status == .exited(0))
    #expect(try Document(all).part("backup").number("present") == 1)
    #expect(stay(fixture) == [false, true, false])
  }

  @Test(arguments: [("\r", [true, false, true]), ("y\r", [true, false, true]), ("n\r", [true, false, false])])
  func `on a terminal it asks, and only no lets them go`(_ answer: String, _ expected: [Bool]) throws {
    let fixture = try fixture()
    let terminal = try PseudoTerminal.launch(
      deckleBinary, arguments: ["trash", names[1], names[2], "--backup", "backup"], environment: fixture.environment,
      size: Size(columns: 100, rows: 30), directory: fixture.folder.path)
    #expect(terminal.waitFor("Hold that one back? [Y/n]"))
    terminal.send(answer)
    #expect(terminal.waitFor("to the trash? [y/N]"))
    terminal.send("y\r")

    #expect(terminal.exitStatus() == .exited(expected[2] ? 2 : 0))
    #expect(stay(fixture) == expected)
  }

  @Test func `a trash is no backup`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try fixture.addPhoto(name, seed: 1) }
    _ = try fixture.deckle("trash", "photos/c.jpg", "--yes")

    for command in [["trash", "photos/a.jpg", "photos/b.jpg", "--yes"], ["plan", "photos", "--no-cache"]] {
      let backup = ["--backup", "home/data/Trash/files"]
      let process = try runProcess(
        deckleBinary, command + backup, environment: fixture.environment, directory: fixture.folder.path)
      #expect(process.status == .exited(1))
      #expect(process.errorText.contains("is a trash or lies in one, so it is no backup"), "\(process.errorText)")
    }
    #expect(fixture.folder.contains("photos/a.jpg") && fixture.folder.contains("photos/b.jpg"))
  }

  /// Ways in which the library can show inside of the backup. Each would let 1.jpg go by the word of another face of the
  /// library: its own, or that of twin.jpg beside it.
  @Test(arguments: [
    ("mount --bind photos backup/in", "is no backup of it"), ("mount --bind . backup/in", "is no backup of it"),
    ("bindfs photos backup/in", "0 of 1 photo is in the backup"),
    ("mount -t overlay -o lowerdir=photos:other overlay backup/in", "0 of 1 photo is in the backup"),
  ])
  func `the library mounted inside of the backup is no backup of it`(_ mount: String, _ sentence: String) throws {
    let fixture = try CommandFixture()
    for name in ["1.jpg", "twin.jpg"] { try fixture.addPhoto(name, seed: 1) }
    for folder in ["backup/in", "other"] { try fixture.folder.makeFolder(folder) }

    try mounted(mount, in: fixture, "trash photos/1.jpg --backup backup --yes") { process in
      #expect(process.status == .exited(1))
      #expect(process.errorText.contains(sentence), "\(process.errorText)")
      #expect(fixture.folder.contains("photos/1.jpg"))
    }
  }

  @Test func `a part of the library mounted inside of the backup is none either`() throws {
    let fixture = try CommandFixture()
    for name in ["1.jpg", "twin.jpg"] { try fixture.addPhoto(name, seed: 1) }
    for folder in ["photos/part", "backup/in"] { try fixture.folder.makeFolder(folder) }

    try mounted("mount --bind photos/part backup/in", in: fixture, "plan photos --backup backup --no-cache") {
      process in
      #expect(process.status == .exited(1))
      #expect(process.errorText.contains("shares folders with"), "\(process.errorText)")
    }
  }

  /// Runs Deckle while something is mounted; where nothing can be, nothing is looked at.
  private func mounted(
    _ mount: String, in fixture: CommandFixture, _ command: String, check: (FinishedProcess) throws -> Void
  ) throws {
    let process = try fixture.shell(
      "unshare -rm /bin/bash -c '\(mount) || exit 99; $deckle \(command); code=$?; umount backup/in; exit $code'")
    guard process.status != .exited(99), !process.errorText.hasPrefix("unshare:") else {
      return print("skipped here: \(mount)")
    }
    try check(process)
  }

  @Test func `the library mounted a second time is no backup of it`() throws {
    let fixture = try fixture()
    try fixture.folder.makeFolder("mounted")

    let process = try fixture.shell(
      "unshare -rm /bin/bash -c 'mount --bind photos mounted || exit 99; exec $deckle trash photos/1.jpg --backup mounted --yes'"
    )

    guard process.status != .exited(99), !process.errorText.hasPrefix("unshare:") else {
      return print("skipped: nothing can be mounted here")
    }
    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("is no backup of it"))
    #expect(stay(fixture) == [true, true, true])
  }

  @Test func `bad wishes get one sentence`() throws {
    let fixture = try fixture()

    let missing = try fixture.deckle("trash", names[0], "--backup", "nowhere", "--yes")
    #expect(missing.status == .exited(1))
    #expect(missing.errorText.contains("There is no folder"))
    #expect(try fixture.deckle("trash", names[0], "--also-without-backup", "--yes").status == .exited(64))
    #expect(stay(fixture) == [true, true, true])
  }

  @Test func `a plan proposes nothing without a backup, and apply looks for itself`() throws {
    let fixture = try CommandFixture()
    for seed in [1, 2] {
      try fixture.addPhoto("\(seed).jpg", seed: UInt64(seed))
      try fixture.addPhoto("copy/\(seed).jpg", seed: UInt64(seed))
    }
    try fixture.folder.write(CommandFixture.photo(seed: 1), to: "backup/1.jpg")

    let process = try fixture.deckle("plan", "photos", "--backup", "backup", "--no-cache")
    let photos = try Document(process).list("photos")

    #expect(process.status == .exited(0))
    #expect(photos.count == 4)
    let deleted = photos.filter { $0.text("decision") == "delete" }
    #expect(deleted.count == 1)
    #expect(deleted.allSatisfy { $0.flag("inBackup") == true })
    #expect(photos.count { $0.flag("inBackup") == false } == 2)
    try fixture.folder.write(process.output, to: "plan.json")
    try fixture.folder.write(CommandFixture.photo(seed: 7), to: "backup/1.jpg")
    #expect(try fixture.deckle("apply", "plan.json", "--backup", "backup", "--yes").status == .exited(1))
    #expect(try fixture.deckle("apply", "plan.json", "--yes").status == .exited(0))
  }
}
