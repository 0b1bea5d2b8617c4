import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Pages of one book, receipts of one shop: alike in all but what they say.
@Suite struct TextPageTests {
  private let listed = ScanSettings().similarThreshold

  /// Sixteen lines under the heading that all pages have.
  private func page(_ number: UInt64) -> LumaPlane {
    let paper = Drawn.flat(240, width: 480, height: 640)
    let headed = DrawnLetters(seed: 1, ink: 20).written(on: paper, x: 120, y: 20, scale: 3, count: 13)
    return (0..<16).reduce(headed) { page, line in
      DrawnLetters(seed: number * 100 + UInt64(line), ink: 30)
        .written(on: page, x: 30, y: 66 + 34 * line, scale: 3, count: 23)
    }
  }

  /// As a phone sees it that is held a little to the side.
  private func photographed(_ page: LumaPlane, turn: Double) -> LumaPlane {
    Drawn.plane(page.width, page.height) { x, y in
      let (across, down) = (Double(x) - 240, Double(y) - 320)
      let (column, row) = (across * 1.04 + down * turn + 240, down * 1.04 - across * turn + 320)
      let (left, top) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
      guard (0..<page.width - 1).contains(left), (0..<page.height - 1).contains(top) else { return 90 }
      let (right, bottom) = (column - Double(left), row - Double(top))
      let row0 = (1 - right) * gray(page, left, top) + right * gray(page, left + 1, top)
      let row1 = (1 - right) * gray(page, left, top + 1) + right * gray(page, left + 1, top + 1)
      return (1 - bottom) * row0 + bottom * row1
    }.noisy(3, seed: 7)
  }

  private func gray(_ plane: LumaPlane, _ x: Int, _ y: Int) -> Double { Double(plane.pixels[y * plane.width + x]) }

  @Test func `pages are known as text, scenes and textures are not`() {
    for number in 1...4 as ClosedRange<UInt64> {
      // On paper of one gray as on paper with grain.
      for page in [page(number), page(number).noisy(4, seed: number)] {
        #expect(page.isOfText)
        #expect((0...1).contains(page.textShare))
      }
    }
    for seed in 80..<86 as Range<UInt64> {
      #expect(!Drawn.scene(seed, width: 640, height: 480).isOfText)
      #expect(!Drawn.scene(seed, width: 640, height: 480).noisy(30, seed: seed).isOfText)
    }
    #expect(!Drawn.flat(240).isOfText)
    #expect(!Drawn.flat(240, width: 8, height: 8).isOfText)
  }

  @Test func `other pages in the same layout are not the same take, even seconds later`() throws {
    let first = photographed(page(1), turn: 0.01)
    for number in 2...6 as ClosedRange<UInt64> {
      let other = photographed(page(number), turn: -0.01)
      #expect(try sceneSimilarity(first, other) < listed)
      #expect(try sceneSimilarity(other, first, secondsApart: 4) < listed)
    }
  }

  @Test func `the same page photographed again is found`() throws {
    for number in 1...3 as ClosedRange<UInt64> {
      let (first, again) = (photographed(page(number), turn: 0.01), photographed(page(number), turn: -0.02))
      let share = fullVerification(first, again).projective?.share ?? 0
      #expect(try sceneSimilarity(first, again) >= listed, "share \(share)")
    }
  }
}
