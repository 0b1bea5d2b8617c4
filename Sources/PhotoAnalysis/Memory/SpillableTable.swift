import PhotoModel

/// Numbers that are written part by part and then read in their order; outside of memory where there is space for them.
// Sendable by contract: one writer, and no reader before the table is whole.
final class SpillableTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private enum Storage {
    case memory(LargeTable<Element>)
    case elsewhere(any ByteBuffer)
  }

  private let count: Int
  private var storage: Storage

  init(count: Int, _ spill: SpillAllocator?) {
    self.count = count
    storage = spill?(count * MemoryLayout<Element>.stride).map(Storage.elsewhere) ?? .memory(LargeTable(count: count))
  }

  var start: UnsafePointer<Element> {
    switch storage {
    case .memory(let table): UnsafePointer(table.start)
    case .elsewhere(let bytes): bytes.start.bindMemory(to: Element.self, capacity: count)
    }
  }

  /// - Parameter first: The index at which the part begins: behind the parts written before.
  func write(_ part: LargeTable<Element>, at first: Int) {
    if case .elsewhere(let buffer) = storage {
      let stride = MemoryLayout<Element>.stride
      let bytes = UnsafeRawBufferPointer(start: part.start, count: part.count * stride)
      if buffer.write(bytes, at: first * stride) { return }
      // The disk takes no more: memory has to do.
      let table = LargeTable<Element>(count: count)
      table.start.update(from: start, count: first)
      storage = .memory(table)
    }
    if case .memory(let table) = storage { (table.start + first).update(from: part.start, count: part.count) }
  }
}
