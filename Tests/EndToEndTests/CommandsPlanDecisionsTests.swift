import FileSafety
import Foundation
import Glibc
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// `deckle plan` and `deckle apply` against what the user decides in a review.
@Suite(.waits) struct CommandsPlanDecisionsTests {
  enum Decision: CaseIterable {
    case kept, chosenKeeper, notTheSame
  }

  /// One picture in two files of other bytes.
  private func library() throws -> CommandFixture {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write(CommandFixture.photo(seed: 1) + [0], to: "photos/b.jpg")
    return fixture
  }

  private func photos(_ plan: [String: Any]) throws -> [[String: Any]] {
    try #require(plan["photos"] as? [[String: Any]])
  }

  private func path(_ decision: String, in plan: [String: Any]) throws -> FilePath {
    let photo = try photos(plan).first { $0["decision"] as? String == decision }
    return FilePath(try #require(photo?["path"] as? String))
  }

  private func apply(_ plan: [String: Any], _ fixture: CommandFixture) throws -> FinishedProcess {
    try fixture.write(plan: plan)
    return try fixture.deckle("apply", "plan.json", "--yes", "--json")
  }

  private func session(_ fixture: CommandFixture) throws -> SessionDatabase {
    try SessionDatabase(path: fixture.folder["home/state/deckle/session.sqlite"], timestamp: "x")
  }

  /// What a key in the review writes about a photo of the set.
  private func decide(_ decision: Decision, _ path: FilePath, beside keeper: FilePath, _ fixture: CommandFixture) throws
  {
    let (mine, theirs) = (try contentDigest(of: path), try contentDigest(of: keeper))
    func item(_ decision: UserDecision) throws -> DecisionAction.Item {
      DecisionAction.Item(
        path: path, identity: try fileStatus(of: path).identity, category: .duplicate, decision: decision,
        previous: .pending, digest: mine)
    }
    var action = DecisionAction(items: [try item(decision == .kept ? .keep : .pending)])
    var change = LedgerChange(decidedAt: Date())
    switch decision {
    case .kept:
      change.kept = [
        .init(path: path, digest: mine, category: .duplicate, groupSnapshot: [mine, theirs], keeper: theirs)
      ]
    case .chosenKeeper: action.keeperMove = KeeperMove(group: PhotoGroup.ID("any"), path: path, previous: nil)
    case .notTheSame:
      let pair = try #require(ContentPair(mine, theirs))
      action.refusal = pair
      change.refused = LedgerChange.Refused(pair: pair, photo: path, keeper: keeper)
    }
    _ = try session(fixture).record(action, ledger: decision == .chosenKeeper ? nil : change, in: [fixture.photos])
  }

  /// A plan tells its time in whole seconds: what was done in the same one may be later.
  private func planOfALaterSecond(_ fixture: CommandFixture) throws -> [String: Any] {
    let first = try fixture.plan()
    var plan = first
    while plan["createdAt"] as? String == first["createdAt"] as? String { plan = try fixture.plan() }
    return plan
  }

  @Test(arguments: Decision.allCases)
  func `what was decided after the plan was made holds, whatever the clock said then`(_ decision: Decision) throws {
    let fixture = try library()
    var plan = try fixture.plan()
    plan["createdAt"] = "2999-01-31T12:00:00Z"
    let leaving = try path("delete", in: plan)
    let before = try fixture.content()
    try decide(decision, leaving, beside: try path("keep", in: plan), fixture)

    let applied = try apply(plan, fixture)

    #expect(applied.status == .exited(1), "\(applied.outputText)")
    #expect(try Document(applied).list("files").first?.text("outcome") == "refused")
    #expect(try fixture.content() == before)
    let again = try photos(fixture.plan()).first { $0["path"] as? String == leaving.string }
    #expect(again?["decision"] as? String != "delete")
  }

  @Test(arguments: [["h", "b", "take out 1"], ["*"]])
  func `what was said to stay after the plan was made stays, whatever the plan knew before`(_ lines: [String]) throws {
    let fixture = try library()
    var plan = try fixture.plan()
    // As if it had been kept before that, and a person had written "delete" into the plan.
    plan["photos"] = try photos(plan).map { photo in
      photo["decision"] as? String == "delete" ? photo.merging(["kept": true]) { $1 } : photo
    }
    plan["createdAt"] = "2000-01-31T12:00:00Z"
    let before = try fixture.content()
    let review = (["scan", "duplicates"] + lines + ["q", ""]).joined(separator: "\n")
    _ = try fixture.deckle("--plain", fixture.photos.string, input: Array(review.utf8))

    let applied = try apply(plan, fixture)

    #expect(applied.status == .exited(1), "\(applied.outputText)")
    #expect(applied.outputText.contains("after the plan was made"))
    #expect(try fixture.content() == before)
  }

  @Test func `without a history what was put back since stays by the same plan, too`() throws {
    let fixture = try library()
    try fixture.folder.write("history = false\n", to: "home/config/deckle/config.toml")
    let before = try fixture.content()
    let plan = try fixture.plan()
    #expect(try apply(plan, fixture).status == .exited(0))
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))

    #expect(try apply(plan, fixture).status == .exited(1))

    #expect(try fixture.content() == before)
  }

  @Test(arguments: [true, false])
  func `what was put back since the plan was made stays, and goes by a new plan`(_ isByHand: Bool) throws {
    let fixture = try library()
    let before = try fixture.content()
    let old = try fixture.plan()
    let leaving = try path("delete", in: old)
    #expect(try apply(old, fixture).status == .exited(0))
    if isByHand {
      let trash = fixture.folder["home/data/Trash"]
      let name = try #require(leaving.lastComponent?.string)
      try FileManager.default.moveItem(atPath: trash.appending("files/\(name)").string, toPath: leaving.string)
      try FileManager.default.removeItem(atPath: trash.appending("info/\(name).trashinfo").string)
    } else {
      #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    }

    let again = try apply(old, fixture)

    #expect(again.status == .exited(1), "\(again.outputText)")
    #expect(try Document(again).list("files").first?.text("reason")?.contains("Make a new plan") == true)
    #expect(try fixture.content() == before)
    #expect(try apply(planOfALaterSecond(fixture), fixture).status == .exited(0))
    #expect(try fixture.content() != before)
  }

  @Test func `beside a keeper that was chosen the proposed one is a question`() throws {
    let fixture = try library()
    let first = try fixture.plan()
    let (leaving, staying) = (try path("delete", in: first), try path("keep", in: first))
    try decide(.chosenKeeper, leaving, beside: staying, fixture)

    let second = try fixture.plan()

    #expect(try path("keep", in: second) == leaving)
    #expect(try path("pending", in: second) == staying)
  }

  @Test func `a keeper that was chosen stays in a plan under another name, and what took its name does not`() throws {
    let fixture = try library()
    let first = try fixture.plan()
    let (leaving, staying) = (try path("delete", in: first), try path("keep", in: first))
    try decide(.chosenKeeper, leaving, beside: staying, fixture)
    let renamed = leaving.removingLastComponent().appending("renamed.jpg")
    try FileManager.default.moveItem(atPath: leaving.string, toPath: renamed.string)
    try fixture.folder.write(CommandFixture.photo(seed: 1) + [7], to: "photos/\(leaving.lastComponent?.string ?? "")")
    func entry(_ path: FilePath, in plan: [String: Any]) throws -> [String: Any] {
      try #require(try photos(plan).first { $0["path"] as? String == path.string })
    }

    var second = try fixture.plan()

    #expect(try entry(renamed, in: second)["kept"] as? Bool == true)
    #expect(try entry(renamed, in: second)["decision"] as? String == "keep")
    #expect(try entry(leaving, in: second)["decision"] as? String == "pending")
    // Nor does a plan that does not know of it move it.
    var edited = try photos(second)
    for index in edited.indices where edited[index]["path"] as? String == renamed.string {
      edited[index]["decision"] = "delete"
      edited[index]["kept"] = nil
    }
    second["photos"] = edited
    let before = try fixture.content()
    #expect(try apply(second, fixture).status == .exited(1))
    #expect(try fixture.content() == before)
  }

  @Test func `a keeper that was chosen and moved leaves its name to no other file, and comes back as a question`()
    throws
  {
    let fixture = try library()
    let first = try fixture.plan()
    let (leaving, staying) = (try path("delete", in: first), try path("keep", in: first))
    try decide(.chosenKeeper, leaving, beside: staying, fixture)
    #expect(try path("keep", in: try fixture.plan()) == leaving)
    #expect(try fixture.deckle("trash", leaving.string, "--yes").status == .exited(0))
    let name = leaving.lastComponent?.string ?? ""
    let stranger = try fixture.folder.write(CommandFixture.photo(seed: 1) + [7], to: "photos/\(name)")
    func isKept() throws -> Bool { try photos(try fixture.plan()).contains { $0["kept"] as? Bool == true } }

    #expect(try !isKept())
    #expect(unlink(stranger.string) == 0)
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    #expect(try !isKept())
    #expect(try path("keep", in: try fixture.plan()) == staying)
  }

  @Test func `a marked photo that was edited in its place with its times kept is not moved`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] {
      try fixture.folder.write(CommandFixture.photo(seed: 1) + [0], to: "photos/\(name)")
    }
    func review(_ lines: String...) throws -> String {
      let input = Array((lines + ["q", ""]).joined(separator: "\n").utf8)
      return try fixture.deckle("--plain", fixture.photos.string, input: input).outputText
    }
    #expect(try review("scan", "duplicates", "h").contains("Marked for the bin: b.jpg"))
    let file = try FileDescriptor.open(fixture.photos.appending("b.jpg"), .readWrite)
    try file.closeAfter {
      var status = stat()
      try #require(fstat(file.rawValue, &status) == 0)
      _ = try file.writeAll(toAbsoluteOffset: Int64(status.st_size) - 1, [1])
      try #require(futimens(file.rawValue, [status.st_atim, status.st_mtim]) == 0)
    }
    let before = try fixture.content()

    let again = try review("scan", "b", "m", "yes", "b")

    #expect(again.contains("1 photo left the bin: changed since marked, so open again"), "\(again)")
    #expect(try fixture.content() == before)
  }

  @Test func `what was kept stays, whatever is said of its copies afterwards`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "c.jpg", "d.jpg"] { try fixture.addPhoto(name, seed: 1) }
    let lines = "scan\nduplicates\nl\nh\nb\nm\nyes\nq\n"
    let review = try fixture.deckle("--plain", fixture.photos.string, input: Array(lines.utf8)).outputText
    #expect(review.contains("Kept: c.jpg"), "\(review)")
    #expect(!fixture.folder.contains("photos/d.jpg") && fixture.folder.contains("photos/c.jpg"))
    // As if more copies came in from a card, one of which is marked in a review of that alone.
    try fixture.folder.makeFolder("card")
    for name in ["e.jpg", "f.jpg"] { try fixture.folder.write(CommandFixture.photo(seed: 1), to: "card/\(name)") }
    _ = try fixture.deckle(
      "--plain", fixture.folder["card"].string, input: Array("scan\nduplicates\nh\nq\n".utf8))
    let before = try fixture.content()

    let plan = try fixture.plan()
    let applied = try apply(plan, fixture)

    #expect(applied.errorText.contains("deletes no photo"), "\(applied.errorText)")
    #expect(try fixture.content() == before)
  }

  @Test(arguments: ["l", "*"])
  func `a photo that was kept in another library since it was marked is not moved`(_ key: String) throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("z.jpg", seed: 1)
    try fixture.folder.makeFolder("photos/sub")
    for name in ["sub/a.jpg", "sub/c.jpg"] { try fixture.addPhoto(name, seed: 1) }
    func review(_ folder: String, _ lines: String...) throws -> String {
      let input = Array((lines + ["q", ""]).joined(separator: "\n").utf8)
      return try fixture.deckle("--plain", fixture.folder[folder].string, input: input).outputText
    }
    #expect(try review("photos", "scan", "duplicates", "s", "h").contains("Marked for the bin: c.jpg"))
    let before = try fixture.content()

    #expect(try review("photos/sub", "scan", "duplicates", key).contains("c.jpg"))
    _ = try review("photos", "b", "m", "yes")
    _ = try review("photos", "scan", "b", "m", "yes")

    #expect(try fixture.content() == before)
  }

  @Test func `where the decisions cannot be read nothing is moved, and they are not set aside`() throws {
    let fixture = try library()
    let plan = try fixture.plan()
    try decide(.kept, try path("delete", in: plan), beside: try path("keep", in: plan), fixture)
    for suffix in ["-wal", "-shm"] where fixture.folder.contains("home/state/deckle/session.sqlite\(suffix)") {
      try FileManager.default.removeItem(atPath: fixture.folder["home/state/deckle/session.sqlite\(suffix)"].string)
    }
    try fixture.folder.write("", to: "home/state/deckle/session.sqlite")
    let before = try fixture.content()

    let applied = try apply(plan, fixture)

    #expect(applied.status == .exited(1))
    #expect(applied.errorText.contains("what you decided after the plan was made cannot be read"))
    #expect(applied.errorText.contains("session.sqlite"))
    #expect(try fixture.content() == before)
    #expect(!fixture.folder.listing().contains { $0.contains("damaged") })
  }
}
