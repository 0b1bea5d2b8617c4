import Testing
import TextSurface

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("한글", 4), ("ﬁ", 1), ("⣿▀🬗╭", 4), ("🙂", 2),
    ("\u{200B}", 0), ("a\u{0}b\u{1B}", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
  ])
  func `cells of a text as terminals count them`(text: String, cells: Int) {
    #expect(displayWidth(text) == cells)
  }

  @Test func `no scalar takes fewer than none or more than two cells`() {
    for value in UInt32(0)...0x3FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect((0...2).contains(displayWidth(scalar)))
    }
  }

  @Test(
    arguments: ["photo.jpg", "日本語のとても長い名前.jpg", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}.jpeg", "", "🙂🙂🙂"], 0...20)
  func `a truncated text never takes more cells than it may`(text: String, columns: Int) {
    for keepingEnd in [false, true] {
      #expect(displayWidth(truncated(text, to: columns, keepingEnd: keepingEnd)) <= columns)
    }
  }

  @Test func `a text that fits is left alone`() {
    #expect(truncated("IMG_0413.JPG", to: 12) == "IMG_0413.JPG")
  }

  @Test func `the end is kept where it is asked for`() {
    #expect(truncated("a-very-long-name.JPG", to: 11, keepingEnd: true) == "a-ver…e.JPG")
    #expect(truncated("a-very-long-name.JPG", to: 11) == "a-very-lon…")
  }

  @Test func `nothing but the ellipsis is left of a text with one cell`() {
    #expect(truncated("abc", to: 1) == "…")
    #expect(truncated("abc", to: 0).isEmpty)
    #expect(truncated("abc", to: -3).isEmpty)
  }
}
