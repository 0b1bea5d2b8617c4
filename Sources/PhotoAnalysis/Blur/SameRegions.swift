import Foundation
import PhotoModel

/// The largest difference that noise explains. Of 199 labelled copies (saved again, lightened, coloured, with noise or
/// a caption) none differed by more than 1.10 from its original, and none of 13 slightly blurred ones by less than
/// 1.33.
private let regionNoise = 1.15

/// The photos that are sharpest in the regions where all have edges, if all show the same part of the scene: in a burst
/// one frame may miss the focus by little, which the sharpness of a whole picture does not show.
///
/// - Returns: The indices of the best; all where the pictures cannot be compared.
func sharpestInTheSameRegions(_ photos: [ScannedPhoto]) -> [Int] {
  let all = Array(photos.indices)
  guard photos.count > 1, haveSameFraming(photos) else { return all }
  let grids = photos.map { $0.features?.regionSharpness ?? [] }
  guard let count = grids.first?.count, count > 0, grids.allSatisfy({ $0.count == count }) else { return all }
  let shared = (0..<count).filter { field in grids.allSatisfy { $0[field] > 0 } }
  // Fewer fields than a quarter would let one leaf in the wind decide.
  guard shared.count * 4 >= count else { return all }
  let scores = grids.map { grid in
    exp(shared.reduce(0.0) { $0 + log(Double(grid[$1])) } / Double(shared.count))
  }
  guard let best = scores.max() else { return all }
  return all.filter { scores[$0] * regionNoise > best }
}

/// Whether the photos have one shape, sizes within a hundredth, because shrinking sharpens, and descriptors so near to
/// that of the first by name that their fields correspond.
private func haveSameFraming(_ photos: [ScannedPhoto]) -> Bool {
  // The first by name, so that the answer does not depend on the order of the photos.
  guard let first = photos.min(by: { precedesInByteOrder($0.path, $1.path) })?.features, first.descriptorCount > 0
  else { return false }
  return photos.allSatisfy { photo in
    guard let other = photo.features, other.descriptorCount == first.descriptorCount else { return false }
    let (mine, theirs) = (first.pixelSize, other.pixelSize)
    let sides = [mine.longSide, theirs.longSide].sorted()
    let (wide, high) = (mine.width * theirs.height, mine.height * theirs.width)
    return abs(wide - high) * 100 <= max(wide, high) * 3 && sides[0] * 100 >= sides[1] * 99
      && cosine(first.descriptor, other.descriptor) >= 0.9
  }
}

private func cosine(_ left: [Int8], _ right: [Int8]) -> Double {
  var (product, leftSquares, rightSquares) = (0, 0, 0)
  for (a, b) in zip(left, right) {
    product += Int(a) * Int(b)
    leftSquares += Int(a) * Int(a)
    rightSquares += Int(b) * Int(b)
  }
  guard leftSquares > 0, rightSquares > 0 else { return 0 }
  return Double(product) / (Double(leftSquares) * Double(rightSquares)).squareRoot()
}
