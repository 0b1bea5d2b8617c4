internal import CHamming
import PhotoModel

/// Finds near photos without comparing all of them: those whose sketches meet in one of many bands (`SketchBand`).
///
/// What it finds has to be measured: a sketch is a quarter of the signs. Recall against all pairs is in docs/decisions/0010.
/// - Complexity: Nearly linear in the photos.
struct SketchSearch: Sendable {
  static let bands = 40
  private static let bandsAtOnce = 2
  /// Of 128 differing bits: 44 are 176 of 512, with room for the noise of a sample.
  private static let mostDiffering = 44

  private let photos: SketchedPhotos
  private let kept: Int
  private let asked: [Bool]
  private let askedPlaces: [UInt32]

  /// - Parameters:
  ///   - asked: Photos whose neighbours are wanted.
  ///   - kept: How many of each.
  init(_ photos: SketchedPhotos, asked: [Bool], keeping kept: Int) {
    precondition(asked.count <= 1 << HAMMING_ROW_BITS, "more photos than a place has bits")
    self.photos = photos
    self.kept = kept
    self.asked = asked
    askedPlaces = asked.indices.filter { asked[$0] }.map { UInt32($0) }
  }

  /// Places of photos that may be near, for each photo; of one that is not asked, asked ones only.
  var candidates: Candidates {
    let slots = LargeTable<UInt32>(count: asked.count * kept)
    slots.fill(.max)
    fill(slots)
    return Candidates(slots: slots, kept: kept)
  }

  /// In one piece: an array for each of a million photos takes as much again.
  struct Candidates: Sendable {
    fileprivate let slots: LargeTable<UInt32>
    fileprivate let kept: Int

    /// How many each photo has.
    var counts: [UInt32] {
      (0..<slots.count / kept).map { photo in
        UInt32((0..<kept).firstIndex { slots[photo * kept + $0] == .max } ?? kept)
      }
    }

    /// One of a photo.
    subscript(photo: Int, number: Int) -> UInt32 {
      slots[photo * kept + number] & (1 << UInt32(HAMMING_ROW_BITS) - 1)
    }
  }

  private func fill(_ slots: LargeTable<UInt32>) {
    let count = asked.count
    let everybody = (0..<UInt32(count)).map { $0 }
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

  private func meet(_ band: SketchBand, _ places: [UInt32], _ slots: LargeTable<UInt32>) {
    _ = concurrentBlocks(of: places.count, size: 2048) { range in
      band.meet(places[range], of: photos, within: Self.mostDiffering, slots, keeping: kept)
    }
  }
}
