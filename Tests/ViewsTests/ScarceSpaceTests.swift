import PhotoModel
import TestSupport
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// What must be readable, and stay where it is, where there is little room.
@Suite struct ScarceSpaceTests {
  @Test func `a question keeps whole sentences or none`() {
    let lines = ["One sentence", "Another sentence", "A third sentence"].map {
      $0 + " is long enough to stand on three rows of a box that is made for a narrow screen."
    }
    let question = Question(
      subject: .leaveScan, title: "Is this asked?", lines: lines, safeButton: "Not yet", actButton: "Mark all")
    var seen: Set<Int> = []
    for rows in 12...24 {
      let state = Sample.app(.home) { $0.overlay = .question(question) }
      let text = drawn(state, size: Size(columns: 40, rows: rows)).text
      let drawnText = text.split { !$0.isLetter }.map(String.init)
      let whole = lines.filter { line in
        let own = line.split { !$0.isLetter }.map(String.init)
        return drawnText.indices.contains { drawnText[$0...].starts(with: own) }
      }
      seen.insert(whole.count)
      for line in lines where !whole.contains(line) {
        let first = line.split(separator: " ").prefix(3).joined(separator: " ")
        #expect(!text.contains(first), "\(text)")
      }
    }

    #expect(seen.contains(2) && seen.contains(3), "some rows have room for all, others not")
  }

  private let smallest = Size(columns: 40, rows: 12)

  @Test func `below a small picture no size and no star is cut: the size gives way first`() {
    let marks: [PhotoGrid.Mark] = [.none, .moving, .inBin, .viewed]
    var seen: Set<String> = []
    for columns in 12...24 {
      let state = Sample.app(.browse) { state in
        state.browse.grid.capacity = GridCapacity(columns: 2, tile: Size(columns: columns, rows: 6), rows: 16)
        state.browse.isGridFocused = true
        for number in state.browse.grid.visible {
          state.browse.grid.tiles[number] = PhotoGrid.Tile(
            name: "a.jpg", facts: ["53.1 KB", "★★★★★", "set"], size: "53.1 KB", mark: marks[number % 4])
        }
      }
      let text = drawn(state, size: Size(columns: 80, rows: 24)).text
      for line in text.split(separator: "\n") where line.contains("★") || line.contains("53.") {
        seen.insert(line.contains("53.") ? "both" : "stars")
        #expect(!line.contains("…") && line.count { $0 == "★" } % 5 == 0, "\(columns): \(line)")
      }
      #expect(!text.contains("folder · \n") && !text.contains("folder ·  "), "\(columns): \(text)")
    }
    #expect(seen == ["both", "stars"])
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `however deep a folder is, ten columns of its name are read`(size: Size) {
    let state = Sample.app(.browse) { state in
      for depth in state.browse.rows.indices {
        state.browse.rows[depth].depth = depth * 5
        state.browse.rows[depth].title = "\(depth)-2345678 and more"
      }
    }
    let text = drawn(state, size: size).text
    for depth in state.browse.rows.indices { #expect(text.contains("\(depth)-2345678 "), "\(text)") }
  }

  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `what should be known before a yes is whole in the question`(size: Size) {
    let remark =
      "You are root, and these photos belong to ann: they go to the trash of root, where ann does not find them."
    let state = Sample.app(.confirmation) { $0.confirmation.remark = remark }

    let drawnText = drawn(state, size: size).text.split { !$0.isLetter }.joined(separator: " ")

    #expect(drawnText.contains(remark.split { !$0.isLetter }.joined(separator: " ")), "\(drawnText)")
  }

  @Test func `what is said to be free leaves out what other names keep`() {
    let state = Sample.app(.confirmation) { $0.confirmation.inUse = ByteCount(100_000_000) }

    let text = drawn(state, size: Size(columns: 120, rows: 40)).text

    #expect(text.contains("Frees nothing now, 24.0 MB once the trash is emptied."), "\(text)")
  }

  @Test(arguments: OnboardingState.Step.allCases)
  func `every promise of the first steps is whole at the smallest size`(step: OnboardingState.Step) {
    let state = Sample.app(.onboarding) {
      $0.onboarding = OnboardingState()
      $0.onboarding.step = step
    }

    let text = drawn(state, size: smallest).text

    #expect(step.shortPromises.count == step.promises.count)
    for promise in step.shortPromises { #expect(text.contains("✓ \(promise)"), "\(text)") }
  }

  @Test(arguments: [60, 66, 72, 80]) func `no stump of a name stands in the header`(columns: Int) {
    let text = drawn(Sample.app(.home), size: Size(columns: columns, rows: 18)).text
    let header = text.split(separator: "\n").first ?? ""

    #expect(header.contains("~/Pictures") && !header.contains("…"), "\(header)")
  }

  @Test func `what came of a check is whole at the smallest size`() {
    let state = Sample.app(.onboarding) {
      $0.onboarding = OnboardingState()
      $0.onboarding.step = .trash
      $0.onboarding.results = [CheckLine(isGood: true, text: "~/Pictures: photos go to your trash, on the same volume")]
    }

    let drawnText = drawn(state, size: smallest).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")

    #expect(drawnText.contains("~/Pictures: photos go to your trash, on the same volume"), "\(drawnText)")
  }

  @Test func `no row of the settings moves while one goes from row to row`() throws {
    // The explanations of all rows have no room here, the rows have.
    let size = Size(columns: 80, rows: 19)
    var positions: Set<[Int?]> = []
    for selection in Sample.settings.rows.indices {
      let state = Sample.app(.settings) { $0.settings.selection = selection }
      let lines = drawn(state, size: size).text.split(separator: "\n", omittingEmptySubsequences: false)
      let row = Sample.settings.rows[selection]
      #expect(lines.contains { $0.contains(row.facts.prefix(30)) }, "\(lines.joined(separator: "\n"))")
      positions.insert(Sample.settings.rows.map { row in lines.firstIndex { $0.contains(row.title) } })
    }

    #expect(positions.count == 1, "\(positions)")
    #expect(positions.first?.contains(nil) == false)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 60, rows: 24), Size(columns: 40, rows: 12)])
  func `the title of a card is whole, chosen or not`(size: Size) {
    for chosen in IssueCategory.allCases {
      let text = drawn(Sample.app(.home) { $0.home.focus = .card(chosen) }, size: size).text
      for category in IssueCategory.allCases { #expect(text.contains(category.title), "\(chosen) \(text)") }
    }
  }

  @Test func `sizes stand apart, however small the gain is`() {
    let state = Sample.app(.large) { app in
      app.large.rows = [
        LargeState.Row(name: "a.jpg", folder: "", before: ByteCount(3658), after: ByteCount(3200), mark: .chosen)
      ]
    }

    #expect(drawn(state, size: Size(columns: 80, rows: 24)).text.contains("3.2 KB 458 bytes"))
  }

  @Test func `where no photo matches a key that does nothing still says why`() {
    let state = Sample.app(.browse) { app in
      (app.browse.rows, app.browse.hasPhotos, app.browse.message) = ([], true, "No photo is here")
    }

    let text = drawn(state, size: Size(columns: 80, rows: 24)).text
    #expect(text.contains("No photo matches") && text.contains("No photo is here"))
  }

  @Test func `the cards of Home have the same margin at the left, however wide they are`() {
    for columns in 60...100 {
      let text = drawn(Sample.app(.home), size: Size(columns: columns, rows: 20)).text
      let numbers = text.split(separator: "\n").filter { $0.contains("│") && $0.contains("in 9") }

      for cell in numbers.flatMap({ $0.split(separator: "│") }) where cell.contains(where: \.isNumber) {
        #expect(cell.hasPrefix(" ") && !cell.hasPrefix("  "), "\(columns): \(cell)")
      }
    }
  }

  @Test(arguments: 1...40) func `few photos of a set have larger tiles, and all of them are on the screen`(count: Int) {
    let size = Size(columns: 120, rows: 40)
    let (few, many) = (
      AppView.contactSheetCapacity(in: size, of: count), AppView.contactSheetCapacity(in: size, of: 500)
    )

    #expect(few.tile.rows >= many.tile.rows || few == many)
    let rows = (count + few.columns - 1) / few.columns
    #expect(few == many || rows * (few.tileRows + few.air) - few.air <= few.rows)
    if count == 2 { #expect(few.columns == 2 && few.tile.columns > 50 && few.tile.rows > 15) }
  }

  @Test func `a score that reads 0.00 has an empty bar`() {
    func bar(_ score: String, _ fraction: Double) -> Int {
      let state = Sample.app(.apps) {
        $0.apps.rows = [
          .init(
            name: "Blender", size: "1 MB", lastUse: "used today", score: score, fraction: fraction, isProtected: false,
            reason: "")
        ]
      }
      return drawn(state, size: Size(columns: 80, rows: 24)).text.count { $0 == "▰" }
    }

    #expect(bar("0.00", 0.004) == 0 && bar("0.01", 0.005) == 1 && bar("1.00", 1) == 7)
  }

  @Test func `the command of an app is on the screen without scrolling`() {
    let state = Sample.app(.apps) { $0.apps.panel = Sample.appDetails }
    let command = Sample.appDetails.parts.first { $0.kind == .command }?.lines.first ?? "none"

    #expect(drawn(state, size: smallest).text.contains(command.prefix(24)))
  }

  @Test(arguments: [smallestSize, Size(columns: 80, rows: 24)])
  func `the loupe says what a character is and how sharp the photo is`(size: Size) {
    let text = drawn(Sample.app(.loupe), size: size).text

    #expect(text.contains("1 character = 8×16 px") && !text.contains("1:1"), "\(text)")
    #expect(
      text.contains(
        size == smallest
          ? "Sharp 0.44 · keeper 0.81 · limit 0.30" : "Sharpness 0.44 · the keeper 0.81 · blurry below 0.30"),
      "\(text)")
  }

  private static let smallestSize = Size(columns: 40, rows: 12)
}
