import PhotoModel
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

@Suite struct DeckViewTests {
  static let sizes = [
    Size(columns: 40, rows: 12), Size(columns: 59, rows: 17), Size(columns: 72, rows: 18),
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]

  private func filled(_ size: Size) -> Surface {
    var cells = Surface(size)
    cells.fill(cells.bounds, "#", style: .plain)
    return cells
  }

  private func deck(_ form: CardForm, picture area: Size) -> AppState {
    Sample.app(.deck(.similar)) {
      $0.deck.card?.picture = .ready(filled(area))
      $0.deck.card?.form = form
    }
  }

  @Test(arguments: sizes, CardForm.allCases)
  func `a picture as large as the picture area is shown whole inside the border`(size: Size, form: CardForm) {
    let area = AppView.pictureAreas(in: size).cardWithFilmstrip.area(form, hasDetails: false)
    guard area != .none else { return #expect(form == .beside && (size.columns < 72 || size.rows < 16)) }
    let state = deck(form, picture: area)

    let surface = drawn(state, size: size)

    #expect(surface.cells.filter { $0.scalar == "#" }.count == area.columns * area.rows)
    #expect(area.columns > 0 && area.rows > 0)
    let card = DeckLayout(size, form: form, hasSets: true).card
    #expect(surface[card.x, card.y].scalar == "╭")
    #expect(surface[card.right - 1, card.bottom - 1].scalar == "╯")
  }

  @Test(arguments: sizes.filter { $0.columns >= 72 }, [4, 40])
  func `the details stand beside the card, and its picture is whole and not much smaller`(size: Size, count: Int) {
    for form in CardForm.allCases {
      let area = AppView.pictureAreas(in: size).cardWithFilmstrip.area(form, hasDetails: true)
      var state = deck(form, picture: area)
      state.deck.details = (0..<count).map { Detail("Fact \($0)", "value \($0)") }

      let surface = drawn(state, size: size)

      #expect(surface.cells.filter { $0.scalar == "#" }.count == area.columns * area.rows)
      #expect(surface.text.contains("Fact 0") && surface.text.contains("value 0"))
      // A cell is about twice as high as wide: a picture of 4:3 has nearly all rows.
      #expect(area.columns * 3 >= min(area.rows, 16) * 7, "\(area)")
    }
  }

  @Test(arguments: [Size(columns: 100, rows: 24), Size(columns: 120, rows: 40)])
  func `the card says words, and which key has the figures where there is room for that`(size: Size) {
    var state = Sample.app(.deck(.similar)) { $0.deck.message = nil }
    let sentence = "another shot of the same scene, 2 s after the keeper; the keeper is sharper"
    state.deck.card?.issue.explain("\(sentence) (0.81 to 0.44); match 0.96, limit 0.80", asText: sentence)
    let long = drawn(state, size: size).text
    state.deck.card?.issue.explain("another shot; match 0.96, limit 0.80", asText: "another shot")
    let short = drawn(state, size: size).text
    state.deck.card?.issue.explain("same bytes as the keeper", asText: "same bytes as the keeper")
    let plain = drawn(state, size: size).text

    #expect(long.contains("another shot of the same scene, 2 s after the keeper") && long.contains("sharper"))
    #expect(!long.contains("sharper …") && !long.contains("; …") && !long.contains("0.81"), "\(long)")
    #expect(short.contains("another shot ") && short.contains("figures: i") && !short.contains("0.96"))
    #expect(plain.contains("same bytes as the keeper") && !plain.contains("figures"))
  }

  @Test(arguments: sizes.filter { $0.columns >= 72 })
  func `a column beside the card has all that two rows have, and more of the reason`(size: Size) {
    let sentence = "another shot of the same scene, 2 s after the keeper; the keeper is sharper"
    var state = Sample.app(.deck(.similar)) { $0.deck.card?.form = .beside }
    state.deck.card?.issue.explain("\(sentence) (0.81 to 0.44); match 0.96, limit 0.80", asText: sentence)
    let area = DeckLayout(size, form: .beside, hasSets: true).facts

    let surface = drawn(state, size: size)
    let lines = (area.y..<area.bottom).map { y in
      String(String.UnicodeScalarView((area.x..<area.right).compactMap { surface[$0, y].scalar }))
    }
    let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")

    #expect(text.hasPrefix("IMG_0413.JPG") && text.contains("05 Harbour 4032×3024 3.1 MB"), "\(text)")
    #expect(text.contains("why figures: i \(sentence)"), "\(text)")
  }

  @Test(arguments: sizes, CardForm.allCases)
  func `a picture larger than the area is cut at the border`(size: Size, form: CardForm) {
    let area = AppView.pictureAreas(in: size).cardWithFilmstrip.area(form, hasDetails: false)
    let large = Size(columns: area.columns + 20, rows: area.rows + 20)
    guard area != .none else { return }

    let surface = drawn(deck(form, picture: large), size: size)

    #expect(surface.cells.filter { $0.scalar == "#" }.count == area.columns * area.rows)
  }

  @Test(arguments: sizes) func `the bin shows a picture of the promised size, or none`(size: Size) {
    let area = AppView.pictureAreas(in: size).bin
    let state = Sample.app(.bin) { $0.bin.picture = .ready(filled(area)) }

    let surface = drawn(state, size: size)

    #expect(surface.cells.filter { $0.scalar == "#" }.count == area.columns * area.rows)
  }

  @Test(arguments: [
    Size(columns: 40, rows: 12), Size(columns: 72, rows: 24), Size(columns: 80, rows: 24), Size(columns: 100, rows: 24),
    Size(columns: 120, rows: 29), Size(columns: 120, rows: 40),
  ]) func `every card says its folder, in the same place, and what the camera wrote gives way`(size: Size) {
    func row(_ facts: [String]) -> String {
      let state = Sample.app(.deck(.similar)) {
        $0.deck.card?.facts = facts
        $0.deck.card?.folder = "~/Pictures/2023 Summer"
      }
      let surface = drawn(state, size: size)
      let y = DeckLayout(size, hasSets: true).facts.y
      return String(String.UnicodeScalarView((0..<size.columns).compactMap { surface[$0, y].scalar }))
    }

    let few = row(["960×720", "156 KB"])
    let all = row(["4032×3024", "3.1 MB", "12 May 2024 18:03:21", "iPhone 13 Pro Max", "ƒ/1.6", "1/200 s", "ISO 64"])
    for row in [few, all] { #expect(row.hasPrefix("  IMG_0413.JPG   ") && row.contains("2023 Summer"), "\(row)") }
    #expect(few.firstRange(of: "2023 Summer")?.lowerBound == all.firstRange(of: "2023 Summer")?.lowerBound)
  }

  @Test func `a card moves ever faster to its side and comes back from there`() {
    func offset(_ kind: DeckState.Motion.Kind, _ milliseconds: Int) -> Double {
      let motion = DeckState.Motion(kind: kind, card: Sample.card(), startedAt: .seconds(1))
      return DeckMotion(motion, now: .seconds(1) + .milliseconds(milliseconds)).offset
    }

    #expect(offset(.leaving(.keep), 0) == 0)
    #expect(abs(offset(.leaving(.keep), 110) - 0.25) < 1e-9)
    #expect(offset(.leaving(.keep), 220) == 1)
    #expect(offset(.returning(.keep), 0) == 1)
    #expect(offset(.returning(.keep), 500) == 0)
    #expect(offset(.leaving(.keep), -50) == 0)
  }

  @Test func `the next card lies underneath while one leaves`() {
    let size = Size(columns: 100, rows: 30)
    let state = Sample.app(.deck(.similar)) {
      $0.deck.card?.picture = .ready(filled(AppView.pictureAreas(in: size).cardWithFilmstrip.below))
      var gone = Sample.card()
      gone.picture = .unavailable("gone")
      $0.deck.motion = DeckState.Motion(kind: .leaving(.delete), card: gone, startedAt: .zero)
      $0.deck.message = nil
    }

    let middle = drawn(state, size: size, now: .milliseconds(160))
    let after = drawn(state, size: size, now: .milliseconds(220))

    #expect(middle.cells.contains { $0.scalar == "#" })
    #expect(middle.text.contains(" DELETE ") && middle.text.hasBraille)
    #expect(!after.text.hasBraille)
    var still = state
    still.deck.motion = nil
    #expect(after == drawn(still, size: size))
    let sentence = drawn(state, size: size, theme: Theme(.dark, reducedMotion: true), now: .milliseconds(10))
    still.deck.message = "✕ in the bin: IMG_0413.JPG"
    #expect(sentence == drawn(still, size: size, theme: Theme(.dark, reducedMotion: true)))
  }

  @Test(arguments: [UserDecision.delete, .keep], [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `the word at the side that a card leaves by is whole, and there once`(side: UserDecision, size: Size) {
    let state = Sample.app(.deck(.similar)) {
      $0.deck.motion = DeckState.Motion(kind: .leaving(side), card: Sample.card(), startedAt: .zero)
    }

    for milliseconds in stride(from: 10, to: 220, by: 15) {
      let text = drawn(state, size: size, now: .milliseconds(milliseconds)).text
      let title = side == .keep ? "KEEP" : "DELETE"
      #expect(text.ranges(of: title).count == 1, "\(text)")
      #expect(text.ranges(of: title.dropLast()).count == 1, "\(text)")
    }
  }

  @Test func `a picture that comes at once never shows a shimmer`() {
    let state = Sample.app(.deck(.similar)) { $0.deck.card?.picture = .loading(since: .zero) }
    let size = Size(columns: 80, rows: 24)

    #expect(!drawn(state, size: size, now: .milliseconds(149)).text.contains("reading the picture"))
    #expect(drawn(state, size: size, now: .milliseconds(150)).text.contains("reading the picture"))
  }

  @Test(arguments: [0, 9, 19], [Size(columns: 80, rows: 40), Size(columns: 120, rows: 40)])
  func `the pictures of a large set say how many more there are, on either side`(current: Int, size: Size) throws {
    let state = Sample.app(.deck(.similar)) {
      $0.deck.filmstrip = (0..<20).map { Sample.filmstrip("\($0)", isCurrent: $0 == current) }
      for index in $0.deck.filmstrip.indices { $0.deck.filmstrip[index].picture = .ready(Sample.filmstripThumbnail) }
    }

    let layout = DeckLayout(size, hasSets: true)
    let surface = drawn(state, size: size)
    let row = layout.thumbnails.y + DeckLayout.thumbnail.rows / 2
    let line = String(String.UnicodeScalarView((0..<size.columns).compactMap { surface[$0, row].scalar }))
    let numbers = line.split { !"+0123456789".contains($0) }.compactMap { Int($0) }
    let shown = line.count { $0 == "▚" } / Sample.filmstripThumbnail.size.columns

    #expect(shown > 0 && numbers.reduce(shown, +) == 20, "\(line)")
    #expect(line.contains("‹") == (current > 0 && numbers.count == 2 || current == 19), "\(line)")
    #expect(line.contains("›") == (current < 19), "\(line)")
  }

  @Test func `the strip keeps the current photo on the screen in a large group`() {
    let state = Sample.app(.deck(.similar)) {
      $0.deck.filmstrip = (0..<200).map { Sample.filmstrip("\($0)", isCurrent: $0 == 150) }
    }

    #expect(drawn(state, size: Size(columns: 80, rows: 24)).text.contains("■"))
  }
}

extension String {
  /// Something is drawn in it: on a deck, the bin or the check of the edge that a card goes under.
  var hasBraille: Bool { unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }
}
