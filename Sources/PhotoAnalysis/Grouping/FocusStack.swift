import Foundation
import PhotoModel

/// Whether these are five shots or more with one exposure, framed alike, in which the focus travels: sharpness goes up
/// or down, or up and down once; or the sharp part wanders through the picture. In a burst it stays or jumps.
///
/// - Parameters:
///   - shots: The shots of one camera, in the order they were taken.
///   - motion: The motion between two shots by index, as in `setsToKeep`.
func isFocusStack(_ shots: [PhotoFeatures], motion: (Int, Int) -> PairMotion?) -> Bool {
  guard shots.count >= 5, haveOneExposure(shots.map(\.facts)) else { return false }
  let areFramedAlike = shots.indices.dropLast().allSatisfy { index in
    // In a close-up the picture grows and shrinks with the focus: then the keypoints must prove that the camera stayed.
    let difference = LumaThumbnail.difference(shots[index], shots[index + 1])
    return difference.map { $0.mean <= 4 && $0.largest <= 24 } ?? false || motion(index, index + 1)?.isStill == true
  }
  return areFramedAlike && (sharpnessTravels(shots.map(\.sharpness)) || sharpPartWanders(shots.map(\.regionSharpness)))
}

extension PairMotion {
  fileprivate var isStill: Bool {
    max(abs(across), abs(down)) <= 0.03 && (0.9...1.1).contains(scale) && abs(rotation) <= 1.5
  }
}

/// Whether all have the same aperture and sensitivity, and times within a seventh of a stop: some cameras write the
/// measured time.
private func haveOneExposure(_ facts: [CaptureFacts]) -> Bool {
  guard let first = facts.first, first.fNumber != nil, let time = first.exposureSeconds, time > 0 else { return false }
  return facts.allSatisfy { shot in
    guard let other = shot.exposureSeconds, other > 0 else { return false }
    return shot.fNumber == first.fNumber && shot.iso == first.iso && abs(log2(other / time)) <= 0.15
  }
}

private func sharpnessTravels(_ sharpness: [Double?]) -> Bool {
  let known = sharpness.compactMap { $0 }
  guard known.count == sharpness.count, let least = known.min(), let most = known.max() else { return false }
  return most - least >= 0.24 && turns(in: known, noise: 0.06).count <= 1
}

/// Whether some fields are sharpest in early shots and others in late ones, each rising to its best and falling after
/// it.
///
/// - Parameter fields: The 4 × 4 fields of each shot, as in `PhotoFeatures.regionSharpness`.
private func sharpPartWanders(_ fields: [[UInt8]]) -> Bool {
  guard let count = fields.first?.count, count > 0, fields.allSatisfy({ $0.count == count }) else { return false }
  var best: [Double] = []
  var varying = 0
  for index in 0..<count {
    let course = fields.map { Double($0[index]) }
    // 40 is a spread of 1.6 px: a field that is never sharp does not count, and neither does one that hardly changes.
    guard let most = course.max(), let least = course.min(), most >= 40, most >= 1.6 * least else { continue }
    varying += 1
    let turns = turns(in: course, noise: 0.2 * most)
    guard turns.isEmpty || turns == [.peak] else { continue }
    let near = course.indices.filter { course[$0] >= 0.85 * most }
    best.append(Double(near.reduce(0, +)) / Double(near.count))
  }
  best.sort()
  // One field may err on either side.
  return best.count >= 4 && best.count * 5 >= varying * 4 && best[best.count - 2] - best[1] >= 2
}

private enum Turn { case peak, valley }

/// The turns of the values between rising and falling, by more than the noise.
private func turns(in values: [Double], noise: Double) -> [Turn] {
  guard var extreme = values.first else { return [] }
  var turns: [Turn] = []
  var direction = 0.0
  for value in values.dropFirst() {
    if (value - extreme) * direction > 0 {
      extreme = value
    } else if abs(value - extreme) > noise {
      if direction != 0 { turns.append(direction > 0 ? .peak : .valley) }
      direction = value > extreme ? 1 : -1
      extreme = value
    }
  }
  return turns
}
