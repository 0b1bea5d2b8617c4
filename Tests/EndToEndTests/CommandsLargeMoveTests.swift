import Foundation
import SystemPackage
import TestSupport
import Testing

/// More than twenty photos that are more than a quarter of their library move by their number only.
@Suite(.waits) struct CommandsLargeMoveTests {
  /// So many flat photos; of the first, a RAW beside it.
  private func fixture(_ photos: Int = 24) throws -> CommandFixture {
    let fixture = try CommandFixture()
    try fixture.addFlatPhotos(photos)
    try fixture.folder.write(Array("the raw".utf8), to: "photos/0.cr2")
    return fixture
  }

  @Test func `without the number nothing is moved, and the sentence names it`() throws {
    let fixture = try fixture()
    _ = try fixture.shell("mkdir album")
    let before = try fixture.content()

    for (command, message) in [
      ("trash", "--count 24"), ("trash --yes", "--count 24"), ("move --to album", "--count 24"),
      ("move --to album --yes", "--count 24"), ("trash --yes --count 25", "--count says 25"),
      ("trash --yes --count 0", "--count says 0"), ("trash --yes --count 2x", "2x"),
    ] {
      let process = try fixture.shell("$deckle \(command) photos/*.jpg")
      #expect(process.status == .exited(64) && process.output.isEmpty)
      #expect(process.errorText.contains(message), "\(process.errorText)")
    }

    #expect(try fixture.content() == before)
  }

  @Test func `a dry run needs no number and prints the one that the move then takes`() throws {
    let fixture = try fixture()

    let text = try fixture.shell("$deckle trash --dry-run photos/*.jpg")
    let dry = try fixture.shell("$deckle trash --dry-run --json photos/*.jpg")
    #expect(text.status == .exited(0) && text.outputText.contains("24 photos, 25 files"), "\(text.outputText)")
    let document = try Document(dry)
    #expect(document.number("photos") == 24 && document.number("moved") == 25)
    #expect(try fixture.shell("$deckle trash --dry-run --count 25 photos/*.jpg").status == .exited(64))

    let moved = try fixture.shell("$deckle trash --yes --count 24 --json photos/*.jpg")
    #expect(moved.status == .exited(0))
    #expect(try Document(moved).number("photos") == 24)
    let restored = try fixture.deckle("restore", "--last")
    #expect(restored.status == .exited(0), "putting back asks for no number")
  }

  @Test func `photos that are refused are not counted`() throws {
    let fixture = try fixture()
    let command = "$deckle trash --yes --protect photos/kept photos/*.jpg photos/kept/*.jpg"
    for number in 0..<3 { try fixture.addPhoto("kept/\(number).jpg", seed: UInt64(number)) }

    #expect(try fixture.shell("\(command) --count 27").errorText.contains("would move 24 photos"))
    #expect(try fixture.shell("\(command) --count 24").status == .exited(2))
  }

  @Test func `twenty photos move by yes, also where they are all, and a number that is named has to be right`() throws {
    let fixture = try fixture(20)

    #expect(try fixture.shell("$deckle trash --yes --count 19 photos/*.jpg").status == .exited(64))
    #expect(fixture.folder.contains("photos/0.jpg"))
    #expect(try fixture.shell("$deckle trash --yes --count 1 photos/0.jpg").status == .exited(0))
    #expect(try fixture.shell("$deckle trash --yes photos/*.jpg").status == .exited(0))
  }

  @Test func `the library of named photos is what lies directly in their folders`() throws {
    let fixture = try fixture(84)
    let command = "$deckle trash --yes photos/{1,2,3}?.jpg"
    // 30 of 84, and a folder below does not count.
    for number in 0..<60 { try fixture.folder.write([UInt8(number)], to: "photos/below/\(number).jpg") }
    #expect(try fixture.shell(command).status == .exited(64))

    for number in 0..<36 { try fixture.folder.write([UInt8(number)], to: "photos/more\(number).jpg") }
    #expect(try fixture.shell(command).status == .exited(0), "30 of 120 are exactly a quarter")
  }

  @Test func `the library of a plan is what its folders hold`() throws {
    let fixture = try CommandFixture()
    let bytes = CommandFixture.photo(seed: 1)
    for number in 0..<22 { try fixture.folder.write(bytes, to: "photos/a/\(number).jpg") }
    try fixture.write(plan: try fixture.plan())

    for options in [[], ["--yes"]] {
      let refused = try runProcess(
        deckleBinary, ["apply", "plan.json"] + options, environment: fixture.environment, directory: fixture.folder.path
      )
      #expect(refused.status == .exited(64) && refused.errorText.contains("--count 21"), "\(refused.errorText)")
    }
    #expect(try fixture.deckle("apply", "plan.json", "--dry-run").outputText.contains("21 photos"))

    for number in 0..<70 { try fixture.folder.write([UInt8(number)], to: "photos/elsewhere/deep/\(number).jpg") }
    #expect(try fixture.deckle("apply", "plan.json", "--yes").status == .exited(0))
  }

  @Test func `on a terminal the number is typed, and anything else moves nothing`() throws {
    let fixture = try fixture()
    let names = (0..<24).map { "photos/\($0).jpg" }
    func answer(_ text: String) throws -> TestSupport.ExitStatus? {
      let terminal = try PseudoTerminal.launch(
        deckleBinary, arguments: ["trash"] + names, environment: fixture.environment, directory: fixture.folder.path)
      #expect(terminal.waitFor("Type 24 to move 24 photos (25 files)"))
      terminal.send(text)
      return terminal.exitStatus()
    }

    for wrong in ["\r", "y\r", "yes\r", "23\r", "\u{4}"] { #expect(try answer(wrong) == .exited(64)) }
    #expect(try answer("\u{3}") == .exited(130))
    #expect(fixture.folder.contains("photos/0.jpg"))
    #expect(try answer("24\r") == .exited(0))
    #expect(!fixture.folder.contains("photos/0.jpg") && !fixture.folder.contains("photos/0.cr2"))
  }
}
