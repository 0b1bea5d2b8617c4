internal import CHamming

/// A table of numbers for random access, all zero at first, in one piece of memory.
///
/// A table of a million photos fits no cache: with pages of the usual size each look-up waits for its page, too.
// Sendable by contract: concurrent writers write to disjoint parts.
final class LargeTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let count: Int
  let start: UnsafeMutablePointer<Element>

  init(count: Int) {
    self.count = count
    guard let buffer = hamming_allocate(Self.bytes(count)) else { fatalError("no memory for \(count) numbers") }
    start = buffer.bindMemory(to: Element.self, capacity: max(1, count))
  }

  deinit { hamming_release(start, Self.bytes(count)) }

  private static func bytes(_ count: Int) -> Int { max(1, count) * MemoryLayout<Element>.stride }

  subscript(index: Int) -> Element {
    get { start[index] }
    set { start[index] = newValue }
  }

  func fill(_ value: Element) { start.update(repeating: value, count: count) }
}
