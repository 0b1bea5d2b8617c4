import FileSafety
import Foundation
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// What was said to stay, against plans, imports and cards that would have it go for a reason of their own: it changed since, or
/// it belongs to another photo now.
@Suite(.waits) struct CommandsKeptFilesTests {
  private func review(_ fixture: CommandFixture, _ lines: String...) throws -> String {
    let input = Array((lines + ["q", ""]).joined(separator: "\n").utf8)
    return try fixture.deckle("--plain", fixture.photos.string, input: input).outputText
  }

  private func plan(_ fixture: CommandFixture) throws -> [String: Any] {
    let process = try fixture.deckle("plan", "photos")
    return try Document(process).object
  }

  private func photo(_ name: String, in plan: [String: Any]) throws -> [String: Any] {
    let photos = try #require(plan["photos"] as? [[String: Any]])
    return try #require(photos.first { ($0["path"] as? String)?.hasSuffix("/\(name)") == true })
  }

  /// Carries out a plan that was edited so that this photo goes.
  private func apply(
    _ plan: [String: Any], deleting name: String, knowing isKnown: Bool, _ fixture: CommandFixture
  ) throws -> FinishedProcess {
    var plan = plan
    var photos = try #require(plan["photos"] as? [[String: Any]])
    for index in photos.indices where (photos[index]["path"] as? String)?.hasSuffix("/\(name)") == true {
      photos[index]["decision"] = "delete"
      photos[index]["kept"] = isKnown ? true : nil
    }
    plan["photos"] = photos
    try fixture.folder.write(Array(try JSONSerialization.data(withJSONObject: plan)), to: "plan.json")
    return try fixture.deckle("apply", "plan.json", "--yes", "--json")
  }

  @Test(arguments: ["l", "*"])
  func `what was kept or chosen and changed in its place is proposed by nothing and moved by no plan`(
    _ key: String
  ) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write(CommandFixture.photo(seed: 1) + [0], to: "photos/b.jpg")
    let proposed = try #require(
      ["a.jpg", "b.jpg"].first { try photo($0, in: plan(fixture))["decision"] as? String == "delete" })
    #expect(try review(fixture, "scan", "duplicates", key).contains(proposed))
    try fixture.folder.write(CommandFixture.photo(seed: 1) + [0, 0, 0], to: "photos/\(proposed)")
    let before = try fixture.content()

    let again = try plan(fixture)
    let entry = try photo(proposed, in: again)

    #expect(entry["decision"] as? String == "pending" && entry["kept"] as? Bool == true)
    let reasons = try #require(entry["reasons"] as? [[String: Any]])
    #expect((reasons.first?["why"] as? String)?.hasPrefix("you kept it before it changed; ") == true)
    let card = try review(fixture, "scan", "duplicates", "mark all")
    #expect(card.contains("You kept it before it changed; ") && !card.contains("Proposed"), "\(card)")
    #expect(card.contains("What is left was kept before, itself or a file of it; mark it one by one"), "\(card)")
    let applied = try apply(again, deleting: proposed, knowing: false, fixture)
    #expect(applied.outputText.contains("you kept it before it changed, and the plan does not know that"))
    #expect(try applied.status == .exited(1) && fixture.content() == before)
    // Who reads that, and says delete all the same, has said it.
    #expect(try apply(again, deleting: proposed, knowing: true, fixture).status == .exited(0))
  }

  @Test func `no plan and no import takes a RAW along that was kept by itself`() throws {
    let fixture = try CommandFixture()
    for folder in ["x", "y"] {
      try fixture.addPhoto("\(folder)/A.jpg", seed: 1)
      try fixture.folder.write(Array("the raw".utf8), to: "photos/\(folder)/A.cr2")
    }
    let proposed = try #require(
      ["x/A.jpg", "y/A.jpg"].first { try photo($0, in: plan(fixture))["decision"] as? String == "delete" })
    let raw = fixture.folder["photos/\(proposed.replacing("jpg", with: "cr2"))"]
    let decisionItem = DecisionAction.Item(
      path: raw, identity: try fileStatus(of: raw).identity, category: .similar, decision: .keep, previous: .pending)
    _ = try SessionDatabase(path: fixture.folder["home/state/deckle/session.sqlite"], timestamp: "x").record(
      DecisionAction(items: [decisionItem]), in: [fixture.photos])
    let before = try fixture.content()

    let again = try plan(fixture)

    let entry = try photo(proposed, in: again)
    #expect(entry["decision"] as? String == "pending" && entry["kept"] as? Bool == true)
    let reasons = try #require(entry["reasons"] as? [[String: Any]])
    #expect((reasons.first?["why"] as? String)?.hasPrefix("you kept A.cr2, which belongs to it; ") == true)
    let applied = try apply(again, deleting: proposed, knowing: false, fixture)
    #expect(applied.outputText.contains("which belongs to it, and the plan does not know that"))
    #expect(try applied.status == .exited(1) && fixture.content() == before)

    let other = proposed == "x/A.jpg" ? "y/A.jpg" : "x/A.jpg"
    let set =
      "0123, 41 B (41 B) * 2:\n    \(fixture.photos.string)/\(other)\n    \(fixture.photos.string)/\(proposed)\n"
    try fixture.folder.write("# Report by fclones 0.34.0\n# Base dir: /\n" + set, to: "result.txt")
    let imported = try fixture.deckle("import", "result.txt", "photos")
    #expect(imported.status == .exited(1))
    #expect(imported.outputText.contains("you kept A.cr2, which belongs to it"), "\(imported.outputText)")
  }
}
