import Dispatch
import PhotoModel

/// The sketches of a library side by side in memory: 608 bytes a photo.
struct SketchedPhotos {
  /// Eight forms and the windows.
  static let probeCount = 8 + DescriptorWindows.count
  let upright: [SignSketch]
  /// Of each photo all it is looked for by.
  let probes: [SignSketch]
  /// For each bit of the upright sketch how far the value behind it is from zero.
  let certainty: [UInt8]

  init(_ signs: DescriptorSigns) {
    let count = signs.count
    let width = Self.probeCount
    probes = [SignSketch](unsafeUninitializedCapacity: count * width) { buffer, initialised in
      // Each block of photos writes its own part.
      nonisolated(unsafe) let sketches = buffer
      DispatchQueue.concurrentPerform(iterations: (count + 1023) / 1024) { block in
        for photo in block * 1024..<min(count, (block + 1) * 1024) {
          Self.write(signs, photo) { sketches.initializeElement(at: photo * width + $0, to: $1) }
        }
      }
      initialised = count * width
    }
    let probes = probes
    upright = (0..<count).map { probes[$0 * width] }
    certainty = signs.descriptors.flatMap { descriptor in SignSketch.sources.map { descriptor[$0].magnitude } }
  }

  private static func write(_ signs: DescriptorSigns, _ photo: Int, _ put: (Int, SignSketch) -> Void) {
    for (form, sources) in SignSketch.sourcesOfForms.enumerated() {
      put(form, SignSketch(of: signs.descriptors[photo], sources: sources))
    }
    let windows = signs.windows[photo]
    guard !windows.isEmpty else {
      // Looked for by its whole again, which finds nothing new.
      let whole = SignSketch(of: signs.descriptors[photo], sources: SignSketch.sources)
      for window in 8..<probeCount { put(window, whole) }
      return
    }
    windows.withUnsafeBytes { bytes in
      for window in 0..<DescriptorWindows.count { put(8 + window, SignSketch(signs: bytes, from: window * 64)) }
    }
  }
}

/// Finds near photos without comparing all of them: those whose sketches meet in one of many bands (`SketchBand`).
///
/// What it finds has to be measured: a sketch is a quarter of the signs. Recall against all pairs is in docs/decisions/0010.
/// - Complexity: Nearly linear in the photos.
struct SketchSearch {
  static let bands = 64
  /// Of 128 differing bits: 44 are 176 of 512, with room for the noise of a sample.
  private static let mostDiffering = 44
  /// Entries looked at under one value of a band.
  private static let most = 48

  private let photos: SketchedPhotos
  private let kept: Int
  private let asked: [Bool]
  private let askedPlaces: [Int]

  /// - Parameters:
  ///   - asked: Photos whose neighbours are wanted.
  ///   - kept: How many of each.
  init(_ photos: SketchedPhotos, asked: [Bool], keeping kept: Int) {
    self.photos = photos
    self.kept = kept
    self.asked = asked
    askedPlaces = asked.indices.filter { asked[$0] }
  }

  /// Places of photos that may be near, for each photo; of one that is not asked, asked ones only.
  var candidates: [[Int32]] {
    let count = asked.count
    var slots = [UInt64](repeating: .max, count: count * kept)
    var random = SplitMix64(seed: 1)
    slots.withUnsafeMutableBufferPointer { buffer in
      // Each block of photos has its own part.
      nonisolated(unsafe) let slots = buffer
      for _ in 0..<Self.bands {
        var again = random
        let all = SketchBand(of: Array(0..<count), in: photos, random: &random)
        let few = askedPlaces.count == count ? all : SketchBand(of: askedPlaces, in: photos, random: &again)
        DispatchQueue.concurrentPerform(iterations: (count + 511) / 512) { block in
          for photo in block * 512..<min(count, (block + 1) * 512) {
            probe(asked[photo] ? all : few, for: photo, slots)
          }
        }
      }
    }
    return (0..<count).map { photo in
      slots[photo * kept..<(photo + 1) * kept].prefix { $0 != .max }.map { Int32(truncatingIfNeeded: $0) }
    }
  }

  private func probe(_ band: SketchBand, for photo: Int, _ slots: UnsafeMutableBufferPointer<UInt64>) {
    let last = (photo + 1) * kept - 1
    for probe in photo * SketchedPhotos.probeCount..<(photo + 1) * SketchedPhotos.probeCount {
      let sketch = photos.probes[probe]
      band.forEach(meeting: sketch, after: photo, atMost: Self.most) { other in
        guard other != photo else { return }
        let differing = sketch.distance(to: photos.upright[other])
        guard differing <= Self.mostDiffering else { return }
        insert(UInt64(differing) << 32 | UInt64(other), photo * kept...last, slots)
      }
    }
  }

  /// Keeps the nearest, each once; ties go to the lower place.
  private func insert(_ entry: UInt64, _ range: ClosedRange<Int>, _ slots: UnsafeMutableBufferPointer<UInt64>) {
    guard entry < slots[range.upperBound] else { return }
    let row = UInt32(truncatingIfNeeded: entry)
    var gap = range.upperBound
    for place in range where UInt32(truncatingIfNeeded: slots[place]) == row && slots[place] != .max {
      if slots[place] <= entry { return }
      gap = place
      break
    }
    while gap > range.lowerBound, slots[gap - 1] > entry {
      slots[gap] = slots[gap - 1]
      gap -= 1
    }
    slots[gap] = entry
  }
}
