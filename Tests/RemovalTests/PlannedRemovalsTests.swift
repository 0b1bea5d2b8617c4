import FileSafety
import Foundation
import PhotoModel
import PhotoScan
import Removal
import SystemPackage
import TestSupport
import Testing

/// What a plan would have go, after the library has changed or the plan was edited.
@Suite struct PlannedRemovalsTests {
  /// Two copies of one photo, and a photo by itself.
  private func copies() throws -> RemovalScene {
    let scene = try RemovalScene()
    for name in ["a/one.jpg", "b/one.jpg"] { try scene.add(name, seed: 1) }
    try scene.add("alone.jpg", seed: 2)
    return scene
  }

  /// Two copies of a photo with a sidecar and a RAW, of which no scan can read anything.
  private func pairs() throws -> RemovalScene {
    let scene = try RemovalScene()
    for folder in ["a", "b"] {
      try scene.add("\(folder)/x.jpg", seed: 1)
      try scene.write("the raw", to: "\(folder)/x.cr2")
      try scene.write("<x/>", to: "\(folder)/x.xmp")
    }
    return scene
  }

  private func name(_ decision: PlanDecision, in plan: PlanFile, _ scene: RemovalScene) throws -> String {
    scene.naming(try #require(plan.photos.first { $0.decision == decision }?.path))
  }

  /// What stands as a reason why the one photo of a plan stays.
  private func reason(_ plan: PlanFile, _ scene: RemovalScene) throws -> String {
    let selection = scene.select(by: plan)
    #expect(selection.plan == nil)
    return try #require(scene.outcomes(selection).first)
  }

  @Test func `a plan moves what it proposes, and each copy relies on the one that stays`() async throws {
    let scene = try pairs()
    let plan = try await scene.plan()
    let (leaving, staying) = (try name(.delete, in: plan, scene), try name(.keep, in: plan, scene))

    let selection = scene.select(by: plan)

    let stem = leaving.dropLast(4)
    #expect(scene.going(selection) == [".cr2", ".jpg", ".xmp"].map { "\(stem)\($0)" })
    let item = try #require(selection.plan?.items.first)
    #expect(item.companions.allSatisfy { !$0.survivors.isEmpty })
    guard case .exactCopy(let survivors) = item.safeguard else { throw Unexpected() }
    #expect(survivors.map { scene.naming($0.path) } == [staying])
  }

  private struct Unexpected: Error {}

  @Test func `a plan that deletes a whole set moves none of it`() async throws {
    let scene = try copies()
    let selection = scene.select(by: try await scene.plan(["one.jpg": .delete]))

    #expect(selection.plan == nil)
    #expect(scene.outcomes(selection).allSatisfy { $0.contains("nothing of its set would stay") })
  }

  enum Change: CaseIterable {
    case photoChanged, keeperChanged, keeperGone, newSidecar
  }

  @Test(
    arguments: zip(
      Change.allCases,
      [
        "has changed since the plan was made", "nothing of its set", "nothing of its set",
        "the plan does not say what it held",
      ]))
  func `what changed since the plan was made stays`(_ change: Change, _ message: String) async throws {
    let scene = try copies()
    let plan = try await scene.plan()
    let (leaving, staying) = (try name(.delete, in: plan, scene), try name(.keep, in: plan, scene))
    switch change {
    case .photoChanged: try scene.add(leaving, seed: 3)
    case .keeperChanged: try scene.add(staying, seed: 3)
    case .keeperGone: try scene.remove(staying)
    case .newSidecar: try scene.write("<x/>", to: leaving + ".xmp")
    }

    #expect(try reason(plan, scene).contains(message))
  }

  @Test(arguments: [Change.keeperChanged, .keeperGone])
  func `a smaller version that is still a question stands in for no photo that should stay`(_ change: Change)
    async throws
  {
    let scene = try copies()
    let small = TestPictures.resized(TestPictures.scene(seed: 1), to: PixelSize(width: 200, height: 150))
    // It alone says when it was taken, so that it is no proposal.
    let exif = exifBlock(capturedAt: CaptureTime(milliseconds: 1_700_000_000_000))
    try scene.write(jpegData(of: small, exif: exif), to: "c/small.jpg")
    let plan = try await scene.plan()
    #expect(try name(.pending, in: plan, scene) == "c/small.jpg")
    let keeper = try name(.keep, in: plan, scene)
    if change == .keeperChanged { try scene.add(keeper, seed: 3) } else { try scene.remove(keeper) }

    #expect(try reason(plan, scene).contains("nothing of its set would stay"))
  }

  @Test func `a name that other disks take for the same is no copy that stays in a plan`() async throws {
    let scene = try copies()
    var plan = try await scene.plan()
    // The same plan for a library in which the two folders are one but for a capital.
    for index in plan.photos.indices where plan.photos[index].path == scene.path("b/one.jpg") {
      plan.photos[index].path = scene.path("A/one.jpg")
    }
    try FileManager.default.moveItem(atPath: scene.path("b").string, toPath: scene.path("A").string)

    #expect(try reason(plan, scene).contains("nothing of its set would stay"))
  }

  @Test func `two of three copies go where the third is far away and nothing is remembered`() async throws {
    let scene = try RemovalScene()
    for name in ["x/a.jpg", "y/z/b.jpg", "y/z/c.jpg"] { try scene.add(name, seed: 1) }

    let plan = try await scene.plan(["b.jpg": .delete, "c.jpg": .delete, "a.jpg": .keep])

    #expect(scene.going(scene.select(by: plan)) == ["y/z/b.jpg", "y/z/c.jpg"])
  }

  @Test func `a protected folder holds against a plan`() async throws {
    var scene = try copies()
    let plan = try await scene.plan()
    scene.protectedFolders = [scene.path(try name(.delete, in: plan, scene)).removingLastComponent()]

    #expect(try reason(plan, scene).contains("protected folder"))
  }

  enum Attack: CaseIterable {
    case keeperLostItsRAW, keeperSwapped, linkInPath, companionIsToStay, sidecarChanged, keepersSidecarChanged, noDigest
  }

  @Test(
    arguments: zip(
      Attack.allCases,
      [
        "no copy of", "no copy of", "A symbolic link leads to", "would go along, and is to stay",
        "has changed since the plan was made", "what lay beside", "The plan does not say what",
      ]))
  func `an edited or stale plan takes nothing that has to stay`(_ attack: Attack, _ message: String) async throws {
    let scene = try pairs()
    var plan = try await scene.plan()
    let (leaving, staying) = (try name(.delete, in: plan, scene), try name(.keep, in: plan, scene))
    func beside(_ photo: String, _ ending: String) -> String { photo.replacing(".jpg", with: ending) }
    switch attack {
    case .keeperLostItsRAW: try scene.remove(beside(staying, ".cr2"))
    case .keeperSwapped:
      try scene.remove(beside(leaving, ".cr2"))
      plan = try await scene.plan([staying: .delete, leaving: .keep])
    case .linkInPath:
      let folder = scene.path(leaving).removingLastComponent().string
      try FileManager.default.moveItem(atPath: folder, toPath: scene.folder["elsewhere"].string)
      try FileManager.default.createSymbolicLink(
        atPath: folder, withDestinationPath: scene.folder["elsewhere"].string)
    case .companionIsToStay:
      var raw = try #require(plan.photos.first { $0.decision == .keep })
      raw.path = scene.path(beside(leaving, ".cr2"))
      raw.sets = []
      plan.photos.append(raw)
    case .sidecarChanged: try scene.write("<y/>", to: beside(leaving, ".xmp"))
    case .keepersSidecarChanged:
      // Nothing goes along that would miss a copy beside the keeper.
      for ending in [".cr2", ".xmp"] { try scene.remove(beside(leaving, ending)) }
      plan = try await scene.plan()
      let keeper = try name(.keep, in: plan, scene)
      try scene.write("<y/>", to: beside(keeper, ".xmp"))
    case .noDigest:
      for index in plan.photos.indices where plan.photos[index].decision == .delete { plan.photos[index].digest = nil }
    }

    #expect(try reason(plan, scene).contains(message))
  }

  @Test func `an objection is the reason, before anything is read`() async throws {
    let scene = try copies()
    let plan = try await scene.plan()

    let selection = scene.select(by: plan) { "\(scene.naming($0.path)) stays: it was asked for." }

    #expect(scene.outcomes(selection) == ["\(try name(.delete, in: plan, scene)) stays: it was asked for."])
  }

  @Test func `a plan as it is moves a copy with all its files, and they come back`() async throws {
    let scene = try pairs()
    let before = try scene.content
    let selection = scene.select(by: try await scene.plan())

    let receipt = try scene.move(selection)

    #expect(receipt.moved.count == 1 && receipt.files == 3)
    let id = try #require(receipt.batch)
    let batch = try #require(try scene.session.batch(id))
    _ = try Restorer(environment: scene.trash, journal: scene.session).restore(batch)
    #expect(try scene.content == before)
  }

  @Test func `a plan with mutations never moves what it does not name`() async throws {
    let scene = try copies()
    let bytes = try await scene.planBytes()
    var random = SeededGenerator(seed: 7)
    var read = 0
    for _ in 0..<400 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        mutated[Int.random(in: mutated.indices, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
      }
      guard let plan = try? PlanFile(mutated) else { continue }
      read += 1
      let going = scene.going(scene.select(by: plan))
      #expect(going.isEmpty || going == ["a/one.jpg"] || going == ["b/one.jpg"])
    }
    #expect(read > 20)
  }

  @Test(arguments: [
    ("", "is no JSON document"), ("[]", "has a value of the wrong kind in its first level"),
    ("{}", "has no “schema” in its first level"),
    (#"{"schema": "x"}"#, "is of the kind “x”, not deckle.plan/1"),
    (#"{"schema": "deckle.plan/1", "schema": "x"}"#, "says “schema” twice of one thing"),
    (
      #"{"schema": "deckle.plan/1", "createdAt": "", "folders": [], "photos": []}"#, "has a “createdAt” that is no time"
    ),
  ])
  func `what is wrong with a plan is said in words that lead to the place`(_ text: String, _ message: String) throws {
    #expect { try PlanFile(Array(text.utf8)) } throws: { ($0 as? PlanFile.Problem)?.text == message }
  }

  @Test(arguments: [
    (
      PlanFile.Problem.unknownValue(keyPath: ["photo 1", "decision"]),
      "has none of delete, keep, pending or move in photo 1, decision"
    ),
    (.unknownValue(keyPath: ["photo 2", "reason 1"]), "has a value that Deckle does not know in photo 2, reason 1"),
    (.outsideItsFolders("/x"), "names /x, which lies in none of its folders"), (.namedTwice("/x"), "names /x twice"),
    (.noDigest(of: "/x"), "has a digest that is none, of /x"),
    (.noBase64(of: "/x\u{1B}"), "has “pathBytes” that are no base64, of /x\\x1b"),
    (.otherBytes(of: "/x"), "has “pathBytes” that are another path than /x"),
    (.notAbsolute("x"), "has a path that does not begin with “/”: x"),
  ])
  func `a slip in a photo of a plan is said with the photo`(_ problem: PlanFile.Problem, _ message: String) {
    #expect(problem.text == message)
  }
}
