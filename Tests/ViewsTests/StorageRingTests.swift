import PhotoModel
import Testing
import TextSurface
import ViewModels

@testable import Views

/// The ring of Home says no more than is so.
@Suite struct StorageRingTests {
  private func storage(gain: Double) -> HomeState.Storage {
    HomeState.Storage(
      used: ByteCount(600_000_000_000), capacity: ByteCount(1_000_000_000_000),
      reclaimable: ByteCount(Int64(gain * 1_000_000_000_000)))
  }

  /// The part of the ring that is drawn in the accent.
  private func accent(_ storage: HomeState.Storage, side rows: Int) -> Double {
    let area = Rect(x: 0, y: 0, width: rows * 2, height: rows)
    let theme = Theme(.dark, depth: .direct24)
    var surface = Surface(Size(columns: area.width, rows: area.height))
    StorageRing(storage: storage).draw(in: area, theme: theme, into: &surface)
    var (all, accented) = (0.0, 0.0)
    for row in 0..<rows {
      for column in 0..<rows * 2 {
        let cell = surface[column, row]
        // Words stand in the hole; a ring is made of blocks.
        guard let scalar = cell.scalar, ("▀"..."▟").contains(scalar) else { continue }
        let colors = [cell.style.foreground, cell.style.background].compactMap(\.self)
        for color in colors where color != theme.ground {
          all += 0.5
          if Int(color.blue) - Int(min(color.red, color.green)) > 100 { accented += 0.5 }
        }
      }
    }
    return accented / max(1, all)
  }

  @Test(arguments: [9, 19, 26])
  func `a part that is too small to be drawn is said and not shown larger`(rows: Int) {
    for (gain, words) in [
      (0.000_02, "under 0.1 % of the disk"), (0.001, "0.1 % of the disk"), (0.012, "1.2 % of the disk"),
    ] {
      #expect(storage(gain: gain).gainText == words)
      #expect(accent(storage(gain: gain), side: rows) == 0, "\(gain)")
    }
    #expect(storage(gain: 0).gainText == nil && accent(storage(gain: 0), side: rows) == 0)
  }

  @Test(arguments: [9, 19, 26], [0.02, 0.05, 0.2])
  func `what the ring shows is as long as it is`(rows: Int, gain: Double) {
    let drawn = accent(storage(gain: gain), side: rows)

    #expect(storage(gain: gain).gainText == nil)
    #expect(drawn > gain / 3 && drawn < gain + 0.02, "\(drawn) for \(gain)")
  }

  @Test func `Home says it beside the ring`() throws {
    var state = Sample.app(.home)
    state.home.storage = storage(gain: 0.001)

    let text = drawn(state, size: Size(columns: 120, rows: 40)).text

    #expect(text.contains("3.8 GB to gain in 1 204 photos · 0.1 % of the disk"), "\(text)")
    state.home.storage = storage(gain: 0.000_1)
    let small = drawn(state, size: Size(columns: 80, rows: 24)).text
    #expect(small.contains("the gain is under 0.1 % of the disk"), "\(small)")
    #expect(text.contains("600 GB") && text.contains("used of") && text.contains("1.0 TB"))
  }
}
