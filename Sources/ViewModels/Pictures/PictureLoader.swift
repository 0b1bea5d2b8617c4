package import PhotoModel
package import TextSurface

/// Decodes pictures for all screens, the most urgent first, and remembers the last ones.
///
/// Any number of sizes and looks of a photo live side by side. What comes back is kept under the request it answers, so
/// that it can never appear in another place; what nobody wants any more is forgotten before it is decoded.
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
  /// Least recently wanted first.
  private var order: [PictureRequest] = []
  private var running = 0
  /// How many of these somebody waits for.
  private var urgentRunning = 0
  private let capacity: Int
  private let cellCapacity: Int
  private let lanes: Int

  /// Told when a picture has come.
  package var onArrival: () -> Void = {}

  /// Of a cell of the terminal; pictures for another one are other pictures.
  package var cell = CellPixels.standard

  /// - Parameters:
  ///   - capacity: Pictures that are remembered or waited for.
  ///   - cellCapacity: Cells of all these together; a cell takes some thirty bytes.
  ///   - lanes: Pictures decoded at the same time; one of them is only for what is urgent.
  package init(
    dependencies: Dependencies, work: WorkCounter, capacity: Int = 256, cellCapacity: Int = 400_000, lanes: Int = 3
  ) {
    self.dependencies = dependencies
    self.work = work
    self.capacity = capacity
    self.cellCapacity = cellCapacity
    self.lanes = lanes
  }

  /// What can be shown of a photo now; asking again is how a screen says that it still wants it.
  ///
  /// - Parameters:
  ///   - area: The cells there are for it.
  ///   - urgency: When it is decoded, if it is not there yet. The highest since it was asked for first counts.
  package func picture(
    of photo: ScannedPhoto, in area: Size, region: PictureRegion = .whole, urgency: PictureUrgency = .now
  ) -> CardPicture {
    guard area.columns > 0, area.rows > 0 else { return .unavailable("no room for the picture") }
    let request = request(for: photo, in: area, region: region)
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
      // What is not needed at once begins when the screen has asked for everything, so that its order counts.
      if urgency == .now { startNext() } else { work.run { [self] in startNext() } }
      return .loading(since: since)
    }
  }

  /// What a picture is asked for and forgotten by.
  func request(for photo: ScannedPhoto, in area: Size, region: PictureRegion = .whole) -> PictureRequest {
    PictureRequest(
      path: photo.path, identity: photo.identity, region: region, area: area, cell: cell,
      mayHaveThumbnail: region == .whole && photo.features?.format == .heic)
  }

  /// Nobody waits for it any more: it is not decoded, unless that has begun.
  func forget(_ request: PictureRequest) {
    guard case .waiting = entries[request] else { return }
    entries[request] = nil
    order.removeAll { $0 == request }
  }

  /// The same, where nothing is drawn yet: so that it stands at once when it is wanted.
  package func prepare(
    _ photo: ScannedPhoto, in area: Size, region: PictureRegion = .whole, urgency: PictureUrgency = .next
  ) {
    _ = picture(of: photo, in: area, region: region, urgency: urgency)
  }

  /// Forgets what could not be shown, so that it is tried again.
  package func retryFailures() {
    for (request, entry) in entries {
      if case .done(let picture) = entry, picture.reason != nil { entries[request] = nil }
    }
  }

  // MARK: Private

  private func startNext() {
    while let request = mostUrgent, case .waiting(let since, let urgency) = entries[request] {
      // A lane stays free for what somebody waits for, and a core while it is decoded.
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
        // It may have been dropped meanwhile, by a resize or by many others.
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
