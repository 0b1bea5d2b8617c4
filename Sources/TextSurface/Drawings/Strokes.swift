/// Lines of one thickness with round ends, in a unit square with (0, 0) at its top left corner.
package struct Strokes: Hashable, Sendable {
  /// A straight piece of a line.
  package struct Segment: Hashable, Sendable {
    /// The position of the beginning, 0…1.
    package var start: SIMD2<Double>
    /// The position of the end, 0…1.
    package var end: SIMD2<Double>

    /// Creates a piece between two positions.
    package init(from start: SIMD2<Double>, to end: SIMD2<Double>) { (self.start, self.end) = (start, end) }

    /// The distance of a position from the piece.
    func distance(to point: SIMD2<Double>) -> Double {
      let way = end - start
      let square = (way * way).sum()
      let along = square > 0 ? ((point - start) * way).sum() / square : 0
      let offset = point - (start + way * min(1, max(0, along)))
      return (offset * offset).sum().squareRoot()
    }
  }

  /// The pieces of all lines.
  package var segments: [Segment]
  /// The thickness of the lines, as a part of the square's side.
  package var thickness: Double
  /// The colours from the left edge to the right, at equal steps; at least one.
  package var colors: [RGB]

  /// Creates lines.
  package init(segments: [Segment], thickness: Double, colors: [RGB]) {
    (self.segments, self.thickness, self.colors) = (segments, thickness, colors)
  }

  /// The part of a dot that the lines cover, by its distance from them.
  ///
  /// - Parameter side: The side of the square in dots.
  package func coverage(at point: SIMD2<Double>, side: Double) -> Double {
    let nearest = segments.lazy.map { $0.distance(to: point) }.min() ?? 1
    return min(1, max(0, (thickness / 2 - nearest) * side + 0.5))
  }

  /// The lines as pixels, in the largest square that fits, in the middle.
  func raster(_ size: Size, cell: CellPixels, on background: RGB) -> Raster {
    var raster = Raster(width: size.columns * cell.width, height: size.rows * cell.height, color: background)
    let side = min(raster.width, raster.height)
    let (left, top) = ((raster.width - side) / 2, (raster.height - side) / 2)
    for y in 0..<side {
      for x in 0..<side {
        let point = SIMD2(Double(x) + 0.5, Double(y) + 0.5) / Double(side)
        let part = coverage(at: point, side: Double(side))
        if part > 0 { raster[left + x, top + y] = background.mixed(with: colors[x * colors.count / side], part) }
      }
    }
    return raster
  }
}
