import Foundation
import PhotoModel

/// Which of some photos that look alike belong to a set that only makes sense whole: places in the array.
///
/// Told by the camera's own data and what was measured, never by looks alone, and rather not than wrongly: a burst is no
/// set. Does not depend on the order of the photos.
///
/// - Parameter motion: From one photo to the next; nil where it cannot be told.
/// - Complexity: O(n log n), and one motion for each neighbour in a short run.
func setsToKeep(
  in photos: [ScannedPhoto], motion: (PhotoFeatures, PhotoFeatures) -> PairMotion? = PairMotion.init(from:to:)
) -> [Int: SetKind] {
  guard photos.count >= 3 else { return [:] }
  let shots = photos.enumerated().compactMap { Shot(place: $0.offset, photo: $0.element) }
  var kinds: [Int: SetKind] = [:]
  func mark(_ run: [Shot], as kind: SetKind) { for shot in run { kinds[shot.place] = kind } }
  for run in runs(of: shots, gap: 3000) {
    let brackets = brackets(in: run)
    if !brackets.isEmpty {
      for bracket in brackets { mark(bracket, as: .bracket) }
    } else if isFocusStack(run) {
      mark(run, as: .focusStack)
    }
  }
  for run in runs(of: shots.filter { kinds[$0.place] == nil }, gap: 10_000) where isPanorama(run, motion: motion) {
    mark(run, as: .panorama)
  }
  return kinds
}

/// A photo of which the camera says when it was taken.
private struct Shot {
  let place: Int
  let time: Int64
  let features: PhotoFeatures
  let path: [UInt8]
  var facts: CaptureFacts { features.facts }

  init?(place: Int, photo: ScannedPhoto) {
    guard let features = photo.features, let time = features.facts.capturedAt, features.facts.model != nil else {
      return nil
    }
    self.place = place
    self.time = time.milliseconds
    self.features = features
    path = photo.path.bytes
  }

  /// The same camera, lens and size of picture.
  func isOfOneCamera(as other: Shot) -> Bool {
    facts.make == other.facts.make && facts.model == other.facts.model && facts.focalLength == other.facts.focalLength
      && features.pixelSize == other.features.pixelSize
  }
}

/// Shots of one camera in the order they were taken, cut where it paused for longer than the gap, in milliseconds.
/// Within one second, which is all that many cameras write, the name tells.
private func runs(of shots: [Shot], gap: Int64) -> [[Shot]] {
  let sorted = shots.sorted { $0.time != $1.time ? $0.time < $1.time : $0.path.lexicographicallyPrecedes($1.path) }
  var runs: [[Shot]] = []
  for shot in sorted {
    // Cameras that shoot side by side have runs of their own.
    if let last = runs.lastIndex(where: { $0.last.map(shot.isOfOneCamera) == true }), let before = runs[last].last,
      shot.time - before.time <= gap
    {
      runs[last].append(shot)
    } else {
      runs.append([shot])
    }
  }
  return runs.filter { $0.count >= 3 }
}

/// The run as one bracket of 3, 5, 7 or 9 shots, or as several of one length behind each other; else nothing.
private func brackets(in run: [Shot]) -> [[Shot]] {
  for length in [9, 7, 5, 3] where run.count % length == 0 {
    let parts = stride(from: 0, to: run.count, by: length).map { Array(run[$0..<($0 + length)]) }
    if parts.allSatisfy(isBracket) { return parts }
  }
  return []
}

private func isBracket(_ shots: [Shot]) -> Bool {
  let biases = shots.compactMap(\.facts.exposureBias)
  if biases.count == shots.count, isRegular(biases, least: 0.3) { return true }
  // Set by hand: the same light, aperture and sensitivity, and times in even steps. Third stops would be the meter at
  // work under moving clouds.
  let times = shots.compactMap(\.facts.exposureSeconds).filter { $0 > 0 }.map { log2($0) }
  guard times.count == shots.count, let first = shots.first?.facts,
    shots.allSatisfy({ $0.facts.fNumber == first.fNumber && $0.facts.iso == first.iso })
  else { return false }
  return isRegular(times, least: 0.6)
}

/// All different, in steps that are even to a fifth of a stop: what is printed on a dial is rounded.
private func isRegular(_ values: [Double], least: Double) -> Bool {
  let sorted = values.sorted()
  let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
  guard let smallest = steps.min(), let largest = steps.max() else { return false }
  return smallest >= least && largest - smallest <= 0.2
}

/// Five shots or more with one exposure, framed alike, whose sharpness goes up or down, or up and down once. In a burst
/// it stays or jumps.
private func isFocusStack(_ run: [Shot]) -> Bool {
  guard run.count >= 5, let first = run.first?.facts, let exposure = first.exposureSeconds, first.fNumber != nil,
    run.allSatisfy({
      $0.facts.exposureSeconds == exposure && $0.facts.fNumber == first.fNumber && $0.facts.iso == first.iso
    })
  else { return false }
  let sharpness = run.compactMap(\.features.sharpness)
  guard sharpness.count == run.count, let least = sharpness.min(), let most = sharpness.max(),
    most - least >= 0.24, turns(in: sharpness, noise: 0.06) <= 1
  else { return false }
  return zip(run, run.dropFirst()).allSatisfy { a, b in
    Lightness.difference(a.features.lightness, b.features.lightness).map { $0.mean <= 4 && $0.largest <= 24 } ?? false
  }
}

/// How often the values change between rising and falling, by more than the noise.
private func turns(in values: [Double], noise: Double) -> Int {
  guard var extreme = values.first else { return 0 }
  var turns = 0
  var direction = 0.0
  for value in values.dropFirst() {
    if (value - extreme) * direction > 0 {
      extreme = value
    } else if abs(value - extreme) > noise {
      if direction != 0 { turns += 1 }
      direction = value > extreme ? 1 : -1
      extreme = value
    }
  }
  return turns
}

/// Three frames or more that drift along one line, one way, each overlapping the next.
private func isPanorama(_ run: [Shot], motion: (PhotoFeatures, PhotoFeatures) -> PairMotion?) -> Bool {
  guard (3...60).contains(run.count) else { return false }
  let motions = zip(run, run.dropFirst()).compactMap { motion($0.features, $1.features) }
  guard motions.count == run.count - 1, motions.allSatisfy({ (0.2...0.85).contains($0.overlap) }) else { return false }
  func drifts(_ along: (PairMotion) -> Double, _ aside: (PairMotion) -> Double) -> Bool {
    let steps = motions.map(along)
    return (steps.allSatisfy { $0 >= 0.15 } || steps.allSatisfy { $0 <= -0.15 })
      && motions.allSatisfy { abs(aside($0)) <= 0.15 }
  }
  return drifts(\.across, \.down) || drifts(\.down, \.across)
}
