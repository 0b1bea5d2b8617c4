import PhotoModel

#if canImport(Glibc)
import Glibc
#endif

/// The blocks of one component of a progressive JPEG, scan after scan, in memory that does not move.
final class ProgressiveComponent {
  /// The number of blocks in a row: in whole MCUs, and within the picture.
  let columns: Int
  let picture: PixelSize
  /// Blocks in an MCU of all components.
  let horizontal: Int
  let vertical: Int
  /// A bit of each block for each zigzag index whose coefficient is not 0; the DC coefficient has none.
  let known: UnsafeMutablePointer<UInt64>
  /// The coefficients of each block that a reduced transform uses, the DC coefficient first, and one more for all
  /// others.
  let values: UnsafeMutablePointer<Int16>
  /// The distance from one block to the next; 0 where no values are kept: then all blocks share unused memory.
  let valueStride: Int
  /// The index in a block of `values` for each of the 64 zigzag indices.
  let slots: UnsafePointer<UInt8>
  /// The zigzag index of each slot.
  let indices: [Int]
  /// A bit for each of these, but for the DC coefficient.
  let kept: UInt64

  private let memory = UnmanagedArrays()

  /// - Parameter eighths: The scale of the pixels made of it; nil where none are made.
  init(_ layout: LumaLayout, _ index: Int, keeping eighths: Int?) throws(OnePassDecline) {
    let component = layout.frame.components[index]
    let luma = layout.frame.components[0]
    let isSingle = layout.frame.components.count == 1
    (horizontal, vertical) = isSingle ? (1, 1) : (component.horizontal, component.vertical)
    columns = layout.columns * horizontal
    /// The blocks of the picture along one side, at the resolution of this component.
    func blocks(_ side: Int, _ own: Int, _ most: Int) -> Int { (side * own + 8 * most - 1) / (8 * most) }
    picture = PixelSize(
      width: blocks(layout.frame.size.width, component.horizontal, luma.horizontal),
      height: blocks(layout.frame.size.height, component.vertical, luma.vertical))
    indices = eighths.map { $0 == 1 ? [0] : BlockBatch.indices($0) } ?? []
    kept = indices.dropFirst().reduce(0) { $0 | 1 << UInt64($1) }
    var slots = [UInt8](repeating: UInt8(indices.count), count: 64)
    for (slot, index) in indices.enumerated() { slots[index] = UInt8(slot) }
    self.slots = memory.copy(slots)
    valueStride = indices.isEmpty ? 0 : indices.count < 2 ? 2 : indices.count < 16 ? 16 : indices.count < 32 ? 32 : 64
    let count = columns * layout.rows * vertical
    guard let known = calloc(count, MemoryLayout<UInt64>.stride) else { throw .limits }
    guard let values = calloc(max(64, count * valueStride), MemoryLayout<Int16>.stride) else {
      // The memory is freed here: `deinit` is not called for an object whose initialiser throws.
      free(known)
      throw .limits
    }
    self.known = known.bindMemory(to: UInt64.self, capacity: count)
    self.values = values.bindMemory(to: Int16.self, capacity: max(64, count * valueStride))
  }

  deinit {
    free(known)
    free(values)
  }
}
