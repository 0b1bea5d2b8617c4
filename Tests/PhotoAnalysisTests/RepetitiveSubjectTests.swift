import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Chessboards of a calibration: each corner looks like the next, on any board.
@Suite struct RepetitiveSubjectTests {
  private let listed = ScanSettings().similarThreshold

  /// A chessboard of 8 × 6 squares before a room, seen from somewhere.
  private func board(pose: UInt64, ground: UInt64, shift: Double = 0) -> LumaPlane {
    var random = SplitMix64(seed: pose)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let (turn, scale) = (number(-0.3...0.3), number(0.026...0.036))
    let (slantX, slantY) = (number(-0.0006...0.0006), number(-0.0006...0.0006))
    let middle = SIMD2(number(280...360) + shift, number(200...280) + shift / 2)
    let scene = Drawn.scene(ground, width: 660, height: 500)
    let offset = Int(shift)
    return Drawn.plane(640, 480) { x, y in
      // The mean of four points: edges are not as steep as a drawing's.
      (0..<4).reduce(0.0) { sum, corner in
        let off = SIMD2(Double(x) + Double(corner % 2) / 2, Double(y) + Double(corner / 2) / 2) - middle
        let depth = scale / (1 + slantX * off.x + slantY * off.y)
        let square = SIMD2(off.x - turn * off.y, off.y + turn * off.x) * depth + SIMD2(5, 4)
        guard (0..<10).contains(square.x), (0..<8).contains(square.y) else {
          return sum + 0.15 * Double(scene.pixels[(y + 10 - offset / 2) * 660 + x + 10 - offset]) + 10
        }
        let isWhite =
          !(1..<9).contains(square.x) || !(1..<7).contains(square.y) || (Int(square.x) + Int(square.y)) % 2 == 0
        return sum + (isWhite ? 60 : 5)
      }
    }.noisy(2, seed: pose)
  }

  @Test func `boards in other rooms are not alike, however many corners go together`() throws {
    let boards = (0..<6 as Range<UInt64>).map { board(pose: 20 + $0, ground: 40 + $0) }
    var mostInliers = 0
    for (index, first) in boards.enumerated() {
      for second in boards[..<index] {
        let found = fullVerification(first, second)
        #expect(try sceneSimilarity(first, second) < listed, "\(found)")
        mostInliers = max(mostInliers, found.projective?.inliers ?? 0)
      }
    }
    #expect(mostInliers >= 8)
  }

  @Test func `a board photographed again before the same room is alike`() throws {
    for number in 0..<4 as Range<UInt64> {
      let first = board(pose: 20 + number, ground: 40 + number)
      #expect(try sceneSimilarity(first, board(pose: 20 + number, ground: 40 + number, shift: 6)) >= listed)
    }
  }

  @Test func `a board that is moved within a second is alike by the clock alone`() throws {
    var joined = 0
    for number in 0..<6 as Range<UInt64> {
      let (first, moved) = (board(pose: 20 + number, ground: 40), board(pose: 30 + number, ground: 50 + number))
      guard fullVerification(first, moved).projective?.inliers ?? 0 >= 8 else { continue }
      #expect(try sceneSimilarity(first, moved) < listed)
      #expect(try sceneSimilarity(first, moved, secondsApart: 1) >= listed)
      joined += 1
    }
    #expect(joined > 0)
  }
}
