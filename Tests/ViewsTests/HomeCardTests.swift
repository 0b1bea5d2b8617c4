import PhotoModel
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// The cards of Home and the line above them, where they are narrow.
@Suite struct HomeCardTests {
  @Test(arguments: [100, 120, 140, 200]) func `a taller window shows no smaller pictures`(columns: Int) {
    var last = Size.none
    for rows in 36...90 {
      let size = Size(columns: columns, rows: rows)
      let picture = AppView.homeLayout(in: size).picture
      #expect(picture.rows >= last.rows && (rows < 40 || columns < 120 || picture.rows >= 4), "\(size): \(picture)")
      last = picture
    }
  }

  @Test func `cards have pictures in a tall window, too`() {
    let size = Size(columns: 120, rows: 60)
    let text = drawn(Sample.app(.home) { $0.home = Sample.pictured(Sample.home, for: size) }, size: size).text

    #expect(text.contains("▒") && text.contains("214 photos"), "\(text)")
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `the card of Large has its amount while it measures, too`(size: Size) {
    let state = Sample.app(.home) { app in
      app.home = Sample.pictured(Sample.home, for: size)
      var gain = ShrinkGain(photos: 19, before: ByteCount(8_000_000), after: ByteCount(6_400_000))
      gain.isPartial = true
      app.home.large?.gain = gain
    }
    let text = drawn(state, size: size).text

    #expect(text.contains("19 photos") && text.contains("1.6 MB") && text.contains("so far"), "\(text)")
  }

  @Test func `no figure of the review is cut: the last ones go as a whole`() {
    let items = ["✕ 0 in the bin", "✓ 12 408 kept", "▢ 1 204 open", "2 345 moved"]
    var widest = 0
    for columns in 60...100 {
      let state = Sample.app(.home) { app in
        (app.home.binCount, app.home.binBytes) = (0, .zero)
        (app.home.keptCount, app.home.photosToGain, app.home.movedCount) = (12_408, 1204, 2345)
      }
      let text = drawn(state, size: Size(columns: columns, rows: 24)).text
      guard let line = text.split(separator: "\n").map(String.init).first(where: { $0.contains("✕") }) else { continue }
      #expect(line.contains("in the bin") || line.contains("The bin is empty"), "\(text)")
      let shown = items.dropFirst().filter { line.contains($0) }
      #expect(shown == Array(items.dropFirst().prefix(shown.count)) && !line.contains("…"), "\(columns): \(line)")
      #expect(line.contains("moved") == shown.contains("2 345 moved"), "\(columns): \(line)")
      widest = max(widest, shown.count)
    }
    #expect(widest == 3)
  }
}
