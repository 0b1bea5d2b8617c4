import CSandbox

/// Memory that a decode worker writes and this process reads. It can neither grow nor shrink, and it is copied out
/// through its descriptor: nothing that the other side does to it can hurt here.
final class SharedMemory: Sendable {
  struct Unavailable: Error {}

  let descriptor: CInt
  let size: Int

  /// - Parameter size: Bytes; they take no memory until they are written.
  init(size: Int) throws {
    let file = sandbox_make_memory(size)
    guard file >= 0 else { throw Unavailable() }
    descriptor = file
    self.size = size
  }

  deinit { _ = sandbox_close(descriptor) }

  /// The first bytes of it. Nil where there are not so many.
  func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= size else { return nil }
    var result: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      result = sandbox_read_memory(descriptor, buffer.baseAddress, count)
      filled = result == 0 ? count : 0
    }
    return result == 0 ? bytes : nil
  }
}
