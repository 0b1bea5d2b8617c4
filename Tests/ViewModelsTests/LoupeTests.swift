import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// The loupe.
@MainActor @Suite struct LoupeTests {
  @Test func `the loupe opens where the keeper is sharpest, and flips to it at the same spot`() async throws {
    let bench = try await Bench.openedAtSimilar()

    await bench.play("z")
    #expect(bench.state.route == .loupe && bench.state.loupe.name == "s2" && bench.state.loupe.zoom == .fit)
    #expect(bench.state.loupe.scale.title == "fit" && bench.state.loupe.positionTitle == "the whole photo")
    #expect(bench.state.hints.first?.title == "1:1")
    await bench.play("h")
    #expect(bench.state.loupe.message == "The whole photo is on the screen")
    await bench.play("z")
    #expect(bench.state.loupe.zoom == .full && bench.state.hints.first?.title == "close")
    #expect(bench.state.loupe.positionTitle == "across 80 %, down 20 %")
    await bench.play("c")
    #expect(bench.state.loupe.name == "s1" && bench.state.loupe.isKeeper)
    #expect(bench.state.loupe.positionTitle == "across 80 %, down 20 %")
    await bench.play("z")

    #expect(bench.state.route == .deck(.similar) && bench.card == "s2")
  }

  @Test func `in the loupe the arrows look around and decide nothing`() async throws {
    let bench = try await Bench.openedAtSimilar()
    await bench.play("  ")

    for key in [Key(.left), Key("h"), Key(.right), Key("l"), Key(.up), Key(.down)] {
      let before = bench.state.loupe.positionTitle
      bench.press(key)
      await bench.work.idle()
      #expect(bench.state.loupe.positionTitle != before, "\(key.title)")
    }
    for _ in 0..<100 { bench.press(Key(.right)) }
    #expect(bench.state.loupe.message == "This is the edge")
    await bench.play("++++--")
    #expect(bench.state.loupe.zoom == .full)

    bench.press(Key(.escape))
    #expect(bench.session.now.saved.actions == [] && bench.card == "s2")
  }

  @Test func `the loupe calls 1:1 only what is shown pixel by pixel`() async throws {
    let bench = try await Bench.openedAtSimilar()
    await bench.play("zz")
    // 40 × 20 cells of 8 × 16 pixels, as characters.
    #expect(bench.state.loupe.scale == .characters(PixelSize(width: 8, height: 16)))
    #expect(bench.state.loupe.scale.title == "1 character = 8×16 px")
    await bench.play("++")
    #expect(bench.state.loupe.scale == .characters(PixelSize(width: 2, height: 4)))

    let pixels = try await Bench.opened {
      $0.pictures.preview = { request in
        var cells = Surface(request.area)
        cells.attach(ImageID(1))
        return .ready(cells)
      }
    }
    await pixels.open(.similar)
    await pixels.play("zz")
    #expect(pixels.state.loupe.scale.title == "1:1")
    await pixels.play("-")
    #expect(pixels.state.loupe.scale.title == "1:2")
  }

  @Test func `the loupe says how sharp the photo is, beside its keeper and the limit`() async throws {
    let bench = try await Bench.openedAtSimilar()
    await bench.play("z")
    #expect(bench.state.loupe.sharpness?.title == "Sharpness 0.80 · the keeper 0.95 · blurry below 0.30")
    await bench.play("c")
    #expect(bench.state.loupe.sharpness?.shortTitle == "Sharp 0.95 · other 0.80 · limit 0.30")
    #expect(bench.state.loupe.text.first == "Sharpness 0.95 of 1, blurry below 0.30; the other has 0.80")
  }

  @Test func `without a keeper a flip says why not`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.screenshot)
    await bench.play("zc")

    #expect(bench.state.loupe.message == "There is no keeper beside it" && !bench.state.loupe.isKeeper)
    #expect(!bench.state.hints.contains { $0.key == "c" })
  }
}
