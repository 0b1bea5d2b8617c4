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
}
