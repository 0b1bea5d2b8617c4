import Foundation
package import PhotoModel

/// Below this sharpness a photo is proposed for the bin, not only listed: 0.10, which is z = 1.35 (docs/DETECTION.md).
package let strictBlurThreshold = 0.10

/// Sharpness of a picture: 0…1, 1 is sharp, below 0.30 more likely blurred than not. Nil: cannot tell (flat, tiny,
/// all black).
///
/// - Parameter luma: As large as there is; a long side over 1024 px is averaged down to that first. Calibrated for
///   pictures of 1024 px, or at their own size where that is less.
package func sharpness(of luma: LumaPlane) -> Double? {
  guard let measures = BlurMeasures(of: luma), measures.canTell else { return nil }
  return sharpness(blurEvidence: measures.blurEvidence)
}

/// z = 0 is 0.30, and every step of z multiplies the odds by e: falls from 1 to 0.
func sharpness(blurEvidence: Double) -> Double { 1 / (1 + exp(blurEvidence) * 0.7 / 0.3) }

extension BlurMeasures {
  /// Stretched contrast under 8 gray levels, or too few edges: nothing there that could be sharp or blurred.
  var canTell: Bool { deviation >= 8 && edges >= 30 }

  /// Logistic regression over seven measures, above 0 for a blurred picture: z = bias + Σ weight · (x − mean) / deviation.
  var blurEvidence: Double {
    Self.terms.reduce(Self.bias) { $0 + $1.weight * (self[keyPath: $1.measure] - $1.mean) / $1.deviation }
  }

  private static let bias = -0.5169

  private struct Term {
    var measure: KeyPath<BlurMeasures, Double>
    var mean: Double
    var deviation: Double
    var weight: Double
  }

  /// Fitted on labelled photos, ridge 0.5, cross-validated by source.
  private static var terms: [Term] {
    [
      Term(measure: \.sharpEdgeShare, mean: 0.5568, deviation: 0.3204, weight: -1.3817),
      Term(measure: \.growingEdges, mean: -6.9622, deviation: 2.4347, weight: -1.5388),
      Term(measure: \.edgeSpread, mean: 0.9580, deviation: 0.2955, weight: 2.7491),
      Term(measure: \.spectralSlope, mean: -3.2937, deviation: 1.0757, weight: -0.8333),
      Term(measure: \.blurEffect, mean: 0.3331, deviation: 0.1453, weight: -0.8184),
      Term(measure: \.medianSpread, mean: 1.1168, deviation: 0.3619, weight: -1.4096),
      Term(measure: \.edgeDensity, mean: -2.4775, deviation: 0.8476, weight: 0.7444),
    ]
  }
}
