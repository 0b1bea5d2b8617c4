import PhotoModel

/// A photo ready to be compared many times: what costs to find out is found out once.
///
/// A class, as is its look: a photo that is handed on counts one reference, where its values would count twenty.
final class ComparedPhoto: Sendable {
  let photo: ScannedPhoto
  let isScreenshot: Bool
  let isDrawn: Bool
  /// Nil where the picture is too flat, or could not be read.
  let look: PhotoLook?

  init(_ photo: ScannedPhoto) {
    self.photo = photo
    isScreenshot = PhotoAnalysis.isScreenshot(photo)
    isDrawn = PhotoAnalysis.isDrawn(photo)
    look =
      if let features = photo.features, features.descriptorCount == DescriptorGrid.count {
        PhotoLook(features)
      } else { nil }
  }
}

/// What two photos are compared by before anybody looks closely.
final class PhotoLook: Sendable {
  let features: PhotoFeatures
  /// The sum of the squares of the values of the descriptor.
  let squares: Int32
  let perceptualHash: UInt64?
  let pixelSize: PixelSize
  let capturedAt: CaptureTime?
  let model: String?
  private let exposureBias: Double?
  private let exposureSeconds: Double?
  private let fNumber: Double?

  init(_ features: PhotoFeatures) {
    self.features = features
    squares = features.withDescriptor { bytes in
      bytes.count == DescriptorGrid.count ? bytes.baseAddress.map { dotProduct($0, $0) } ?? 0 : 0
    }
    perceptualHash = features.perceptualHash
    pixelSize = features.pixelSize
    let facts = features.facts
    capturedAt = facts.capturedAt
    model = facts.model
    exposureBias = facts.exposureBias
    exposureSeconds = facts.exposureSeconds
    fNumber = facts.fNumber
  }

  /// Both say when or how they were taken, and not the same: a burst or a bracket.
  func isAnotherShot(than other: PhotoLook) -> Bool {
    func differ<Value: Equatable>(_ a: Value?, _ b: Value?) -> Bool {
      guard let a, let b else { return false }
      return a != b
    }
    return differ(capturedAt, other.capturedAt) || differ(exposureBias, other.exposureBias)
      || differ(exposureSeconds, other.exposureSeconds) || differ(fNumber, other.fNumber)
  }

  func isNeighbourInTime(of other: PhotoLook) -> Bool {
    guard let mine = capturedAt, let theirs = other.capturedAt, abs(mine.milliseconds - theirs.milliseconds) <= 10_000,
      let model, model == other.model
    else { return false }
    return true
  }
}
