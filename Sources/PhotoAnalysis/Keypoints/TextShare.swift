internal import CPixels
import PhotoModel

extension LumaPlane {
  /// Whether the picture is one of text: a page, a receipt, a slide.
  ///
  /// Measured at 640 px: 48 photographed and 36 scanned pages have 0.32 and more, 99 of 100 labelled photos 0.25 and
  /// less (docs/DETECTION.md).
  var isOfText: Bool { textShare >= 0.30 }

  /// The share of text blocks that follow another one in their row, among the blocks of 16 × 16 pixels with structure:
  /// text comes in lines. 0…1.
  var textShare: Double {
    let side = Int(PIXELS_TEXT_SIDE)
    let blocks = width / side
    guard blocks > 0, height >= side else { return 0 }
    precondition(pixels.count >= width * height)
    var isText = [UInt8](repeating: 0, count: blocks)
    var (inLines, detailed) = (0, 0)
    pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      for row in 0..<height / side {
        let first = start + row * side * width
        pixels_text(first, width, blocks, &isText)
        for block in 0..<blocks {
          if block > 0, isText[block] > 0, isText[block - 1] > 0 { inLines += 1 }
          detailed += Self.isDetailed(first + block * side, width: width, side: side) ? 1 : 0
        }
      }
    }
    return detailed == 0 ? 0 : Double(inLines) / Double(detailed)
  }

  /// Whether the gray levels of a block span more than noise does.
  private static func isDetailed(_ block: UnsafePointer<UInt8>, width: Int, side: Int) -> Bool {
    var (least, most): (UInt8, UInt8) = (255, 0)
    for y in 0..<side {
      for x in 0..<side {
        let value = block[y &* width &+ x]
        least = min(least, value)
        most = max(most, value)
      }
    }
    return Int(most) - Int(least) > 20
  }
}
