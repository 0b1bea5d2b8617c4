import PhotoModel

/// The layout of the luma of a picture in its MCUs.
struct LumaLayout {
  let frame: JPEGFrame
  /// Blocks of luma in an MCU.
  let horizontal: Int
  let vertical: Int
  /// Blocks of each other component in an MCU.
  let others: [Int]
  /// MCUs of a row, and rows of them.
  let columns: Int
  let rows: Int

  init(_ markers: JPEGMarkers, _ scan: JPEGScanHeader, isProgressive: Bool) throws(OnePassDecline) {
    guard let frame = markers.frame else { throw .damage }
    guard frame.isProgressive == isProgressive else { throw .scans }
    guard markers.hasLuma, scan.components.count == frame.components.count else { throw .layout }
    let luma = frame.components[0]
    guard frame.components.allSatisfy({ $0.horizontal <= luma.horizontal && $0.vertical <= luma.vertical }) else {
      throw .layout
    }
    guard frame.components.allSatisfy({ markers.quantisation[$0.quantisation] != nil }) else { throw .damage }
    // A single component has one block an MCU, whatever its sampling (T.81, A.2.2).
    let isSingle = frame.components.count == 1
    self.frame = frame
    horizontal = isSingle ? 1 : luma.horizontal
    vertical = isSingle ? 1 : luma.vertical
    others = frame.components.indices.dropFirst().map { frame.blocks(of: $0) }
    columns = (frame.size.width + 8 * horizontal - 1) / (8 * horizontal)
    rows = (frame.size.height + 8 * vertical - 1) / (8 * vertical)
    guard horizontal * vertical + others.reduce(0, +) <= 10 else { throw .damage }
  }

  /// Blocks of luma that show a part of the picture.
  var pictureBlocks: PixelSize {
    PixelSize(width: (frame.size.width + 7) / 8, height: (frame.size.height + 7) / 8)
  }

  /// Empty, for all blocks at `eighths` pixels a side.
  func plane(eighths: Int) throws(OnePassDecline) -> BlockPlane {
    let stride = columns * horizontal * eighths
    let count = stride * rows * vertical * eighths
    guard (try? DecodingLimits.checkMemory(for: count)) != nil else { throw .limits }
    let size = PixelSize(width: (frame.size.width * eighths + 7) / 8, height: (frame.size.height * eighths + 7) / 8)
    return BlockPlane(size: size, stride: stride, pixels: [UInt8](repeating: 0, count: count))
  }
}
