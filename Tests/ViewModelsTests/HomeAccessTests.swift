import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import PhotoScan

/// What Home says in place of cards, and of folders that cannot be read or left.
@MainActor @Suite struct HomeAccessTests {
  @Test func `a library without photos says so only after a scan`() async throws {
    let bench = try await Bench.opened(saved: SavedSession(), photos: [])
    bench.type("s")
    #expect(bench.state.home.notice?.title != "No photos here")

    bench.disk.scan.finish([])
    await bench.work.idle()

    #expect(bench.state.home.notice?.title == "No photos here")
    #expect(bench.state.home.notice?.actions.map(\.title) == ["Scan again", "Choose another folder"])
  }

  @Test func `a library without findings looks clean only after a scan`() async throws {
    let clean = Sample.photos.filter { $0.path == Sample.path("s1") }
    let bench = try await Bench.opened(saved: SavedSession(), photos: clean)
    bench.type("s")
    #expect(bench.state.home.notice?.title == "Ready when you are")

    bench.disk.scan.finish(clean)
    await bench.work.idle()

    #expect(bench.state.home.notice?.title == "No duplicates found")
    #expect(bench.state.home.notice?.lines.first == "Your photo library looks clean!")
  }

  @Test func `behind a notice Enter does what the pointer is before`() async throws {
    let bench = try await Bench.opened(photos: Sample.photos.filter { $0.path == Sample.path("s1") })
    bench.type("s")
    bench.disk.scan.finish(Sample.photos.filter { $0.path == Sample.path("s1") })
    await bench.work.idle()

    await bench.play("z")
    bench.press(Key(.escape))

    let actions = ["Scan again", "Look through all photos", "Make photos smaller"]
    #expect(bench.state.home.notice?.actions.map(\.title) == actions && bench.state.home.focus == .large)
    bench.press(Key(.up), Key(.enter))
    #expect(bench.state.route == .browse)
    bench.press(Key(.escape), Key(.up), Key(.enter))
    #expect(bench.state.route == .scanning)
  }

  @Test func `copies that cannot be decoded are shown although nothing could be read`() async throws {
    let blind = Sample.photos.map { photo in
      var photo = photo
      photo.features = nil
      return photo
    }
    let bench = try await Bench.opened(saved: SavedSession(), photos: blind)
    bench.type("s")
    bench.disk.scan.finish(blind)
    await bench.work.idle()

    #expect(bench.state.home.notice == nil && bench.state.home.cards[0].photos == 3)
  }

  @Test func `a folder that may not be read is said in place of the cards`() async throws {
    let bench = try await Bench.fresh { dependencies in
      dependencies.scan.roots = { _ in
        [LibraryRoot(path: Sample.folder, access: .denied, trash: .none, message: "~/Pictures: no permission.")]
      }
    }

    #expect(bench.state.home.notice?.title == "Photo access required")
    #expect(bench.state.home.notice?.lines == ["~/Pictures: no permission."])
    #expect(bench.state.home.warning == nil && bench.state.home.trashLine == "no access")
  }

  @Test func `while a folder is away Enter tries again, and goes on with the cards when it is back`() async throws {
    let isAway = Switch()
    let bench = try await Bench.opened { dependencies in
      let roots = dependencies.scan.roots
      dependencies.scan.roots = { paths in
        guard isAway.isOn else { return await roots(paths) }
        return [LibraryRoot(path: Sample.folder, access: .denied, trash: .none, message: "It is away.", isAway: true)]
      }
    }
    #expect(bench.state.home.focus == .card(.duplicate))

    isAway.turnOn()
    bench.app.returned()
    await bench.work.idle()
    #expect(bench.state.home.notice?.title == "The photo folder is away" && bench.state.home.focus == .scan)
    bench.press(Key(.down), Key(.right), Key(.enter))
    #expect(bench.state.route == .scanning, "no card is reached that is not seen")
    bench.disk.scan.finish(Sample.photos, isInterrupted: true)
    await bench.work.idle()
    isAway.turnOff()
    bench.app.returned()
    await bench.work.idle()
    #expect(bench.state.home.notice == nil && bench.state.home.focus == .card(.duplicate))
  }

  @Test func `what a scan finds damaged is said once it has ended, until the next one`() async throws {
    let (isDamaged, isNoted) = (Switch(), Switch())
    let bench = try await Bench.opened { dependencies in
      dependencies.scan.remark = {
        guard isDamaged.isOn, !isNoted.isOn else { return nil }
        isNoted.turnOn()
        return "The cache was damaged."
      }
    }
    #expect(bench.state.home.warning == nil)

    bench.type("s")
    isDamaged.turnOn()
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.state.route == .home && bench.state.home.warning == "The cache was damaged.")

    bench.type("s")
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.state.home.warning == nil)
  }

  @Test func `a folder that photos cannot leave is said as a warning`() async throws {
    let bench = try await Bench.opened { dependencies in
      dependencies.scan.roots = { _ in
        [LibraryRoot(path: Sample.folder, access: .restricted, trash: .none, message: "The card is read-only.")]
      }
    }

    #expect(bench.state.home.warning == "The card is read-only." && bench.state.home.trashLine == "no trash here")
    #expect(bench.state.home.cards.count == 4)
  }

  @Test func `without a folder nothing can be scanned`() throws {
    let bench = try Bench(saved: SavedSession(), roots: []) { $0.scan = Dependencies.untouched.scan }

    bench.type("s")

    #expect(bench.state.route == .home && bench.state.home.notice?.title == "Choose a photo folder")
    #expect(!bench.state.hints.contains { $0.action == .scan }, "what would do nothing is not offered")
    #expect(bench.state.hints.first { $0.action == .open }?.title == "choose a folder")
    bench.press(Key(.enter))
    guard case .entry(let dialog) = bench.state.overlay else {
      Issue.record("Enter does what is offered")
      return
    }
    #expect(dialog.title == "Which folder?")
  }

  @Test func `what an earlier run left unfinished is said at the start, until the first scan`() async throws {
    let bench = try Bench(startupMessage: "2 photos were put back.")
    await bench.work.idle()
    #expect(bench.state.home.warning == "2 photos were put back.")

    bench.type("s")
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.state.home.warning == nil)
  }
}
