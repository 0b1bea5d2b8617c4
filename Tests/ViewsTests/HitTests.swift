import PhotoModel
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// What the mouse hits is where it is drawn.
@Suite struct HitTests {
  static let sizes = [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

  /// Where a text stands, row by row; all that is drawn here is one cell wide.
  private func position(of text: String, in surface: Surface) throws -> (x: Int, y: Int) {
    for (y, line) in surface.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let range = line.firstRange(of: text) {
        return (line.distance(from: line.startIndex, to: range.lowerBound), y)
      }
    }
    throw NotFound(text: text)
  }

  private struct NotFound: Error {
    let text: String
  }

  private func hit(_ text: String, in state: AppState, size: Size) throws -> HitTarget? {
    let (x, y) = try position(of: text, in: drawn(state, size: size))
    return AppView.hit(state, size: size, x: x, y: y)
  }

  @Test(arguments: sizes) func `tabs, scan, bin and cards of Home are hit where they stand`(size: Size) throws {
    let state = Sample.app(.home)

    #expect(try hit("Settings", in: state, size: size) == .tab(.settings))
    #expect(try hit("Scan photos", in: state, size: size) == .home(.scan))
    #expect(try hit("in the bin", in: state, size: size) == .bin)
    for category in IssueCategory.allCases {
      #expect(try hit(category.title, in: state, size: size) == .home(.card(category)))
    }
    #expect(try hit("All photos", in: state, size: size) == .home(.allPhotos))
    #expect(try hit("Large", in: state, size: size) == .home(.large))
  }

  @Test(arguments: sizes) func `the actions of a notice are hit, the bin among them`(size: Size) throws {
    let state = Sample.app(.home) {
      $0.home.notice = Notice(
        glyph: .folder, title: "Title", lines: [],
        actions: [Hint(key: "o", title: "Choose"), Hint(key: "t", title: "Try again")])
    }

    #expect(try hit("Choose", in: state, size: size) == .noticeAction(0))
    #expect(try hit("Try again", in: state, size: size) == .noticeAction(1))
    #expect(try hit("38 photos in the bin", in: state, size: size) == .bin)
  }

  @Test(arguments: sizes) func `the buttons of a dialog are hit`(size: Size) throws {
    let state = Sample.app(.confirmation)

    #expect(try hit("Not yet", in: state, size: size) == .safeButton)
    #expect(try hit("Move to trash", in: state, size: size) == .actButton)
  }

  @Test(arguments: sizes) func `a move that needs its number has no button for it`(size: Size) throws {
    let state = Sample.app(.confirmation) {
      ($0.confirmation.needsNumber, $0.confirmation.isMoveFocused) = (true, true)
      $0.confirmation.typed = TextEntry("38")
    }

    #expect(!drawn(state, size: size).text.contains("Move to trash"))
    #expect(try hit("Not yet", in: state, size: size) == .safeButton)
  }

  @Test(arguments: sizes) func `a move that is blocked has no button`(size: Size) throws {
    let state = Sample.app(.confirmation) { $0.confirmation.blocked = "The disk is full." }

    #expect(!drawn(state, size: size).text.contains("Move to trash"))
    #expect(try hit("❯  Back  ❮", in: state, size: size) == .safeButton)
  }

  @Test(arguments: sizes) func `the line about files that could not be read opens them, and their rows are hit`(
    size: Size
  ) throws {
    let home = Sample.app(.home) { $0.home.unread = SkippedCount(files: 214, parentFolders: 3) }

    #expect(try hit("214 files", in: home, size: size) == .unread)
    #expect(try hit("a.psd", in: Sample.app(.unread), size: size) == .row(2))
  }

  @Test(arguments: sizes) func `over a question nothing else can be hit`(size: Size) throws {
    let state = Sample.app(.home) {
      $0.overlay = .question(
        Question(subject: .leaveScan, title: "Stop?", lines: [], safeButton: "Go on", actButton: "Stop now"))
    }

    #expect(try hit("Go on", in: state, size: size) == .safeButton)
    #expect(try hit("Stop now", in: state, size: size) == .actButton)
    #expect(AppView.hit(state, size: size, x: 20, y: 0) == nil)
  }

  @Test(arguments: sizes) func `rows of lists are hit`(size: Size) throws {
    #expect(try hit("IMG_0412", in: Sample.app(.bin), size: size) == .row(2))
    #expect(try hit("IMG_0412", in: Sample.app(.batch), size: size) == .row(1))
    #expect(try hit("yesterday", in: Sample.app(.history), size: size) == .row(1))
    #expect(try hit("Inkscape", in: Sample.app(.apps), size: size) == .row(2))
    #expect(try hit("large; last", in: Sample.app(.apps), size: size) == .row(1))
    #expect(try hit("Similar from", in: Sample.app(.settings), size: size) == .row(1))
  }

  @Test func `the small pictures of the bin and of a batch are hit, the gaps between them not`() throws {
    let size = Size(columns: 80, rows: 24)
    for (position, name, target) in [
      (Route.bin, "IMG_0411", HitTarget.row(1)), (.batch, "IMG_0412", .row(1)),
    ] {
      let state = Sample.app(position).laidOut(for: size)
      let (x, y) = try self.position(of: name, in: drawn(state, size: size))

      #expect(AppView.hit(state, size: size, x: x, y: y) == target)
      #expect(AppView.hit(state, size: size, x: x, y: y - 3) == target, "its picture")
      #expect(AppView.hit(state, size: size, x: x - 3, y: y) == nil, "the gap")
    }
    #expect(AppView.hit(Sample.app(.batchPhoto), size: size, x: 30, y: 10) == nil)
  }

  @Test func `beside what is open the list is hit, and below it nothing`() throws {
    let state = Sample.app(.apps) { $0.apps.panel = Sample.appDetails }

    #expect(try hit("Inkscape", in: state, size: Size(columns: 120, rows: 40)) == .row(2))
    for y in 2..<24 {
      for x in 0..<80 { #expect(AppView.hit(state, size: Size(columns: 80, rows: 24), x: x, y: y) == nil) }
    }
  }

  @Test func `the sides of the card name the keys that the user gave them, and are hit`() throws {
    var state = Sample.app(.deck(.similar))
    state.keys = try KeyTable().remapped([
      KeyRemapping(.deck, .delete, [Key("x")]), KeyRemapping(.deck, .keep, [Key(.pageDown)]),
    ])
    let size = Size(columns: 80, rows: 24)
    let page = Key(.pageDown).title

    #expect(try hit("x DELETE", in: state, size: size) == .deleteSide)
    #expect(try hit("KEEP \(page)", in: state, size: size) == .keepSide)
    #expect(!drawn(state, size: size).text.contains("← DELETE"))
  }

  @Test func `the card and its sides are hit`() throws {
    let state = Sample.app(.deck(.similar))
    let size = Size(columns: 80, rows: 24)

    #expect(try hit("← DELETE", in: state, size: size) == .deleteSide)
    #expect(try hit("KEEP →", in: state, size: size) == .keepSide)
    #expect(try hit("bin 12", in: state, size: size) == .bin)
    #expect(AppView.hit(state, size: size, x: 40, y: 10) == .card)
  }

  @Test(arguments: sizes, CardForm.allCases)
  func `the signs and the small pictures of a set are hit where they are drawn`(size: Size, form: CardForm) throws {
    var state = Sample.app(.deck(.similar)) {
      $0.deck.card?.form = form
      $0.deck.message = nil
    }

    for (index, sign) in ["✕", "▢", "■", "✓", "★"].enumerated() {
      #expect(try hit(sign, in: state, size: size) == .member(index), "\(sign)")
    }
    for index in state.deck.filmstrip.indices {
      state.deck.filmstrip[index].picture = .ready(Sample.filmstripThumbnail)
    }
    let layout = DeckLayout(size, form: form, hasSets: true)
    guard !layout.thumbnails.isEmpty else { return }
    let first = layout.thumbnails
    #expect(AppView.hit(state, size: size, x: first.x + 5, y: first.y + 1) == .member(0))
    #expect(AppView.hit(state, size: size, x: first.x + 17, y: first.y + 4) == .member(1))
    #expect(AppView.hit(state, size: size, x: first.x + 11, y: first.y + 1) != .member(0))
  }

  @Test(arguments: sizes) func `a click on a picture of the comparison or of the loupe is one on the loupe`(
    size: Size
  ) {
    for route in [Route.compare, .loupe] {
      let state = Sample.app(route)
      #expect(AppView.hit(state, size: size, x: 10, y: 3) == .loupe)
      #expect(AppView.hit(state, size: size, x: 10, y: size.rows - 1) == nil)
    }
  }

  @Test(arguments: sizes) func `what can be done at the end of a deck is hit`(size: Size) throws {
    let state = Sample.app(.deck(.similar)) {
      ($0.deck.card, $0.deck.filmstrip, $0.deck.message, $0.deck.decided) = (nil, [], nil, 0)
    }

    for (index, action) in (try #require(state.clickableNotice)).actions.enumerated() {
      #expect(try hit(action.title, in: state, size: size) == .noticeAction(index), "\(action.title)")
    }
    #expect(state.clickableNotice?.actions.map(\.action) == [.open, .moveToTrash, .back])
  }

  @Test func `while photos move nothing can be started`() {
    let state = Sample.app(.moving)

    for y in 0..<24 {
      for x in 0..<80 { #expect(AppView.hit(state, size: Size(columns: 80, rows: 24), x: x, y: y) == nil) }
    }
  }
}
