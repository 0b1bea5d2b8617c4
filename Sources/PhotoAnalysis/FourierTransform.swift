import Foundation

/// |DFT|² of a square whose side is a power of two; `side` rows of `side / 2` values.
///
/// Row: the frequency along x, 0 first, negative ones in the second half. Column: the frequency along y, from 0 to just
/// under half of the sampling frequency; the other half of a real picture's spectrum mirrors this one.
func powerSpectrum(of values: [Float], side: Int) -> [Float] {
  let half = side / 2
  // Two real columns travel as one complex: the left half as real parts, the right half as imaginary ones.
  var real = [Float](repeating: 0, count: side * half)
  var imaginary = real
  for y in 0..<side {
    for x in 0..<half {
      real[y &* half &+ x] = values[y &* side &+ x]
      imaginary[y &* half &+ x] = values[y &* side &+ half &+ x]
    }
  }
  transformColumns(&real, &imaginary, rows: side, columns: half)
  var (turnedReal, turnedImaginary) = separated(real, imaginary, side: side)
  transformColumns(&turnedReal, &turnedImaginary, rows: side, columns: half)
  for index in turnedReal.indices {
    turnedReal[index] = turnedReal[index] * turnedReal[index] + turnedImaginary[index] * turnedImaginary[index]
  }
  return turnedReal
}

/// The spectra A and B of two real columns from that of A + iB, rows and columns exchanged:
/// A(k) = (Z(k) + Z*(N − k)) / 2, B(k) = (Z(k) − Z*(N − k)) / 2i.
private func separated(_ real: [Float], _ imaginary: [Float], side: Int) -> (real: [Float], imaginary: [Float]) {
  let half = side / 2
  var resultReal = [Float](repeating: 0, count: side * half)
  var resultImaginary = resultReal
  real.withUnsafeBufferPointer { real in
    imaginary.withUnsafeBufferPointer { imaginary in
      resultReal.withUnsafeMutableBufferPointer { resultReal in
        resultImaginary.withUnsafeMutableBufferPointer { resultImaginary in
          // In tiles that fit the cache: what is read along rows is written along columns.
          let tile = 16
          for left in stride(from: 0, to: half, by: tile) {
            for k in 0..<half {
              let mirror = (side &- k) & (side &- 1)
              for x in left..<left &+ tile {
                let (here, there) = (k &* half &+ x, mirror &* half &+ x)
                let (first, second) = (x &* half &+ k, (x &+ half) &* half &+ k)
                resultReal[first] = (real[here] + real[there]) / 2
                resultImaginary[first] = (imaginary[here] - imaginary[there]) / 2
                resultReal[second] = (imaginary[here] + imaginary[there]) / 2
                resultImaginary[second] = (real[there] - real[here]) / 2
              }
            }
          }
        }
      }
    }
  }
  return (resultReal, resultImaginary)
}

/// Radix-2 FFT down all columns at once: the inner loop runs along a row, so the compiler makes vectors of it.
///
/// - Parameter rows: A power of two.
private func transformColumns(_ real: inout [Float], _ imaginary: inout [Float], rows: Int, columns: Int) {
  let bits = rows.trailingZeroBitCount
  real.withUnsafeMutableBufferPointer { real in
    imaginary.withUnsafeMutableBufferPointer { imaginary in
      for row in 0..<rows {
        var reversed = 0
        for bit in 0..<bits where row & (1 << bit) != 0 { reversed |= 1 << (bits - 1 - bit) }
        guard row < reversed else { continue }
        for x in 0..<columns {
          let (here, there) = (row &* columns &+ x, reversed &* columns &+ x)
          (real[here], real[there]) = (real[there], real[here])
          (imaginary[here], imaginary[there]) = (imaginary[there], imaginary[here])
        }
      }
      guard let firstReal = real.baseAddress, let firstImaginary = imaginary.baseAddress else { return }
      var half = 1
      while half < rows {
        for offset in 0..<half {
          let angle = -Double.pi * Double(offset) / Double(half)
          let (c, s) = (Float(cos(angle)), Float(sin(angle)))
          for start in stride(from: offset, to: rows, by: half * 2) {
            let upper = start &* columns
            let lower = (start &+ half) &* columns
            for x in 0..<columns {
              let a = firstReal[lower &+ x] * c - firstImaginary[lower &+ x] * s
              let b = firstReal[lower &+ x] * s + firstImaginary[lower &+ x] * c
              firstReal[lower &+ x] = firstReal[upper &+ x] - a
              firstImaginary[lower &+ x] = firstImaginary[upper &+ x] - b
              firstReal[upper &+ x] += a
              firstImaginary[upper &+ x] += b
            }
          }
        }
        half *= 2
      }
    }
  }
}
