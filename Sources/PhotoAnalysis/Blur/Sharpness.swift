import Foundation

/// Below this sharpness a photo is proposed for the bin, not only listed: 0.10, which is z = 1.35 (docs/DETECTION.md).
package let strictBlurThreshold = 0.10

extension BlurMeasures {
  /// The sharpness of the picture: 0…1, 1 is sharp, below 0.30 more likely blurred than not. Nil: cannot tell (flat,
  /// tiny, dark, fine texture all over).
  ///
  /// Dark or textured pictures get a value only when they look sharp; what may be texture, or has a sharp part, is never
  /// proposed.
  package var sharpness: Double? {
    let evidence = blurEvidence
    guard evidence <= 0 && isMeasurable || canProveBlur else { return nil }
    let sharpness = PhotoAnalysis.sharpness(blurEvidence: evidence)
    return mayBeTexture || hasSharpPart ? max(strictBlurThreshold, sharpness) : sharpness
  }
}

/// z = 0 is 0.30, and every step of z multiplies the odds by e: falls from 1 to 0.
///
/// Beyond odds of 100 to 1 nothing is added: a few hundred labelled photos do not carry more, and how much blurrier one
/// spoilt picture is than another cannot be told.
func sharpness(blurEvidence: Double) -> Double { 1 / (1 + exp(min(4.6, max(-4.6, blurEvidence))) * 0.7 / 0.3) }
