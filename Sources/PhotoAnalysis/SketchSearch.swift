import Dispatch
import PhotoModel

/// The sketches of a library side by side in memory: 608 bytes a photo.
struct SketchedPhotos: Sendable {
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
struct SketchSearch: Sendable {
  static let bands = 64
  private static let bandsAtOnce = 2
  /// Of 128 differing bits: 44 are 176 of 512, with room for the noise of a sample.
  private static let mostDiffering = 44
  /// Entries looked at under one value of a band.
  private static let most = 48

  private let photos: SketchedPhotos
  private let kept: Int
  private let asked: [Bool]
  private let askedPlaces: [Int32]

  /// - Parameters:
  ///   - asked: Photos whose neighbours are wanted.
  ///   - kept: How many of each.
  init(_ photos: SketchedPhotos, asked: [Bool], keeping kept: Int) {
    self.photos = photos
    self.kept = kept
    self.asked = asked
    askedPlaces = asked.indices.filter { asked[$0] }.map { Int32($0) }
  }

  /// Places of photos that may be near, for each photo; of one that is not asked, asked ones only.
  var candidates: Candidates {
    let count = asked.count
    var slots = [UInt64](repeating: .max, count: count * kept)
    slots.withUnsafeMutableBufferPointer { buffer in
      guard let slots = buffer.baseAddress else { return }
      fill(slots)
    }
    return Candidates(slots: slots, kept: kept)
  }

  /// In one piece: an array for each of a million photos takes as much again.
  struct Candidates: Sendable {
    fileprivate let slots: [UInt64]
    fileprivate let kept: Int

    /// Of one photo, rising.
    subscript(photo: Int) -> [Int] {
      let mine = slots[photo * kept..<(photo + 1) * kept].prefix { $0 != .max }
      return mine.map { Int(UInt32(truncatingIfNeeded: $0)) }.sorted()
    }
  }

  private func fill(_ slots: UnsafeMutablePointer<UInt64>) {
    let count = asked.count
    let everybody = (0..<count).map { Int32($0) }
    let otherPlaces = everybody.filter { !asked[Int($0)] }
    let areAllAsked = askedPlaces.count == count
    var random = SplitMix64(seed: 1)
    // As many tables at a time as there are processors to make them, and few, because each takes up to 96 bytes a photo.
    for first in stride(from: 0, to: Self.bands, by: Self.bandsAtOnce) {
      let samples = (first..<min(first + Self.bandsAtOnce, Self.bands)).map { _ in
        var again = random
        let all = SketchBand.Sample(count: count, random: &random)
        return (all: all, few: SketchBand.Sample(count: askedPlaces.count, random: &again))
      }
      let bands = concurrentBlocks(of: samples.count, size: 1) { place in
        let sample = samples[place.lowerBound]
        let all = SketchBand(sample.all, of: everybody, in: photos)
        return (all: all, few: areAllAsked ? all : SketchBand(sample.few, of: askedPlaces, in: photos))
      }
      for band in bands {
        meet(band.all, askedPlaces, slots)
        if !areAllAsked { meet(band.few, otherPlaces, slots) }
      }
    }
  }

  private func meet(_ band: SketchBand, _ places: [Int32], _ start: UnsafeMutablePointer<UInt64>) {
    // Each block of photos has its own part.
    nonisolated(unsafe) let slots = start
    let size = 2048
    DispatchQueue.concurrentPerform(iterations: (places.count + size - 1) / size) { block in
      band.meet(
        places[block * size..<min(places.count, (block + 1) * size)], of: photos, atMost: Self.most,
        within: Self.mostDiffering, slots, keeping: kept)
    }
  }
}
