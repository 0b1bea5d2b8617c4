import Foundation
import PhotoModel

/// The edges of a picture field by field, so that a sharp subject before a blurred ground counts as sharp.
struct EdgeFields {
  private let fields: [Field]

  struct Field {
    /// 25th percentile of the spread, the worse of the two directions that have eight edges: camera shake leaves one of
    /// them sharp. Nil with fewer than twelve edges.
    var spread: Double?
    var count = 0
    /// Eight edges across each direction: only then shake along either would show.
    var seesBothDirections = false
    /// ln of the 25th percentile across rows against that across columns; nil with fewer than twelve edges of either.
    var anisotropy: Double?
    /// The centre of the sharp edges, as fractions of the picture.
    var centre = RelativePoint(x: 0.5, y: 0.5)
  }

  init(of edges: EdgeSpread, columns: Int, rows: Int) {
    var across = [[EdgePixel]](repeating: [], count: columns * rows)
    var down = across
    func fieldIndex(_ pixel: EdgePixel) -> Int {
      Int(pixel.y) * rows / edges.size.height * columns + Int(pixel.x) * columns / edges.size.width
    }
    for pixel in edges.horizontal { across[fieldIndex(pixel)].append(pixel) }
    for pixel in edges.vertical { down[fieldIndex(pixel)].append(pixel) }
    fields = zip(across, down).map { Field(across: $0, down: $1, size: edges.size) }
  }

  /// Spreads rising, of fields that see both directions where there are any, else of all with enough edges.
  var rising: [Double] {
    let both = fields.filter(\.seesBothDirections).compactMap(\.spread)
    return (both.isEmpty ? fields.compactMap(\.spread) : both).sorted()
  }

  /// The difference in width of edges across one axis and across the other, all over the picture: the absolute mean of
  /// the fields. 0 where no field has enough edges. Camera shake widens all edges across its direction; the shapes of
  /// things widen some here and others there.
  var anisotropy: Double {
    let fields = fields.compactMap(\.anisotropy)
    return fields.isEmpty ? 0 : abs(fields.reduce(0, +)) / Double(fields.count)
  }

  /// The width of edges in the four middle fields of 4 × 4 against the twelve around them, as a difference of the means
  /// of ln(spread). NaN where either has too few edges. A missed focus and a subject that moved leave the background
  /// sharp around a blurred middle.
  var centreBlur: Double {
    let isInMiddle = { (index: Int) in (1...2).contains(index % 4) && (1...2).contains(index / 4) }
    func mean(_ indices: [Int]) -> Double {
      let spreads = indices.compactMap { fields[$0].spread.map { log(max(0.05, $0)) } }
      return spreads.isEmpty ? .nan : spreads.reduce(0, +) / Double(spreads.count)
    }
    return mean(fields.indices.filter(isInMiddle)) - mean(fields.indices.filter { !isInMiddle($0) })
  }

  /// Row-major, 64 / spread: 128 for a perfect edge, 13 for a spread of 5 px; 0 where there are too few edges.
  var regionSharpness: [UInt8] {
    fields.map { field in field.spread.map { UInt8(min(255, max(1, (64 / max(0.25, $0)).rounded()))) } ?? 0 }
  }

  /// The point for a loupe: among the fields within a tenth of the sharpest, the middle of the sharp edges in the field
  /// with most of them. Nil where no field has enough edges.
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
    let directions = [across, down].map { $0.count >= 8 ? percentile(0.25, of: $0.map(\.spread)) : nil }
    if across.count >= 12, down.count >= 12, let first = directions[0], let second = directions[1], second > 0,
      first > 0
    {
      anisotropy = log(first / second)
    }
    let limit = directions.compactMap(\.self).max() ?? percentile(0.25, of: (across + down).map(\.spread)) ?? 5
    spread = limit
    let sharp = (across + down).filter { Double($0.spread) <= limit }
    guard !sharp.isEmpty else { return }
    let number = Double(sharp.count)
    centre = RelativePoint(
      x: sharp.reduce(0) { $0 + Double($1.x) + 0.5 } / number / Double(size.width),
      y: sharp.reduce(0) { $0 + Double($1.y) + 0.5 } / number / Double(size.height))
  }
}
