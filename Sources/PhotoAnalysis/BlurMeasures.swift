import Foundation
import PhotoModel

/// What is measured of a picture to tell how sharp it is. The sharpness itself is `sharpness(of:)`.
struct BlurMeasures: Sendable {
  /// CPBD at up to 1024 px.
  var sharpEdgeShare: Double
  /// ln(Tong's Per + 1e-4) at up to 1024 px.
  var growingEdges: Double
  /// σ of the 20th percentile, the worse direction, at up to 512 px.
  var edgeSpread: Double
  /// The median of both directions.
  var medianSpread: Double
  /// ln of edge pixels, and 30 more, a pixel.
  var edgeDensity: Double
  /// Log-log slope of the power spectrum.
  var spectralSlope: Double
  /// Crété's blur effect at up to 1024 px.
  var blurEffect: Double
  var edges: Int
  var deviation: Double

  /// Nil: too small or too flat to tell.
  init?(of luma: LumaPlane) {
    guard luma.size.shortSide >= 32 else { return nil }
    let large = FloatPlane(luma.areaAveraged(to: luma.size.fitted(longSide: 1024)))
    let small = FloatPlane(luma.areaAveraged(to: luma.size.fitted(longSide: 512))).stretched
    deviation = small.deviation
    let spread = EdgeSpread(of: small)
    edges = spread.count
    edgeSpread = spread.twentiethPercentile
    medianSpread = percentile(0.5, of: spread.horizontal + spread.vertical) ?? 5
    edgeDensity = log(Double(edges + 30) / Double(small.values.count))
    sharpEdgeShare = PhotoAnalysis.sharpEdgeShare(of: large)
    growingEdges = log(growingEdgeShare(of: large) + 1e-4)
    spectralSlope = PhotoAnalysis.spectralSlope(of: large) ?? -3
    blurEffect = PhotoAnalysis.blurEffect(of: large)
  }
}

extension FloatPlane {
  /// Contrast stretched so that the half per cent at both ends falls on 0 and 255; at most four times.
  var stretched: FloatPlane {
    var histogram = [Int](repeating: 0, count: 256)
    for value in values { histogram[min(255, max(0, Int(value)))] += 1 }
    let tail = values.count / 200
    func level(_ bins: some Sequence<Int>) -> Float {
      var passed = 0
      for bin in bins {
        passed += histogram[bin]
        if passed > tail { return Float(bin) }
      }
      return 0
    }
    let low = level(0..<256)
    let high = level((0..<256).reversed())
    let gain = min(4, 255 / max(1, high - low))
    return FloatPlane(width: width, height: height, values: values.map { min(255, max(0, ($0 - low) * gain)) })
  }
}
