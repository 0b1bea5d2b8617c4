import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// The question before a large move wants its number: no key and no click stands for that.
@MainActor @Suite struct LargeMoveTests {
  /// The question about so many photos of a library.
  private func asked(_ marked: Int = 25, among photos: Int = 30, refused: Int = 0) async throws -> Bench {
    let names = (0..<photos).map { "b\(100 + $0)" }
    let bench = try await Bench.opened(
      photos: names.enumerated().map { Sample.photo($1, number: UInt64($0 + 1)) }
    ) { dependencies in
      dependencies.scan.findings = { _, _, _ in Findings(groups: [], issues: names.map { Sample.issue($0, .blurry) }) }
    }
    let paths = names.prefix(marked).map(Sample.path)
    let action = try #require(bench.library.review.action(.delete, for: paths, in: .blurry))
    #expect(bench.library.decide(action) == nil)
    bench.trash.refuse(Dictionary(uniqueKeysWithValues: paths.prefix(refused).map { ($0, "It was changed.") }))
    bench.type("bm")
    await bench.work.idle()
    #expect(bench.state.route == .confirmation)
    return bench
  }

  private var enter: Key { Key(.enter) }

  @Test func `neither y nor Enter nor a click moves more than a quarter of the library`() async throws {
    let bench = try await asked()
    #expect(bench.state.confirmation.numberText == "Type 25 to move them:")

    bench.type("y")
    #expect(bench.state.route == .confirmation && bench.app.attention > 0)
    bench.press(Key(.right), enter)
    #expect(bench.state.route == .confirmation)
    // What a click on the one button or on the other does.
    for isAct in [true, false] {
      bench.app.focusActButton(isAct)
      _ = bench.app.perform(.open)
    }
    await bench.work.idle()

    #expect(bench.state.route == .bin && bench.trash.now.batches.isEmpty)
  }

  @Test func `the number and Enter move it`() async throws {
    let bench = try await asked()

    bench.type("25")
    #expect(bench.state.confirmation.typed.text == "25" && bench.state.confirmation.isMoveFocused)
    bench.press(enter)
    await bench.work.idle()

    #expect(bench.state.route == .done && bench.state.done.moved == 25)
  }

  @Test func `another number moves nothing and is answered with the right one`() async throws {
    let bench = try await asked()

    bench.type("52")
    bench.press(enter)
    await bench.work.idle()

    #expect(bench.state.route == .confirmation && bench.trash.now.batches.isEmpty)
    #expect(bench.state.confirmation.numberText == "⚠ Type 25, not 52:")
    bench.type("26")
    bench.press(Key(.backspace))
    bench.type("5")
    bench.press(enter)
    await bench.work.idle()
    #expect(bench.state.route == .done)
  }

  @Test func `the number beside the highlighted button is no yes, and Esc leaves it`() async throws {
    let bench = try await asked()

    bench.type("25")
    bench.press(Key(.left), enter)
    await bench.work.idle()
    #expect(bench.state.route == .bin && bench.trash.now.batches.isEmpty)

    bench.type("m")
    await bench.work.idle()
    #expect(bench.state.confirmation.typed.text.isEmpty)
    bench.type("25")
    bench.press(Key(.escape), enter)
    await bench.work.idle()
    #expect(bench.trash.now.batches.isEmpty)
  }

  @Test func `the number is that of the photos that will really move`() async throws {
    let bench = try await asked(25, refused: 2)
    #expect(bench.state.confirmation.title == "Move 23 photos to the trash?")

    bench.type("25")
    bench.press(enter)
    await bench.work.idle()
    #expect(bench.state.confirmation.wrongNumber == "25")
    bench.type("23")
    bench.press(enter)
    await bench.work.idle()

    #expect(bench.state.done.moved == 23)
  }

  @Test func `where the guards leave twenty, what was typed for more is no yes to those`() async throws {
    let bench = try await asked(25)
    bench.press(Key(.escape))
    bench.trash.refuse(
      Dictionary(uniqueKeysWithValues: (0..<5).map { (Sample.path("b\(100 + $0)"), "It was changed.") }))
    bench.type("m")
    #expect(bench.state.confirmation.isChecking)
    bench.type("25")
    await bench.work.idle()

    #expect(!bench.state.confirmation.needsNumber && !bench.state.confirmation.isMoveFocused)
    bench.press(enter)
    await bench.work.idle()
    #expect(bench.state.route == .bin && bench.trash.now.batches.isEmpty)
  }

  @Test func `a number that was typed before the question stood is none`() async throws {
    let bench = try await asked()
    bench.press(Key(.escape))
    bench.app.presented()

    bench.type("m25")
    bench.press(enter)
    await bench.work.idle()
    #expect(bench.state.route == .confirmation && bench.state.confirmation.typed.text.isEmpty)
    bench.app.presented()
    bench.type("25")
    bench.press(enter)
    await bench.work.idle()

    #expect(bench.state.route == .done)
  }

  @Test func `a whole line in plain mode is the number, and a word is none`() async throws {
    let bench = try await asked()

    #expect(!bench.app.answer(number: "yes") && !bench.app.answer(number: "") && !bench.app.answer(number: "25 x"))
    #expect(bench.app.answer(number: "2500"))
    await bench.work.idle()
    #expect(bench.state.route == .confirmation && bench.state.confirmation.wrongNumber == "2500")
    #expect(bench.app.answer(number: " 2 5 "))
    await bench.work.idle()

    #expect(bench.state.route == .done && bench.state.done.moved == 25)
  }

  @Test func `twenty photos, and a quarter of the library, move by a yes`() async throws {
    for (marked, photos) in [(20, 30), (25, 100)] {
      let bench = try await asked(marked, among: photos)
      #expect(!bench.state.confirmation.needsNumber && bench.state.confirmation.numberText == nil)
      bench.type("y")
      await bench.work.idle()
      #expect(bench.state.done.moved == marked)
    }
  }

  @Test func `the hints offer the number in place of the key that would not move`() async throws {
    let bench = try await asked()
    #expect(!bench.state.hints.contains { $0.action == .confirm })
    #expect(bench.state.hints.first?.title == "type the number")
    #expect(bench.app.obstacles[.confirm] == "so many move by their number only")
  }
}
