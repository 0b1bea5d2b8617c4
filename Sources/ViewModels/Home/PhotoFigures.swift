import PhotoModel
import Review
import SystemPackage

/// The figures of all photos of a library, which take a pass over them.
struct PhotoFigures {
  /// The inputs of the figures, none of which changes with a decision.
  struct Subject: Equatable {
    private let scan: LibraryPhotos.Scan
    private let photoChanges: Int
    private let keptWhole: [FilePath: SetKind]
    private let measurementChanges: Int

    init(_ review: Review, _ measurements: ShrinkMeasurements) {
      (scan, photoChanges) = (review.photos.scan, review.photos.changeCount)
      (keptWhole, measurementChanges) = (review.grouping.keptWhole, measurements.changeCount)
    }
  }

  let subject: Subject
  /// The possible gain of the photos without loss; nil before all were measured.
  let gain: ShrinkGain?
  /// The size of all files of the photos.
  private(set) var bytes = ByteCount.zero
  /// The photos with the largest files, the largest first.
  let largest: [ScannedPhoto]

  init(_ subject: Subject, _ review: Review, _ measurements: ShrinkMeasurements) {
    self.subject = subject
    gain = measurements.gain(of: review)
    let list = review.photos.list
    let most = HomeModel.Layout.pictures
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
