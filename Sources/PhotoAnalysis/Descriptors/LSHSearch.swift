internal import CHamming
internal import CProcessor
import PhotoModel
import Synchronization

/// Finds near photos without comparing all of them: those whose signatures collide in one of many bands (`LSHTable`).
///
/// The candidates still have to be measured: a signature is a quarter of the signs. Recall against all pairs is in
/// docs/decisions/0010.
/// - Complexity: Nearly linear in the photos.
struct LSHSearch: Sendable {
  static let bands = 40
  /// The largest number of differing bits, of 128: 44 are 176 of 512, with a margin for the noise of a sample.
  private static let mostDiffering = 44

  private let photos: SignatureTable
  private let kept: Int
  private let asked: [Bool]
  private let askedIndices: [UInt32]
  private let progress: @Sendable (Double) -> Void

  /// - Parameters:
  ///   - asked: Whether the neighbours of a photo are wanted.
  ///   - kept: The number of neighbours of each.
  ///   - progress: Called with the part of the bands that is done.
  init(
    _ photos: SignatureTable, asked: [Bool], keeping kept: Int, progress: @escaping @Sendable (Double) -> Void
  ) {
    self.progress = progress
    precondition(asked.count <= 1 << HAMMING_ROW_BITS, "more photos than a place has bits")
    self.photos = photos
    self.kept = kept
    self.asked = asked
    askedIndices = asked.indices.filter { asked[$0] }.map { UInt32($0) }
  }

  /// The indices of photos that may be near, for each photo; of one that is not asked, asked ones only.
  var candidates: Candidates {
    let slots = LargeTable<UInt32>(count: asked.count * kept)
    slots.fill(.max)
    fill(slots)
    return Candidates(slots: slots, kept: kept)
  }

  /// The candidates in one piece of memory: an array for each of a million photos takes as much again.
  struct Candidates: Sendable {
    fileprivate let slots: LargeTable<UInt32>
    fileprivate let kept: Int

    /// The number of candidates of each photo.
    var counts: [UInt32] {
      (0..<slots.count / kept).map { photo in
        UInt32((0..<kept).firstIndex { slots[photo * kept + $0] == .max } ?? kept)
      }
    }

    /// One candidate of a photo.
    subscript(photo: Int, number: Int) -> UInt32 {
      slots[photo * kept + number] & (1 << UInt32(HAMMING_ROW_BITS) - 1)
    }
  }

  private func fill(_ slots: LargeTable<UInt32>) {
    let count = asked.count
    let everybody = (0..<UInt32(count)).map { $0 }
    let otherIndices = everybody.filter { !asked[Int($0)] }
    let areAllAsked = askedIndices.count == count
    var random = SplitMix64(seed: 1)
    let buffers = QueryBuffers(photos: count)
    for band in 0..<Self.bands {
      progress(Double(band) / Double(Self.bands))
      var again = random
      let all = LSHTable.Sample(count: count, random: &random)
      meet(all, of: everybody, askedIndices, slots, buffers)
      if !areAllAsked {
        meet(LSHTable.Sample(count: askedIndices.count, random: &again), of: askedIndices, otherIndices, slots, buffers)
      }
    }
  }

  /// Adds the photos that some photos meet in the table of others.
  private func meet(
    _ sample: LSHTable.Sample, of others: [UInt32], _ indices: [UInt32], _ slots: LargeTable<UInt32>,
    _ buffers: QueryBuffers
  ) {
    let band = LSHTable(sample, of: others, in: photos)
    // A tenth less than fits on average, and not so many that a processor has no work.
    let most = buffers.size * sample.partCount / (SignatureTable.probeCount + 3)
    let size = max(1, min(most, (indices.count + buffers.count - 1) / buffers.count))
    for number in 0..<sample.partCount {
      let part = band.part(number)
      _ = concurrentBlocks(of: indices.count, size: size) { range in
        buffers.withOne { buffer in
          part.meet(indices[range], of: photos, within: Self.mostDiffering, slots, keeping: kept, buffer)
        }
      }
    }
  }
}

/// The buffers of the look-ups, one for each processor: the more look-ups at a time, the more use is made of a piece of
/// the table once it is in the cache.
private final class QueryBuffers: Sendable {
  /// The number of questions in all buffers: 48 MB.
  private static let mostQuestions = 1 << 21

  let count = Int(processor_count())
  /// The number of questions of a buffer.
  let size: Int
  private let unused = Mutex<[LSHTable.Part.Questions]>([])

  /// - Parameter photos: The number of photos in the table. Enough look-ups should fall into each cache-sized piece of
  ///   it to make reading the piece worth it.
  init(photos: Int) { size = max(1 << 14, min(Self.mostQuestions, photos * 4) / count) }

  func withOne(_ body: (LSHTable.Part.Questions) -> Void) {
    let buffer = unused.withLock { $0.popLast() } ?? LSHTable.Part.Questions(count: size + 1)
    body(buffer)
    unused.withLock { $0.append(buffer) }
  }
}
