import Foundation
import TestSupport
import Testing

/// Arguments that mean something else than they look like.
@Suite(.waits) struct CommandsArgumentsTests {
  private func run(_ arguments: [String], in fixture: CommandFixture) throws -> FinishedProcess {
    try runProcess(deckleBinary, arguments, environment: fixture.environment, directory: fixture.folder.path)
  }

  @Test(arguments: [
    (["trash", "--nonsense", "photos/a.jpg", "--yes"], "--nonsense of deckle trash. See deckle trash --help."),
    (["trash", "--yes", "--dryrun", "photos/a.jpg"], "--dryrun of deckle trash. Did you mean --dry-run?"),
    (["trash", "--yes", "-photo.jpg"], "-photo.jpg of deckle trash. See"),
    (["restore", "--nonsense"], "--nonsense of deckle restore."),
    (["empty", "--nonsense"], "--nonsense of deckle empty."), (["scan", "--nonsense"], "--nonsense of deckle scan."),
    (["scan", "photos", "-dash"], "-dash of deckle scan."),
    (["apply", "--json=1", "--nonsense=2"], "--nonsense of deckle apply."),
    (["cache", "info", "-xh"], "-xh of deckle cache info."),
    (["photos", "-nah"], "-nah of deckle. See deckle --help."),
    (["report", "photos", "--nonsense"], "--nonsense of deckle report."), (["restore", "-1"], "-1 of deckle restore."),
  ])
  func `an option that a command does not have is named, as wrong usage`(arguments: [String], text: String) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let finished = try run(arguments, in: fixture)

    #expect(finished.status == .exited(64) && finished.output.isEmpty)
    #expect(finished.errorText.hasPrefix("deckle: There is no option \(text)"), "\(finished.errorText)")
    #expect(try fixture.content().count == 1)
  }

  @Test func `a name that begins with a dash is said how to be written`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.write(CommandFixture.photo(seed: 1), to: "-photo.jpg")

    let wrong = try run(["trash", "--yes", "-photo.jpg"], in: fixture)
    let right = try run(["trash", "--yes", "./-photo.jpg"], in: fixture)

    #expect(wrong.status == .exited(64) && wrong.errorText.contains("is written ./-photo.jpg."))
    #expect(right.status == .exited(0))
  }

  @Test(arguments: [
    ["trash", "--from", "a", "--from", "b", "--yes"], ["trash", "--count=1", "--count", "2", "--yes", "photos/a.jpg"],
    ["shrink", "photos", "--category", "blurry"], ["export-marks", "photos", "--category", "blurry"],
    ["help", "nosuch"], ["help", "cache", "nosuch"],
  ])
  func `what would be left out without a word is wrong usage`(arguments: [String]) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let finished = try run(arguments, in: fixture)

    #expect(finished.status == .exited(64) && finished.output.isEmpty, "\(finished.errorText)")
    #expect(try fixture.deckle("help", "cache", "info").status == .exited(0))
    #expect(
      try fixture.deckle("trash", "--protect", "home", "--protect", "photos", "photos/a.jpg", "--dry-run").output.count
        > 0
    )
    #expect(try fixture.content().count == 1)
  }

  @Test func `a list with NUL between names is told from a list of lines`() throws {
    let fixture = try CommandFixture()

    let finished = try fixture.deckle(
      "trash", "--from", "-", "--yes", input: Array("photos/a.jpg\0photos/b.jpg\0".utf8))

    #expect(finished.status == .exited(1) && finished.errorText.contains("-0"), "\(finished.errorText)")
  }

  @Test func `a folder to set photos aside in has to be there`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let finished = try fixture.deckle("trash", "photos/a.jpg", "--yes", "--set-aside", "typo")

    #expect(finished.status == .exited(1) && finished.errorText.contains("There is no folder typo"))
    #expect(try fixture.content().count == 1)
  }

  @Test(arguments: ["mkfifo", "mkdir"]) func `settings that are no file are said to be so`(_ make: String) throws {
    let fixture = try CommandFixture()
    try fixture.folder.makeFolder("home/config/deckle")

    let finished = try fixture.shell("\(make) home/config/deckle/config.toml && $deckle scan photos")

    #expect(finished.status == .exited(1))
    #expect(finished.errorText.contains(make == "mkdir" ? "it is a folder" : "it is a pipe"), "\(finished.errorText)")
  }

  @Test(arguments: ["verify --batch none", "import marks.txt nowhere", "shrink nowhere", "restore --batch none"])
  func `a command that can do nothing prints a document all the same`(_ command: String) throws {
    let fixture = try CommandFixture()

    let finished = try fixture.shell("printf 'photos/a.jpg\\n' > marks.txt; $deckle \(command) --json")

    #expect(finished.status == .exited(1), "\(finished.errorText)")
    let name = command.prefix { $0 != " " }
    #expect(try Document(finished).text("schema") == "deckle.\(name)/1")
  }

  @Test(arguments: ["shrink --dry-run", "export-marks"])
  func `a scan that is stopped prints a document all the same`(_ command: String) throws {
    let fixture = try CommandFixture()
    try fixture.addFlatPhotos(400)

    // As soon as the scan tells of its progress.
    let finished = try fixture.shell(
      """
      mkfifo errors
      $deckle \(command) photos --json --progress json --jobs 1 2> errors &
      { read -r line; kill -TERM $!; cat > /dev/null; } < errors
      wait $!
      """)

    #expect(finished.status == .exited(130), "\(finished.errorText)")
    #expect(try Document(finished).flag("interrupted") == true)
  }

  @Test(arguments: [
    ["trash", "--yes", "--set-aside", "--dry-run", "photos/a.jpg"], ["trash", "photos/a.jpg", "--protect", "--yes"],
    ["scan", "photos", "--exclude", "--json"], ["trash", "--from", "--yes"],
    ["plan", "photos", "--exclude", "--category", "duplicate"], ["scan", "photos", "--category", "-x"],
  ])
  func `an option is never taken for the value of another`(arguments: [String]) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let finished = try run(arguments, in: fixture)

    #expect(finished.status == .exited(64) && finished.errorText.contains("Missing value"), "\(finished.errorText)")
    #expect(try fixture.content().count == 1)
  }

  @Test(arguments: [
    (["--jobs", "-1"], "--jobs must be 1 or more, not -1."),
    (["--blur-threshold", "-0.3"], "--blur-threshold must be a number from 0.10 to 0.80, not -0.3."),
    (["--json", "--similar-threshold", "-inf"], "--similar-threshold must be a number from 0.50 to 0.99, not -inf."),
  ])
  func `a number below zero is a value out of range`(arguments: [String], sentence: String) throws {
    let finished = try run(["scan", "photos"] + arguments, in: CommandFixture())

    #expect(finished.status == .exited(64) && finished.errorText.contains(sentence), "\(finished.errorText)")
  }

  @Test(arguments: [
    ["trash", "-h"], ["--help"], ["help", "scan"], ["--version"], ["--generate-completion-script", "bash"],
  ])
  func `help is given to whoever asks for it`(arguments: [String]) throws {
    let finished = try run(arguments, in: CommandFixture())

    #expect(finished.status == .exited(0) && finished.output.count > 5 && finished.errors.isEmpty)
  }

  @Test func `what the parser knows of itself is no unknown option`() throws {
    let finished = try run(["--generate-completion-script", "powershell"], in: CommandFixture())

    #expect(
      finished.status == .exited(64) && !finished.errorText.contains("There is no option"), "\(finished.errorText)")
  }

  @Test(arguments: ["trash --from pipe --yes", "apply pipe --yes", "import pipe photos"])
  func `the wait for a list that nobody writes ends with the first signal`(command: String) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    // The pipe opens for who writes once it is open for reading.
    let finished = try fixture.shell("mkfifo pipe; $deckle \(command) & exec 3> pipe; kill -TERM $!; wait $!")

    #expect(finished.status == .exited(130) && finished.errorText.contains("Stopped. Nothing was done."))
    #expect(try fixture.content().count == 1)
  }

  @Test func `a list comes through a pipe in pieces`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] { try fixture.addPhoto(name, seed: 1) }
    try fixture.addPhoto("c.jpg", seed: 2)

    let finished = try fixture.shell(
      "mkfifo pipe; $deckle trash --yes --from pipe & exec 3> pipe; echo photos/a.jpg >&3; echo photos/c.jpg >&3; exec 3>&-; wait $!"
    )

    #expect(finished.status == .exited(0), "\(finished.errorText)")
    #expect(try fixture.content().count == 1)
  }

  @Test(arguments: [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func `nothing is written into a file in the place of a closed stream`(closed: String) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let finished = try fixture.shell("$deckle trash --yes photos/a.jpg \(closed)")

    #expect(finished.status == .exited(1), "what became of it was told to nobody")
    #expect(try fixture.content().isEmpty)
    let lock = try #require(fixture.environment["XDG_STATE_HOME"]) + "/deckle/session.sqlite.lock"
    #expect(try Data(contentsOf: URL(fileURLWithPath: lock)).isEmpty)
  }

  @Test func `the document of doctor is all that a terminal gets`() throws {
    let fixture = try CommandFixture()

    let finished = try fixture.shell(
      "TERM=xterm-256color script -qec \"$deckle doctor --json photos\" /dev/null < /dev/null")

    #expect(finished.output.first == UInt8(ascii: "{") && !finished.output.contains(0x1B), "\(finished.outputText)")
    #expect(try Document(finished).text("schema") == "deckle.doctor/1")
  }

  @Test func `a batch that cannot be put back any more is not advertised`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    #expect(try fixture.deckle("trash", "--yes", "photos/a.jpg").status == .exited(0))
    let before = try fixture.deckle("history")
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))

    let after = try fixture.deckle("history")

    #expect(before.outputText.contains("To put a batch back"))
    #expect(!after.outputText.contains("To put a batch back"), "\(after.outputText)")
  }
}
