import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// `deckle plan` and `deckle apply`: a proposal that a person reads, edits and carries out.
@Suite struct CommandsPlanTests {
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

  @Test func `a plan that deletes a whole set moves none of it`() throws {
    let room = try CommandRoom.withCopies()
    let before = try room.content()
    try room.write(plan: try deciding(try room.plan(), "delete", "one.jpg"))

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(1))
    #expect(try Document(applied).list("files").allSatisfy { $0.text("outcome") == "refused" })
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

  @Test func `a protected folder holds against a plan`() throws {
    let room = try CommandRoom.withCopies()
    let plan = try room.plan()
    try room.write(plan: plan)
    let leaving = try #require(
      try Document(plan).list("photos").first { $0.text("decision") == "delete" }?.text("path"))
    let before = try room.content()

    let applied = try room.deckle(
      "apply", "plan.json", "--yes", "--protect", FilePath(leaving).removingLastComponent().string)

    #expect(applied.status == .exited(1))
    #expect(try room.content() == before)
  }

  @Test func `a name that other disks take for the same is no copy that stays`() throws {
    let room = try CommandRoom.withCopies()
    let text = try #require(String(data: JSONSerialization.data(withJSONObject: try room.plan()), encoding: .utf8))
    // The same plan for a library in which the two folders are one but for a capital.
    try room.folder.write(Array(text.replacing(#"b\/one.jpg"#, with: #"A\/one.jpg"#).utf8), to: "plan.json")
    #expect(rename(room.folder["photos/b"].string, room.folder["photos/A"]) == 0)
    let before = try room.content()

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(1))
    let file = try #require(try Document(applied).list("files").first)
    #expect(file.text("outcome") == "refused")
    #expect(file.text("reason")?.contains("nothing of its set would stay") == true)
    #expect(try room.content() == before)
  }

  @Test func `two of three copies go where the third is far away and nothing is remembered`() throws {
    let room = try CommandRoom()
    for name in ["x/a.jpg", "y/z/b.jpg", "y/z/c.jpg"] { try room.addPhoto(name, seed: 1) }
    try room.write(plan: try deciding(try deciding(try room.plan(), "delete", "b.jpg", "c.jpg"), "keep", "a.jpg"))
    try FileManager.default.removeItem(atPath: room.folder["home/cache"].string)

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0))
    #expect(try Document(applied).number("moved") == 2)
    #expect(room.folder.contains("photos/x/a.jpg"))
  }

  @Test func `copies with all their files go with all of them, and come back`() throws {
    let room = try CommandRoom.withPairs()
    let before = try room.content()
    try room.write(plan: try room.plan(isPartial: true))

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0), "\(applied.errorText)")
    #expect(try Document(applied).number("moved") == 3)
    #expect(try room.deckle("restore", "--last").status == .exited(0))
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

  @Test(
    arguments: [
      (#"{"a": 1, "b": {"a": 2}, "c": [{"a": 1}, {"a": 2}]}"#, nil), (#"{"a": 1, "a": 2}"#, "a"),
      (#"{"x": [{"k": "}", "k": 1}]}"#, "k"), (#"{"a\"": 1, "a\"": 2}"#, #"a\""#), (#"{"a": "a", "b": "a"}"#, nil),
      ("{\"", nil), ("]}\"\\", nil),
    ] as [(String, String?)]) func `a key that stands twice in one object is found`(_ text: String, _ key: String?)
    throws
  {
    let room = try CommandRoom.withCopies()
    try room.folder.write(Array(text.utf8), to: "plan.json")

    let applied = try room.deckle("apply", "plan.json", "--dry-run")

    #expect(applied.status == .exited(1))
    #expect(applied.errorText.contains(" twice of one thing") == (key != nil), "\(applied.errorText)")
  }

  @Test func `what was kept after the plan was made stays`() throws {
    let room = try CommandRoom.withCopies()
    try room.write(plan: try room.plan())
    let review = try room.deckle("--plain", "photos", input: Array("s\nreview\nkeep\nq\n".utf8))
    #expect(review.outputText.contains("Kept: one.jpg"), "\(review.outputText)")
    let before = try room.content()

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(1))
    #expect(try Document(applied).list("files").first?.text("reason")?.contains("you kept it after") == true)
    #expect(try room.content() == before)
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
