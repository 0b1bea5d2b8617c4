import PhotoModel
import TestSupport
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// Sentences that must be right to the letter: a person decides by them.
@Suite struct ScreenTextTests {
  private let size = Size(columns: 80, rows: 24)

  @Test func `the confirmation speaks of one photo in the singular`() {
    let state = Sample.app(.confirmation) {
      $0.confirmation = ConfirmationState()
      $0.confirmation.photos = 1
      $0.confirmation.exactCopies = 1
      $0.confirmation.bytes = ByteCount(3_100_000)
    }

    let text = drawn(state, size: size).text

    #expect(text.contains("Move 1 photo to the trash?"))
    #expect(text.contains("1 is an exact copy; a copy of it stays"))
    #expect(text.contains("It stays in the trash and can be put back with r."))
    #expect(!text.contains("volume"))
  }

  @Test func `the confirmation says a reason once, with the first photos it is about and how many more`() {
    let state = Sample.app(.confirmation) {
      $0.confirmation.refused = (1...6).map { Refusal(name: "IMG_\($0).JPG", reason: "changed") }
    }

    let text = drawn(state, size: Size(columns: 120, rows: 40)).text

    #expect(text.contains("⚠ 6 more photos stay in the bin:"))
    #expect(text.contains("IMG_1.JPG, IMG_2.JPG, IMG_3.JPG, IMG_4.JPG and 2 more"))
    #expect(text.components(separatedBy: "changed").count == 2)
  }

  @Test(arguments: [1, 3, 40]) func `the reason why photos were not moved is whole at 80 columns`(count: Int) {
    let folder = "/media/somebody/Backup of the old computer/Pictures/2019/Summer in the north"
    let reason = "It is in the backup \(folder) only as another name of a file outside of it, so it stays."
    let state = Sample.app(.done) {
      $0.done.refused = (1...count).map { Refusal(name: "IMG_\($0) of a very long name.JPG", reason: reason) }
    }

    let text = drawn(state, size: size).text

    let parts = text.split(whereSeparator: \.isWhitespace).joined()
    #expect(parts.contains(reason.dropFirst(3).filter { $0 != " " }), "\(text)")
    #expect(parts.contains(count == 1 ? "Itisin" : "Eachisin") && text.contains("IMG_1 of a very long name.JPG"))
  }

  @Test func `the same bytes are said once, however the comparison is turned`() {
    for size in ScreenGoldenTests.sizes {
      for view in CompareState.View.allCases {
        let state = Sample.app(.compare) {
          $0.compare.rows = []
          $0.compare.map = nil
          $0.compare.same = ["Sharpness", "Pixels", "Format", "Size"].map { Detail($0, "as the other") }
          $0.compare.mapLine = "The same bytes: nothing differs"
          $0.compare.view = view
        }

        let text = drawn(state, size: size).text
        #expect(text.components(separatedBy: "differs").count == 2, "\(text)")
      }
    }
  }

  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)])
  func `what blocks a move is said at every size`(size: Size) {
    var state = Sample.app(.confirmation) { $0.confirmation.blocked = "The disk is full." }

    let text = drawn(state, size: size).text
    #expect(text.contains("⚠ The disk is full.") && text.contains("none can be"))
    #expect(!text.contains("put back"))
    // One button: none that moves.
    state.confirmation.isMoveFocused = true
    #expect(drawn(state, size: size).text == text)
  }

  @Test(arguments: [1, 3]) func `the end of a deck names how many are looked at again, and marks what Enter does`(
    left: Int
  ) {
    var state = Sample.app(.deck(.similar)) {
      ($0.deck.card, $0.deck.filmstrip, $0.deck.message) = (nil, [], nil)
      $0.deck.decided = $0.deck.total - left
    }
    #expect(drawn(state, size: size).text.contains("❯ Look at \(left == 1 ? "it" : "them") again"))

    state.deck.decided = state.deck.total
    #expect(drawn(state, size: size).text.contains("❯ Move to the trash"))
    state.deck.binCount = 0

    #expect(drawn(state, size: size).text.contains("❯ Back home"))
  }

  @Test func `a comparison gives what both have where there is room, and else its names`() {
    let state = Sample.app(.compare) {
      $0.compare.rows = []
      $0.compare.same = (1...7).map { Detail("Fact \($0)", "value \($0)") }
    }

    let usual = drawn(state, size: size).text
    #expect((1...7).allSatisfy { usual.components(separatedBy: "value \($0)").count == 3 }, "\(usual)")
    #expect(!usual.contains("the same:"))
    #expect(drawn(state, size: Size(columns: 80, rows: 20)).text.contains("the same: fact 1, fact 2"))
  }

  @Test func `the pictures of the confirmation stand with its question`() throws {
    let state = Sample.app(.confirmation) {
      $0.confirmation.refused = []
      $0.confirmation.thumbnails = [.init(name: "IMG.JPG", picture: .ready(Sample.smallPicture), needsCheck: false)]
    }

    for rows in [40, 60, 100] {
      let lines = drawn(state, size: Size(columns: 120, rows: rows)).text.split(
        separator: "\n", omittingEmptySubsequences: false)
      let top = try #require(lines.firstIndex { $0.contains("╭") })
      let bottom = try #require(lines.firstIndex { $0.contains("╰") })
      let name = try #require(lines.firstIndex { $0.contains("IMG.JPG") })
      #expect(name - bottom == 8, "the pictures, and air above them")
      #expect(abs((top - 2) - (rows - 2 - name)) <= 2, "both in the middle of \(rows) rows")
    }
  }

  @Test func `a name in a batch is cut for a folder only, not for room that nothing takes`() {
    let state = Sample.app(.batch) { state in
      for index in state.history.batch?.files.indices ?? 0..<0 {
        state.history.batch?.files[index].name = "IMG_10000\(index).JPEG"
      }
    }

    #expect(drawn(state, size: Size(columns: 52, rows: 24)).text.contains("IMG_100001.JPEG"))
  }

  @Test func `nothing moved is not shown as a success`() {
    let state = Sample.app(.done) { $0.done.moved = 0 }

    let text = drawn(state, size: size).text

    #expect(text.contains("Nothing was moved"))
    #expect(!text.contains("will be free"))
  }

  @Test func `the end of a deck with undecided photos does not say all reviewed`() {
    let state = Sample.app(.deck(.similar)) {
      $0.deck.card = nil
      $0.deck.decided = 500
    }

    let text = drawn(state, size: size).text

    #expect(text.contains("31 photos are still undecided"))
    #expect(!text.contains("All reviewed"))
  }

  @Test(arguments: KeyContext.allCases) func `no key and no title of the help is cut at 80 columns`(
    context: KeyContext
  ) {
    let tall = Size(columns: 80, rows: 120)
    let state = Sample.app(.home) {
      $0.overlay = .help()
      $0.help = KeyTable().help(first: context)
    }

    let text = drawn(state, size: tall).text

    let cut = text.split(separator: "\n").filter { $0.contains("…") }
    #expect(text.contains("mark rest of this set") && cut.isEmpty, "\(cut)")
  }

  @Test func `no reason of the help is cut`() {
    let state = Sample.app(.home) {
      $0.overlay = .help()
      $0.help = KeyTable().help(first: .deck)
      $0.help[0].hints[3].obstacle = "a quick pass goes photo by photo"
    }
    #expect(!drawn(state, size: Size(columns: 80, rows: 120)).text.contains("…"))
  }

  @Test func `a batch of the history is not cut at 80 columns while there are blanks in its row`() {
    let status = "left by GIMP, in the trash"
    let state = Sample.app(.history) { $0.history.rows[0].status = status }

    #expect(drawn(state, size: Size(columns: 80, rows: 24)).text.contains(status))
  }

  @Test func `a key of another screen says so in the help where it is chosen, and nowhere else`() {
    func reasons(chosen: Int?) -> Int {
      let state = Sample.app(.home) {
        $0.overlay = .help()
        $0.help = KeyTable().help(first: .home)
        for hint in $0.help[2].hints.indices {
          $0.help[2].isHere = false
          $0.help[2].hints[hint].obstacle = "works in: Review"
          $0.help[2].hints[hint].isChosen = hint == chosen
        }
      }
      return drawn(state, size: Size(columns: 80, rows: 120)).text.split(separator: "\n").count {
        $0.contains("works in: Review")
      }
    }
    #expect(reasons(chosen: nil) == 0 && reasons(chosen: 0) == 1)
  }

  @Test func `the badge of a card is not cut where there is room for it`() {
    for badge in ["proposed", "another keeper now", "JPEG only · proposed"] {
      let state = Sample.app(.deck(.blurry)) { $0.deck.card?.badge = badge }

      #expect(drawn(state, size: size).text.contains(" \(badge) "))
    }
  }

  @Test(arguments: [Size(columns: 72, rows: 18), Size(columns: 80, rows: 24)])
  func `a set to keep whole has its title below the card`(size: Size) {
    for kind in SetKind.allCases {
      let state = Sample.app(.deck(.similar)) { $0.deck.setTitle = kind.title(of: 5) }

      #expect(drawn(state, size: size).text.contains(kind.title(of: 5)))
    }
  }

  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `a message stands whole on every screen that has one`(size: Size) {
    let message = "Not put back: IMG_0413.JPG, another file is in its place (and 3 more), look there first"
    let routes: [(Route, (inout AppState) -> Void)] = [
      (.deck(.similar), { $0.deck.message = message }), (.bin, { $0.bin.message = message }),
      (.contactSheet, { $0.contactSheet.message = message }),
      (.history, { $0.history.message = message }), (.batch, { $0.history.message = message }),
      (.settings, { $0.settings.message = message }), (.ledger, { $0.ledger.message = message }),
      (.apps, { $0.apps.message = message }), (.compare, { $0.compare.message = message }),
    ]
    for (route, change) in routes {
      let text = drawn(Sample.app(route, change: change), size: size).text
      let sentence = parts(Substring(text)).joined(separator: " ")
      #expect(sentence.contains(parts(Substring(message)).joined(separator: " ")), "\(route): \(text)")
    }
  }

  @Test(arguments: 0..<40) func `wrapped lines fit and lose no word`(seed: Int) {
    var random = RandomStates(seed: UInt64(seed))
    let text = random.text()
    let columns = random.number(2...40)

    let lines = wrapped(text, columns: columns)

    #expect(lines.allSatisfy { displayWidth($0) <= columns })
    #expect(lines.joined().filter { $0 != " " }.unicodeScalars.elementsEqual(text.filter { $0 != " " }.unicodeScalars))
  }

  @Test func `a long path is broken between its folders, and no last word stands alone`() {
    #expect(
      wrapped("/media/card/DCIM/100EOS/IMG_0001.JPG", columns: 22) == ["/media/card/DCIM/", "100EOS/IMG_0001.JPG"])
    #expect(evenlyWrapped("Nothing of this set would be left then", columns: 34).last?.contains(" ") == true)
    #expect(evenlyWrapped("one two three four five six", columns: 8, limit: 2) == ["one two", "three …"])
  }

  @Test(arguments: ScreenGoldenTests.sizes) func `no part of a word stands beside a question`(size: Size) {
    var state = Sample.app(.deck(.similar))
    let before = drawn(state, size: size).text.split(separator: "\n").map(parts)
    state.overlay = .question(
      Question(
        subject: .leaveScan, title: "Stop?", lines: ["What was read is kept."], safeButton: "Go on", actButton: "Stop"))

    for (whole, line) in zip(before, drawn(state, size: size).text.split(separator: "\n")) {
      guard let box = line.firstIndex(of: "│"), line[box...].dropFirst().contains("│") else { continue }
      let beside = parts(line[..<box]) + (line.lastIndex(of: "│").map { parts(line[$0...]) } ?? [])
      #expect(Set(beside).isSubset(of: Set(whole)), "\(line)")
    }
  }

  private func parts(_ line: Substring) -> [String] {
    line.split { !$0.isLetter && !$0.isNumber && !"._-'…".contains($0) }.map(String.init)
  }

  @Test func `the folders of a batch begin below each other`() throws {
    var state = Sample.app(.batch)
    for index in 0..<5 {
      state.history.batch?.files[index].name = "IMG" + String(repeating: "_", count: index) + ".JPG"
    }

    // Without the line about the chosen one.
    let lines = drawn(state, size: Size(columns: 70, rows: 40)).text.split(separator: "\n").filter {
      !$0.contains(" · ")
    }
    let starts = lines.compactMap { line in
      line.range(of: "~/Pictures/").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }

    let states = lines.compactMap { line in
      (line.range(of: "in the trash") ?? line.range(of: "put back ")).map {
        line.distance(from: line.startIndex, to: $0.lowerBound)
      }
    }

    // The last line speaks of putting the batch back.
    #expect(starts.count > 20 && Set(starts).count == 1)
    #expect(states.count > 20 && Set(states).count == 1)
  }

  @Test(arguments: ScreenGoldenTests.sizes) func `what is similar without its keeper is told apart and marked`(
    size: Size
  ) {
    let state = Sample.app(.confirmation) {
      $0.confirmation.keepersLeaving = 3
      $0.confirmation.refused = []
    }

    let lines = drawn(state, size: size).text.split(separator: "\n")
    #expect(lines.contains { $0.contains("11 ") && $0.contains("keeper") && $0.contains("stays") && !$0.contains("⚠") })
    #expect(lines.contains { $0.contains(" 3 ") && $0.contains("another") && $0.contains("stays") && $0.contains("⚠") })
  }

  @Test func `a meter is empty only at the beginning and full only at the end`() {
    #expect(filledPieces(0, of: 10) == 0)
    #expect(filledPieces(0.001, of: 10) == 1)
    #expect(filledPieces(0.999, of: 10) == 9)
    #expect(filledPieces(1, of: 10) == 10)
    #expect(filledPieces(.nan, of: 10) == 0)
    #expect(percentTitle(0.999) == "99 %")
    #expect(percentTitle(0.0001) == "1 %")
  }
}
