import FileSafety
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import Removal

/// From the bin to the trash and back.
@MainActor @Suite struct RemovalJourneyTests {
  @Test func `the bin lists what is marked by path, and taking out makes it undecided again`() async throws {
    let bench = try await Bench.marked()
    #expect(bench.state.home.binCount == 4)

    bench.type("b")
    #expect(bench.state.route == .bin && bench.bin == ["a2", "a3", "b1", "s2"])
    #expect(bench.state.bin.items.map(\.category) == [.duplicate, .duplicate, .blurry, .similar])
    #expect(bench.state.bin.items[0].folder == "~/Pictures")
    await bench.work.idle()
    guard case .ready = bench.state.bin.picture else {
      Issue.record("the photo under the highlight has no picture")
      return
    }
    bench.press(Key(.down))
    bench.type("x")

    #expect(bench.bin == ["a2", "b1", "s2"] && bench.state.bin.message == "Out of the bin: a3")
    #expect(bench.library.review.decision(Sample.path("a3"), in: .duplicate) == .pending)
    #expect(bench.state.bin.bytes == [Sample.size("a2"), Sample.size("b1"), Sample.size("s2")].total)
  }

  @Test func `undo in the bin takes the last word back and says where it was said, redo says it again`() async throws {
    let bench = try await Bench.marked()
    bench.type("b")
    bench.press(Key(.down))
    bench.type("x")
    #expect(bench.bin == ["a2", "b1", "s2"])

    bench.type("u")
    #expect(bench.bin == ["a2", "a3", "b1", "s2"] && bench.state.bin.selection == 1)
    #expect(bench.state.bin.message == "Undone in Duplicates: a3 is in the bin again")
    bench.type("u")
    #expect(bench.bin == ["a2", "a3", "s2"] && bench.state.route == .bin)
    #expect(bench.state.bin.message == "Undone in Blurry: b1 is undecided again")
    bench.press(.control("r"))

    #expect(bench.bin == ["a2", "a3", "b1", "s2"] && bench.state.bin.selection == 2)
    #expect(bench.state.bin.message == "Redone in Blurry: b1 is in the bin again")
  }

  @Test func `undo in the bin that has nothing to take back says why`() async throws {
    let bench = try await Bench.opened()
    bench.type("bu")
    #expect(bench.state.bin.message == "Nothing to undo")
    bench.press(.control("r"))
    #expect(bench.state.bin.message == "Nothing to redo")
    bench.press(Key(.escape))
    await bench.open(.blurry)
    await bench.play("hb")
    bench.session.refuse()

    bench.type("u")

    #expect(bench.bin == ["b1"] && bench.state.bin.message == fullDisk.sentence)
  }

  @Test func `after a move undo says where what was moved comes back from`() async throws {
    let bench = try await Bench.opened()
    bench.disk.answerAtOnce()
    await bench.open(.blurry)
    await bench.play("hmy")
    bench.press(Key(.enter))

    bench.type("bu")

    #expect(
      bench.state.bin.message == "Nothing to undo; what was moved can be put back in the history")
  }

  @Test func `taking out that cannot be recorded changes nothing and says so`() async throws {
    let bench = try await Bench.marked()
    bench.type("b")
    bench.session.refuse()

    bench.type("x")

    #expect(bench.bin.count == 4 && bench.state.bin.message == fullDisk.sentence)
  }

  @Test(arguments: [nil, "What you decide is not kept: it was removed."])
  func `a move that the disk has not confirmed is not called done without a word`(obstacle: String?) async throws {
    let bench = try await Bench.opened { dependencies in
      let move = dependencies.removal.move
      dependencies.removal.move = { request, isStopped, notify in
        var receipt = await move(request, isStopped, notify)
        receipt.isRecorded = false
        return receipt
      }
    }
    await bench.open(.blurry)
    await bench.play("h")
    bench.type("m")
    await bench.work.idle()
    if let obstacle { bench.session.lose(obstacle) }
    bench.type("y")
    await bench.work.idle()

    #expect(bench.state.route == .done && bench.state.done.moved == 1)
    let rest = obstacle ?? "Deckle puts it in order at its next start."
    #expect(bench.state.done.message == "Not every outcome could be written down. \(rest)")
  }

  @Test func `where no trash can be made a folder is proposed once, and used only after a yes`() async throws {
    let bench = try await Bench.marked()
    let folder = FilePath("/media/card/Set aside by Deckle")
    bench.trash.block("There is no trash for a2.")
    bench.trash.propose(SetAsideProposal(folder: folder, photos: 4))
    bench.type("bm")
    await bench.work.idle()
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.subject == .setAside(folder) && !question.isActFocused)
    #expect(question.lines.contains(folder.string))

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.overlay == nil && bench.trash.now.setAside.isEmpty)
    #expect(bench.state.confirmation.blocked != nil)
    bench.press(Key(.escape))
    bench.type("bm")
    await bench.work.idle()

    #expect(bench.state.overlay == nil && bench.trash.now.setAside.isEmpty)
  }

  @Test func `a yes to the folder looks again, and moves nothing before the next yes`() async throws {
    let bench = try await Bench.marked()
    let folder = FilePath("/media/card/Set aside by Deckle")
    bench.trash.block("There is no trash for a2.")
    bench.trash.propose(SetAsideProposal(folder: folder, photos: 4))
    bench.type("bm")
    await bench.work.idle()

    bench.type("y")
    await bench.work.idle()

    #expect(bench.trash.now.setAside == [folder])
    #expect(bench.state.route == .confirmation && bench.state.overlay == nil)
    #expect(bench.state.confirmation.blocked == nil && !bench.state.confirmation.isChecking)
    #expect(bench.trash.now.batches.isEmpty)
    bench.type("y")
    await bench.work.idle()
    #expect(bench.state.route == .done && bench.state.done.moved == 4)
  }

  @Test func `the selection stays inside the bin`() async throws {
    let bench = try await Bench.marked()
    bench.type("b")

    bench.press(Key(.up), Key(.up))
    #expect(bench.state.bin.selection == 0)
    bench.press(Key(.pageDown))
    #expect(bench.state.bin.selection == 3)
    bench.type("xxxxx")

    #expect(bench.bin == [] && bench.state.bin.selection == 0 && bench.state.bin.picture == nil)
    bench.type("m")
    #expect(bench.state.route == .bin)
  }

  @Test func `looking at a photo of the bin leads back to the bin, and from there to where it was opened`() async throws
  {
    let bench = try await Bench.marked()
    await bench.open(.similar)
    bench.type("b")
    bench.press(Key(.down), Key(.enter))
    #expect(bench.state.route == .deck(.duplicate) && bench.card == "a3")

    bench.press(Key(.escape))
    #expect(bench.state.route == .bin)
    bench.press(Key(.escape))
    #expect(bench.state.route == .deck(.similar) && bench.deck.category == .similar)
    bench.press(Key(.escape))

    #expect(bench.state.route == .home)
  }

  @Test func `the confirmation counts what is copied, similar and the only one of its kind`() async throws {
    let bench = try await Bench.marked()
    bench.type("bm")
    #expect(bench.state.route == .confirmation && bench.state.confirmation.isChecking)
    await bench.work.idle()

    let state = bench.state.confirmation
    #expect(state.photos == 4 && state.exactCopies == 2 && state.similar == 1 && state.onlyOnes == 1)
    #expect(state.bytes == ["a2", "a3", "b1", "s2"].map(Sample.size).total)
    #expect(state.refused == [] && state.blocked == nil && !state.isMoveFocused && !state.isChecking)
    let request = try #require(bench.trash.now.asked.first)
    #expect(request.items.map(\.path) == ["a2", "a3", "b1", "s2"].map(Sample.path))
    guard case .exactCopy(let survivors) = request.items[0].safeguard,
      case .similar(let keeper) = request.items[3].safeguard
    else {
      Issue.record("the safeguards are others")
      return
    }
    #expect(survivors.map(\.path) == [Sample.path("a1")] && keeper.path == Sample.path("s1"))
    #expect(request.items[2].safeguard == .onlyOne)
  }

  @Test func `when every copy is in the bin one of them stays, and says why`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("llkhhy")
    #expect(bench.marked == ["e1", "e2"])

    await bench.play("m")

    #expect(bench.state.confirmation.photos == 1 && bench.state.confirmation.exactCopies == 1)
    #expect(bench.state.confirmation.refused.count == 1)
    #expect(bench.state.confirmation.refused.first?.reason.contains("All files with its bytes were marked") == true)
  }

  @Test func `what stayed as the last of its copies is said to be it in a move of its own`() async throws {
    let photos = Sample.photos.map { photo in
      var photo = photo
      // The keeper is the same picture in other bytes.
      if photo.path == Sample.path("a1") { photo.digest = ContentDigest(bytes: [UInt8](repeating: 90, count: 32)) }
      // Made last, so that the other one is the one to stay.
      if photo.path == Sample.path("a2") { photo.identity.modified += 10_000_000_000 }
      return photo
    }
    let bench = try await Bench.opened(photos: photos)
    await bench.open(.duplicate)
    await bench.play("hhm")
    #expect(bench.state.confirmation.refused.map(\.name) == ["a3"] && bench.state.confirmation.lastCopies == 0)
    await bench.play("y")
    bench.press(Key(.enter))

    await bench.play("bm")

    #expect(bench.state.confirmation.photos == 1 && bench.state.confirmation.lastCopies == 1)
    #expect(bench.state.confirmation.duplicates == 0)
    #expect(
      bench.state.bin.items.map(\.caution) == ["its exact copies were moved before; another of its set stays"])
  }

  @Test func `not yet is the highlighted answer`() async throws {
    let bench = try await Bench.marked()
    bench.type("bm")
    await bench.work.idle()

    bench.press(Key(.enter))
    #expect(bench.state.route == .bin)
    for key in [Key("n"), Key(.escape)] {
      bench.type("m")
      await bench.work.idle()
      bench.press(Key(.right), key)
      #expect(bench.state.route == .bin)
    }

    #expect(bench.trash.now.batches.isEmpty)
  }

  @Test func `a batch is moved, said, undone as a whole and kept out of the review`() async throws {
    let bench = try await Bench.marked()
    bench.disk.hold(Sample.photos.filter { !["a2", "a3", "b1", "s2"].map(Sample.path).contains($0.path) })
    bench.type("bm")
    await bench.work.idle()
    bench.press(Key(.right), Key(.enter))
    #expect(bench.state.route == .moving && bench.state.moving.total == 4)
    await bench.work.idle()

    #expect(bench.state.route == .done)
    #expect(bench.state.done.moved == 4 && bench.state.done.canRestore && bench.state.done.refused == [])
    #expect(bench.state.done.locationTitles == ["~/.local/share/Trash"])
    #expect(bench.marked == [] && bench.library.review.groups[PhotoGroup.ID("A")] == nil)
    #expect(Set(bench.session.now.forgotten) == Set(["a2", "a3", "b1", "s2"].map(Sample.path)))
    #expect(bench.session.now.saved.actions.flatMap(\.items).allSatisfy { $0.decision == .keep })
    bench.press(Key(.enter))
    #expect(bench.state.route == .home && bench.state.home.binCount == 0)
    #expect(bench.state.home.cards.map(\.photos) == [1, 2, 1, 1])
  }

}
