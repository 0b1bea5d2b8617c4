import Glibc
package import SystemPackage

/// A path among many in one piece of memory: of a library that is opened most are only held against another one, and making a
/// `FilePath` of each looks at every byte of it.
package struct PackedPath: Hashable, Sendable {
  private let arena: PathArena
  private let start: Int
  private let count: Int

  fileprivate init(_ arena: PathArena, _ start: Int, _ count: Int) {
    (self.arena, self.start, self.count) = (arena, start, count)
  }

  package init(_ path: FilePath) {
    self = path.bytes.withUnsafeBytes { PathPacker(availableSize: $0.count).packed($0) }
  }

  package var path: FilePath { withBytes { FilePath(buffer: $0) } }

  /// As long as the call lasts, without a NUL.
  package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    defer { extendLifetime(arena) }
    return try body(UnsafeRawBufferPointer(start: arena.start + start, count: count))
  }

  package func isSame(as path: FilePath) -> Bool {
    count == path.length
      && withBytes { mine in path.withPlatformString { memcmp(mine.baseAddress!, $0, mine.count) == 0 } }
  }

  /// Below 0: it stands before the other in byte order; 0: they are the same.
  func order(to other: UnsafeRawBufferPointer) -> Int {
    withBytes { mine in
      guard let start = other.baseAddress, let first = mine.baseAddress else { return mine.count - other.count }
      let order = memcmp(first, start, min(mine.count, other.count))
      return order == 0 ? mine.count - other.count : Int(order)
    }
  }

  package static func == (left: PackedPath, right: PackedPath) -> Bool { right.withBytes { left.order(to: $0) == 0 } }

  package func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }
}

/// Writes paths one behind the other.
package final class PathPacker {
  private var availableSize: Int
  private let largestSpace: Int
  private var arena: PathArena?
  private var used = 0

  /// - Parameters:
  ///   - roomSize: Bytes that are taken first, and then twice as many each time,
  ///   - largestRoom: up to these.
  package init(availableSize: Int = 1 << 10, largestSpace: Int = 1 << 16) {
    (self.availableSize, self.largestSpace) = (availableSize, largestSpace)
  }

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

// Sendable by contract: its packer writes behind what it has handed out, and nothing changes what was.
private final class PathArena: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let size: Int

  init(_ size: Int) {
    (start, self.size) = (.allocate(byteCount: max(1, size), alignment: 1), size)
  }

  deinit { start.deallocate() }
}
