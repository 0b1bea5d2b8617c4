import Glibc
import PhotoModel

/// A large piece of memory, in large pages where the system has them: vectors that are read one after the other
/// then ask the system for memory a thousand times less often.
// Sendable by contract: nobody reads a byte before it is written, and each is written once.
final class MemoryBuffer: ByteBuffer, @unchecked Sendable {
  let start: UnsafeRawPointer
  private let memory: UnsafeMutableRawPointer
  private let count: Int

  init?(of count: Int) {
    guard let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return nil }
    // This is advice only: where the kernel ignores it, small pages do as well.
    madvise(memory, count, MADV_HUGEPAGE)
    self.memory = memory
    self.count = count
    start = UnsafeRawPointer(memory)
  }

  deinit { munmap(memory, count) }

  func write(_ written: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard index >= 0, written.count <= count - index else { return false }
    if let from = written.baseAddress { (memory + index).copyMemory(from: from, byteCount: written.count) }
    return true
  }
}
