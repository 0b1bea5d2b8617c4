import TestSupport
import Testing

/// What a command prints that fails as a whole.
@Suite struct CommandsFailureTests {
  @Test(arguments: [
    (["trash", "photos/a.jpg"], "deckle.trash/1"), (["trash", "--from", "nosuch", "--yes"], "deckle.trash/1"),
    (["apply", "nosuch.json", "--yes"], "deckle.trash/1"), (["apply", "nosuch.json"], "deckle.trash/1"),
    (["restore", "--last"], "deckle.restore/1"), (["restore", "--batch", "nosuch"], "deckle.restore/1"),
  ])
  func `a command that fails as a whole prints a document without files`(
    _ arguments: [String], _ schema: String
  ) throws {
    let room = try CommandRoom()
    try room.addPhoto("a.jpg", seed: 1)
    func run(_ more: String...) throws -> FinishedProcess {
      try runProcess(deckleBinary, arguments + more, environment: room.environment, directory: room.folder.path)
    }

    let json = try run("--json")
    let text = try run()

    let document = try Document(json)
    #expect(document.text("schema") == schema && document.isNull("batch"))
    #expect(try document.list("files").isEmpty)
    #expect(json.status == .exited(1) && text.status == .exited(1))
    #expect(json.errors == text.errors && !json.errors.isEmpty)
    #expect(text.output.isEmpty)
    #expect(try room.content().count == 1)
  }
}
