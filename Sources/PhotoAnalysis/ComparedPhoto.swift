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
      if let features = photo.features, features.descriptor.count == DescriptorGrid.count {
        PhotoLook(features)
      } else { nil }
  }
}

/// What two photos are compared by before anybody looks closely.
final class PhotoLook: Sendable {
  let descriptor: [Int8]
  /// The sum of the squares of its values.
  let squares: Int32
  let lightness: [UInt8]
  let perceptualHash: UInt64?
  let pixelSize: PixelSize
  let capturedAt: CaptureTime?
  let model: String?
  private let exposureBias: Double?
  private let exposureSeconds: Double?
  private let fNumber: Double?

  init(_ features: PhotoFeatures) {
    descriptor = features.descriptor
    squares = descriptor.withUnsafeBytes { bytes in
      bytes.count == DescriptorGrid.count ? bytes.baseAddress.map { dotProduct($0, $0) } ?? 0 : 0
    }
    lightness = features.lightness
    perceptualHash = features.perceptualHash
    pixelSize = features.pixelSize
    capturedAt = features.facts.capturedAt
    model = features.facts.model
    exposureBias = features.facts.exposureBias
    exposureSeconds = features.facts.exposureSeconds
    fNumber = features.facts.fNumber
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
