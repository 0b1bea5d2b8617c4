import Foundation
import PhotoModel

/// The edges of a picture field by field, so that a sharp subject before a blurred ground counts as sharp.
struct EdgeFields {
  let columns: Int
  let rows: Int
  private let fields: [Field]

  struct Field {
    /// 25th percentile of the spread, the worse of the two directions that have eight edges: camera shake leaves one of
    /// them sharp. Nil with fewer than twelve edges.
    var spread: Double?
    var count = 0
    /// Eight edges across each direction: only then shake along either would show.
    var seesBothDirections = false
    /// Where the sharp edges are, as fractions of the picture.
    var centre = RelativePoint(x: 0.5, y: 0.5)
  }

  init(of edges: EdgeSpread, columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    var across = [[EdgePixel]](repeating: [], count: columns * rows)
    var down = across
    func place(_ pixel: EdgePixel) -> Int {
      Int(pixel.y) * rows / edges.size.height * columns + Int(pixel.x) * columns / edges.size.width
    }
    for pixel in edges.horizontal { across[place(pixel)].append(pixel) }
    for pixel in edges.vertical { down[place(pixel)].append(pixel) }
    fields = zip(across, down).map { Field(across: $0, down: $1, size: edges.size) }
  }

  /// Spreads rising, of fields that see both directions where there are any, else of all with enough edges.
  var rising: [Double] {
    let both = fields.filter(\.seesBothDirections).compactMap(\.spread)
    return (both.isEmpty ? fields.compactMap(\.spread) : both).sorted()
  }

  /// Row-major, 64 / spread: 128 for a perfect edge, 13 for a spread of 5 px; 0 where there are too few edges.
  var regionSharpness: [UInt8] {
    fields.map { field in field.spread.map { UInt8(min(255, max(1, (64 / max(0.25, $0)).rounded()))) } ?? 0 }
  }

  /// Among the fields within a tenth of the sharpest, the middle of the sharp edges of the one with most of them: where
  /// a loupe should look. Nil where no field has enough edges.
  var sharpestRegion: RelativePoint? {
    guard let best = fields.compactMap(\.spread).min() else { return nil }
    return fields.filter { ($0.spread ?? .infinity) <= best * 1.1 }.max { $0.count < $1.count }?.centre
  }
}

extension EdgeFields.Field {
  fileprivate init(across: [EdgePixel], down: [EdgePixel], size: PixelSize) {
    count = across.count + down.count
    guard count >= 12 else { return }
    seesBothDirections = across.count >= 8 && down.count >= 8
    let directions = [across, down].filter { $0.count >= 8 }.compactMap { percentile(0.25, of: $0.map(\.spread)) }
    let limit = directions.max() ?? percentile(0.25, of: (across + down).map(\.spread)) ?? 5
    spread = limit
    let sharp = (across + down).filter { Double($0.spread) <= limit }
    guard !sharp.isEmpty else { return }
    let number = Double(sharp.count)
    centre = RelativePoint(
      x: sharp.reduce(0) { $0 + Double($1.x) + 0.5 } / number / Double(size.width),
      y: sharp.reduce(0) { $0 + Double($1.y) + 0.5 } / number / Double(size.height))
  }
}
