import Foundation
package import PhotoModel

/// The likeness of native pixels to an interface: 0…1, from 0.5 on a screenshot.
///
/// - Parameters:
///   - picture: The native pixels: resampling changes text and flat colour.
///   - luma: The luma of the picture, where it was made already.
///   - onBlack: The picture on black instead of white, where it has transparent pixels: a picture cut out of its
///     background is a drawing at most.
package func screenEvidence(of picture: RGBPicture, luma: LumaPlane? = nil, onBlack: RGBPicture? = nil) -> Double {
  let evidence = ScreenMeasures(of: picture, luma: luma).evidence
  return onBlack.map { isCutOut(onWhite: picture, onBlack: $0) } == true ? min(evidence, mostOfCutOut) : evidence
}

/// The most evidence of a picture that is cut out: a display's size added to it makes no screenshot.
private let mostOfCutOut = 0.25

/// Whether a picture is cut out of its background: over a quarter of the box around its opaque pixels is transparent. A
/// window has round corners and its shadow lies outside of that box; the round screen of a watch fills 0.79 of it.
///
/// - Parameters:
///   - onWhite: The picture with its transparency laid on white.
///   - onBlack: The same on black; opaque pixels are equal in both.
package func isCutOut(onWhite: RGBPicture, onBlack: RGBPicture) -> Bool {
  guard onWhite.size == onBlack.size else { return false }
  var (opaque, left, right, top, bottom) = (0, onWhite.width, -1, onWhite.height, -1)
  onWhite.pixels.withUnsafeBufferPointer { white in
    onBlack.pixels.withUnsafeBufferPointer { black in
      for y in 0..<onWhite.height {
        var (first, last) = (onWhite.width, -1)
        for x in 0..<onWhite.width {
          let index = (y &* onWhite.width &+ x) &* 3
          // A transparent pixel is lighter on white, in each channel.
          guard white[index] == black[index] else { continue }
          opaque &+= 1
          (first, last) = (min(first, x), x)
        }
        guard last >= 0 else { continue }
        (left, right, top, bottom) = (min(left, first), max(right, last), min(top, y), y)
      }
    }
  }
  return opaque == 0 || opaque * 4 < (right - left + 1) * (bottom - top + 1) * 3
}
