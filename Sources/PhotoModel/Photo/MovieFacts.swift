/// The facts by which a movie is matched to a photo. Nil values are missing in the file.
package struct MovieFacts: Hashable, Sendable, Codable {
  /// The identifier that ties the movie to a Live Photo.
  package var contentIdentifier: String?
  /// The time of creation: milliseconds since 1970, UTC.
  package var createdAt: Int64?
  /// The time of capture, by the clock of the camera.
  package var capturedAt: CaptureTime?
  /// The UTC offset of that clock, in minutes east of Greenwich.
  package var timeOffset: Int?
  /// The duration in milliseconds.
  package var duration: Int?

  /// Creates the facts of a movie; none without arguments.
  package init(
    contentIdentifier: String? = nil, createdAt: Int64? = nil, capturedAt: CaptureTime? = nil, timeOffset: Int? = nil,
    duration: Int? = nil
  ) {
    self.contentIdentifier = contentIdentifier
    self.createdAt = createdAt
    self.capturedAt = capturedAt
    self.timeOffset = timeOffset
    self.duration = duration
  }

  /// Whether every value is one that a movie can have.
  package var isPlausible: Bool {
    // 1904 to about 2200: the years that the clocks of both sides know.
    let times: ClosedRange<Int64> = -2_100_000_000_000...7_300_000_000_000
    return (contentIdentifier.map { $0.utf8.count <= 128 && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } } ?? true)
      && (createdAt.map(times.contains) ?? true) && (capturedAt.map { times.contains($0.milliseconds) } ?? true)
      && (timeOffset.map((-840...840).contains) ?? true) && (duration.map { (0...1 << 50).contains($0) } ?? true)
  }
}

/// The time of capture of a photo, and the identifier that ties it to a movie.
package struct PhotoMoment: Hashable, Sendable {
  /// The time of capture, by the clock of the camera; nil where the photo does not have it.
  package var capturedAt: CaptureTime?
  /// The UTC offset of that clock, in minutes east of Greenwich; nil where it is not known, as in most photos.
  package var timeOffset: Int?
  /// The identifier that ties a Live Photo to its movie; nil for other photos.
  package var contentIdentifier: String?
}

extension PhotoMoment {
  /// The moment of a photo by its features; unknown for one that could not be decoded.
  package init(_ features: PhotoFeatures?) {
    let contents = features?.contents
    self.init(
      capturedAt: features?.facts.capturedAt, timeOffset: contents?.timeOffset,
      contentIdentifier: contents?.contentIdentifier)
  }
}

extension MovieFacts {
  /// A Live Photo's movie has three seconds, a motion photo's fewer than ten.
  private static let longestPart = 10_000
  /// The tolerated difference between the clocks of one device and between the starts of photo and movie, in
  /// milliseconds.
  private static let largestTimeApart: Int64 = 3000
  /// The largest UTC offset of a time zone, in milliseconds.
  private static let zones: Int64 = 14 * 3_600_000

  /// The reason why the movie is no part of a photo of the same name; nil where it is.
  ///
  /// A movie is a part by the same content identifier, or where it was taken within three seconds and is at most ten
  /// seconds long. Two identifiers that differ are those of two photos, whatever the times are.
  package func reasonNotCompanion(to photo: PhotoMoment) -> NamesakeFile.Reason? {
    if let mine = contentIdentifier, let theirs = photo.contentIdentifier {
      return mine == theirs ? nil : .otherLivePhoto
    }
    guard let taken = photo.capturedAt else { return .photoWithoutTime }
    guard let apart = timeApart(from: taken, offset: photo.timeOffset) else { return .withoutTime }
    if apart > Self.largestTimeApart { return apart > 86_400_000 + Self.zones ? .anotherDay : .anotherTime }
    guard let duration else { return .withoutLength }
    return duration <= Self.longestPart ? nil : .tooLong
  }

  /// The milliseconds between the photo and the movie; nil where the movie has no time.
  private func timeApart(from taken: CaptureTime, offset: Int?) -> Int64? {
    let utc = offset.map { taken.milliseconds - Int64($0) * 60_000 }
    if let capturedAt {
      if let utc, let timeOffset { return abs(capturedAt.milliseconds - Int64(timeOffset) * 60_000 - utc) }
      return abs(capturedAt.milliseconds - taken.milliseconds)
    }
    guard let createdAt else { return nil }
    if let utc { return abs(createdAt - utc) }
    // The UTC offset of the photo's clock is unknown: offsets are whole quarters of an hour.
    let apart = abs(createdAt - taken.milliseconds)
    guard apart <= Self.zones + Self.largestTimeApart else { return apart }
    let quarter: Int64 = 900_000
    return min(apart % quarter, quarter - apart % quarter)
  }
}
