internal import CPixels
import Foundation
import PhotoModel

/// Share of edges that look sharp: cumulative probability of blur detection (CPBD), Narvekar & Karam 2011.
///
/// Horizontal edges only, widths in pixels of a picture of at most 1024 px. 0 with fewer than 30 edges.
func sharpEdgeShare(of plane: FloatPlane) -> Double {
  let (width, height) = (plane.width, plane.height)
  guard width > 4, height > 2 else { return 0 }
  let slopes = horizontalSobel(of: plane)
  let floor = max(4 * meanMagnitude(of: slopes), 6)
  // P = 1 − exp(−(w / 5)^3.6) ≤ 0.63 is w ≤ 5 · (−ln 0.37)^(1/3.6).
  let widest = Int(5 * pow(-log(0.37), 1 / 3.6))
  var edges = 0
  var sharp = 0
  slopes.withUnsafeBufferPointer { slopes in
    plane.values.withUnsafeBufferPointer { pixels in
      for y in 1..<height - 1 {
        let row = y &* width
        inSteepParts(of: 1..<width - 1) { x in
          let slope = slopes.eight(at: row &+ x).magnitudes
          let (before, after) = (slopes.eight(at: row &+ x &- 1), slopes.eight(at: row &+ x &+ 1))
          return (slope .> floor) .& (slope .>= before.magnitudes) .& (slope .> after.magnitudes)
        } _: { x in
          let slope = slopes[row &+ x]
          guard abs(slope) > floor, abs(slope) >= abs(slopes[row &+ x &- 1]), abs(slope) > abs(slopes[row &+ x &+ 1])
          else { return }
          edges &+= 1
          let sign: Float = slope > 0 ? 1 : -1
          var left = x
          while left > 0, x - left < 24, sign * (pixels[row &+ left] - pixels[row &+ left &- 1]) > 0.5 { left -= 1 }
          var right = x
          while right < width - 1, right - x < 24, sign * (pixels[row &+ right &+ 1] - pixels[row &+ right]) > 0.5 {
            right += 1
          }
          if right - left <= widest { sharp &+= 1 }
        }
      }
    }
  }
  return edges < 30 ? 0 : Double(sharp) / Double(edges)
}

/// Sobel along x over 8: the slope in gray levels a pixel. The border rows and columns are 0.
private func horizontalSobel(of plane: FloatPlane) -> [Float] {
  var slopes = [Float](repeating: 0, count: plane.values.count)
  pixels_slopes(plane.values, plane.width, plane.height, &slopes)
  return slopes
}
