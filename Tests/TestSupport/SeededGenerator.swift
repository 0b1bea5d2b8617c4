package import PhotoModel

/// Random numbers of the tests.
package typealias SeededGenerator = SplitMix64

extension SplitMix64 {
  /// A number of random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// A random number from 0, less than the limit; 0 where the limit is less than 1.
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}
