import Foundation
import PhotoModel

/// Broken inputs out of whole ones: bits and bytes changed, pieces cut out, doubled, taken from another file, and
/// numbers replaced by those that overflow.
struct Mutator {
  private let seed: UInt64
  private let corpus: [[UInt8]]
  private static let odd: [[UInt8]] = [
    [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0xFF, 0xFF],
    [0xFF, 0xFF, 0xFF, 0x7F], [1, 0, 0, 0], [0x1B, 0x5B], [0xC2, 0x9B], [0xE2, 0x80, 0xAE], [0xF4, 0x90, 0x80, 0x80],
    Array("%".utf8), Array("%2".utf8), Array("%00".utf8), Array("../".utf8), Array("\n[".utf8), Array("Path=".utf8),
  ]

  init(seed: UInt64, corpus: [Data]) {
    self.seed = seed
    self.corpus = corpus.isEmpty ? [[]] : corpus.map { Array($0) }
  }

  /// The input of a number, whatever was asked before.
  func input(_ number: Int) -> [UInt8] {
    var random = SplitMix64(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    var bytes = corpus[Int.random(in: 0..<corpus.count, using: &random)]
    for _ in 0..<Int.random(in: 1...6, using: &random) { change(&bytes, &random) }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    // Heads and tables stand at the beginning, so most changes do too.
    let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 512)
    let index = reach == 0 ? 0 : Int.random(in: 0..<reach, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where !bytes.isEmpty: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where !bytes.isEmpty: bytes[index] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.removeLast(Int.random(in: 0...min(bytes.count, 1 + bytes.count / 4), using: &random))
    case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 0...16, using: &random)))
    case 4:
      let piece = bytes[index..<min(bytes.count, index + Int.random(in: 0...64, using: &random))]
      bytes.insert(contentsOf: piece, at: index)
    case 5:
      let other = corpus[Int.random(in: 0..<corpus.count, using: &random)]
      let start = other.isEmpty ? 0 : Int.random(in: 0..<other.count, using: &random)
      bytes.insert(contentsOf: other[start..<min(other.count, start + 64)], at: index)
    default:
      let value = Self.odd[Int.random(in: 0..<Self.odd.count, using: &random)]
      if Bool.random(using: &random) {
        bytes.insert(contentsOf: value, at: index)
      } else {
        bytes.replaceSubrange(index..<min(bytes.count, index + value.count), with: value)
      }
    }
  }
}
