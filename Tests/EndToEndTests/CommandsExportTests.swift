import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// `deckle export-marks`: what was kept and what is in the bin, for other programs.
@Suite(.waits) struct CommandsExportTests {
  /// b is a copy of a; c and d are copies, too, and d has a sidecar; e is a photo of its own.
  private func fixture() throws -> CommandFixture {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] { try fixture.addPhoto(name, seed: 1) }
    for name in ["c.jpg", "d.jpg"] { try fixture.addPhoto(name, seed: 2) }
    try fixture.addPhoto("e.jpg", seed: 3)
    return fixture
  }

  private func plain(_ fixture: CommandFixture, _ lines: String...) throws -> String {
    try fixture.deckle("--plain", fixture.photos.string, input: Array((lines.joined(separator: "\n") + "\n").utf8))
      .outputText
  }

  /// The first two copies: one in the bin, one kept.
  private func decided(_ fixture: CommandFixture) throws {
    _ = try plain(fixture, "s", "review", "h", "l", "q")
  }

  private func list(_ fixture: CommandFixture) throws -> [String] {
    try fixture.deckle("export-marks", "photos").outputText.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t")
      return "\(parts[0]) \(parts[1].split(separator: "/").last ?? "")"
    }
  }

  private func sidecar(_ fixture: CommandFixture, _ name: String) throws -> String {
    String(decoding: try readFile(fixture.photos.appending(name)), as: UTF8.self)
  }

  @Test func `nothing decided gives no line, and an option too many is wrong usage`() throws {
    let fixture = try fixture()
    let process = try fixture.deckle("export-marks", "photos")

    #expect(process.status == .exited(0) && process.output.isEmpty)
    #expect(process.errorText.contains("No photo here is kept or in the bin."))
    #expect(try fixture.deckle("export-marks", "photos", "--xmp", "--list").status == .exited(64))
    #expect(!fixture.folder.contains("home/state/deckle/session.sqlite"))
  }

  @Test func `what is kept is listed as pick, what is in the bin as rejected, and nothing is written`() throws {
    let fixture = try fixture()
    try decided(fixture)
    let before = try fixture.content()

    let lines = try list(fixture)
    let document = try Document(try fixture.deckle("export-marks", "photos", "--json"))

    #expect(lines.count == 2 && Set(lines.map { $0.prefix(4) }) == ["pick", "reje"], "\(lines)")
    #expect(document.text("schema") == "deckle.export-marks/1")
    #expect(document.number("picked") == 1 && document.number("rejected") == 1 && document.number("written") == 0)
    #expect(try document.list("files").allSatisfy { $0.isNull("outcome") && $0.isNull("sidecar") })
    #expect(try fixture.content() == before)
  }

  @Test func `sidecars get the verdicts, photos keep every byte, and the bin stays as it was`() throws {
    let fixture = try fixture()
    try decided(fixture)
    let before = try fixture.content()
    let lines = try list(fixture)
    let rejected = try #require(lines.first { $0.hasPrefix("rejected") }).dropFirst(9)
    let picked = try #require(lines.first { $0.hasPrefix("pick") }).dropFirst(5)

    let process = try fixture.deckle("export-marks", "photos", "--xmp", "--json")
    let document = try Document(process)

    #expect(process.status == .exited(0) && document.number("written") == 2, "\(process.outputText)")
    #expect(try sidecar(fixture, "\(rejected).xmp").contains("xmp:Rating=\"-1\""))
    #expect(try sidecar(fixture, "\(picked).xmp").contains("digiKam:PickLabel=\"3\""))
    let after = try fixture.content()
    #expect(before.allSatisfy { after[$0.key] == $0.value } && after.count == before.count + 2)
    #expect(try list(fixture) == lines)
    #expect(try plain(fixture, "s", "b", "q").contains("Bin: 1 photo"))
    let again = try Document(try fixture.deckle("export-marks", "photos", "--xmp", "--json"))
    #expect(again.number("written") == 0 && again.number("skipped") == 2)
    #expect(try fixture.content() == after)
  }

  @Test func `an export makes no photo one that somebody chose`() throws {
    let fixture = try fixture()
    try decided(fixture)
    func proposed() throws -> [Bool?] {
      // The decisions themselves would hold back what they are about.
      let process = try fixture.deckle(
        "scan", "photos", "--json", adding: ["XDG_STATE_HOME": fixture.folder["other"].string])
      return try Document(process).list("issues").map { $0.flag("preselected") }
    }
    let before = try proposed()

    #expect(try fixture.deckle("export-marks", "photos", "--xmp").status == .exited(0))

    #expect(before == [true, true])
    #expect(try proposed() == before)
    // What a plan proposes, apply moves: what lies beside a copy holds nothing of it.
    let applied = try fixture.shell(
      "export XDG_STATE_HOME=$PWD/other; $deckle plan photos > plan.json && $deckle apply plan.json --yes")
    #expect(applied.status == .exited(0), "\(applied.outputText) \(applied.errorText)")
    #expect(try fixture.shell("ls photos/*.jpg").outputText.split(separator: "\n").count == 3)
  }

  @Test func `a sidecar that is there keeps all that it holds`() throws {
    let fixture = try fixture()
    try decided(fixture)
    let picked = try #require(try list(fixture).first { $0.hasPrefix("pick") }).dropFirst(5)
    let mine = xmpPacket("xmp:Rating=\"4\" xmp:Label=\"Red\" darktable:history_end=\"3\"", "<!-- mine -->")
    try fixture.folder.write(mine, to: "photos/\(picked.dropLast(4)).xmp")

    let process = try fixture.deckle("export-marks", "photos", "--xmp")

    let now = try sidecar(fixture, "\(picked.dropLast(4)).xmp")
    #expect(process.status == .exited(0), "\(process.outputText) \(process.errorText)")
    #expect(
      now.contains("xmp:Rating=\"4\"") && now.contains("<!-- mine -->") && now.contains("PickLabel=\"3\""), "\(now)")
    #expect(!fixture.folder.contains("photos/\(picked).xmp"))
  }

  @Test func `what is open again loses its exported mark, and what is protected gets none`() throws {
    let fixture = try fixture()
    try decided(fixture)
    #expect(try fixture.deckle("export-marks", "photos", "--xmp").status == .exited(0))
    let rejected = try #require(try list(fixture).first { $0.hasPrefix("rejected") }).dropFirst(9)
    _ = try plain(fixture, "s", "review", "u", "u", "q")

    let process = try fixture.deckle("export-marks", "photos", "--xmp")

    #expect(process.outputText.contains("none"), "\(process.outputText)")
    #expect(try sidecar(fixture, "\(rejected).xmp").contains("xmp:Rating=\"0\""))
    try decided(fixture)
    let locked = try fixture.deckle("export-marks", "photos", "--xmp", "--protect", "photos")
    #expect(locked.outputText.contains("protected folder"), "\(locked.outputText)")
    #expect(try sidecar(fixture, "\(rejected).xmp").contains("xmp:Rating=\"0\""))
  }
}
