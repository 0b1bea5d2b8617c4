import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// `deckle plan` and `deckle apply`: a proposal that a person reads, edits and carries out.
@Suite struct CommandsPlanTests {
  /// Two copies of one photo, and a photo by itself.
  private func library() throws -> CommandRoom {
    let room = try CommandRoom()
    try room.addPhoto("a/one.jpg", seed: 1)
    try room.addPhoto("b/one.jpg", seed: 1)
    try room.addPhoto("alone.jpg", seed: 2)
    return room
  }

  private func plan(_ room: CommandRoom) throws -> [String: Any] {
    let process = try room.deckle("plan", "photos")
    // 2: something could not be read, and is told.
    #expect([.exited(0), .exited(2)].contains(process.status))
    return try Document(process).object
  }

  private func write(_ plan: [String: Any], _ room: CommandRoom) throws {
    try room.folder.write(Array(try JSONSerialization.data(withJSONObject: plan)), to: "plan.json")
  }

  /// The plan with another decision for the photos that a test names by the ends of their paths.
  private func deciding(_ plan: [String: Any], _ decision: String, _ endings: String...) throws -> [String: Any] {
    var plan = plan
    var photos = try #require(plan["photos"] as? [[String: Any]])
    for index in photos.indices {
      let path = try #require(photos[index]["path"] as? String)
      if endings.contains(where: path.hasSuffix) { photos[index]["decision"] = decision }
    }
    plan["photos"] = photos
    return plan
  }

  @Test func `proposes the copy, keeps the keeper, and changes nothing`() throws {
    let room = try library()
    let before = try room.content()

    let photos = try Document(try plan(room)).list("photos")

    #expect(photos.map { $0.text("path") } == ["photos/a/one.jpg", "photos/b/one.jpg"].map { room.folder[$0].string })
    #expect(Set(photos.compactMap { $0.text("decision") }) == ["keep", "delete"])
    #expect(photos.allSatisfy { $0.text("digest")?.count == 64 })
    #expect(Set(try photos.flatMap { try $0.list("reasons") }.compactMap { $0.text("set") }).count == 1)
    #expect(try room.content() == before)
  }

  @Test func `a plan that deletes nothing is done, and has its document`() throws {
    let room = try library()
    try write(deciding(try plan(room), "keep", "one.jpg"), room)

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
    let room = try library()
    let before = try room.content()
    try write(try plan(room), room)

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0))
    #expect(try Document(applied).number("moved") == 1)
    #expect(try room.content().count == before.count - 1)
    #expect(try room.deckle("restore", "--last").status == .exited(0))
    #expect(try room.content() == before)
  }

  @Test func `what a person changed to keep stays, and with nothing to delete there is nothing to do`() throws {
    let room = try library()
    let before = try room.content()
    try write(try deciding(try plan(room), "keep", "one.jpg"), room)

    let applied = try room.deckle("apply", "plan.json", "--yes")

    #expect(applied.status == .exited(0))
    #expect(applied.errorText.contains("nothing to do"))
    #expect(try room.content() == before)
  }

  @Test func `a plan that deletes a whole set moves none of it`() throws {
    let room = try library()
    let before = try room.content()
    try write(try deciding(try plan(room), "delete", "one.jpg"), room)

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(1))
    #expect(try Document(applied).list("files").allSatisfy { $0.text("outcome") == "refused" })
    #expect(try room.content() == before)
  }

  @Test func `a dry run says what would go and touches nothing`() throws {
    let room = try library()
    try write(try plan(room), room)
    let before = room.folder.list()

    let applied = try room.deckle("apply", "plan.json", "--dry-run", "--json")

    #expect(applied.status == .exited(0))
    #expect(try Document(applied).flag("dryRun") == true)
    #expect(try Document(applied).number("moved") == 1)
    #expect(room.folder.list() == before)
  }

  enum Change: CaseIterable {
    case photoChanged, keeperChanged, keeperGone, newSidecar
  }

  @Test(arguments: Change.allCases) func `what changed since the plan was made stays`(_ change: Change) throws {
    let room = try library()
    let plan = try plan(room)
    try write(plan, room)
    let photos = try Document(plan).list("photos")
    let leaving = try #require(photos.first { $0.text("decision") == "delete" }?.text("path"))
    let staying = try #require(photos.first { $0.text("decision") == "keep" }?.text("path"))
    switch change {
    case .photoChanged: try Data(CommandRoom.photo(seed: 3)).write(to: URL(filePath: leaving))
    case .keeperChanged: try Data(CommandRoom.photo(seed: 3)).write(to: URL(filePath: staying))
    case .keeperGone: try FileManager.default.removeItem(atPath: staying)
    case .newSidecar: try Data("<x/>".utf8).write(to: URL(filePath: leaving + ".xmp"))
    }
    let before = try room.content()

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(1))
    #expect(try Document(applied).list("files").first?.text("reason")?.isEmpty == false)
    #expect(try room.content() == before)
  }

  @Test(arguments: [Change.keeperChanged, .keeperGone])
  func `a smaller version that is still a question stands in for no photo that should stay`(
    _ change: Change
  ) throws {
    let room = try library()
    let small = TestPictures.resized(TestPictures.scene(seed: 1), to: PixelSize(width: 200, height: 150))
    try room.folder.write(jpegData(of: small), to: "photos/c/small.jpg")
    let plan = try plan(room)
    let photos = try Document(plan).list("photos")
    #expect(photos.first { $0.text("path")?.hasSuffix("small.jpg") == true }?.text("decision") == "pending")
    let keeper = try #require(photos.first { $0.text("decision") == "keep" }?.text("path"))
    try write(plan, room)
    switch change {
    case .keeperChanged: try Data(CommandRoom.photo(seed: 3)).write(to: URL(filePath: keeper))
    default: try FileManager.default.removeItem(atPath: keeper)
    }
    let before = try room.content()

    let applied = try room.deckle("apply", "plan.json", "--yes")

    #expect(applied.status == .exited(1), "\(applied.outputText)")
    #expect(applied.outputText.contains("nothing of its set would stay"), "\(applied.outputText)")
    #expect(try room.content() == before)
  }

  @Test func `it asks for a yes where nobody can be asked`() throws {
    let room = try library()
    try write(try plan(room), room)
    let before = try room.content()

    let applied = try room.deckle("apply", "plan.json")

    #expect(applied.status == .exited(1))
    #expect(applied.errorText.contains("--yes"))
    #expect(try room.content() == before)
  }

  @Test func `a protected folder holds against a plan`() throws {
    let room = try library()
    let plan = try plan(room)
    try write(plan, room)
    let leaving = try #require(
      try Document(plan).list("photos").first { $0.text("decision") == "delete" }?.text("path"))
    let before = try room.content()

    let applied = try room.deckle(
      "apply", "plan.json", "--yes", "--protect", FilePath(leaving).removingLastComponent().string)

    #expect(applied.status == .exited(1))
    #expect(try room.content() == before)
  }

  @Test func `a name that other disks take for the same is no copy that stays`() throws {
    let room = try library()
    let text = try #require(String(data: JSONSerialization.data(withJSONObject: try plan(room)), encoding: .utf8))
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
    try write(try deciding(try deciding(try plan(room), "delete", "b.jpg", "c.jpg"), "keep", "a.jpg"), room)
    try FileManager.default.removeItem(atPath: room.folder["home/cache"].string)

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0))
    #expect(try Document(applied).number("moved") == 2)
    #expect(room.folder.contains("photos/x/a.jpg"))
  }

  @Test(arguments: [
    ("", "is no JSON document"), ("[]", "wrong kind"), ("{}", "has no “"),
    (#"{"schema": "deckle.scan/1", "createdAt": "", "folders": [], "photos": []}"#, "of the kind"),
    (
      #"{"schema": "deckle.plan/1", "createdAt": "2026-01-31T12:00:00Z", "folders": [{"path": "/"}], "photos": [{"path": "/x", "decision": "erase", "bytes": 1, "companions": [], "reasons": []}]}"#,
      "photo 1, decision"
    ),
    (
      #"{"schema": "deckle.plan/1", "createdAt": "2026-01-31T12:00:00Z", "folders": [{"path": "/"}], "photos": [{"path": "x", "decision": "delete", "bytes": 1, "companions": [], "reasons": []}]}"#,
      "does not begin with"
    ),
    (
      #"{"schema": "deckle.plan/1", "createdAt": "2026-01-31T12:00:00Z", "folders": [{"path": "/"}], "photos": [{"path": "/x", "decision": "delete", "bytes": 1, "digest": "12", "companions": [], "reasons": []}]}"#,
      "digest"
    ),
  ]) func `a plan that is none is refused with the place in it`(_ text: String, _ words: String) throws {
    let room = try library()
    try room.folder.write(Array(text.utf8), to: "plan.json")

    let applied = try room.deckle("apply", "plan.json", "--yes")

    #expect(applied.status == .exited(1))
    #expect(applied.errorText.contains("plan.json"))
    #expect(applied.errorText.contains(words), "\(applied.errorText)")
    #expect(applied.errorText.contains("Nothing was moved"))
  }

  @Test func `a plan with mutations never moves what it does not name, and never ends with a signal`() throws {
    let room = try library()
    let plan = Array(try JSONSerialization.data(withJSONObject: try plan(room), options: [.sortedKeys]))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<40 {
      var bytes = plan
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try room.folder.write(bytes, to: "plan.json")
      let applied = try room.deckle("apply", "plan.json", "--dry-run")
      guard case .exited(let code) = applied.status else {
        Issue.record("ended by a signal")
        return
      }
      #expect([0, 1, 2].contains(code))
    }
    #expect(room.folder.contains("photos/alone.jpg"))
  }

  enum Attack: CaseIterable {
    case keeperLostItsRAW, keeperSwapped, otherBytes, outside, linkInPath, companionIsToStay, doubledKey, sidecarChanged
  }

  /// Two copies of a photo with their RAW and sidecar.
  private func pairs() throws -> CommandRoom {
    let room = try CommandRoom()
    for folder in ["a", "b"] {
      try room.addPhoto("\(folder)/x.jpg", seed: 1)
      try room.folder.write(Array("the raw".utf8), to: "photos/\(folder)/x.cr2")
      try room.folder.write(Array("<x/>".utf8), to: "photos/\(folder)/x.xmp")
    }
    return room
  }

  @Test(arguments: Attack.allCases) func `an edited or stale plan takes nothing that has to stay`(
    _ attack: Attack
  ) throws {
    let room = try pairs()
    var plan = try plan(room)
    let files = FileManager.default
    let photos = try #require(plan["photos"] as? [[String: Any]])
    let leaving = try #require(photos.first { $0["decision"] as? String == "delete" }?["path"] as? String)
    let staying = try #require(photos.first { $0["decision"] as? String == "keep" }?["path"] as? String)
    func raw(_ photo: String) -> String { photo.replacing(".jpg", with: ".cr2") }
    switch attack {
    case .keeperLostItsRAW: try files.removeItem(atPath: raw(staying))
    case .keeperSwapped:
      try files.removeItem(atPath: raw(leaving))
      plan = try self.plan(room)
      plan = try deciding(try deciding(plan, "delete", staying), "keep", leaving)
    case .otherBytes:
      let other = try room.addPhoto("c/wedding.jpg", seed: 9)
      var changed = photos
      for index in changed.indices where changed[index]["path"] as? String == leaving {
        changed[index]["pathBytes"] = Data(other.string.utf8).base64EncodedString()
      }
      plan["photos"] = changed
    case .outside: plan["folders"] = [["path": room.folder["elsewhere"].string]]
    case .linkInPath:
      let folder = FilePath(leaving).removingLastComponent().string
      try files.moveItem(atPath: folder, toPath: room.folder["backup"].string)
      try files.createSymbolicLink(atPath: folder, withDestinationPath: room.folder["backup"].string)
    case .companionIsToStay:
      plan["photos"] =
        photos + [["path": raw(leaving), "decision": "keep", "bytes": 7, "companions": [], "reasons": []]]
    case .doubledKey: break
    case .sidecarChanged: try Data("<y/>".utf8).write(to: URL(filePath: leaving.replacing(".jpg", with: ".xmp")))
    }
    try write(plan, room)
    if attack == .doubledKey {
      let text = String(decoding: try readFile(room.folder["plan.json"]), as: UTF8.self)
      try room.folder.write(
        Array(text.replacing("\"decision\":\"keep\"", with: "\"decision\":\"delete\",\"decision\":\"keep\"").utf8),
        to: "plan.json")
    }
    let before = room.folder.list().filter {
      $0.starts(with: Array("photos".utf8)) || $0.starts(with: Array("backup".utf8))
    }

    let applied = try room.deckle("apply", "plan.json", "--yes")

    #expect(applied.status == .exited(1), "\(applied.errorText)")
    #expect(
      room.folder.list().filter { $0.starts(with: Array("photos".utf8)) || $0.starts(with: Array("backup".utf8)) }
        == before)
  }

  @Test func `copies with all their files go with all of them, and come back`() throws {
    let room = try pairs()
    let before = try room.content()
    try write(try plan(room), room)

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0), "\(applied.errorText)")
    #expect(try Document(applied).number("moved") == 3)
    #expect(try room.deckle("restore", "--last").status == .exited(0))
    #expect(try room.content() == before)
  }

  @Test func `only what has something that stays for it is proposed, and its sets are named in every plan`() throws {
    let room = try library()
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
    let room = try library()
    try room.folder.write(Array(text.utf8), to: "plan.json")

    let applied = try room.deckle("apply", "plan.json", "--dry-run")

    #expect(applied.status == .exited(1))
    #expect(applied.errorText.contains(" twice of one thing") == (key != nil), "\(applied.errorText)")
  }

  @Test func `what was kept after the plan was made stays`() throws {
    let room = try library()
    try write(try plan(room), room)
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
    let plan = try plan(room)
    try write(plan, room)

    let applied = try room.deckle("apply", "plan.json", "--yes", "--json")

    #expect(applied.status == .exited(0))
    #expect(try room.content().count == 1)
  }
}

private func rename(_ from: String, _ to: FilePath) -> Int32 { to.withPlatformString { Glibc.rename(from, $0) } }
