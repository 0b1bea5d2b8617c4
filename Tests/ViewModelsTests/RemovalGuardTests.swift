import FileSafety
import Foundation
import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// What the guards keep from being moved, however early a yes comes.
@MainActor @Suite struct RemovalGuardTests {
  @Test func `what the guards refuse stays in the bin with the reason`() async throws {
    let bench = try await Bench.marked()
    bench.trash.refuse([Sample.path("s2"): "it has changed since you looked"])
    bench.type("bm")
    await bench.work.idle()
    #expect(
      bench.state.confirmation.refused == [Refusal(name: "s2", reason: "it has changed since you looked")])
    #expect(bench.state.confirmation.photos == 3 && bench.state.confirmation.similar == 0)

    bench.type("y")
    await bench.work.idle()

    #expect(bench.state.done.moved == 3 && bench.state.done.refused.map(\.name) == ["s2"])
    bench.press(Key(.enter))
    bench.type("b")
    #expect(bench.bin == ["s2"] && bench.state.bin.items[0].problem == "it has changed since you looked")

    // A scan looks at every file again.
    bench.press(Key(.escape))
    bench.type("s")
    bench.disk.scan.finish(Sample.photos.filter { !["a2", "a3", "b1"].contains(nameTitle($0.path)) })
    await bench.work.idle()
    bench.type("b")
    #expect(bench.bin == ["s2"] && bench.state.bin.items[0].problem == nil)
  }

  @Test func `nothing is moved where moving is impossible, however early the yes comes`() async throws {
    let bench = try await Bench.marked()
    bench.trash.block("There is no trash for this folder.")
    bench.type("bm")
    bench.type("y")
    await bench.work.idle()

    #expect(bench.state.route == .confirmation)
    #expect(bench.state.confirmation.blocked == "There is no trash for this folder.")
    for ask in [Key("y"), Key("y")] {
      bench.press(Key(.left), Key(.right))
      #expect(!bench.state.confirmation.isMoveFocused)
      let attention = bench.app.attention
      bench.press(ask)
      await bench.work.idle()
      #expect(bench.app.attention == attention + 1)
      #expect(bench.state.route == .confirmation && bench.trash.now.batches.isEmpty)
    }
    #expect(!bench.state.hints.contains { $0.action == .confirm })
    bench.press(Key(.left), Key(.enter))
    #expect(bench.state.route == .bin)
  }

  @Test func `where every photo is refused, the question gives the reason once`() async throws {
    let bench = try await Bench.marked()
    let reason = "It is on a read-only volume, so nothing can be moved there."
    bench.trash.refuse(Dictionary(uniqueKeysWithValues: ["a2", "a3", "s2", "b1"].map { (Sample.path($0), reason) }))
    bench.trash.block("a2: \(reason)")
    bench.type("bm")
    bench.type("y")
    await bench.work.idle()

    let question = bench.state.confirmation
    #expect(bench.state.route == .confirmation && question.photos == 0 && !question.isMoveFocused)
    #expect(question.obstacle == "Every photo in the bin stays, so there is nothing to move.")
    #expect(question.refused.map(\.reason) == Array(repeating: reason, count: 4))
  }

  @Test func `an early yes waits for the guards, and is asked again where they refuse something`() async throws {
    let bench = try await Bench.marked()
    bench.type("bm")
    bench.type("y")
    #expect(bench.state.route == .confirmation)
    await bench.work.idle()
    #expect(bench.state.route == .done && bench.state.done.moved == 4)

    let other = try await Bench.marked()
    other.trash.refuse([Sample.path("b1"): "it is gone"])
    other.type("bm")
    other.type("y")
    await other.work.idle()
    #expect(other.state.route == .confirmation && other.trash.now.batches.isEmpty)
  }

  @Test func `a read-only session shows the confirmation blocked and asks nobody`() async throws {
    let source = try await Bench.marked()
    let bench = try await Bench.opened(saved: source.session.now.saved, readOnly: "Another Deckle is open.") {
      $0.removal = Dependencies.untouched.removal
      // Home says what was gained.
      $0.removal.history = { [] }
    }
    #expect(bench.marked.count == 4)

    bench.type("bm")
    bench.type("y")
    await bench.work.idle()

    #expect(bench.state.confirmation.blocked == "Another Deckle is open." && bench.state.route == .confirmation)
  }

  @Test func `photos moved while a scan runs do not come back with it`() async throws {
    let bench = try await Bench.marked()
    bench.type("s")
    bench.type("1b")
    bench.type("m")
    await bench.until("the guards have looked") { !bench.state.confirmation.isChecking }
    bench.type("y")
    await bench.until("the batch is moved") { bench.state.route == .done }

    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()

    #expect(bench.library.review.photos[Sample.path("a2")] == nil)
    #expect(bench.library.review.photos.count == 10 && bench.library.review.groups[PhotoGroup.ID("A")] == nil)
  }
}
