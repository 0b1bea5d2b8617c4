import Foundation
package import PhotoModel

/// The likeness of native pixels to an interface: 0…1, from 0.5 on a screenshot.
///
/// - Parameters:
///   - picture: Never resampled: text and flat colour lose their mark.
///   - luma: The luma of the picture, where it was made already.
package func screenEvidence(of picture: RGBPicture, luma: LumaPlane? = nil) -> Double {
  ScreenMeasures(of: picture, luma: luma).evidence
}
