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
}
