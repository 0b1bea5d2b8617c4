package import PhotoModel

/// Random numbers of the tests.
package typealias SeededGenerator = SplitMix64

extension SplitMix64 {
  /// Random bytes, so many of them.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
