import FileSafety
import Foundation
import PhotoAnalysis
import PhotoModel
import Removal
import Review
import SystemPackage
import TestSupport
import Testing

/// The result of another program against what a scan of Deckle's sees.
@Suite struct ImportedMarksTests {
  /// a, b and c are copies; d is another photo; e belongs to nothing.
  private func scene() throws -> RemovalScene {
    let scene = try RemovalScene()
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try scene.add(name, seed: 1) }
    try scene.add("d.jpg", seed: 2)
    try scene.add("e.jpg", seed: 3)
    return scene
  }

  private func set(
    _ scene: RemovalScene, _ names: [String], _ claim: ResultFile.Claim = .sameBytes, reference: String? = nil
  ) throws -> ResultFile.FileSet {
    // As fclones writes it: other programs' texts are tried with `ResultFile`.
    let text =
      "# Report by fclones 0.34.0\n# Base dir: /\n0123, 41 B (41 B) * \(names.count):\n"
      + names.map { "    \(scene.path($0))\n" }.joined()
    var set = try #require(try ResultFile(Array(text.utf8)).sets.first)
    set.claim = claim
    set.reference = reference.map(scene.path)
    return set
  }

  /// - Parameter decided: By photo.
  private func marks(
    _ scene: RemovalScene, _ sets: [ResultFile.FileSet], decided: [String: UserDecision] = [:],
    _ earlier: EarlierDecisions = EarlierDecisions()
  ) async throws -> ImportedMarks {
    let (report, findings) = try await scene.scan()
    var review = Review()
    review.replaceFindings(findings, photos: report.photos)
    for (name, decision) in decided {
      if let action = review.action(decision, for: [scene.path(name)], in: .duplicate) { review.apply(action) }
    }
    return ImportedMarks(of: sets, in: review, earlier)
  }

  private func names(_ marks: ImportedMarks, _ scene: RemovalScene) -> [String] {
    marks.items.map { scene.naming($0.path) }
  }

  private func left(_ marks: ImportedMarks, _ scene: RemovalScene) -> [String] {
    marks.left.map { "\(scene.naming($0.path)): \($0.reason)" }
  }

  @Test func `what Deckle sees too is marked, with what was to stay for it`() async throws {
    let scene = try scene()

    let marks = try await marks(
      scene, [set(scene, ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]), set(scene, ["e.jpg", "gone.jpg"])])

    #expect(names(marks, scene) == ["b.jpg", "c.jpg"])
    let stays = try contentDigest(of: scene.path("a.jpg"))
    #expect(marks.items.map(\.keeper) == [stays, stays])
    #expect(marks.items.allSatisfy { $0.decision == .delete && $0.category == .duplicate })
    #expect(
      left(marks, scene) == [
        "d.jpg: its bytes differ", "gone.jpg: the scan found no such photo",
        "e.jpg: Deckle sees no other of its set as alike",
      ])
    #expect(marks.setCount == 1 && marks.differingCount == 1 && marks.similarCount == 0)
  }

  @Test func `what was kept before is left for that reason, where no set of it is shown any more`() async throws {
    let scene = try scene()
    let keep = Ledger.Keep(
      id: 1, digest: try contentDigest(of: scene.path("e.jpg")), category: .duplicate, path: scene.path("e.jpg"),
      decidedAt: Date(timeIntervalSince1970: 9))

    let marks = try await marks(
      scene, [set(scene, ["e.jpg", "gone.jpg"])], decided: [:], EarlierDecisions(ledger: Ledger(keeps: [keep])))

    #expect(left(marks, scene).contains("e.jpg: you kept it before"), "\(left(marks, scene))")
  }

  @Test func `a set that is marked whole by the result still keeps one`() async throws {
    let scene = try scene()

    let marks = try await marks(
      scene, [set(scene, ["b.jpg", "a.jpg"]), set(scene, ["c.jpg", "b.jpg"]), set(scene, ["a.jpg", "c.jpg"])])

    #expect(Set(names(marks, scene)).count < 3)
    #expect(Set(names(marks, scene)).count == marks.items.count)
  }

  @Test func `what is only similar is no copy, whatever the result says, and is told where it is marked`() async throws
  {
    let scene = try scene()
    // The scene of a, a little smaller: not its bytes, nor its pixels.
    try scene.write(
      jpegData(of: TestPictures.scene(seed: 1, size: PixelSize(width: 288, height: 216))), to: "small.jpg")

    let same = try await marks(scene, [set(scene, ["small.jpg", "a.jpg"]), set(scene, ["b.jpg", "c.jpg"])])
    let alike = try await marks(scene, [set(scene, ["e.jpg", "small.jpg", "a.jpg"], .alike)])

    #expect(same.setCount == 1 && same.similarCount == 0 && same.differingCount == 2)
    #expect(same.left.allSatisfy { $0.reason == "its bytes differ" })
    #expect(alike.items.count == 1 && alike.setCount == 1 && alike.differingCount == 0)
  }

  @Test func `the reference of a result stays, and so does a protected photo`() async throws {
    var scene = try scene()
    let sets = [try set(scene, ["c.jpg", "a.jpg", "b.jpg"], .alike, reference: "c.jpg")]

    let free = try await marks(scene, sets)
    #expect(!free.items.isEmpty && !names(free, scene).contains("c.jpg"))
    scene.protectedFolders = [scene.photos]
    let protected = try await marks(scene, sets)
    #expect(protected.items.isEmpty)
  }

  @Test func `a photo stays whose RAW or sidecar would have no equal`() async throws {
    let scene = try scene()
    for name in ["a.xmp", "b.xmp"] { try scene.write("the same edits", to: name) }
    try scene.write("other edits", to: "c.xmp")

    let marks = try await marks(scene, [set(scene, ["a.jpg", "b.jpg", "c.jpg"])])

    #expect(names(marks, scene) == ["b.jpg"])
    #expect(left(marks, scene) == ["c.jpg: the one that stays has no copy of its sidecar"])
  }

  @Test func `what was decided is not marked, and what is in the bin stands for nothing`() async throws {
    let scene = try scene()
    let sets = [try set(scene, ["a.jpg", "b.jpg", "c.jpg"])]

    let kept = try await marks(scene, sets, decided: ["b.jpg": .keep])
    let marked = try await marks(scene, sets, decided: ["a.jpg": .delete, "b.jpg": .delete, "c.jpg": .delete])

    #expect(names(kept, scene) == ["c.jpg"])
    #expect(left(kept, scene) == ["b.jpg: it is decided already"])
    #expect(
      marked.items.isEmpty && marked.left.map(\.reason) == Array(repeating: "all of its set is in the bin", count: 3))
  }

  @Test(arguments: [false, true])
  func `what was kept or chosen as a keeper among other photos is not marked`(_ isChosen: Bool) async throws {
    let scene = try scene()
    let path = scene.path("b.jpg")
    let file = DecidedFile(path: path, identity: try fileStatus(of: path).identity)
    let decided = isChosen ? EarlierDecisions(chosenKeepers: [file]) : EarlierDecisions(keptFiles: [file])

    let marks = try await marks(scene, [set(scene, ["a.jpg", "b.jpg", "c.jpg"])], decided)

    #expect(names(marks, scene) == ["c.jpg"])
    #expect(left(marks, scene) == ["b.jpg: you kept it, or chose it as the one that stays"])
  }
}
