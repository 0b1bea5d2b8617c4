internal import CPixels
import Foundation

/// |DFT|² of a square whose side is a power of two; `side` rows of `side / 2` values.
///
/// Row: the frequency along x, 0 first, negative ones in the second half. Column: the frequency along y, from 0 to just
/// under half of the sampling frequency; the other half of a real picture's spectrum mirrors this one.
func powerSpectrum(of values: [Float], side: Int) -> [Float] {
  let half = side / 2
  // Two real columns travel as one complex: the left half as real parts, the right half as imaginary ones.
  var (real, imaginary) = ([Float](), [Float]())
  real.reserveCapacity(side * half)
  imaginary.reserveCapacity(side * half)
  for start in stride(from: 0, to: side * side, by: side) {
    real += values[start..<start + half]
    imaginary += values[start + half..<start + side]
  }
  transformColumns(&real, &imaginary, rows: side, columns: half)
  var (turnedReal, turnedImaginary) = separated(real, imaginary, side: side)
  transformColumns(&turnedReal, &turnedImaginary, rows: side, columns: half)
  return turnedReal.withUnsafeBufferPointer { real in
    turnedImaginary.withUnsafeBufferPointer { imaginary in
      [Float](unsafeUninitializedCapacity: real.count) { power, count in
        for index in 0..<real.count {
          power[index] = real[index] * real[index] + imaginary[index] * imaginary[index]
        }
        count = real.count
      }
    }
  }
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
          // In tiles that fit the cache: rows are read, columns written.
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

/// Radix-2 FFT down all columns at once.
///
/// - Parameter rows: A power of two, at most `Turns.most`.
private func transformColumns(_ real: inout [Float], _ imaginary: inout [Float], rows: Int, columns: Int) {
  precondition(rows <= Turns.most && columns % Int(PIXELS_COLUMNS) == 0)
  let buffer = 2 * Int(PIXELS_COLUMNS) * rows * MemoryLayout<Float>.stride
  withUnsafeTemporaryAllocation(byteCount: buffer, alignment: 64) { buffer in
    pixels_fourier(&real, &imaginary, rows, columns, Turns.cosines, Turns.sines, buffer.baseAddress)
  }
}

/// Tables of cosines and sines: index n + k holds the value for the angle −π·k/n, for k < n and n = 1, 2, 4…
private enum Turns {
  static let most = 512
  static let cosines = table { cos($0) }
  static let sines = table { sin($0) }

  private static func table(_ function: (Double) -> Double) -> [Float] {
    (0..<most).map { index in
      guard index > 0 else { return 0 }
      let parts = 1 << (Int.bitWidth - 1 - index.leadingZeroBitCount)
      return Float(function(-Double.pi * Double(index - parts) / Double(parts)))
    }
  }
}
