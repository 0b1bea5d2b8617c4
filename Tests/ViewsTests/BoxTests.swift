import PhotoModel
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// What lies over a screen: readable by itself, with nothing torn around it.
@Suite struct BoxTests {
  static let sizes = [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

  static let question = Question(
    subject: .markGroup(PhotoGroup.ID("S")), title: "Mark 6 photos of this set?",
    lines: ["The keeper stays: p0003.jpg", "Nothing moves yet; u takes it back."], safeButton: "Not yet",
    actButton: "Mark")

  private func row(_ text: String) -> Surface {
    var surface = Surface(Size(columns: 40, rows: 1))
    surface.write(text, x: 0, y: 0)
    return surface
  }

  @Test(arguments: [
    // The box takes columns 10 to 19, and blanks stand in 8 and 9 and in 20 and 21.
    ("last scan today at 14:02, of 12 photos", ""),
    ("alone   last scan today at 14:02  right", "alone                             right"),
    ("alone   last scan today    right", "alone                      right"),
    ("▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀", "▀▀▀▀▀▀▀▀              ▀▀▀▀▀▀"),
    ("─ Similar ─────────────── 94 % match ─", "────────              ─── 94 % match ─"),
    ("─────── Similar ── 94 % match ────────", "────────              ────────────────"),
    ("          Scan photos               s", ""),
    ("          Scan photos           │   s", "                                │   s"),
    ("          Scan photos       KEEP →", "                            KEEP →"),
  ])
  func `beside a box stand blanks, and no part of a sentence`(before: String, after: String) {
    var surface = row(before)

    surface.makeSpace(for: Rect(x: 10, y: 0, width: 10, height: 1), theme: Theme(.noColor))

    #expect(surface.text == after)
  }

  @Test(arguments: sizes) func `a question leaves its keys and its lines to be read`(size: Size) {
    for index in [Route.home, .deck(.similar), .bin, .settings] {
      let keys = KeyTable()
      let state = Sample.app(index) {
        $0.overlay = .question(Self.question)
        $0.hints = keys.hints(in: .question)
      }

      let text = drawn(state, size: size).text
      let rows = text.split(separator: "\n", omittingEmptySubsequences: false)

      #expect(rows.last?.hasPrefix(" Enter press it  y yes  n no") == true, "\(text)")
      for line in ["Mark 6 photos of this set?", "The keeper stays: p0003.jpg", "❯  Not yet  ❮", "[  Mark  ]"] {
        #expect(text.contains(line), "\(text)")
      }
    }
  }

  @Test func `the hint of an undo in another deck costs no other hint its place`() throws {
    var hints = Sample.app(.deck(.similar)).hints
    let undo = try #require(hints.firstIndex { $0.action == .undo })
    let before = HintRow(hints: hints).shown(in: 78).map(\.action)

    (hints[undo].title, hints[undo].shortTitle) = ("undo in Duplicates", "undo …")

    let narrow = HintRow(hints: hints).shown(in: 78)
    #expect(narrow.map(\.action) == before && narrow.contains { $0.title == "undo …" })
    #expect(HintRow(hints: hints).shown(in: 400) == hints)
  }

  @Test(arguments: sizes) func `the keys of whatever lies over a screen are as bright as any`(size: Size) {
    let hint = Hint(key: "Esc", title: "close", action: .back)
    let overlays: [Overlay] = [
      .help(), .goals(GoalChooser(options: [])),
      .folders(FolderChooser(options: [], photo: "a.jpg")), .question(Self.question),
    ]
    for overlay in overlays {
      let state = Sample.app(.home) {
        $0.overlay = overlay
        $0.hints = [hint]
      }

      let surface = drawn(state, size: size)
      let y = size.rows - 1

      #expect(surface.text.hasSuffix(" Esc close"))
      #expect(surface[1, y].style.foreground == Theme(.dark).style(.text).foreground, "\(overlay)")
    }
  }
}
