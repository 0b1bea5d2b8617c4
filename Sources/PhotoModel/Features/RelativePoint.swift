/// A place in an upright picture, whatever its size: 0…1 from the left, 0…1 from the top.
package struct RelativePoint: Hashable, Sendable, Codable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
