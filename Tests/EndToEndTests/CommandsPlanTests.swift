import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// `deckle plan` and `deckle apply`: a proposal that a person reads, edits and carries out.
@Suite(.waits) struct CommandsPlanTests {
  @Test func `proposes the copy, keeps the keeper, and changes nothing`() throws {
    let fixture = try CommandFixture.withCopies()
    let before = try fixture.content()

    let photos = try Document(try fixture.plan()).list("photos")

    #expect(
      photos.map { $0.text("path") } == ["photos/a/one.jpg", "photos/b/one.jpg"].map { fixture.folder[$0].string })
    #expect(Set(photos.compactMap { $0.text("decision") }) == ["keep", "delete"])
    #expect(photos.allSatisfy { $0.text("digest")?.count == 64 })
    #expect(Set(try photos.flatMap { try $0.list("reasons") }.compactMap { $0.text("set") }).count == 1)
    #expect(try fixture.content() == before)
  }

  @Test func `a plan that deletes nothing is done, and has its document`() throws {
    let fixture = try CommandFixture.withCopies()
    try fixture.write(plan: deciding(try fixture.plan(), "keep", "one.jpg"))

    for mode in ["--yes", "--dry-run"] {
      let process = try fixture.deckle("apply", "plan.json", mode, "--json")
      #expect(process.status == .exited(0))
      let document = try Document(process)
      #expect(document.text("schema") == "deckle.trash/1" && document.number("moved") == 0)
      #expect(try document.list("files").isEmpty && document.isNull("batch"))
      #expect(document.flag("dryRun") == (mode == "--dry-run"))
    }
  }

  @Test func `a plan as it is moves what it proposes, and can be taken back`() throws {
    let fixture = try CommandFixture.withCopies()
    let before = try fixture.content()
    try fixture.write(plan: try fixture.plan())

    let applied = try fixture.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0))
    #expect(try Document(applied).number("moved") == 1)
    #expect(try fixture.content().count == before.count - 1)
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    #expect(try fixture.content() == before)
  }

  @Test func `what a person changed to keep stays, and with nothing to delete there is nothing to do`() throws {
    let fixture = try CommandFixture.withCopies()
    let before = try fixture.content()
    try fixture.write(plan: try deciding(try fixture.plan(), "keep", "one.jpg"))

    let applied = try fixture.deckle("apply", "plan.json", "--yes")

    #expect(applied.status == .exited(0))
    #expect(applied.errorText.contains("nothing to do"))
    #expect(try fixture.content() == before)
  }

  @Test func `a dry run says what would go and touches nothing`() throws {
    let fixture = try CommandFixture.withCopies()
    try fixture.write(plan: try fixture.plan())
    let before = fixture.folder.list()

    let applied = try fixture.deckle("apply", "plan.json", "--dry-run", "--json")

    #expect(applied.status == .exited(0))
    #expect(try Document(applied).flag("dryRun") == true)
    #expect(try Document(applied).number("moved") == 1)
    #expect(fixture.folder.list() == before)
  }

  @Test func `it asks for a yes where nobody can be asked`() throws {
    let fixture = try CommandFixture.withCopies()
    try fixture.write(plan: try fixture.plan())
    let before = try fixture.content()

    let applied = try fixture.deckle("apply", "plan.json")

    #expect(applied.status == .exited(1))
    #expect(applied.errorText.contains("--yes"))
    #expect(try fixture.content() == before)
  }

  @Test func `only what has something that stays for it is proposed, and its sets are named in every plan`() throws {
    let fixture = try CommandFixture.withCopies()
    for category in [[], ["--category", "blurry"], ["--category", "duplicate"]] {
      let process = try runProcess(
        deckleBinary, ["plan", "photos"] + category, environment: fixture.environment, input: [],
        directory: fixture.folder.path)
      for photo in try Document(process).list("photos") where photo.text("decision") == "delete" {
        #expect(try photo.list("reasons").contains { $0.text("set") != nil })
      }
    }
  }

  @Test func `a plan that is none is refused with the place in it`() throws {
    let fixture = try CommandFixture.withCopies()
    let photo = #"{"path": "/x", "decision": "erase", "bytes": 1, "companions": [], "reasons": []}"#
    let head = #""schema": "deckle.plan/1", "createdAt": "2026-01-31T12:00:00Z", "folders": [{"path": "/"}]"#
    try fixture.folder.write("{\(head), \"photos\": [\(photo)]}", to: "plan.json")

    let applied = try fixture.deckle("apply", "plan.json", "--yes")

    #expect(applied.status == .exited(1))
    #expect(
      applied.errorText.contains(
        "plan.json has none of delete, keep, pending or move in photo 1, decision. Nothing was moved."),
      "\(applied.errorText)")
  }

  @Test func `names that are no text survive the way through a plan`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let odd = fixture.folder[nameBytes: Array("photos/b".utf8) + [0xFF, 0x1B] + Array("[2J.jpg".utf8)]
    try FileManager.default.copyItem(
      atPath: fixture.folder["photos/a.jpg"].string, toPath: fixture.folder["tmp.jpg"].string)
    #expect(rename(fixture.folder["tmp.jpg"].string, odd) == 0)
    let plan = try fixture.plan()
    try fixture.write(plan: plan)

    let applied = try fixture.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0))
    #expect(try fixture.content().count == 1)
  }
}

private func rename(_ from: String, _ to: FilePath) -> Int32 { to.withPlatformString { Glibc.rename(from, $0) } }
