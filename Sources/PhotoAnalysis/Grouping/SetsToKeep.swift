import Foundation
import PhotoModel

/// The photos, by index in the array, that belong to a set that only makes sense whole.
///
/// Sets are recognised by camera metadata and measurements, never by similarity alone, and in doubt not at all: a burst
/// is no set. The result does not depend on the order of the photos.
///
/// - Parameter motion: The motion from one photo to the next; nil where there is no verification, or nothing fits.
/// - Complexity: O(n log n), and one motion for each neighbour in a short run.
func setsToKeep(
  in photos: [ScannedPhoto], motion: (ScannedPhoto, ScannedPhoto) -> PairMotion?
) -> [Int: SetKind] {
  guard photos.count >= 3 else { return [:] }
  let shots = photos.enumerated().compactMap { Shot(index: $0.offset, photo: $0.element) }
  var kinds: [Int: SetKind] = [:]
  func mark(_ run: [Shot], as kind: SetKind) { for shot in run { kinds[shot.index] = kind } }
  func isStack(_ run: [Shot]) -> Bool {
    isFocusStack(run.map(\.features)) { motion(run[$0].photo, run[$1].photo) }
  }
  func unmarkedRuns(gap: Int64) -> [[Shot]] { runs(of: shots.filter { kinds[$0.index] == nil }, gap: gap) }
  for run in runs(of: shots, gap: 3000) {
    let brackets = brackets(in: run)
    if !brackets.isEmpty {
      for bracket in brackets { mark(bracket, as: .bracket) }
    } else if isStack(run) {
      mark(run, as: .focusStack)
    }
  }
  // A series by hand takes longer; choosing the next direction for a panorama takes longest.
  for run in unmarkedRuns(gap: 12_000) where isStack(run) { mark(run, as: .focusStack) }
  for run in unmarkedRuns(gap: 45_000) where isPanorama(run, motion: motion) { mark(run, as: .panorama) }
  return kinds
}

/// A photo with a time of capture.
private struct Shot {
  let index: Int
  let time: Int64
  let features: PhotoFeatures
  let photo: ScannedPhoto
  var facts: CaptureFacts { features.facts }
  /// The exposure in milliseconds, of at most a minute: so long the next shot has to wait.
  var exposure: Int64 { Int64(min(60, max(0, facts.exposureSeconds ?? 0)) * 1000) }

  init?(index: Int, photo: ScannedPhoto) {
    guard let features = photo.features, let time = features.facts.capturedAt, features.facts.model != nil else {
      return nil
    }
    self.index = index
    self.time = time.milliseconds
    self.features = features
    self.photo = photo
  }

  /// Whether two shots are of the same camera, lens and size of picture.
  func isOfOneCamera(as other: Shot) -> Bool {
    facts.make == other.facts.make && facts.model == other.facts.model && facts.focalLength == other.facts.focalLength
      && features.pixelSize == other.features.pixelSize
  }
}

/// Shots of one camera in the order they were taken, cut where it paused for longer than the gap, in milliseconds.
/// Within one second, the precision of many cameras, the name decides.
private func runs(of shots: [Shot], gap: Int64) -> [[Shot]] {
  let sorted = shots.sorted {
    $0.time != $1.time ? $0.time < $1.time : precedesInByteOrder($0.photo.path, $1.photo.path)
  }
  var runs: [[Shot]] = []
  for shot in sorted {
    // Cameras that shoot side by side have runs of their own.
    if let last = runs.lastIndex(where: { $0.last.map(shot.isOfOneCamera) == true }), let before = runs[last].last,
      shot.time - before.time <= gap + before.exposure
    {
      runs[last].append(shot)
    } else {
      runs.append([shot])
    }
  }
  return runs.filter { $0.count >= 3 }
}

/// The brackets of 3 to 9 shots in a run, the longest first where several may begin with one shot: other shots may
/// stand before, between and behind them.
private func brackets(in run: [Shot]) -> [[Shot]] {
  var brackets: [[Shot]] = []
  var start = 0
  while start + 3 <= run.count {
    let lengths = (3...9).reversed().filter { start + $0 <= run.count }
    let found = lengths.lazy.map { Array(run[start..<(start + $0)]) }.first(where: isBracket)
    if let found { brackets.append(found) }
    start += found?.count ?? 1
  }
  return brackets
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

/// Whether the values are all different, in steps that are even to a fifth of a stop: numbers on a dial are rounded.
private func isRegular(_ values: [Double], least: Double) -> Bool {
  let sorted = values.sorted()
  let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
  guard let smallest = steps.min(), let largest = steps.max() else { return false }
  return smallest >= least && largest - smallest <= 0.2
}

/// Whether these are three frames or more that move along one line in one direction, each overlapping the next, without
/// rotation.
private func isPanorama(_ run: [Shot], motion: (ScannedPhoto, ScannedPhoto) -> PairMotion?) -> Bool {
  guard (3...60).contains(run.count) else { return false }
  let motions = zip(run, run.dropFirst()).compactMap { motion($0.photo, $1.photo) }
  guard motions.count == run.count - 1, motions.allSatisfy(\.isStepOfSweep) else { return false }
  func drifts(_ along: (PairMotion) -> Double, _ aside: (PairMotion) -> Double) -> Bool {
    let steps = motions.map(along)
    return (steps.allSatisfy { $0 >= 0.15 } || steps.allSatisfy { $0 <= -0.15 })
      && motions.allSatisfy { abs(aside($0)) <= 0.15 }
  }
  return drifts(\.across, \.down) || drifts(\.down, \.across)
}

extension PairMotion {
  /// Neither zoomed nor turned, with enough in common to be joined and enough that is new.
  fileprivate var isStepOfSweep: Bool {
    (0.2...0.85).contains(overlap) && (0.8...1.25).contains(scale) && abs(rotation) <= 12
  }
}
