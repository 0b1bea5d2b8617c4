import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// The small pictures of what crossed the line of a slider.
@MainActor @Suite struct CrossedPicturesTests {
  private let size = Size(columns: 13, rows: 4)

  /// At the settings; every step of a slider lists the next of these photos and takes none off.
  private func bench(
    _ steps: [[String]], counts: [Int] = [5], change: (inout Dependencies) -> Void = { _ in }
  ) async throws -> Bench {
    let noted = Box<[[String]]>(steps)
    let bench = try await Bench.opened { dependencies in
      dependencies.scan.slide = { asked in
        guard asked.settings != ScanSettings() else { return SliderListing() }
        defer { noted.change { $0.removeFirst() } }
        return SliderListing(crossings: [Self.crossing(.blurry, noted.value[0])])
      }
      change(&dependencies)
    }
    show(counts, in: bench)
    bench.type("3")
    await bench.work.idle()
    return bench
  }

  private func show(_ counts: [Int], in bench: Bench) {
    bench.app.setPictureAreas(
      PictureAreas(
        card: CardAreas(Size(columns: 40, rows: 20)), bin: .none,
        crossings: CrossingCapacity(size: size, counts: counts)))
  }

  private nonisolated static func crossing(_ category: IssueCategory, _ names: [String]) -> SliderListing.Crossing {
    SliderListing.Crossing(
      category: category, isListed: true, count: names.count,
      photos: names.map { SliderListing.Crossing.Photo(path: Sample.path($0), why: "it shook") })
  }

  private func pictures(_ bench: Bench) -> [CardPicture]? { bench.state.settings.crossings.first?.pictures }

  @Test func `a step shows as many of the photos as there is room for, and a larger window more`() async throws {
    let bench = try await bench([["b1", "b2", "s1", "s2"]], counts: [2])

    bench.press(Key(.right))
    await bench.work.idle()

    let ready = CardPicture.ready(Surface(size))
    #expect(bench.state.settings.crossings.first?.photos.count == 4)
    #expect(pictures(bench) == [ready, ready])
    show([5], in: bench)
    await bench.work.idle()
    #expect(pictures(bench) == [ready, ready, ready, ready])
    show([], in: bench)
    #expect(pictures(bench) == [])
  }

  @Test func `two lists share the room, and where it is too small for both they are words`() async throws {
    let bench = try await bench([]) { dependencies in
      dependencies.scan.slide = { asked in
        guard asked.settings != ScanSettings() else { return SliderListing() }
        return SliderListing(
          crossings: [Self.crossing(.duplicate, ["b1", "b2", "s1"]), Self.crossing(.similar, ["s2"])])
      }
    }
    show([5, 2], in: bench)

    bench.press(Key(.right))
    await bench.work.idle()

    #expect(bench.state.settings.crossings.map(\.pictures.count) == [2, 1])
    show([5], in: bench)
    #expect(bench.state.settings.crossings.map(\.pictures.count) == [0, 0])
  }

  @Test func `no step waits for a picture, and what is no longer shown is not decoded`() async throws {
    let suspended = Box<[CheckedContinuation<Void, Never>]>([])
    let asked = Box<[FilePath]>([])
    let bench = try await bench([["b1", "b2", "s1", "s2"], ["c1"], ["q1"]]) { dependencies in
      dependencies.pictures.preview = { request in
        asked.change { $0.append(request.path) }
        // Those that come after the first two would be seen in what was asked.
        if suspended.value.count < 2 {
          await withCheckedContinuation { waiting in suspended.change { $0.append(waiting) } }
        }
        return .ready(Surface(request.area))
      }
    }

    bench.press(Key(.right))
    await bench.until("two of them are being decoded") { suspended.value.count == 2 }
    #expect(pictures(bench) == [CardPicture](repeating: .loading(since: .zero), count: 4))
    bench.press(Key(.right))
    await bench.until("the next step is told") { bench.state.settings.crossings.first?.photos.first?.label == "c1" }
    bench.type("1")
    for waiting in suspended.value { waiting.resume() }
    await bench.work.idle()

    // The first ones, which lie nearest to the line.
    #expect(Set(asked.value) == [Sample.path("b1"), Sample.path("b2")])
  }

  @Test func `with pictures switched off names say it, and none is asked for`() async throws {
    let bench = try await bench([["b1", "b2"]]) { dependencies in
      dependencies.pictures = PictureDependencies(
        preview: { _ in
          Issue.record("a picture was asked for")
          return .unavailable("switched off")
        }, areOff: true)
    }

    bench.press(Key(.right))
    await bench.work.idle()

    #expect(bench.state.settings.crossings.first?.photos.map(\.label) == ["b1", "b2"])
    #expect(pictures(bench) == [])
  }
}
