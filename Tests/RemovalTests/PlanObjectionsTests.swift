import FileSafety
import Foundation
import PhotoModel
import PhotoScan
import Removal
import Review
import SystemPackage
import TestSupport
import Testing

/// Decisions and moves that a plan does not know of.
@Suite struct PlanObjectionsTests {
  private let scene: RemovalScene
  private let plan: PlanFile
  private let leaving: PlanFile.Photo
  private let staying: PlanFile.Photo

  init() async throws {
    scene = try RemovalScene()
    try scene.add("a.jpg", seed: 1)
    try scene.write(RemovalScene.photo(seed: 1) + [0], to: "b.jpg")
    plan = try await scene.plan()
    leaving = try #require(plan.photos.first { $0.decision == .delete })
    staying = try #require(plan.photos.first { $0.decision == .keep })
  }

  private func objection(
    to photo: PlanFile.Photo? = nil, _ decided: EarlierDecisions = EarlierDecisions(), of plan: PlanFile? = nil,
    movedSince: Set<FilePath> = [], stayingSince: [DecidedFile] = []
  ) -> String? {
    PlanObjections(plan ?? self.plan, decided, movedSince: movedSince, stayingSince: stayingSince, naming: scene.naming)
      .objection(to: photo ?? leaving)
  }

  private var name: String { scene.naming(leaving.path) }

  @Test func `nothing speaks against a photo that nobody has decided about`() {
    #expect(objection() == nil)
  }

  @Test func `a plan that was edited to name no set empties none`() {
    var photo = leaving
    photo.namesItsSets = false

    #expect(objection(to: photo)?.contains("does not say of what set it is") == true)
  }

  @Test func `what was put back since the plan was made stays, and so does a photo of which a file was`() throws {
    #expect(
      objection(movedSince: [leaving.path])
        == "\(name) stays: it went to the trash after the plan was made, and is back. Make a new plan if it is meant to go."
    )
    var photo = leaving
    photo.companions[scene.path("b.xmp")] = .some(nil)
    #expect(objection(to: photo, movedSince: [scene.path("b.xmp")]) == nil, "it is not back")
    try scene.write("edits", to: "b.xmp")
    #expect(
      objection(to: photo, movedSince: [scene.path("b.xmp")])?.contains("b.xmp went to the trash after the plan")
        == true)
  }

  @Test func `a plan whose date is still to come moves nothing that ever was put back`() {
    var later = plan
    later.createdAt = .distantFuture

    #expect(PlanObjections.beginning(of: plan) == plan.createdAt)
    #expect(PlanObjections.beginning(of: later) == .distantPast)
    #expect(
      objection(of: later, movedSince: [leaving.path])?.contains("the date of the plan is still to come") == true)
  }

  private func kept(_ photo: PlanFile.Photo, at date: Date) throws -> EarlierDecisions {
    let keep = Ledger.Keep(
      id: 1, digest: try #require(photo.digest), category: .duplicate, path: photo.path, decidedAt: date)
    return EarlierDecisions(ledger: Ledger(keeps: [keep]))
  }

  @Test func `what was kept after the plan was made stays, whatever the plan knew`() throws {
    var photo = leaving
    photo.isKnownAsKept = true
    let after = try kept(leaving, at: plan.createdAt.addingTimeInterval(1))
    let before = try kept(leaving, at: plan.createdAt.addingTimeInterval(-1))

    #expect(objection(to: photo, after) == "\(name) stays: you kept it after the plan was made.")
    #expect(objection(to: photo, before) == nil, "a person read that, and said delete")
    #expect(
      objection(before)
        == "\(name) stays: you kept it, or chose it as the one that stays, and the plan does not know that. Make the plan "
        + "again.")
  }

  @Test func `what a review says to stay since the plan was made stays`() throws {
    let identity = try fileStatus(of: leaving.path).identity
    let decidedFile = DecidedFile(path: leaving.path, identity: identity, digest: leaving.digest)

    #expect(
      objection(stayingSince: [decidedFile])
        == "\(name) stays: you decided so in a review after the plan was made. Make a new plan if it is meant to go.")
    #expect(objection(stayingSince: [DecidedFile(path: staying.path, digest: staying.digest)]) == nil)
  }

  @Test func `a chosen keeper stays, also under another name, and so does what was kept before it changed`() throws {
    func chosen(_ file: DecidedFile) -> EarlierDecisions {
      EarlierDecisions(chosenKeepers: [file]) { (try? fileStatus(of: $0))?.identity }
    }
    let identity = try fileStatus(of: leaving.path).identity
    let renamed = DecidedFile(path: scene.path("before.jpg"), identity: identity, digest: leaving.digest)
    let changed = DecidedFile(path: leaving.path, identity: try fileStatus(of: staying.path).identity)

    #expect(objection(chosen(renamed))?.contains("you kept it, or chose it as the one that stays") == true)
    #expect(objection(chosen(changed))?.contains("you kept it before it changed") == true)
  }

  @Test func `what takes along a file that was kept by itself stays`() throws {
    let raw = try scene.write("the raw", to: "b.cr2")
    var photo = leaving
    photo.companions[raw] = .some(try contentDigest(of: raw))
    let kept = EarlierDecisions(keptFiles: [DecidedFile(path: raw, identity: try fileStatus(of: raw).identity)])

    #expect(objection(to: photo, kept)?.contains("you kept b.cr2, which belongs to it") == true)
  }

  @Test func `what is not the same as another of its set stays`() throws {
    let (mine, theirs) = (try #require(leaving.digest), try #require(staying.digest))
    let pair = try #require(ContentPair(mine, theirs))
    let refusal = Ledger.Refusal(
      id: 1, pair: pair, photo: leaving.path, keeper: staying.path, decidedAt: plan.createdAt)

    #expect(
      objection(EarlierDecisions(ledger: Ledger(refusals: [refusal])))
        == "\(name) stays: you said that it is not the same as \(scene.naming(staying.path)). To move it all the same, name it "
        + "to deckle trash.")
  }
}
