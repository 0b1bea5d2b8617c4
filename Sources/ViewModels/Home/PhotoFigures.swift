import PhotoModel
import Review

/// The figures of all photos of a library, which take a pass over them.
struct PhotoFigures {
  /// The changes of review and measurements that the figures are of.
  let changeCounts: [Int]
  /// What the photos could become with nothing lost; nil before all were measured.
  let gain: ShrinkGain?
  /// The size of all files of the photos.
  private(set) var bytes = ByteCount.zero
  /// The first photos that were not looked at.
  let unviewed: [ScannedPhoto]
  /// The photos with the largest files, the largest first.
  let largest: [ScannedPhoto]

  init(_ changeCounts: [Int], _ review: Review, _ measurements: ShrinkMeasurements) {
    self.changeCounts = changeCounts
    gain = measurements.gain(of: review)
    let most = HomeModel.Layout.pictures
    let photos = review.photos
    unviewed = (0..<photos.end).lazy.filter { !review.isGoneThrough($0) }.compactMap { photos[index: $0] }
      .prefix(most).map(\.self)
    let list = photos.list
    var largest: [(size: ByteCount, index: Int)] = []
    for index in list.indices {
      bytes += list[index].size
      let size = list[index].fileSize
      if let last = largest.last, largest.count == most, size <= last.size { continue }
      largest.insert((size, index), at: largest.firstIndex { $0.size < size } ?? largest.count)
      if largest.count > most { largest.removeLast() }
    }
    self.largest = largest.map { list[$0.index] }
  }
}
