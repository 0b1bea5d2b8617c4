/// The sharpness of the sharpest part of a picture, however blurred the rest: in 6 × 6 fields, the finest steps against
/// those of four pixels, in the direction with fewest of them. Waves of every length would give 1/16 … 1, blur little.
///
/// Steps are second differences. The finest count only where they are three times as strong as in the calmest tenth of
/// the fields, whose steps are noise, and less that noise; a field without strong steps in some direction does not
/// count.
///
/// - Returns: 0 where no field counts.
/// - Complexity: About 10 ms for 1024 × 768 pixels, so it is computed only for pictures that would be proposed.
func sharpestPart(of plane: FloatPlane) -> Double {
  let fields = (0..<4).map { directionalSteps(of: plane, direction: $0) }
  let noise = fields.map { steps in
    let fine = steps.map(\.fine).sorted()
    return fine[fine.count / 10]
  }
  let parts = fields[0].indices.compactMap { field -> Double? in
    let steps = fields.map { $0[field] }
    guard steps.allSatisfy({ $0.middle >= leastSteps }) else { return nil }
    return zip(steps, noise).map { steps, noise in
      steps.fine < 9 * noise ? 0 : ((steps.fine - noise) / steps.middle).squareRoot()
    }.min()
  }
  return parts.max() ?? 0
}

/// The limit from which a part counts as sharp. Of 90 labelled blurred photos that would be proposed one has more, of
/// 300 with a sharp part 67.
let sharpPart = 0.30

/// The least mean square of the steps of four pixels, in gray levels.
private let leastSteps = 36.0
private let fieldsAcross = 6

/// The mean squares of the steps of a direction, for each field: across, down, and both diagonals.
private func directionalSteps(of plane: FloatPlane, direction: Int) -> [(fine: Double, middle: Double)] {
  let (width, height, reach) = (plane.width, plane.height, 4)
  let step = [1, width, width + 1, width - 1][direction]
  var sums = [(fine: Double, middle: Double)](repeating: (0, 0), count: fieldsAcross * fieldsAcross)
  guard width > 4 * reach, height > 4 * reach else { return sums }
  var counts = [Double](repeating: 0, count: sums.count)
  plane.values.withUnsafeBufferPointer { values in
    for y in reach..<height - reach {
      for column in 0..<fieldsAcross {
        let start = max(reach, width * column / fieldsAcross)
        let end = min(width - reach, width * (column + 1) / fieldsAcross)
        var (fine, middle): (Float, Float) = (0, 0)
        for index in y * width + start..<y * width + max(start, end) {
          let centre = 2 * values[index]
          let near = centre - values[index &- step] - values[index &+ step]
          let far = centre - values[index &- 4 &* step] - values[index &+ 4 &* step]
          fine += near * near
          middle += far * far
        }
        let field = y * fieldsAcross / height * fieldsAcross + column
        sums[field].fine += Double(fine)
        sums[field].middle += Double(middle)
        counts[field] += Double(max(0, end - start))
      }
    }
  }
  return zip(sums, counts).map { ($0.fine / max(1, $1), $0.middle / max(1, $1)) }
}
