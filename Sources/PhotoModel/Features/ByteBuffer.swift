/// A buffer of bytes that are written once, and then read where they are.
package protocol ByteBuffer: AnyObject, Sendable {
  /// For reading. What was not written says nothing.
  var start: UnsafeRawPointer { get }

  /// - Returns: False where they could not be written; then nobody may read them here.
  func write(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool
}

/// Gives a buffer for so many bytes outside of memory: the system may use its memory for something else, and reads the
/// bytes again when they are asked for. Nil where there is none, or none is needed: they then stay in memory.
package typealias SpillAllocator = @Sendable (_ bytes: Int) -> (any ByteBuffer)?
