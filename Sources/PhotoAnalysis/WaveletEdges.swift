import Foundation
import PhotoModel

/// Share of edges that grow from coarse to fine, as only a sharp picture's do: Tong et al., ICME 2004, their "Per".
///
/// Three levels of Haar (factor ½), edge energy by the root of the squares of the three details, the largest of each
/// 8 × 8, 4 × 4 and 2 × 2 block, an edge where any exceeds 35. 0 without edges.
func growingEdgeShare(of plane: FloatPlane) -> Double {
  let width = plane.width / 16 * 16
  let height = plane.height / 16 * 16
  guard width > 0, height > 0 else { return 0 }
  var approximation = [Float](unsafeUninitializedCapacity: width * height) { target, count in
    for y in 0..<height {
      for x in 0..<width { target[y &* width &+ x] = plane.values[y &* plane.width &+ x] }
    }
    count = width * height
  }
  var maxima: [[Float]] = []
  var (levelWidth, levelHeight) = (width, height)
  for block in [8, 4, 2] {
    let (smaller, energies) = haarStep(approximation, width: levelWidth, height: levelHeight)
    approximation = smaller
    (levelWidth, levelHeight) = (levelWidth / 2, levelHeight / 2)
    maxima.append(blockMaxima(of: energies, width: levelWidth, height: levelHeight, side: block))
  }
  var edges = 0
  var growing = 0
  for index in maxima[0].indices {
    let (fine, middle, coarse) = (maxima[0][index], maxima[1][index], maxima[2][index])
    guard max(fine, max(middle, coarse)) > 35 * 35 else { continue }
    edges += 1
    if fine > middle && middle > coarse { growing += 1 }
  }
  return edges == 0 ? 0 : Double(growing) / Double(edges)
}

/// Half-size approximation, and the sum of the squares of the three details.
private func haarStep(_ values: [Float], width: Int, height: Int) -> (approximation: [Float], energies: [Float]) {
  let (halfWidth, halfHeight) = (width / 2, height / 2)
  var approximation = [Float](repeating: 0, count: halfWidth * halfHeight)
  var energies = approximation
  values.withUnsafeBufferPointer { values in
    approximation.withUnsafeMutableBufferPointer { approximation in
      energies.withUnsafeMutableBufferPointer { energies in
        for y in 0..<halfHeight {
          let upper = 2 &* y &* width
          let lower = upper &+ width
          for x in 0..<halfWidth {
            let a = values[upper &+ 2 &* x]
            let b = values[upper &+ 2 &* x &+ 1]
            let c = values[lower &+ 2 &* x]
            let d = values[lower &+ 2 &* x &+ 1]
            let horizontal = (a - b + c - d) / 2
            let vertical = (a + b - c - d) / 2
            let diagonal = (a - b - c + d) / 2
            approximation[y &* halfWidth &+ x] = (a + b + c + d) / 2
            energies[y &* halfWidth &+ x] = horizontal * horizontal + vertical * vertical + diagonal * diagonal
          }
        }
      }
    }
  }
  return (approximation, energies)
}

private func blockMaxima(of values: [Float], width: Int, height: Int, side: Int) -> [Float] {
  let (columns, rows) = (width / side, height / side)
  var maxima = [Float](repeating: 0, count: columns * rows)
  values.withUnsafeBufferPointer { values in
    maxima.withUnsafeMutableBufferPointer { maxima in
      for y in 0..<rows &* side {
        for x in 0..<columns &* side {
          let block = (y / side) &* columns &+ x / side
          maxima[block] = max(maxima[block], values[y &* width &+ x])
        }
      }
    }
  }
  return maxima
}
