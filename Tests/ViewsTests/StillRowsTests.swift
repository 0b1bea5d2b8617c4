import PhotoModel
import Testing
import TextSurface
import ViewModels

@testable import Views

/// What is said about a row moves no row.
@Suite struct StillRowsTests {
  /// The highest row on which each title of a list stands; nil where the list is scrolled past it.
  private func positions(of titles: [String], _ state: AppState, _ size: Size) -> [Int?] {
    let rows = drawn(state, size: size).text.split(separator: "\n", omittingEmptySubsequences: false)
    return titles.map { title in rows.firstIndex { $0.contains(" \(title) ") } }
  }

  @Test(arguments: ScreenGoldenTests.sizes + [Size(columns: 80, rows: 60), Size(columns: 60, rows: 18)])
  func `no setting moves while a slider is stepped or left, or a note comes`(size: Size) {
    for selection in 0..<Sample.app(.settings).settings.rows.count {
      var state = Sample.app(.settings)
      state.settings.selection = selection
      let titles = state.settings.rows.map(\.title)
      let before = positions(of: titles, state, size)
      #expect(before.contains { $0 != nil })

      for step in [
        SettingsState.Step.open, .counted([]), .counted(Sample.crossings), .counted(Sample.picturedCrossings),
      ] {
        for message in [nil, "This holds from the next start on"] {
          state.settings.step = step
          state.settings.message = message
          #expect(positions(of: titles, state, size) == before, "row \(selection), \(step), \(message ?? "")")
        }
      }
    }
  }

  @Test(arguments: ScreenGoldenTests.sizes) func `no app moves when a note comes`(size: Size) {
    for selection in 0..<Sample.app(.apps).apps.rows.count {
      var state = Sample.app(.apps)
      state.apps.selection = selection
      let titles = state.apps.rows.map(\.name)
      let before = positions(of: titles, state, size)

      state.apps.message = "Its source does not say how it is removed"

      #expect(positions(of: titles, state, size) == before, "row \(selection)")
    }
  }
}
