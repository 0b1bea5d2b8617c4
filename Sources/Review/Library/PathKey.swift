import Glibc
package import SystemPackage

/// A path as a key of a large library: all its bytes are hashed and compared at once, where `FilePath` takes one at a
/// time.
package struct PathKey: Hashable, Sendable {
  /// The path itself.
  package let path: FilePath

  /// The key of a path.
  package init(_ path: FilePath) { self.path = path }

  /// Compares all bytes at once, without normalising the paths.
  package static func == (left: PathKey, right: PathKey) -> Bool {
    left.path.withPlatformString { left in right.path.withPlatformString { strcmp(left, $0) == 0 } }
  }

  /// Hashes the bytes of the path as they are.
  package func hash(into hasher: inout Hasher) {
    path.withPlatformString { hasher.combine(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }
}
