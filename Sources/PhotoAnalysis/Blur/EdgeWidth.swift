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
  let minimum = max(4 * meanMagnitude(of: slopes), 6)
  // P = 1 − exp(−(w / 5)^3.6) ≤ 0.63 is w ≤ 5 · (−ln 0.37)^(1/3.6).
  let widest = Int32(5 * pow(-log(0.37), 1 / 3.6))
  var marks = [UInt8](repeating: 0, count: width)
  var places = [Int32](repeating: 0, count: width)
  var (edges, sharp) = (0, 0)
  slopes.withUnsafeBufferPointer { slopes in
    plane.values.withUnsafeBufferPointer { pixels in
      guard let slopes = slopes.baseAddress, let pixels = pixels.baseAddress else { return }
      for start in stride(from: width, to: (height - 1) * width, by: width) {
        let found = pixels_edge_widths(pixels + start, slopes + start, width, minimum, widest, &marks, &places)
        edges += found.count
        sharp += found.sharp
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
