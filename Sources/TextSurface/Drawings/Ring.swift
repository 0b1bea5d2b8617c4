/// A ring that shows parts of a whole: progress, or storage. It begins at the top and runs clockwise.
package struct Ring: Hashable, Sendable {
  /// A stretch of the ring.
  package struct Segment: Hashable, Sendable {
    /// The dots of a stretch where the ring is drawn of dots, so that stretches differ without colours.
    package enum Texture: Hashable, Sendable {
      /// The pattern of the dots: every one, every second one, or every fourth.
      case solid, checker, sparse
    }

    /// The share of the whole circle, 0…1.
    package var part: Double
    /// The colour at the beginning; the same as `end` for one plain colour.
    package var start: RGB
    /// The colour at the end; the colours between are mixed.
    package var end: RGB
    /// The dots where the ring is drawn of dots.
    package var texture: Texture

    /// Creates a segment, by default in the accent gradient from purple to blue.
    package init(
      part: Double, start: RGB = gradientStart, end: RGB = gradientEnd, texture: Texture = .solid
    ) {
      self.part = part
      self.start = start
      self.end = end
      self.texture = texture
    }

    /// Creates a stretch in one plain colour.
    package init(part: Double, color: RGB, texture: Texture = .solid) {
      self.init(part: part, start: color, end: color, texture: texture)
    }
  }

  /// The stretches one after the other from the top; together at most 1, more is cut.
  package var segments: [Segment]
  /// The colour of the rest of the circle.
  package var track: RGB
  /// The outer radius; 1 touches the edges of the surface, less is for a ring within a ring.
  package var radius: Double
  /// The width of the band in shares of half the surface's width.
  package var thickness: Double

  /// Creates a ring.
  package init(segments: [Segment], track: RGB = RGB(hex: 0x2A2A3C), radius: Double = 1, thickness: Double = 0.22) {
    self.segments = segments
    self.track = track
    self.radius = radius
    self.thickness = thickness
  }
}

/// The colour at the beginning of the accent gradient: purple.
package let gradientStart = RGB(hex: 0xA855F7)
/// The colour at the end of the accent gradient: blue.
package let gradientEnd = RGB(hex: 0x3B82F6)
