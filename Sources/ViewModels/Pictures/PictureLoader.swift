package import PhotoModel
package import TextSurface

/// Decodes pictures for all screens, the most urgent first, and remembers the last ones.
///
/// Pictures of a photo in any number of sizes and parts are kept side by side. An answer is stored under its request,
/// so that it can never appear elsewhere; a request that no screen repeats is dropped before it is decoded.
@MainActor
package final class PictureLoader {
  private enum Entry {
    case waiting(since: Duration, PictureUrgency)
    case loading(since: Duration, thumbnail: CardPicture?)
    case done(CardPicture)
  }

  private let dependencies: Dependencies
  private let work: WorkCounter
  private var entries: [PictureRequest: Entry] = [:]
  /// The requests, the least recently repeated first.
  private var order: [PictureRequest] = []
  private var running = 0
  /// The number of running requests that the user waits for.
  private var urgentRunning = 0
  private let capacity: Int
  private let cellCapacity: Int
  private let lanes: Int

  /// Called when a picture has come.
  package var onArrival: () -> Void = {}

  /// The size of a cell of the terminal; pictures for another size are other pictures.
  package var cell = CellPixels.standard

  /// Creates a loader without pictures.
  ///
  /// - Parameters:
  ///   - capacity: The most pictures that are kept or waited for.
  ///   - cellCapacity: The most cells of all these together; a cell takes some thirty bytes.
  ///   - lanes: The number of pictures decoded at the same time; one of them is only for urgent requests.
  package init(
    dependencies: Dependencies, work: WorkCounter, capacity: Int = 256, cellCapacity: Int = 400_000, lanes: Int = 3
  ) {
    self.dependencies = dependencies
    self.work = work
    self.capacity = capacity
    self.cellCapacity = cellCapacity
    self.lanes = lanes
  }

  /// The picture of a photo, as far as it is loaded. A screen repeats the call as long as it needs the picture.
  ///
  /// - Parameters:
  ///   - area: The cells for the picture.
  ///   - urgency: The urgency of decoding; the highest since the first call counts.
  ///   - way: The method by which the photo is made smaller, to show that picture; nil for the photo itself.
  package func picture(
    of photo: ScannedPhoto, in area: Size, region: PictureRegion = .whole, urgency: PictureUrgency = .now,
    shrunkenBy way: ShrinkWay? = nil
  ) -> CardPicture {
    guard area.columns > 0, area.rows > 0 else { return .unavailable("no room for the picture") }
    var request = request(for: photo, in: area, region: region)
    request.shrinkWay = way
    touch(request)
    switch entries[request] {
    case .done(let picture): return picture
    case .loading(let since, let thumbnail): return thumbnail ?? .loading(since: since)
    case .waiting(let since, let earlier):
      entries[request] = .waiting(since: since, max(earlier, urgency))
      return .loading(since: since)
    case nil:
      let since = dependencies.environment.now()
      entries[request] = .waiting(since: since, urgency)
      // Pictures that are not urgent begin when the screen has requested everything, so that its order counts.
      if urgency == .now { startNext() } else { work.run { [self] in startNext() } }
      return .loading(since: since)
    }
  }

  /// The request for a picture, by which it is also forgotten.
  func request(for photo: ScannedPhoto, in area: Size, region: PictureRegion = .whole) -> PictureRequest {
    PictureRequest(
      path: photo.path, identity: photo.identity, region: region, area: area, cell: cell,
      mayHaveThumbnail: region == .whole && photo.features?.format == .heic)
  }

  /// Drops a request that has not begun; a running one goes on.
  func forget(_ request: PictureRequest) {
    guard case .waiting = entries[request] else { return }
    entries[request] = nil
    order.removeAll { $0 == request }
  }

  /// Requests a picture that is not drawn yet, so that it is there when it is wanted.
  package func prepare(
    _ photo: ScannedPhoto, in area: Size, region: PictureRegion = .whole, urgency: PictureUrgency = .next
  ) {
    _ = picture(of: photo, in: area, region: region, urgency: urgency)
  }

  /// Forgets pictures that could not be shown, so that they are tried again.
  package func retryFailures() {
    for (request, entry) in entries {
      if case .done(let picture) = entry, picture.reason != nil { entries[request] = nil }
    }
  }

  // MARK: Private

  private func startNext() {
    while let request = mostUrgent, case .waiting(let since, let urgency) = entries[request] {
      // A lane stays free for urgent pictures, and a core while one is decoded.
      let isUrgent = urgency == .now
      guard running < (isUrgent ? lanes : max(1, lanes - 1 - urgentRunning)) else { return }
      entries[request] = .loading(since: since, thumbnail: nil)
      running += 1
      if isUrgent { urgentRunning += 1 }
      work.run { [self] in
        if request.mayHaveThumbnail, let thumbnail = await dependencies.pictures.thumbnail(request),
          case .loading = entries[request]
        {
          entries[request] = .loading(since: since, thumbnail: thumbnail)
          onArrival()
        }
        let picture = await dependencies.pictures.preview(request)
        running -= 1
        if isUrgent { urgentRunning -= 1 }
        // The request may have been dropped meanwhile, by a resize or by many others.
        let isWanted = entries[request] != nil
        if isWanted { entries[request] = .done(picture) }
        startNext()
        if isWanted { onArrival() }
      }
    }
  }

  private var mostUrgent: PictureRequest? {
    var best: (request: PictureRequest, urgency: PictureUrgency)?
    for request in order.reversed() {
      guard case .waiting(_, let urgency) = entries[request] else { continue }
      if best.map({ $0.urgency < urgency }) ?? true { best = (request, urgency) }
      if urgency == .now { break }
    }
    return best?.request
  }

  private func touch(_ request: PictureRequest) {
    order.removeAll { $0 == request }
    order.append(request)
    var cells = order.reduce(0) { $0 + $1.area.columns * $1.area.rows }
    // The one that is asked for now stays, however large it is.
    while order.count > 1, order.count > capacity || cells > cellCapacity {
      let oldest = order.removeFirst()
      cells -= oldest.area.columns * oldest.area.rows
      entries[oldest] = nil
    }
  }
}
