import CSandbox
import PhotoModel

/// Memory that a decode worker writes and this process reads. It can neither grow nor shrink, and it is copied out
/// through its descriptor: nothing that the worker does to it can harm this process.
final class SharedMemory: Sendable {
  struct Unavailable: Error {}

  let descriptor: CInt
  let size: Int

  /// - Parameter size: The number of bytes; they take no memory until they are written.
  init(size: Int) throws {
    let file = sandbox_make_memory(size)
    guard file >= 0 else { throw Unavailable() }
    descriptor = file
    self.size = size
  }

  deinit { _ = sandbox_close(descriptor) }

  /// The first `count` bytes; nil where there are fewer.
  func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= size else { return nil }
    var result: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      result = sandbox_read_memory(descriptor, buffer.baseAddress, count)
      filled = result == 0 ? count : 0
    }
    return result == 0 ? bytes : nil
  }

  /// The picture of three bytes a pixel at the beginning; nil where it is not of a plausible size.
  func picture(_ size: PixelSize) -> RGBPicture? {
    guard size.fits(capacity: self.size), let pixels = bytes(size.pixels * 3) else { return nil }
    return RGBPicture(width: size.width, height: size.height, pixels: pixels)
  }
}
