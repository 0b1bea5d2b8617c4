/// A buffer of bytes that are written once, and then read where they are.
package protocol ByteBuffer: AnyObject, Sendable {
  /// The first byte, for reading. Bytes that were not written are undefined.
  var start: UnsafeRawPointer { get }

  /// Writes bytes at an index.
  ///
  /// - Returns: False where they could not be written; then nobody may read them here.
  func write(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool
}

/// Makes a buffer of a number of bytes outside of memory: the system may reuse its memory, and reads the bytes again
/// when they are needed. Nil where there is none, or none is needed: the bytes then stay in memory.
package typealias SpillAllocator = @Sendable (_ bytes: Int) -> (any ByteBuffer)?
