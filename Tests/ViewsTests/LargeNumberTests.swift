import Testing
import TextSurface

@testable import Views

/// Numbers in large digits.
@Suite struct LargeNumberTests {
  private func drawn(_ text: String, rows: Int) -> [Substring] {
    let number = LargeNumber(text: text, rows: rows)
    var surface = Surface(Size(columns: number.width, rows: rows))
    number.draw(x: 0, y: 0, into: &surface) { _ in .plain }
    return surface.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `every digit has a shape of its own, made of the lines of frames`() {
    #expect(
      drawn("0123456789", rows: 3) == [
        "╭─╮ │ ──╮ ──╮ │ │ ╭── ╭── ──╮ ╭─╮ ╭─╮",
        "│ │ │ ╭─╯ ──┤ ╰─┤ ╰─╮ ├─╮   │ ├─┤ ╰─┤",
        "╰─╯ │ ╰── ──╯   │ ──╯ ╰─╯   │ ╰─╯ ──╯",
      ])
    #expect(Set("0123456789".map { drawn(String($0), rows: 5) }).count == 10)
  }

  @Test func `a point stands on the line, and the width is that which is drawn`() {
    #expect(drawn("1.0", rows: 3) == ["│   ╭─╮", "│   │ │", "│ . ╰─╯"])
    #expect(LargeNumber(text: "12", rows: 5).width == 7 && LargeNumber(text: "", rows: 5).width == 0)
  }
}
