import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// A plan that is old, was edited or is none: `deckle apply` takes nothing that has to stay.
@Suite struct CommandsPlanAttacksTests {
  enum Change: CaseIterable {
    case photoChanged, keeperChanged, keeperGone, newSidecar
  }

  @Test(arguments: Change.allCases) func `what changed since the plan was made stays`(_ change: Change) throws {
    let room = try CommandRoom.withCopies()
    let plan = try room.plan()
    try room.write(plan: plan)
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
    let room = try CommandRoom.withCopies()
    let small = TestPictures.resized(TestPictures.scene(seed: 1), to: PixelSize(width: 200, height: 150))
    // It alone says when it was taken, so that it is no proposal.
    let exif = exifBlock(capturedAt: CaptureTime(milliseconds: 1_700_000_000_000))
    try room.folder.write(jpegData(of: small, exif: exif), to: "photos/c/small.jpg")
    let plan = try room.plan()
    let photos = try Document(plan).list("photos")
    #expect(photos.first { $0.text("path")?.hasSuffix("small.jpg") == true }?.text("decision") == "pending")
    let keeper = try #require(photos.first { $0.text("decision") == "keep" }?.text("path"))
    try room.write(plan: plan)
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
    let room = try CommandRoom.withCopies()
    try room.folder.write(Array(text.utf8), to: "plan.json")

    let applied = try room.deckle("apply", "plan.json", "--yes")

    #expect(applied.status == .exited(1))
    #expect(applied.errorText.contains("plan.json"))
    #expect(applied.errorText.contains(words), "\(applied.errorText)")
    #expect(applied.errorText.contains("Nothing was moved"))
  }

  @Test func `a plan with mutations never moves what it does not name, and never ends with a signal`() throws {
    let room = try CommandRoom.withCopies()
    let plan = Array(try JSONSerialization.data(withJSONObject: try room.plan(), options: [.sortedKeys]))
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

  @Test(arguments: Attack.allCases) func `an edited or stale plan takes nothing that has to stay`(
    _ attack: Attack
  ) throws {
    let room = try CommandRoom.withPairs()
    var plan = try room.plan(isPartial: true)
    let files = FileManager.default
    let photos = try #require(plan["photos"] as? [[String: Any]])
    let leaving = try #require(photos.first { $0["decision"] as? String == "delete" }?["path"] as? String)
    let staying = try #require(photos.first { $0["decision"] as? String == "keep" }?["path"] as? String)
    func raw(_ photo: String) -> String { photo.replacing(".jpg", with: ".cr2") }
    switch attack {
    case .keeperLostItsRAW: try files.removeItem(atPath: raw(staying))
    case .keeperSwapped:
      try files.removeItem(atPath: raw(leaving))
      plan = try room.plan(isPartial: true)
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
    try room.write(plan: plan)
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
}
