import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// `deckle plan` and `deckle apply`: a proposal that a person reads, edits and carries out.
@Suite(.waits) struct CommandsPlanTests {
  @Test func `proposes the copy, keeps the keeper, and changes nothing`() throws {
    let room = try CommandRoom.withCopies()
    let before = try room.content()

    let photos = try Document(try room.plan()).list("photos")

    #expect(photos.map { $0.text("path") } == ["photos/a/one.jpg", "photos/b/one.jpg"].map { room.folder[$0].string })
    #expect(Set(photos.compactMap { $0.text("decision") }) == ["keep", "delete"])
    #expect(photos.allSatisfy { $0.text("digest")?.count == 64 })
    #expect(Set(try photos.flatMap { try $0.list("reasons") }.compactMap { $0.text("set") }).count == 1)
    #expect(try room.content() == before)
  }

  @Test func `a plan that deletes nothing is done, and has its document`() throws {
    let room = try CommandRoom.withCopies()
    try room.write(plan: deciding(try room.plan(), "keep", "one.jpg"))

    for mode in ["--yes", "--dry-run"] {
      let process = try room.deckle("apply", "plan.json", mode, "--json")
      #expect(process.status == .exited(0))
      let document = try Document(process)
      #expect(document.text("schema") == "deckle.trash/1" && document.number("moved") == 0)
      #expect(try document.list("files").isEmpty && document.isNull("batch"))
      #expect(document.flag("dryRun") == (mode == "--dry-run"))
    }
  }

  @Test func `a plan as it is moves what it proposes, and can be taken back`() throws {
    let room = try CommandRoom.withCopies()
    let before = try room.content()
    try room.write(plan: try room.plan())

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0))
    #expect(try Document(applied).number("moved") == 1)
    #expect(try room.content().count == before.count - 1)
    #expect(try room.deckle("restore", "--last").status == .exited(0))
    #expect(try room.content() == before)
  }

  @Test func `what a person changed to keep stays, and with nothing to delete there is nothing to do`() throws {
    let room = try CommandRoom.withCopies()
    let before = try room.content()
    try room.write(plan: try deciding(try room.plan(), "keep", "one.jpg"))

    let applied = try room.deckle("apply", "plan.json", "--yes")

    #expect(applied.status == .exited(0))
    #expect(applied.errorText.contains("nothing to do"))
    #expect(try room.content() == before)
  }

  @Test func `a dry run says what would go and touches nothing`() throws {
    let room = try CommandRoom.withCopies()
    try room.write(plan: try room.plan())
    let before = room.folder.list()

    let applied = try room.deckle("apply", "plan.json", "--dry-run", "--json")

    #expect(applied.status == .exited(0))
    #expect(try Document(applied).flag("dryRun") == true)
    #expect(try Document(applied).number("moved") == 1)
    #expect(room.folder.list() == before)
  }

  @Test func `it asks for a yes where nobody can be asked`() throws {
    let room = try CommandRoom.withCopies()
    try room.write(plan: try room.plan())
    let before = try room.content()

    let applied = try room.deckle("apply", "plan.json")

    #expect(applied.status == .exited(1))
    #expect(applied.errorText.contains("--yes"))
    #expect(try room.content() == before)
  }

  @Test func `only what has something that stays for it is proposed, and its sets are named in every plan`() throws {
    let room = try CommandRoom.withCopies()
    for category in [[], ["--category", "blurry"], ["--category", "duplicate"]] {
      let process = try runProcess(
        deckleBinary, ["plan", "photos"] + category, environment: room.environment, input: [],
        directory: room.folder.path)
      for photo in try Document(process).list("photos") where photo.text("decision") == "delete" {
        #expect(try photo.list("reasons").contains { $0.text("set") != nil })
      }
    }
  }

  @Test func `a plan that is none is refused with the place in it`() throws {
    let room = try CommandRoom.withCopies()
    let photo = #"{"path": "/x", "decision": "erase", "bytes": 1, "companions": [], "reasons": []}"#
    let head = #""schema": "deckle.plan/1", "createdAt": "2026-01-31T12:00:00Z", "folders": [{"path": "/"}]"#
    try room.folder.write("{\(head), \"photos\": [\(photo)]}", to: "plan.json")

    let applied = try room.deckle("apply", "plan.json", "--yes")

    #expect(applied.status == .exited(1))
    #expect(
      applied.errorText.contains(
        "plan.json has none of delete, keep, pending or move in photo 1, decision. Nothing was moved."),
      "\(applied.errorText)")
  }

  @Test func `names that are no text survive the way through a plan`() throws {
    let room = try CommandRoom()
    try room.addPhoto("a.jpg", seed: 1)
    let odd = room.folder[nameBytes: Array("photos/b".utf8) + [0xFF, 0x1B] + Array("[2J.jpg".utf8)]
    try FileManager.default.copyItem(atPath: room.folder["photos/a.jpg"].string, toPath: room.folder["tmp.jpg"].string)
    #expect(rename(room.folder["tmp.jpg"].string, odd) == 0)
    let plan = try room.plan()
    try room.write(plan: plan)

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0))
    #expect(try room.content().count == 1)
  }
}

private func rename(_ from: String, _ to: FilePath) -> Int32 { to.withPlatformString { Glibc.rename(from, $0) } }
