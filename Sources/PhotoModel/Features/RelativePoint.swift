/// A point of an upright picture, whatever its size: 0…1 from the left, 0…1 from the top.
package struct RelativePoint: Hashable, Sendable, Codable {
  /// 0 at the left edge, 1 at the right.
  package var x: Double
  /// 0 at the upper edge, 1 at the lower.
  package var y: Double

  /// Creates a point as it is given; nothing is checked.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
