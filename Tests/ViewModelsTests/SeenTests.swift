import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// A decision is about the picture that stood on the screen, whatever happens around it.
@MainActor @Suite struct SeenTests {
  /// What a frame showed last.
  private struct Frame: Equatable {
    var path: FilePath?
    var identity: FileIdentity?
    var isQuestion = false
  }

  @Test(arguments: Array(1...30) as [UInt64])
  func `no keys, delays, resizes, drags and late pictures decide about a file that was not shown`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let bench = try await Bench.opened { dependencies in
      dependencies.pictures.preview = { request in
        // Some pictures come late, and some very late.
        for _ in 0..<(request.area.columns % 7 * 3) { await Task.yield() }
        return .ready(Surface(request.area))
      }
      dependencies.onboarding.folder = { _ in .problem("no folder is typed here") }
    }
    bench.disk.answerAtOnce()
    await bench.open([.duplicate, .similar, .blurry].randomElement(using: &random) ?? .similar)
    var frame = present(bench, &random)
    for _ in 0..<150 {
      let before = bench.session.now.saved.actions
      act(bench, &random)
      check(before, bench.session.now.saved.actions, frame, seed)
      for _ in 0..<[0, 0, 1, 4, 30][Int.random(in: 0..<5, using: &random)] { await Task.yield() }
      if Int.random(in: 0..<3, using: &random) > 0 { frame = present(bench, &random) }
    }
    await bench.work.idle()
  }

  @Test func `a window too small to show anything takes no key but those that leave`() async throws {
    let bench = try await marked(.similar)
    let decided = bench.session.now.saved.actions
    #expect(!decided.isEmpty)

    bench.app.presented(isWhole: false)
    for key in "hlunDAmyjsr".unicodeScalars { bench.press(Key(key)) }
    bench.press(Key(.enter))
    bench.press(Key(.escape))
    await bench.work.idle()

    #expect(bench.session.now.saved.actions == decided)
    #expect(bench.state.route == .deck(.similar) && bench.state.overlay == nil)
    #expect(bench.app.press(Key(.character("l"), control: true)) == .redraw)
  }

  @Test func `keys that come before the picture do nothing, and the deck says how many`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    bench.app.presented()

    bench.type("h")
    await bench.work.idle()
    bench.type("h")
    #expect(bench.deck.message == "1 key came before the picture and did nothing")
    bench.type("l")

    #expect(bench.deck.message == "2 keys came before the picture and did nothing")
    #expect(bench.marked == ["a2"] && bench.session.now.saved.actions.count == 1)
    bench.app.presented()
    bench.type("h")
    #expect(bench.marked == ["a2", "a3"] && bench.deck.message == nil)
  }

  @Test func `what was typed before the question stood does not go to its other button`() async throws {
    let bench = try await marked(.duplicate)
    bench.app.presented()

    bench.type("ml")
    await bench.work.idle()
    #expect(bench.state.route == .confirmation && !bench.state.confirmation.isMoveFocused)
    bench.app.presented()
    bench.type("l")

    #expect(bench.state.confirmation.isMoveFocused)
  }

  @Test(arguments: [CardPicture.gone("It is not there any more."), .unavailable("The picture is damaged.")])
  func `nothing is decided about a file that is not there, but about one that cannot be shown`(_ picture: CardPicture)
    async throws
  {
    let bench = try await Bench.opened { $0.pictures.preview = { _ in picture } }
    bench.app.setPictureAreas(PictureAreas(card: CardAreas(Size(columns: 30, rows: 10)), bin: .none))
    await bench.open(.duplicate)
    let first = bench.card
    await bench.play("hl")

    guard case .gone = picture else {
      #expect(bench.session.now.saved.actions.count == 2)
      return
    }
    #expect(bench.session.now.saved.actions == [] && bench.card == first)
    #expect(bench.deck.message == "It is not as it was found, so nothing can be decided; skip it")
    await bench.play("s")
    #expect(bench.card != first)
  }

  /// The first card of a category was marked, and the next one is not on the screen, yet.
  private func marked(_ category: IssueCategory) async throws -> Bench {
    let bench = try await Bench.opened()
    await bench.open(category)
    bench.app.presented()
    bench.type("h")
    await bench.work.idle()
    return bench
  }

  private func present(_ bench: Bench, _ random: inout SeededGenerator) -> Frame {
    // A window that is too small shows nothing but that.
    let isWhole = Int.random(in: 0..<8, using: &random) > 0
    bench.app.presented(isWhole: isWhole)
    let state = bench.state
    var frame = Frame()
    guard isWhole else { return frame }
    if case .question = state.overlay { frame.isQuestion = true }
    let isShown =
      state.route.isDeck ? state.deck.card?.isShown == true : state.route == .compare && state.compare.isShown
    guard isShown else { return frame }
    frame.path = state.deck.card?.issue.path
    frame.identity = state.deck.card?.identity
    return frame
  }

  private func act(_ bench: Bench, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<12:
      let keys = Array("hhhllluskjcczinp*yno".unicodeScalars)
      bench.press(Key(keys.randomElement(using: &random) ?? "h"))
    case 12: bench.press(Key(.escape))
    case 13: bench.press(Key(.enter))
    case 14:
      let columns = Int.random(in: 10...60, using: &random)
      bench.app.setPictureAreas(
        PictureAreas(
          card: CardAreas(Size(columns: columns, rows: 20)), bin: .none,
          compare: CompareAreas(Size(columns: columns / 2, rows: 9))))
    case 15:
      // The same names, other files.
      bench.disk.hold(
        Sample.photos.map { photo in
          var photo = photo
          photo.identity.modified += Int64.random(in: 0...1, using: &random)
          return photo
        })
      bench.library.startScan()
    case 16..<18: bench.app.grabCard()
    case 18..<21: bench.app.dragCard(to: Double.random(in: -1...1, using: &random))
    default: bench.app.dropCard()
    }
  }

  private func check(
    _ before: [DecisionAction], _ after: [DecisionAction], _ frame: Frame, _ seed: UInt64
  ) {
    let known = Set(before.map(\.id))
    for action in after where !known.contains(action.id) {
      // What a question asked about stood in its words.
      guard !frame.isQuestion else { continue }
      #expect(action.items.map(\.path) == [frame.path], "seed \(seed)")
      #expect(action.items.map(\.identity) == [frame.identity], "seed \(seed)")
    }
  }
}
