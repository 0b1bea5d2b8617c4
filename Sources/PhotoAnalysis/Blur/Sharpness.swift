import Foundation

/// Below this sharpness a photo is proposed for the bin, not only listed: 0.10, which is z = 1.35 (docs/DETECTION.md).
package let strictBlurThreshold = 0.10

/// The sharpness at three quarters of the size from which a picture is not proposed. From 0.15 to 0.40 none of 90
/// labelled blurred photos is lost by it (docs/DETECTION.md).
private let leastReducedSharpness = 0.20

extension BlurMeasures {
  /// The sharpness of the picture: 0…1, 1 is sharp, below 0.30 more likely blurred than not. Nil where it cannot be
  /// measured (flat, tiny, dark, fine texture all over).
  ///
  /// Dark or textured pictures get a value only when they are sharp; a picture that may be texture, has a sharp part, or
  /// is not clearly blurred at three quarters of its size is never proposed.
  package var sharpness: Double? {
    let evidence = blurEvidence
    guard evidence <= 0 && isMeasurable || canProveBlur else { return nil }
    let sharpness = PhotoAnalysis.sharpness(blurEvidence: evidence)
    let mayBeSharp = mayBeTexture || hasSharpPart || reducedSharpness ?? 0 >= leastReducedSharpness
    return mayBeSharp ? max(strictBlurThreshold, sharpness) : sharpness
  }
}

/// The sharpness for a regression value z, falling from 1 to 0: z = 0 gives 0.30, and every step of z multiplies the
/// odds by e.
///
/// Beyond odds of 100 to 1 nothing is added: a few hundred labelled photos do not support more, and degrees of blur
/// between spoilt pictures cannot be told.
func sharpness(blurEvidence: Double) -> Double { 1 / (1 + exp(min(4.6, max(-4.6, blurEvidence))) * 0.7 / 0.3) }
