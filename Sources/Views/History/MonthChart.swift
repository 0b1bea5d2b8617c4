import PhotoModel
import TextSurface
import ViewModels

/// Bytes moved to the trash by month, without what was put back, as bars that stand on their months; the largest has
/// its figure above it.
struct MonthChart {
  let months: [HistoryState.Month]

  /// The columns of a bar and of the space beside it.
  private static let bar = 6
  private static let step = 8

  /// The rows of the chart where it has space; 0 where there is nothing to show.
  static func rows(of months: [HistoryState.Month], in rect: Rect) -> Int {
    months.allSatisfy { $0.bytes <= .zero } || rect.height < 22 || rect.width < 60 ? 0 : min(10, rect.height / 3)
  }

  func draw(in rect: Rect, theme: Theme, into surface: inout Surface) {
    guard rect.height >= 3 else { return }
    let shown = months.suffix(max(1, min(rect.width, 120) / Self.step))
    let most = shown.map(\.bytes.bytes).max() ?? 0
    let height = rect.height - 2
    for (index, month) in shown.enumerated() {
      let x = rect.x + index * Self.step
      let part = most > 0 ? Double(max(0, month.bytes.bytes)) / Double(most) : 0
      drawBar(part, x: x, bottom: rect.y + 1 + height, height: height, at: shown.count, index, theme, &surface)
      if month.bytes.bytes > 0, month.bytes.bytes == most || shown.count <= 8 {
        let top = rect.y + height - Int((part * Double(height)).rounded(.up))
        surface.put(
          month.bytes.formatted, x: x, y: top, style: theme.style(.faint), columns: Self.step - 1)
      }
      surface.put(month.title, x: x, y: rect.bottom - 1, style: theme.style(.faint), columns: Self.step - 1)
    }
  }

  /// Draws a bar in eighths of a row; any bytes show at least one.
  private func drawBar(
    _ part: Double, x: Int, bottom: Int, height: Int, at count: Int, _ index: Int, _ theme: Theme,
    _ surface: inout Surface
  ) {
    guard part > 0 else { return }
    var eighths = max(1, Int((part * Double(height * 8)).rounded()))
    let style = theme.accent(at: count > 1 ? Double(index) / Double(count - 1) : 0)
    var y = bottom - 1
    while eighths > 0 {
      let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
      let block = blocks[min(8, eighths) - 1]
      surface.write(String(repeating: block, count: Self.bar), x: x, y: y, style: style)
      eighths -= 8
      y -= 1
    }
  }
}
