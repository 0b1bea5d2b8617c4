/// The difference of two pictures of one framing, as a coarse grid.
package struct DifferenceMap: Hashable, Sendable {
  /// Fields on each side.
  package static let side = 16

  /// The strengths of the differences, row-major, `side * side`, each 0…1: 0 for none that is noticeable, 1 for a
  /// strong one.
  package let strengths: [Double]
  /// The difference in lightness of the second picture as a whole, in levels of 0…255, which the fields leave out; 0
  /// within noise.
  package let lighter: Double

  /// Why two pictures have no map.
  package enum Obstacle: Error, Hashable, Sendable {
    /// One of the pictures was not measured.
    case notMeasured
    /// The pictures show different parts of the scene, or are turned or mirrored: their fields do not correspond.
    case framedDifferently
  }

  /// Compares the lightness of the fields, after taking out how much lighter and how much more contrasty one picture is
  /// as a whole: an edit of the whole picture is no local difference.
  ///
  /// - Parameters:
  ///   - relation: The verification; without one equal shapes are assumed to have the same framing.
  package init(_ first: PhotoFeatures, _ second: PhotoFeatures, relation: PairVerification?) throws(Obstacle) {
    let count = Self.side * Self.side
    guard first.lumaThumbnail.count == count, second.lumaThumbnail.count == count else { throw .notMeasured }
    guard Self.isSameFraming(first.pixelSize, second.pixelSize, relation) else { throw .framedDifferently }
    let a = first.lumaThumbnail.map(Double.init)
    let b = second.lumaThumbnail.map(Double.init)
    let (middleA, spreadA) = Self.middleAndSpread(a)
    let (middleB, spreadB) = Self.middleAndSpread(b)
    let gain = spreadA > 1 && spreadB > 1 ? min(2, max(0.5, spreadA / spreadB)) : 1
    let step = middleB - middleA
    lighter = abs(step) > 2 * Self.noise ? step : 0
    strengths = zip(a, b).map { one, other in
      let difference = abs((one - middleA) - (other - middleB) * gain)
      return min(1, max(0, (difference - Self.noise) / Self.strong))
    }
  }

  /// The levels of lightness, 0…255, that saving again or a small movement of the hand explains; and those above that
  /// make a strong difference.
  private static let noise = 4.0
  private static let strong = 36.0

  /// The number of fields with a noticeable difference.
  package var differingFields: Int { strengths.count { $0 > 0.1 } }

  /// "in 5 % of the picture, mostly at the top left"; nil where nothing differs.
  package var text: String? {
    guard differingFields > 0 else { return nil }
    let percent = Int((100 * Double(differingFields) / Double(strengths.count)).rounded())
    let share = "in \(percent > 0 ? "\(percent)" : "less than 1") % of the picture"
    if differingFields * 2 > strengths.count { return share + ", all over it" }
    let total = strengths.reduce(0, +)
    var x = 0.0
    var y = 0.0
    for (index, strength) in strengths.enumerated() {
      x += strength * (Double(index % Self.side) + 0.5) / total
      y += strength * (Double(index / Self.side) + 0.5) / total
    }
    func third(_ value: Double) -> Int { min(2, Int(value * 3 / Double(Self.side))) }
    let row = ["top", "", "bottom"][third(y)]
    let column = ["left", "", "right"][third(x)]
    let side = [row, column].filter { !$0.isEmpty }.joined(separator: " ")
    return share + (side.isEmpty ? ", around the middle" : ", mostly at the \(side)")
  }

  private static func isSameFraming(_ a: PixelSize, _ b: PixelSize, _ relation: PairVerification?) -> Bool {
    guard a.height > 0, b.height > 0 else { return false }
    let shapes = (Double(a.width) / Double(a.height)) / (Double(b.width) / Double(b.height))
    guard (0.95...1.05).contains(shapes) else { return false }
    guard let relation, relation.inliers > 0 else { return true }
    return !relation.isMirrored && abs(relation.rotation) < 5 && relation.firstOverlap > 0.85
      && relation.secondOverlap > 0.85
  }

  /// The median and the median distance from it, which a change in one part of the picture hardly moves.
  private static func middleAndSpread(_ values: [Double]) -> (middle: Double, spread: Double) {
    func median(_ values: [Double]) -> Double {
      let sorted = values.sorted()
      guard let last = sorted.indices.last else { return 0 }
      return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
    }
    let middle = median(values)
    return (middle, median(values.map { abs($0 - middle) }))
  }
}
