import Glibc
package import PhotoModel
package import SystemPackage

/// An unnamed file beside the cache, which ends with its last user, also where the program is killed.
///
/// The file is written through calls that can fail, and read as memory.
// Sendable by contract: nobody reads a byte before it is written, and each is written once.
final class SpillFile: ByteBuffer, @unchecked Sendable {
  let start: UnsafeRawPointer
  private let count: Int
  private let descriptor: Int32

  /// `O_TMPFILE`, as Linux numbers it; Swift does not see a macro of two.
  private static let nameless = O_DIRECTORY | 0o20_000_000

  /// The order in which a file is read.
  enum Use {
    /// Sequential, from the first byte to the last.
    case inOrder
    /// Random: neighbouring bytes are not needed.
    case anywhere
  }

  /// Creates a file of a number of bytes.
  ///
  /// - Returns: Nil where the disk has no space, or no unnamed files.
  init?(of count: Int, in folder: FilePath, for use: Use) {
    let descriptor = folder.withPlatformString { open($0, Self.nameless | O_RDWR | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { return nil }
    // All space is allocated at once: a full disk fails here.
    guard Self.hasSpace(for: count, descriptor), posix_fallocate(descriptor, 0, count) == 0,
      let start = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    madvise(start, count, use == .inOrder ? MADV_SEQUENTIAL : MADV_RANDOM)
    self.start = UnsafeRawPointer(start)
    self.count = count
    self.descriptor = descriptor
  }

  /// The bytes that stay free: decisions and moves must find space on the disk whatever is spilled.
  private static let leftFree = 1 << 30

  private static func hasSpace(for count: Int, _ descriptor: Int32) -> Bool {
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0 else { return false }
    return Int(clamping: disk.f_bavail.multipliedReportingOverflow(by: UInt(disk.f_frsize)).partialValue)
      >= count + leftFree
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: start), count)
    close(descriptor)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard index >= 0, bytes.count <= count - index else { return false }
    var done = 0
    while done < bytes.count {
      let written = pwrite(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(index + done))
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      done += written
    }
    return true
  }
}

/// Buffers in unnamed files, for sequential reading.
///
/// - Parameter limit: The number of bytes below which a buffer stays in memory.
package func spillAllocatorForTables(in folder: FilePath, above limit: Int) -> SpillAllocator {
  { count in count > limit ? SpillFile(of: count, in: folder, for: .inOrder) : nil }
}

/// Buffers in unnamed files, for random access.
package func makeSpillAllocator(in folder: FilePath) -> SpillAllocator {
  { count in SpillFile(of: count, in: folder, for: .anywhere) }
}
