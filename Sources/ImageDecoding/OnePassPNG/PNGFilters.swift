/// Takes the filters of a PNG off its rows in place (PNG specification, part 9).
///
/// - Parameters:
///   - bytes: Rows one behind the other, each `1 + rowBytes` bytes with the number of its filter first.
///   - rowBytes: At least `stride`.
///   - stride: Bytes a pixel, 1…4.
/// - Returns: False where a row has a filter that there is not.
func removeFilters(_ bytes: UnsafeMutablePointer<UInt8>, rows: Int, rowBytes: Int, stride: Int) -> Bool {
  switch stride {
  case 1: removeFilters(bytes, rows, rowBytes, OneByte.self)
  case 2: removeFilters(bytes, rows, rowBytes, TwoBytes.self)
  case 3: removeFilters(bytes, rows, rowBytes, ThreeBytes.self)
  default: removeFilters(bytes, rows, rowBytes, FourBytes.self)
  }
}

/// A distance that is known when the loops are compiled, which makes them three times as fast.
private protocol Stride { static var bytes: Int { get } }
private enum OneByte: Stride { static var bytes: Int { 1 } }
private enum TwoBytes: Stride { static var bytes: Int { 2 } }
private enum ThreeBytes: Stride { static var bytes: Int { 3 } }
private enum FourBytes: Stride { static var bytes: Int { 4 } }

@inline(__always)
private func removeFilters<S: Stride>(
  _ bytes: UnsafeMutablePointer<UInt8>, _ rows: Int, _ rowBytes: Int, _ stride: S.Type
) -> Bool {
  for index in 0..<rows {
    let row = bytes + (index &* (rowBytes &+ 1) &+ 1)
    let above = index > 0 ? UnsafePointer(row - (rowBytes &+ 1)) : nil
    switch row[-1] {
    case 0: break
    case 1: addLeft(row, rowBytes, stride)
    case 2: if let above { addAbove(row, above, rowBytes) }
    case 3: addMean(row, above, rowBytes, stride)
    case 4: if let above { addNearest(row, above, rowBytes, stride) } else { addLeft(row, rowBytes, stride) }
    default: return false
    }
  }
  return true
}

@inline(__always)
private func addLeft<S: Stride>(_ row: UnsafeMutablePointer<UInt8>, _ count: Int, _: S.Type) {
  for byte in S.bytes..<count { row[byte] &+= row[byte &- S.bytes] }
}

@inline(__always)
private func addAbove(_ row: UnsafeMutablePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int) {
  for byte in 0..<count { row[byte] &+= above[byte] }
}

@inline(__always)
private func addMean<S: Stride>(
  _ row: UnsafeMutablePointer<UInt8>, _ above: UnsafePointer<UInt8>?, _ count: Int, _: S.Type
) {
  guard let above else {
    for byte in S.bytes..<count { row[byte] &+= row[byte &- S.bytes] >> 1 }
    return
  }
  for byte in 0..<S.bytes { row[byte] &+= above[byte] >> 1 }
  for byte in S.bytes..<count {
    row[byte] &+= UInt8(truncatingIfNeeded: (UInt16(row[byte &- S.bytes]) &+ UInt16(above[byte])) >> 1)
  }
}

/// Paeth: whichever of left, above and above left comes nearest to left + above − above left; the first of equals.
@inline(__always)
private func addNearest<S: Stride>(
  _ row: UnsafeMutablePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int, _: S.Type
) {
  for byte in 0..<S.bytes { row[byte] &+= above[byte] }
  var left = SIMD4<Int16>(repeating: 0)
  var corner = left
  for channel in 0..<S.bytes {
    left[channel] = Int16(row[channel])
    corner[channel] = Int16(above[channel])
  }
  var byte = S.bytes
  while byte < count {
    var up = SIMD4<Int16>(repeating: 0)
    var rest = up
    for channel in 0..<S.bytes {
      up[channel] = Int16(above[byte &+ channel])
      rest[channel] = Int16(row[byte &+ channel])
    }
    let toLeft = up &- corner
    let toUp = left &- corner
    let toCorner = magnitude(toLeft &+ toUp)
    let leftDistance = magnitude(toLeft)
    let upDistance = magnitude(toUp)
    var nearest = up.replacing(with: corner, where: toCorner .< upDistance)
    nearest.replace(with: left, where: (leftDistance .<= upDistance) .& (leftDistance .<= toCorner))
    left = (rest &+ nearest) & 255
    corner = up
    for channel in 0..<S.bytes { row[byte &+ channel] = UInt8(truncatingIfNeeded: left[channel]) }
    byte &+= S.bytes
  }
}

@inline(__always)
private func magnitude(_ numbers: SIMD4<Int16>) -> SIMD4<Int16> {
  let signs = numbers &>> 15
  return (numbers ^ signs) &- signs
}
