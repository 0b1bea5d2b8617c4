/// A ring that shows parts of a whole: progress, or storage. It begins at the top and runs clockwise.
package struct Ring: Hashable, Sendable {
  /// A stretch of the ring.
  package struct Segment: Hashable, Sendable {
    /// Its part of the whole circle, 0 to 1.
    package var part: Double
    /// Its colour at its beginning, and at its end; the same for one plain colour.
    package var start: RGB
    package var end: RGB

    /// A stretch in the accent gradient, purple to blue, unless told otherwise.
    package init(part: Double, start: RGB = gradientStart, end: RGB = gradientEnd) {
      self.part = part
      self.start = start
      self.end = end
    }

    package init(part: Double, color: RGB) { self.init(part: part, start: color, end: color) }
  }

  /// One after the other from the top; together at most 1, what is more is cut.
  package var segments: [Segment]
  /// The rest of the circle.
  package var track: RGB
  /// Outer radius, 1 touching the edges of the surface. Smaller for a ring within a ring.
  package var radius: Double
  /// Width of the band, as a part of the surface's half-width.
  package var thickness: Double

  package init(segments: [Segment], track: RGB = RGB(hex: 0x2A2A3C), radius: Double = 1, thickness: Double = 0.22) {
    self.segments = segments
    self.track = track
    self.radius = radius
    self.thickness = thickness
  }
}

/// Where the accent begins: purple.
package let gradientStart = RGB(hex: 0xA855F7)
/// Where the accent ends: blue.
package let gradientEnd = RGB(hex: 0x3B82F6)
