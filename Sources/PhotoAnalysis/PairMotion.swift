import PhotoModel

/// How the camera moved from one photo to the next, in shares of the frame.
struct PairMotion: Hashable, Sendable {
  /// Share of the frame that both show, 0…1.
  var overlap: Double
  /// To the right and down: what stood at x in the first stands at x − `across` in the second.
  var across: Double
  var down: Double
}

extension PairMotion {
  /// The shift at which the 16 × 16 lightness of two photos agrees best; nil where none agrees well, or where staying
  /// put agrees nearly as well.
  ///
  /// Coarse on purpose: one cell is 6 % of the frame. It is asked only about shots of one camera within seconds.
  init?(from first: PhotoFeatures, to second: PhotoFeatures) {
    let side = Lightness.side
    guard first.lightness.count == side * side, second.lightness.count == side * side else { return nil }
    var best: (agreement: Double, x: Int, y: Int) = (-1, 0, 0)
    let reach = side * 3 / 4
    for along in -reach...reach {
      for aside in -2...2 {
        for (x, y) in [(along, aside), (aside, along)] {
          let agreement = Self.agreement(first.lightness, second.lightness, x: x, y: y)
          if agreement > best.agreement { best = (agreement, x, y) }
        }
      }
    }
    let still = Self.agreement(first.lightness, second.lightness, x: 0, y: 0)
    guard best.agreement >= 0.92, best.x != 0 || best.y != 0, best.agreement - still >= 0.1 else { return nil }
    across = Double(best.x) / Double(side)
    down = Double(best.y) / Double(side)
    overlap = (1 - abs(across)) * (1 - abs(down))
  }

  /// Normalised cross-correlation of what both show, −1…1; −1 where it is too flat to say.
  private static func agreement(_ a: [UInt8], _ b: [UInt8], x: Int, y: Int) -> Double {
    let side = Lightness.side
    let columns = max(0, x)..<min(side, side + x)
    let rows = max(0, y)..<min(side, side + y)
    let count = Double(columns.count * rows.count)
    var (sumA, sumB, sumAA, sumBB, sumAB) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for row in rows {
      for column in columns {
        let p = Double(a[row * side + column])
        let q = Double(b[(row - y) * side + column - x])
        sumA += p
        sumB += q
        sumAA += p * p
        sumBB += q * q
        sumAB += p * q
      }
    }
    let varianceA = sumAA / count - sumA * sumA / count / count
    let varianceB = sumBB / count - sumB * sumB / count / count
    guard varianceA > 60, varianceB > 60 else { return -1 }
    return (sumAB / count - sumA * sumB / count / count) / (varianceA * varianceB).squareRoot()
  }
}
