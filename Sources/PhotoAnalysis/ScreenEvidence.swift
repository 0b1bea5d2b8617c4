import Foundation
package import PhotoModel

/// How much native pixels look like an interface: 0…1, from 0.5 on a screenshot.
///
/// - Parameter picture: Never resampled: text and flat colour lose their mark.
package func screenEvidence(of picture: RGBPicture) -> Double {
  ScreenMeasures(of: picture).evidence
}
