import Foundation
import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// The numbers of Home, and the way of the arrows through its cards.
@MainActor @Suite struct HomeFiguresTests {
  private func number(_ kind: HomeState.Figure.Kind, _ bench: Bench) -> String? {
    bench.state.home.figures.first { $0.kind == kind }?.texts.first
  }

  @Test func `each photo counts once: left to gain, in the bin or kept, and gained once it was moved`() async throws {
    let bench = try await Bench.opened()
    let whole = bench.state.home.reclaimable
    #expect(number(.gained, bench) == "0 bytes gained so far" && number(.bin, bench) == "0 bytes in the bin")

    await bench.open(.blurry)
    await bench.play("h")
    bench.press(Key(.escape))
    let marked = bench.state.home
    #expect(marked.binCount == 1 && marked.reclaimable == whole - marked.binBytes)
    #expect(number(.bin, bench) == "\(marked.binBytes.formatted) in the bin from 1 photo")
    #expect(marked.binText == "1 photo in the bin" && marked.reviewTexts == ["0 kept", "\(marked.photosToGain) open"])

    await bench.play("my")
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(number(.gained, bench) == "\(marked.binBytes.formatted) gained once the trash is emptied")
    #expect(bench.state.home.reclaimable == marked.reclaimable && bench.state.home.binBytes == .zero)
  }

  @Test func `what is kept counts as kept also where no card asks about it`() async throws {
    let bench = try await Bench.opened()
    let (review, keeper) = (bench.library.review, Sample.path("a1"))
    let photo = try #require(review.photos[keeper])
    #expect(review.deck(.duplicate)?.index(of: keeper) == nil)

    _ = bench.library.decide(DecisionAction(items: [review.item(.keep, for: photo, in: .duplicate)]))

    #expect(bench.state.home.reviewTexts == ["1 kept", "\(bench.state.home.photosToGain) open"])
  }

  @Test func `a move to the trash takes nothing off what is reviewed, and a restore opens it again`() async throws {
    let bench = try await Bench.marked()
    let before = bench.state.home
    bench.type("bm")
    await bench.work.idle()
    bench.type("y")
    await bench.work.idle()

    let after = bench.state.home
    #expect(after.fractionReviewed >= before.fractionReviewed && before.fractionReviewed > 0)
    #expect(after.movedCount == 4 && after.binCount == 0 && after.reviewTexts.last == "4 moved")
    #expect(
      zip(before.cards, after.cards).allSatisfy {
        $1.isDone || $1.photos == 0 || $1.fractionReviewed >= $0.fractionReviewed
      })

    bench.disk.answerAtOnce()
    bench.type("r")
    await bench.work.idle()
    #expect(bench.state.home.movedCount == 0 && bench.state.home.fractionReviewed < before.fractionReviewed)
  }

  @Test func `what moves to a folder frees nothing, on Home and for a goal of bytes`() async throws {
    let bench = try await Bench.opened()
    let goal = GoalDeck(.bytes(ByteCount(1_000_000)), review: bench.library.review, pace: .seconds(4))
    func mark(_ name: String, to folder: FilePath?) throws {
      let review = bench.library.review
      let action = review.action(.delete, for: [Sample.path(name)], in: .blurry, parts: { _ in .all }, to: folder)
      _ = bench.library.decide(try #require(action))
    }
    try mark("b1", to: nil)
    let (gain, freed) = (bench.state.home.binGain, goal.freed(bench.library.review))
    #expect(number(.bin, bench) == "\(gain.formatted) in the bin from 1 photo" && freed > .zero)

    try mark("b2", to: "/home/me/Family")

    let size = Sample.size("b2")
    #expect(bench.state.home.binGain == gain && goal.freed(bench.library.review) == freed)
    #expect(number(.bin, bench) == "\(gain.formatted) to the trash, \(size.formatted) to folders")
    _ = bench.library.undo()
    #expect(bench.state.home.folderBytes == .zero && bench.state.home.binBytes == gain)
  }

  @Test func `a photo counts with all of its files, on Home as among all photos`() async throws {
    let bench = try await Bench.opened(photos: Sample.withRAWs(["a1", "b1"]))
    let bytes = bench.state.home.allPhotos?.bytes

    await bench.play("a")

    #expect(bytes == Sample.photos.map(\.size).total + ByteCount(20) && bench.state.browse.matches.bytes == bytes)
  }

  @Test func `a photo that was kept in one of two categories is still open, and no other is said to be kept`()
    async throws
  {
    let bench = try await Bench.opened()
    let open = bench.state.home.photosToGain
    await bench.open(.similar)
    await bench.play("sl")
    #expect(bench.library.review.decision(Sample.path("s2"), in: .similar) == .keep)

    bench.press(Key(.escape))

    #expect(bench.state.home.reviewTexts == ["0 kept in every category", "\(open) open"])
    await bench.open(.similar)
    await bench.play("u")
    #expect(bench.library.review.decision(Sample.path("s2"), in: .similar) == .pending)
    bench.press(Key(.escape))
    #expect(bench.state.home.reviewTexts == ["0 kept", "\(open) open"])
  }

  @Test func `what was put back or went to a folder is not gained, what left the trash is`() async throws {
    let bench = try Bench()
    var moved = BatchSummary(id: "c", date: .distantPast, photos: 2, restored: 0, bytes: ByteCount(5_000))
    moved.folderBytes = ByteCount(2_000)
    bench.trash.remember(moved, paths: [])
    bench.trash.remember(
      BatchSummary(id: "b", date: .distantPast, photos: 1, restored: 1, bytes: ByteCount(7_000)), paths: [])
    bench.trash.remember(
      BatchSummary(
        id: "a", date: .distantPast, photos: 1, restored: 0, gone: 1, bytes: ByteCount(1_000),
        goneBytes: ByteCount(1_000)), paths: [])
    await bench.work.idle()

    #expect(number(.gained, bench) == "4.0 KB gained so far, 3.0 KB of it in the trash")
    #expect(bench.state.home.figures.last?.note == "3.0 KB in trash")
  }

  @Test func `a history that cannot be read is no number`() async throws {
    struct Unreadable: Error {}
    let bench = try await Bench.opened { $0.removal.history = { throw Unreadable() } }

    #expect(number(.gained, bench) == nil && number(.toGain, bench) != nil)
  }

  @Test func `while a first scan runs nothing is said to be left`() async throws {
    let bench = try await Bench.fresh()
    bench.type("s")
    bench.disk.scan.notify(.snapshot(ScannedLibrary(photos: Sample.photos), Sample.findings))
    await bench.until("the findings are taken over") { bench.state.scanning.canReview }
    bench.press(Key(.enter), Key(.escape))

    #expect(bench.state.home.headlines == ["The first scan is under way"])
    #expect(number(.toGain, bench) == nil && bench.state.home.reviewTexts.isEmpty)
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(number(.toGain, bench) != nil)
  }

  @Test func `arrows go through the cards by rows, and up to the lines`() async throws {
    let bench = try await Bench.marked()
    let targets = bench.state.home.cardTargets
    #expect(targets == IssueCategory.allCases.map { .card($0) } + [.allPhotos, .large])
    func way(from start: HomeState.Focus, _ keys: Key...) -> HomeState.Focus {
      bench.app.focusHome(start)
      for key in keys { bench.press(key) }
      return bench.state.home.focus
    }

    #expect(way(from: targets[0], Key(.down)) == targets[3] && way(from: targets[5], Key(.up)) == targets[2])
    #expect(way(from: targets[1], Key(.up)) == .scan && way(from: .scan, Key(.up)) == .bin)
    #expect(way(from: .bin, Key(.down), Key(.down)) == targets[0])
    #expect(way(from: targets[2], Key(.right)) == targets[3] && way(from: targets[3], Key(.left)) == targets[2])
    #expect(way(from: targets[0], Key(.left)) == targets[0] && way(from: targets[5], Key(.right)) == targets[5])
    #expect(way(from: targets[4], Key(.down)) == targets[4])
    bench.app.setHomeLayout(HomeModel.Layout(columns: 2))
    #expect(way(from: targets[1], Key(.down)) == targets[3] && way(from: targets[2], Key(.up)) == targets[0])
    bench.app.setHomeLayout(HomeModel.Layout(columns: 1))
    #expect(way(from: targets[4], Key(.down)) == .large && way(from: targets[0], Key(.up)) == .scan)
  }

  @Test func `cards show their first open photos, all photos those not looked at, and the last the largest`()
    async throws
  {
    let bench = try await Bench.opened()
    #expect(bench.state.home.pictures.isEmpty)

    bench.app.setHomeLayout(HomeModel.Layout(picture: Size(columns: 9, rows: 4)))
    await bench.work.idle()

    let pictures = bench.state.home.pictures
    #expect(bench.state.home.cardTargets.map { pictures[$0]?.count } == [3, 3, 3, 1, 3, 3])
    #expect(pictures.values.joined().allSatisfy { $0 == .ready(Surface(Size(columns: 9, rows: 4))) })
  }
}
