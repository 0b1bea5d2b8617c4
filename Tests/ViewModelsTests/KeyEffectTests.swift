import Foundation
import PhotoModel
import TestSupport
import Testing
import TextSurface
import ViewModels

/// What hints and help list does something, wherever the user is.
@MainActor @Suite struct KeyEffectTests {
  /// Screens of the review, and how to come there.
  enum Screen: String, CaseIterable, Sendable {
    case set, single, end, shortDeck, loupe, loupeAlone, compare, bin, emptyBin, confirmation, blocked, done, history,
      noHistory, batch, batchPhoto, large, noLarge, largePhoto, shrinkQuestion, shrinkDone
  }

  private func bench(at screen: Screen, readOnly: String? = nil) async throws -> Bench {
    let bench = try await Bench.opened(readOnly: readOnly)
    bench.disk.answerAtOnce()
    bench.trash.remember(
      BatchSummary(id: "one", date: Date(timeIntervalSince1970: 0), photos: 2, restored: 0, bytes: ByteCount(10)),
      paths: [Sample.path("b1"), Sample.path("b2")])
    switch screen {
    case .set: await bench.open(.duplicate)
    case .single: await bench.open(.screenshot)
    case .end:
      await bench.open(.screenshot)
      await bench.play("s")
    case .shortDeck:
      await bench.play("f")
      bench.press(Key(.enter))
      await bench.work.idle()
    case .loupe, .compare:
      await bench.open(.duplicate)
      await bench.play(screen == .loupe ? "z" : "c")
    case .loupeAlone:
      await bench.open(.screenshot)
      await bench.play("z")
    case .bin, .confirmation, .blocked, .done:
      await bench.open(.duplicate)
      await bench.play("hh")
      if screen == .blocked { bench.trash.block("The disk is full.") }
      await bench.play(screen == .bin ? "b" : screen == .done ? "my" : "m")
    case .emptyBin: await bench.play("b")
    case .history, .batch, .batchPhoto:
      await bench.play("y")
      for _ in 0..<(screen == .history ? 0 : screen == .batch ? 1 : 2) {
        bench.press(Key(.enter))
        await bench.work.idle()
      }
    case .large: await bench.play("z")
    case .noLarge:
      bench.shrinking.refuse(Dictionary(uniqueKeysWithValues: Sample.photos.map { ($0.path, .noGain) }))
      await bench.play("z")
    case .largePhoto: await bench.play("zvc")
    case .shrinkQuestion: await bench.play("zm")
    case .shrinkDone: await bench.play("zmy")
    case .noHistory:
      bench.trash.forgetAll()
      await bench.play("y")
    }
    return bench
  }

  /// At the first and the last of a list these have nowhere to go.
  private static let steps: Set<Action> = [.left, .right, .up, .down, .pageUp, .pageDown, .first, .last]

  @Test(arguments: Screen.allCases) func `every key that the help lists for a screen acts or says why it does not`(
    screen: Screen
  ) async throws {
    let context = try await bench(at: screen).app.state.context
    let table = KeyTable()
    let own = table.bindings.filter { $0.context == context && !Self.steps.contains($0.action) }

    for key in own.flatMap(\.keys) + [Key("q"), Key(.escape)] {
      let bench = try await bench(at: screen)
      let before = bench.state

      let request = bench.app.press(key)

      let hasActed = bench.state != before || request != .none || bench.app.wantsToQuit
      await bench.work.idle()
      #expect(hasActed || bench.state != before, "\(key.title) on \(screen)")
    }
  }

  @Test(arguments: Screen.allCases) func `q and Esc lead out of every screen, read-only or not`(screen: Screen)
    async throws
  {
    for readOnly in [nil, "Read-only: you can look, but not decide."] as [String?] {
      for key in [Key("q"), Key(.escape)] {
        let bench = try await bench(at: screen, readOnly: readOnly)
        let routeBefore = bench.state.route

        bench.press(key)
        await bench.work.idle()

        #expect(
          bench.app.wantsToQuit || bench.state.route != routeBefore || routeBefore == .home, "\(key.title) on \(screen)"
        )
      }
    }
  }

  @Test func `a hint of the comparison says what Tab brings`() async throws {
    let bench = try await bench(at: .compare)
    func title() -> String? { bench.state.hints.first { $0.action == .flip }?.title }
    #expect(title() == "differences")
    bench.press(Key(.tab))
    #expect(title() == "picture")
    bench.press(Key(.tab))
    bench.app.setPictureAreas(
      PictureAreas(
        card: CardAreas(Size(columns: 30, rows: 5)), bin: Size(columns: 20, rows: 10),
        compare: CompareAreas(Size(columns: 30, rows: 5), form: .alone)))
    await bench.work.idle()

    #expect(title() == "keeper")
    bench.press(Key(.tab))
    #expect(bench.state.compare.view == .keeperAlone && title() == "differences")
    bench.press(Key(.tab))
    #expect(title() == "this one")
  }

  @Test func `the move says at once that it will stop`() async throws {
    let bench = try await bench(at: .confirmation)
    bench.type("y")
    #expect(bench.state.route == .moving && !bench.state.moving.isStopping)

    bench.type("q")

    #expect(bench.state.moving.isStopping && !bench.app.wantsToQuit)
    await bench.work.idle()
    #expect(bench.state.route == .done)
  }
}
