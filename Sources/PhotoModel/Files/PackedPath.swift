import Glibc
package import SystemPackage

/// A path that shares one piece of memory with many others. Most paths of a library are only compared, and making a
/// `FilePath` of each reads every byte of it.
package struct PackedPath: Hashable, Sendable {
  private let arena: PathArena
  private let start: Int
  private let count: Int

  fileprivate init(_ arena: PathArena, _ start: Int, _ count: Int) {
    (self.arena, self.start, self.count) = (arena, start, count)
  }

  /// Creates a path with memory of its own.
  package init(_ path: FilePath) {
    self = path.bytes.withUnsafeBytes { PathPacker(availableSize: $0.count).packed($0) }
  }

  /// The path as a `FilePath`, made anew each time.
  package var path: FilePath { withBytes { FilePath(buffer: $0) } }

  /// Calls `body` with the bytes of the path, without a NUL; they are valid as long as the call lasts.
  package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    defer { extendLifetime(arena) }
    return try body(UnsafeRawBufferPointer(start: arena.start + start, count: count))
  }

  /// Whether the bytes of both are the same.
  package func isSame(as path: FilePath) -> Bool {
    count == path.length
      && withBytes { mine in path.withPlatformString { memcmp(mine.baseAddress!, $0, mine.count) == 0 } }
  }

  /// The order of two paths: below 0 where this one comes before the other in byte order, 0 where they are the same,
  /// else above 0.
  func order(to other: UnsafeRawBufferPointer) -> Int {
    withBytes { mine in
      guard let start = other.baseAddress, let first = mine.baseAddress else { return mine.count - other.count }
      let order = memcmp(first, start, min(mine.count, other.count))
      return order == 0 ? mine.count - other.count : Int(order)
    }
  }

  /// Compares the bytes.
  package static func == (left: PackedPath, right: PackedPath) -> Bool { right.withBytes { left.order(to: $0) == 0 } }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }
}

/// Packs paths one behind the other into shared memory.
package final class PathPacker {
  private var availableSize: Int
  private let largestSpace: Int
  private var arena: PathArena?
  private var used = 0

  /// - Parameters:
  ///   - availableSize: Bytes of the first piece of memory; each further piece has twice as many as the one before,
  ///   - largestSpace: up to this many.
  package init(availableSize: Int = 1 << 10, largestSpace: Int = 1 << 16) {
    (self.availableSize, self.largestSpace) = (availableSize, largestSpace)
  }

  /// Copies the bytes of a path behind the last one.
  package func packed(_ bytes: UnsafeRawBufferPointer) -> PackedPath {
    let arena = arena(for: bytes.count)
    defer { used += bytes.count }
    UnsafeMutableRawBufferPointer(start: arena.start + used, count: bytes.count).copyMemory(from: bytes)
    return PackedPath(arena, used, bytes.count)
  }

  private func arena(for count: Int) -> PathArena {
    if let arena, arena.size - used >= count { return arena }
    let new = PathArena(max(availableSize, count))
    availableSize = min(availableSize * 2, max(availableSize, largestSpace))
    (arena, used) = (new, 0)
    return new
  }
}

// Sendable by contract: the packer writes only behind the paths that it has handed out, and nothing changes those.
private final class PathArena: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let size: Int

  init(_ size: Int) {
    (start, self.size) = (.allocate(byteCount: max(1, size), alignment: 1), size)
  }

  deinit { start.deallocate() }
}
