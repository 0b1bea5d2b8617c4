import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// `deckle export-marks`: what was kept and what is in the bin, for other programs.
@Suite(.waits) struct CommandsExportTests {
  /// b is a copy of a; c and d are copies, too, and d has a sidecar; e is a photo of its own.
  private func room() throws -> CommandRoom {
    let room = try CommandRoom()
    for name in ["a.jpg", "b.jpg"] { try room.addPhoto(name, seed: 1) }
    for name in ["c.jpg", "d.jpg"] { try room.addPhoto(name, seed: 2) }
    try room.addPhoto("e.jpg", seed: 3)
    return room
  }

  private func plain(_ room: CommandRoom, _ lines: String...) throws -> String {
    try room.deckle("--plain", room.photos.string, input: Array((lines.joined(separator: "\n") + "\n").utf8)).outputText
  }

  /// The first two copies: one in the bin, one kept.
  private func decided(_ room: CommandRoom) throws {
    _ = try plain(room, "s", "review", "h", "l", "q")
  }

  private func list(_ room: CommandRoom) throws -> [String] {
    try room.deckle("export-marks", "photos").outputText.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t")
      return "\(parts[0]) \(parts[1].split(separator: "/").last ?? "")"
    }
  }

  private func sidecar(_ room: CommandRoom, _ name: String) throws -> String {
    String(decoding: try readFile(room.photos.appending(name)), as: UTF8.self)
  }

  @Test func `nothing decided gives no line, and an option too many is wrong usage`() throws {
    let room = try room()
    let process = try room.deckle("export-marks", "photos")

    #expect(process.status == .exited(0) && process.output.isEmpty)
    #expect(process.errorText.contains("No photo here is kept or in the bin."))
    #expect(try room.deckle("export-marks", "photos", "--xmp", "--list").status == .exited(64))
    #expect(!room.folder.contains("home/state/deckle/session.sqlite"))
  }

  @Test func `what is kept is listed as pick, what is in the bin as rejected, and nothing is written`() throws {
    let room = try room()
    try decided(room)
    let before = try room.content()

    let lines = try list(room)
    let document = try Document(try room.deckle("export-marks", "photos", "--json"))

    #expect(lines.count == 2 && Set(lines.map { $0.prefix(4) }) == ["pick", "reje"], "\(lines)")
    #expect(document.text("schema") == "deckle.export-marks/1")
    #expect(document.number("picked") == 1 && document.number("rejected") == 1 && document.number("written") == 0)
    #expect(try document.list("files").allSatisfy { $0.isNull("outcome") && $0.isNull("sidecar") })
    #expect(try room.content() == before)
  }

  @Test func `sidecars get the verdicts, photos keep every byte, and the bin stays as it was`() throws {
    let room = try room()
    try decided(room)
    let before = try room.content()
    let lines = try list(room)
    let rejected = try #require(lines.first { $0.hasPrefix("rejected") }).dropFirst(9)
    let picked = try #require(lines.first { $0.hasPrefix("pick") }).dropFirst(5)

    let process = try room.deckle("export-marks", "photos", "--xmp", "--json")
    let document = try Document(process)

    #expect(process.status == .exited(0) && document.number("written") == 2, "\(process.outputText)")
    #expect(try sidecar(room, "\(rejected).xmp").contains("xmp:Rating=\"-1\""))
    #expect(try sidecar(room, "\(picked).xmp").contains("digiKam:PickLabel=\"3\""))
    let after = try room.content()
    #expect(before.allSatisfy { after[$0.key] == $0.value } && after.count == before.count + 2)
    #expect(try list(room) == lines)
    #expect(try plain(room, "s", "b", "q").contains("Bin: 1 photo"))
    let again = try Document(try room.deckle("export-marks", "photos", "--xmp", "--json"))
    #expect(again.number("written") == 0 && again.number("skipped") == 2)
    #expect(try room.content() == after)
  }

  @Test func `an export makes no photo one that somebody chose`() throws {
    let room = try room()
    try decided(room)
    func proposed() throws -> [Bool?] {
      // The decisions themselves would hold back what they are about.
      let process = try room.deckle("scan", "photos", "--json", adding: ["XDG_STATE_HOME": room.folder["other"].string])
      return try Document(process).list("issues").map { $0.flag("preselected") }
    }
    let before = try proposed()

    #expect(try room.deckle("export-marks", "photos", "--xmp").status == .exited(0))

    #expect(before == [true, true])
    #expect(try proposed() == before)
    // What a plan proposes, apply moves: what lies beside a copy holds nothing of it.
    let applied = try room.shell(
      "export XDG_STATE_HOME=$PWD/other; $deckle plan photos > plan.json && $deckle apply plan.json --yes")
    #expect(applied.status == .exited(0), "\(applied.outputText) \(applied.errorText)")
    #expect(try room.shell("ls photos/*.jpg").outputText.split(separator: "\n").count == 3)
  }

  @Test func `a sidecar that is there keeps all that it holds`() throws {
    let room = try room()
    try decided(room)
    let picked = try #require(try list(room).first { $0.hasPrefix("pick") }).dropFirst(5)
    let mine = xmpPacket("xmp:Rating=\"4\" xmp:Label=\"Red\" darktable:history_end=\"3\"", "<!-- mine -->")
    try room.folder.write(mine, to: "photos/\(picked.dropLast(4)).xmp")

    let process = try room.deckle("export-marks", "photos", "--xmp")

    let now = try sidecar(room, "\(picked.dropLast(4)).xmp")
    #expect(process.status == .exited(0), "\(process.outputText) \(process.errorText)")
    #expect(
      now.contains("xmp:Rating=\"4\"") && now.contains("<!-- mine -->") && now.contains("PickLabel=\"3\""), "\(now)")
    #expect(!room.folder.contains("photos/\(picked).xmp"))
  }

  @Test func `what is open again loses its exported mark, and what is protected gets none`() throws {
    let room = try room()
    try decided(room)
    #expect(try room.deckle("export-marks", "photos", "--xmp").status == .exited(0))
    let rejected = try #require(try list(room).first { $0.hasPrefix("rejected") }).dropFirst(9)
    _ = try plain(room, "s", "review", "u", "u", "q")

    let process = try room.deckle("export-marks", "photos", "--xmp")

    #expect(process.outputText.contains("none"), "\(process.outputText)")
    #expect(try sidecar(room, "\(rejected).xmp").contains("xmp:Rating=\"0\""))
    try decided(room)
    let held = try room.deckle("export-marks", "photos", "--xmp", "--protect", "photos")
    #expect(held.outputText.contains("protected folder"), "\(held.outputText)")
    #expect(try sidecar(room, "\(rejected).xmp").contains("xmp:Rating=\"0\""))
  }
}
