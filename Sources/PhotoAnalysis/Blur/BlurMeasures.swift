import Foundation
package import PhotoModel

/// The measures of a picture that its sharpness is computed from. The sharpness itself is `sharpness(of:)`.
///
/// Edge spreads are in pixels of a picture of 512 px, or of 256 px where a name says coarse: there noise is halved, and
/// edges that it hides at full size come out.
package struct BlurMeasures: Sendable {
  /// CPBD at up to 1024 px.
  var sharpEdgeShare: Double
  /// ln(Tong's Per + 1e-4) at up to 1024 px.
  var growingEdges: Double
  /// Log-log slope of the power spectrum.
  var spectralSlope: Double
  /// ln of fine against coarse detail, in the direction that has least of it.
  var weakestDetail: Double
  /// ln(standard deviation of the noise + 0.3), in gray levels, at up to 1024 px.
  var noise: Double
  /// ln of the spread in the sharpest of 4 × 4 fields, and in the one after it.
  var sharpestField: Double
  var secondField: Double
  /// ln of the spread in the sharpest of 3 × 3 fields at 256 px.
  var coarseSharpestField: Double
  /// ln of the median of all edges against the sharpest field: high where only a part is sharp.
  var spreadContrast: Double
  /// The number of edges at 512 px, and at 256 px.
  var edges: Int
  var coarseEdges: Int
  /// The standard deviation of the stretched gray levels.
  var deviation: Double
  /// The sharpness of 4 × 4 fields, as `PhotoFeatures.regionSharpness`.
  package var regionSharpness: [UInt8]
  /// The middle of the sharpest part, as `PhotoFeatures.sharpestRegion`.
  package var sharpestRegion: RelativePoint?

  /// - Parameter luma: As large as there is; more than 1024 px are averaged down first.
  /// - Returns: Nil for a picture too small to measure, under 32 px on a side.
  package init?(of luma: LumaPlane) {
    guard luma.size.shortSide >= 32 else { return nil }
    let large = luma.areaAveraged(to: luma.size.fitted(longSide: 1024))
    let middle = large.areaAveraged(to: luma.size.fitted(longSide: 512))
    let small = middle.areaAveraged(to: luma.size.fitted(longSide: 256))
    let stretched = FloatPlane(middle, stretched: middle.contrast())
    deviation = stretched.deviation

    let spread = EdgeSpread(of: stretched)
    let fields = EdgeFields(of: spread, columns: 4, rows: 4)
    edges = spread.count
    sharpestField = Self.logarithm(fields.rising.first)
    spreadContrast = Self.logarithm(spread.median) - sharpestField
    secondField = Self.logarithm(fields.rising.prefix(2).last)
    regionSharpness = fields.regionSharpness
    sharpestRegion = fields.sharpestRegion
    let coarse = EdgeSpread(of: FloatPlane(small, stretched: small.contrast()))
    coarseEdges = coarse.count
    coarseSharpestField = Self.logarithm(EdgeFields(of: coarse, columns: 3, rows: 3).rising.first)

    // A picture that uses two thirds of the gray levels is left as it is; stretching it would only lift its noise.
    let contrast = large.contrast(upTo: 170)
    let plane = FloatPlane(large, stretched: contrast)
    let wavelets = WaveletEdges(of: plane)
    let spectrum = SpectrumMeasures(of: plane, gain: contrast.gain)
    sharpEdgeShare = PhotoAnalysis.sharpEdgeShare(of: plane)
    growingEdges = log(wavelets.growingShare + 1e-4)
    noise = log(wavelets.noise + 0.3)
    spectralSlope = spectrum?.slope ?? -3
    weakestDetail = spectrum?.weakestDetail ?? -1
  }

  /// Five pixels where no field has enough edges.
  private static func logarithm(_ spread: Double?) -> Double { log(max(0.05, spread ?? 5)) }
}

/// How gray levels are stretched: what is at `low` goes to 0, and a step grows by `gain`.
struct Contrast {
  var low: Float
  var gain: Float
}

extension LumaPlane {
  /// So that the half per cent at both ends lies `range` gray levels apart; at least once, at most four times.
  func contrast(upTo range: Float = 255) -> Contrast {
    var histogram = [Int](repeating: 0, count: 256)
    for value in pixels { histogram[Int(value)] &+= 1 }
    let tail = pixels.count / 200
    func level(_ bins: some Sequence<Int>) -> Float {
      var passed = 0
      for bin in bins {
        passed += histogram[bin]
        if passed > tail { return Float(bin) }
      }
      return 0
    }
    let low = level(0..<256)
    let gain = min(4, max(1, range / max(1, level((0..<256).reversed()) - low)))
    // Without gain nothing needs to move.
    return Contrast(low: gain > 1 ? low : 0, gain: gain)
  }
}

extension FloatPlane {
  /// Cut to 0…255.
  init(_ luma: LumaPlane, stretched contrast: Contrast) {
    guard contrast.gain != 1 || contrast.low != 0 else {
      self.init(luma)
      return
    }
    let levels = (0..<256).map { min(255, max(0, (Float($0) - contrast.low) * contrast.gain)) }
    let values = luma.pixels.withUnsafeBufferPointer { pixels in
      levels.withUnsafeBufferPointer { levels in
        [Float](unsafeUninitializedCapacity: pixels.count) { target, count in
          for index in 0..<pixels.count { target[index] = levels[Int(pixels[index])] }
          count = pixels.count
        }
      }
    }
    self.init(width: luma.width, height: luma.height, values: values)
  }
}
