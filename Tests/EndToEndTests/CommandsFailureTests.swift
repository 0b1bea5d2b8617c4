import Glibc
import TestSupport
import Testing

/// What a command prints that fails as a whole.
@Suite(.waits) struct CommandsFailureTests {
  @Test(arguments: [
    (["trash", "photos/a.jpg"], "deckle.trash/1"), (["trash", "--from", "nosuch", "--yes"], "deckle.trash/1"),
    (["apply", "nosuch.json", "--yes"], "deckle.trash/1"), (["apply", "nosuch.json"], "deckle.trash/1"),
    (["restore", "--last"], "deckle.restore/1"), (["restore", "--batch", "nosuch"], "deckle.restore/1"),
  ])
  func `a command that fails as a whole prints a document without files`(
    _ arguments: [String], _ schema: String
  ) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    func run(_ more: String...) throws -> FinishedProcess {
      try runProcess(deckleBinary, arguments + more, environment: fixture.environment, directory: fixture.folder.path)
    }

    let json = try run("--json")
    let text = try run()

    let document = try Document(json)
    #expect(document.text("schema") == schema && document.isNull("batch"))
    #expect(try document.list("files").isEmpty)
    #expect(json.status == .exited(1) && text.status == .exited(1))
    #expect(json.errors == text.errors && !json.errors.isEmpty)
    #expect(text.output.isEmpty)
    #expect(try fixture.content().count == 1)
  }

  @Test(arguments: [
    (["scan", "nosuch", "--measurements"], "deckle.scan/1", "issues"), (["history"], "deckle.history/1", "batches"),
    (["apps", "--tips"], "deckle.apps/1", "apps"), (["verify"], "deckle.verify/1", "files"),
  ])
  func `a command that cannot list anything prints a document without entries`(
    _ arguments: [String], _ schema: String, _ list: String
  ) throws {
    let fixture = try CommandFixture()
    let link = "mkdir -p home/state/deckle && ln -s /nosuch/session.sqlite home/state/deckle/session.sqlite"
    #expect(try fixture.shell(link).status == .exited(0))

    let process = try runProcess(
      deckleBinary, arguments + ["--json"], environment: fixture.environment, directory: fixture.folder.path)

    let document = try Document(process)
    #expect(document.text("schema") == schema)
    #expect(try document.list(list).isEmpty)
    #expect(process.status == .exited(1) && !process.errors.isEmpty)
  }

  @Test(arguments: [
    "--help", "--version", "help scan", "scan --help", "--generate-completion-script bash", "history", "doctor",
    "scan photos", "scan photos --json",
  ])
  func `output that cannot be written is a failure with a sentence`(arguments: String) throws {
    let process = try CommandFixture().shell("$deckle \(arguments) > /dev/full")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("deckle: The result could not be written"), "\(process.errorText)")
  }

  @Test func `a file in the place of the folder is named where a photo cannot come back`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("album/a.jpg", seed: 1)
    #expect(try fixture.deckle("trash", "--yes", "photos/album/a.jpg").status == .exited(0))
    #expect(try fixture.shell("rmdir photos/album && echo a note > photos/album").status == .exited(0))

    let process = try fixture.deckle("restore", "--last")

    #expect(process.status == .exited(1))
    #expect(
      process.outputText.contains("There is something at ") && process.outputText.contains("/photos/album already."))
    #expect(try fixture.content().map { String(decoding: $0.value, as: UTF8.self) } == ["a note\n"])
  }

  @Test func `a document of another kind is no plan, whatever else it lacks`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    #expect(try fixture.shell("$deckle scan photos --json > scan.json").status == .exited(0))

    let process = try fixture.deckle("apply", "scan.json", "--yes")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("is of the kind “deckle.scan/1”, not deckle.plan/1"), "\(process.errorText)")
  }

  @Test func `a page names what it could not show`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("no picture", to: "photos/torn.jpg")

    let process = try fixture.deckle("report", "photos", "--html", "page.html", "--progress", "none")

    #expect(process.status == .exited(2))
    #expect(process.errorText.contains("torn.jpg is not among them. "), "\(process.errorText)")
  }

  @Test func `the cache alone is no command`() throws {
    let process = try CommandFixture().deckle("cache")

    #expect(process.status == .exited(64))
    #expect(process.errorText.contains("info or clear") && process.output.isEmpty)
  }

  @Test func `an empty cache is said to be empty, however often it is cleared`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    #expect(try fixture.deckle("scan", "photos").status == .exited(0))

    let first = try fixture.deckle("cache", "clear")
    let second = try fixture.deckle("cache", "clear")

    #expect(first.outputText.hasPrefix("Forgotten: the measurements of 1 file, "))
    #expect(second.outputText == "The cache is empty already.\n" && second.status == .exited(0))
  }

  @Test func `a cache that cannot be looked at is not said to be empty`() throws {
    let fixture = try CommandFixture()
    let user = PlainUser()
    try fixture.folder.makeFolder("home/cache/deckle")
    try user.own(fixture.folder)
    #expect(chmod(fixture.folder["home/cache/deckle"].string, 0) == 0)
    defer { chmod(fixture.folder["home/cache/deckle"].string, 0o700) }

    for part in ["info", "clear"] {
      guard let process = try user.deckle(fixture, "cache", part) else { return }
      #expect(process.status == .exited(1) && process.errorText.contains("no permission"), "\(process.errorText)")
    }
  }

  @Test(arguments: [["trash", "--yes", ""], ["restore", ""], ["trash", "--from", "", "--yes"]])
  func `an empty name is wrong usage`(arguments: [String]) throws {
    let fixture = try CommandFixture()

    let process = try runProcess(
      deckleBinary, arguments, environment: fixture.environment, directory: fixture.folder.path)

    #expect(process.status == .exited(64) && process.errorText.contains("An empty name is no photo"))
  }

  @Test(.enabled(if: getuid() == 0, "only root can become somebody else"))
  func `with too few processes it ends with a sentence and does not wait for ever`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let process = try fixture.shell(
      """
      cp "$deckle" program && chmod 755 . program && chown -R 4711 .
      exec setpriv --reuid 4711 --regid 4711 --clear-groups bash -c 'ulimit -u 5; exec ./program scan photos'
      """)

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("ulimit -u") && process.outputText.isEmpty, "\(process.errorText)")
  }

  @Test(arguments: [
    (["apply", "nosuch.json"], "The plan nosuch.json cannot be read"), (["trash", "nosuch.jpg"], "There is no file"),
    (["scan", "--blur-threshold", "0,3", "photos"], "write one with a point"),
  ])
  func `what was named wrongly is said first, also where nobody can be asked`(arguments: [String], message: String)
    throws
  {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let process = try runProcess(
      deckleBinary, arguments, environment: fixture.environment, directory: fixture.folder.path)

    #expect(process.status != .exited(0))
    #expect((process.errorText + process.outputText).contains(message), "\(process.errorText)\(process.outputText)")
    #expect(!process.errorText.contains("has to be confirmed"))
  }
}
