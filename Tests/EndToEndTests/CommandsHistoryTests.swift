import FileSafety
import Foundation
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// `deckle history`: months, and what off and wiped mean: a receipt stays as long as it can put something back.
@Suite(.waits) struct CommandsHistoryTests {
  /// One batch that is back, one that was emptied, one in the trash.
  private func fixture() throws -> CommandFixture {
    let fixture = try CommandFixture()
    for (seed, name) in ["back-home", "emptied", "there"].enumerated() {
      try fixture.addPhoto("\(name).jpg", seed: UInt64(seed + 1))
      #expect(try fixture.deckle("trash", "photos/\(name).jpg", "--yes").status == .exited(0))
    }
    #expect(try fixture.deckle("restore", "photos/back-home.jpg").status == .exited(0))
    #expect(unlink(fixture.folder["home/data/Trash/files/emptied.jpg"].string) == 0)
    return fixture
  }

  private func states(_ fixture: CommandFixture) throws -> [String?] {
    try Document(try fixture.deckle("history", "--json")).list("batches").map { $0.text("state") }
  }

  private func wipe(
    _ fixture: CommandFixture, _ answer: String, asked: String = "Type forget 2 to forget 2 batches"
  ) throws -> TestSupport.ExitStatus? {
    let terminal = try PseudoTerminal.launch(
      deckleBinary, arguments: ["history", "--wipe"], environment: fixture.environment,
      size: Size(columns: 100, rows: 30), directory: fixture.folder.path)
    #expect(terminal.waitFor(asked))
    terminal.send(answer + "\r")
    return terminal.exitStatus()
  }

  /// The session, with what SQLite keeps beside it.
  private func remembers(_ name: String, _ fixture: CommandFixture) throws -> Bool {
    try ["", "-wal", "-shm"].contains { suffix in
      let file = "home/state/deckle/session.sqlite\(suffix)"
      guard fixture.folder.contains(file) else { return false }
      return Data(try fixture.folder.read(file)).range(of: Data(name.utf8)) != nil
    }
  }

  @Test func `a batch began when it began, whatever the time zone of who asks`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let before = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    _ = try fixture.shell("TZ=America/New_York $deckle trash --yes photos/a.jpg")
    let after = Date()

    let answers = try ["UTC", "America/New_York", "Asia/Tokyo"].map { zone in
      try Document(try fixture.shell("TZ=\(zone) $deckle history --json")).list("batches").first?.text("startedAt")
    }

    #expect(Set(answers).count == 1)
    let moment = try Date(try #require(answers[0]), strategy: .iso8601)
    #expect(before <= moment && moment <= after)
  }

  @Test func `what cannot be looked into is not said to be empty`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    let user = PlainUser()
    #expect(chmod(fixture.folder["home/state/deckle"].string, 0) == 0)
    defer { chmod(fixture.folder["home/state/deckle"].string, 0o700) }
    try user.own(fixture.folder)

    let processes = try [
      user.deckle(fixture, "history"), user.deckle(fixture, "history", "--json"),
      user.deckle(fixture, "empty", "--all", "--dry-run"),
    ]
    for (index, process) in processes.enumerated() {
      guard let process else { continue }
      #expect(process.status == .exited(1) && process.errorText.contains("permission"))
      // The document has no batches; that it is not true of the session is said by the status.
      if index == 1 { #expect(try Document(process).list("batches").isEmpty) } else { #expect(process.output.isEmpty) }
    }
  }

  @Test func `what was cleaned is counted by month, without what was put back`() throws {
    let fixture = try fixture()

    let text = try fixture.deckle("history").outputText
    #expect(text.contains("1 of them was put back"))
    let month = try #require(try Document(try fixture.deckle("history", "--json")).list("months").first)

    #expect(text.contains("Moved to the trash and not put back, by month:"))
    #expect(text.contains("█"))
    #expect(month.number("batches") == 2)
    #expect(month.number("photos") == 2)
    let size = [2, 3].map { CommandFixture.photo(seed: $0).count }.reduce(0, +)
    #expect(month.number("bytes") == Double(size))
    #expect(month.text("month")?.count == 7)
  }

  @Test func `what the file manager put back is not counted as cleaned, and another file of its name is`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] {
      try fixture.addPhoto(name, seed: 1)
      #expect(try fixture.deckle("trash", "--yes", "photos/\(name)").status == .exited(0))
    }
    let trash = fixture.folder["home/data/Trash/files"]
    try FileManager.default.moveItem(
      atPath: trash.appending("a.jpg").string, toPath: fixture.photos.appending("a.jpg").string)
    // Made while the other one is there still, so that it is another file.
    try fixture.addPhoto("b.jpg", seed: 1)
    try FileManager.default.removeItem(atPath: trash.appending("b.jpg").string)

    let document = try Document(try fixture.deckle("history", "--json"))

    #expect(try document.list("months").map { $0.number("photos") } == [1])
    #expect(Set(try document.list("batches").map { $0.text("state") }) == ["restored", "gone"])
    #expect(try fixture.deckle("history").outputText.contains("1 of them was put back"))
  }

  /// One batch whose photo is gone from the trash, and a later one of another photo with its name there.
  private func fixtureWithOneNameTwice() throws -> (fixture: CommandFixture, older: String, newer: String) {
    let fixture = try CommandFixture()
    var batches: [String] = []
    for (folder, seed) in [("x", UInt64(1)), ("y", 2)] {
      try fixture.addPhoto("\(folder)/IMG_1.jpg", seed: seed)
      let answer = try Document(try fixture.deckle("trash", "--yes", "--json", "photos/\(folder)/IMG_1.jpg"))
      batches.append(try #require(answer.text("batch")))
      if folder == "x" {
        let trash = fixture.folder["home/data/Trash"]
        try FileManager.default.removeItem(atPath: trash.appending("files/IMG_1.jpg").string)
        try FileManager.default.removeItem(atPath: trash.appending("info/IMG_1.jpg.trashinfo").string)
      }
    }
    return (fixture, batches[0], batches[1])
  }

  @Test func `a photo that was erased is not in the trash again with the next of its name`() throws {
    let (fixture, older, newer) = try fixtureWithOneNameTwice()

    let batches = try Document(try fixture.deckle("history", "--json")).list("batches")
    #expect(batches.map { $0.text("id") } == [newer, older])
    #expect(batches.map { $0.text("state") } == ["inTrash", "gone"])
    #expect(try fixture.deckle("restore", "--batch", older).status == .exited(1))
    #expect(try fixture.deckle("restore", "photos/x/IMG_1.jpg").status == .exited(1))
    let erasable = try fixture.deckle("empty", "--all", "--dry-run")
    #expect(erasable.outputText.contains("1 file (") && !erasable.errorText.contains("left alone"))
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    #expect(fixture.folder.contains("photos/y/IMG_1.jpg") && !fixture.folder.contains("photos/x/IMG_1.jpg"))
  }

  @Test func `switched off, what was erased is forgotten though another file has its name in the trash`() throws {
    let (fixture, older, newer) = try fixtureWithOneNameTwice()
    try fixture.folder.write("history = false\n", to: "home/config/deckle/config.toml")

    let batches = try Document(try fixture.deckle("history", "--json")).list("batches")
    #expect(batches.map { $0.text("id") } == [newer])
    try fixture.addPhoto("other.jpg", seed: 9)
    #expect(try fixture.deckle("trash", "photos/other.jpg", "--yes").status == .exited(0))
    #expect(try !remembers(older, fixture) && remembers(newer, fixture))
  }

  @Test func `what others put into the trash after it came back is put back by its path`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    #expect(try fixture.deckle("trash", "--yes", "photos/a.jpg").status == .exited(0))
    let note = "[Trash Info]\nPath=\(fixture.photos.appending("a.jpg").string)\nDeletionDate=2030-01-01T00:00:00\n"
    try fixture.folder.write(note, to: "home/data/Trash/info/a.jpg.trashinfo")

    #expect(try states(fixture) == ["restored"])
    #expect(try fixture.deckle("restore", "photos/a.jpg").status == .exited(0))
    #expect(fixture.folder.contains("photos/a.jpg") && !fixture.folder.contains("home/data/Trash/info/a.jpg.trashinfo"))
  }

  @Test func `what stays in use under other names is not promised to be free`() throws {
    let fixture = try CommandFixture()
    let path = try fixture.addPhoto("a.jpg", seed: 1)
    #expect(link(path.string, fixture.folder["elsewhere.jpg"].string) == 0)
    let sentence = "will not be free even once the trash is emptied"

    #expect(try fixture.deckle("trash", "--dry-run", "photos/a.jpg").errorText.contains(sentence))
    #expect(try fixture.deckle("trash", "--yes", "photos/a.jpg").errorText.contains(sentence))
    try fixture.addPhoto("b.jpg", seed: 2)
    #expect(try !fixture.deckle("trash", "--yes", "photos/b.jpg").errorText.contains(sentence))
  }

  @Test func `wiping takes the words, forgets what is over to the last byte, and keeps what can be put back`() throws {
    let fixture = try fixture()
    #expect(try wipe(fixture, "yes") == .exited(1))
    #expect(try states(fixture).count == 3)
    #expect(try remembers("emptied.jpg", fixture))

    #expect(try wipe(fixture, "forget 2") == .exited(0))

    #expect(try states(fixture) == ["inTrash"])
    #expect(try !remembers("emptied.jpg", fixture) && !remembers("back-home.jpg", fixture))
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    #expect(fixture.folder.contains("photos/there.jpg"))
  }

  @Test func `a batch of copies, for which something had to stay, is forgotten like any other`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("first.jpg", seed: 9)
    try fixture.addPhoto("second.jpg", seed: 9)
    #expect(try fixture.shell("$deckle plan photos > plan.json && $deckle apply plan.json --yes").status == .exited(0))
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))

    #expect(try wipe(fixture, "forget 1", asked: "Type forget 1") == .exited(0))

    #expect(try states(fixture).isEmpty)
    #expect(try !remembers("first.jpg", fixture) && !remembers("second.jpg", fixture))
  }

  @Test func `what an app left behind is listed, not erased, not counted, put back and forgotten`() throws {
    let fixture = try fixture()
    try fixture.folder.write("mine", to: "home/config/gimp/rc")
    let folder = fixture.folder["home/config/gimp"]
    // Its lock ends with it.
    do {
      let session = try SessionDatabase(path: fixture.folder["home/state/deckle/session.sqlite"], timestamp: "x")
      let trasher = FolderTrasher(
        environment: .current(variables: ProcessEnvironment(fixture.environment)), journal: session)
      let batch = try trasher.begin(
        [(folder, try fileStatus(of: folder).identity, ByteCount(5_000_000))], of: "Gimp", as: BatchID("gone"))
      _ = try trasher.move(batch.files[0], of: batch, sparing: [])
      trasher.finish(batch)
    }

    let document = try Document(try fixture.deckle("history", "--json"))
    let first = try #require(try document.list("batches").first)
    #expect(first.text("kind") == "leftovers" && first.text("app") == "Gimp" && first.text("state") == "inTrash")
    #expect(first.number("folders") == 1 && first.number("photos") == 0 && first.number("bytes") == 5_000_000)
    #expect(try document.part("totals").number("batches") == 3)
    #expect(try document.list("months").first?.number("batches") == 2)
    #expect(try fixture.deckle("history").outputText.contains("1 folder of Gimp"))
    let all = try fixture.deckle("empty", "--all", "--dry-run")
    #expect(
      all.outputText.contains("1 file (") && all.errorText.contains("1 batch of folders that apps left behind stays"))
    #expect(try fixture.deckle("empty", "--batch", "gone", "--dry-run").status == .exited(1))

    let restored = try fixture.deckle("restore", "--last")
    #expect(restored.status == .exited(0) && restored.outputText.contains("1 folder (5.0 MB) put back."))
    #expect(fixture.folder.contains("home/config/gimp/rc"))
    #expect(try wipe(fixture, "forget 3", asked: "Type forget 3") == .exited(0))
    #expect(try states(fixture) == ["inTrash"])
  }

  @Test func `without a terminal nothing is forgotten`() throws {
    let fixture = try fixture()

    let process = try fixture.deckle("history", "--wipe", input: Array("forget 2\n".utf8))

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("Nothing was forgotten"))
    #expect(try states(fixture).count == 3)
    #expect(try fixture.deckle("history", "--wipe", "--json").status == .exited(64))
  }

  @Test func `switched off it remembers and lists only what can be put back`() throws {
    let fixture = try fixture()
    try fixture.folder.write("history = false\n", to: "home/config/deckle/config.toml")

    let document = try Document(try fixture.deckle("history", "--json"))
    #expect(try document.list("batches").map { $0.text("state") } == ["inTrash"])
    #expect(document.object["months"] == nil)
    #expect(try fixture.deckle("history").outputText.contains("switched off"))
    // Looking changes nothing; the next move does.
    #expect(try remembers("emptied.jpg", fixture))
    try fixture.addPhoto("other.jpg", seed: 9)
    #expect(try fixture.deckle("trash", "photos/other.jpg", "--yes").status == .exited(0))

    #expect(try !remembers("emptied.jpg", fixture))
    #expect(try states(fixture) == ["inTrash", "inTrash"])
  }

  @Test func `what lies in a trash that is away is not over`() throws {
    let fixture = try fixture()
    #expect(rename(fixture.folder["home/data/Trash"].string, fixture.folder["home/data/Away"].string) == 0)
    try fixture.folder.write("history = false\n", to: "home/config/deckle/config.toml")
    try fixture.addPhoto("other.jpg", seed: 9)
    // The move makes a new trash, so only what comes before it counts: a restore settles and finds nothing.
    _ = try fixture.deckle("restore", "--last")

    #expect(try remembers("there.jpg", fixture))
    #expect(rmdir(fixture.folder["home/data/Trash"].string) != 0)
    #expect(rename(fixture.folder["home/data/Away"].string, fixture.folder["home/data/Trash"].string) == 0)
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    #expect(fixture.folder.contains("photos/there.jpg"))
  }
}
