import TestSupport
import Testing

/// A command whose name is a slip of the finger.
@Suite(.waits) struct CommandsMisspeltTests {
  @Test(arguments: [
    (["scann", "photos", "--json"], "scan"), (["scna"], "scan"), (["histroy"], "history"), (["docter"], "doctor"),
    (["Restor", "--last"], "restore"),
  ])
  func `is answered with the nearest one, as wrong usage`(arguments: [String], meant: String) throws {
    let fixture = try CommandFixture()

    let finished = try runProcess(
      deckleBinary, arguments, environment: fixture.environment, directory: fixture.folder.path)

    #expect(finished.status == .exited(64) && finished.output.isEmpty)
    #expect(
      finished.errorText
        == "deckle: There is no command or folder \(arguments[0]). Did you mean deckle \(meant)?\n")
  }

  @Test func `is a folder where there is one, and where nothing is near it`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.makeFolder("scann")

    let folder = try fixture.deckle("scann", "--plain")
    let far = try fixture.deckle("holidays")

    #expect(folder.status == .exited(0) && folder.outputText.hasPrefix("Home: "), "\(folder.errorText)")
    #expect(
      far.status == .exited(1)
        && far.errorText == "deckle: There is no folder holidays. Check the name and try again.\n")
  }
}
