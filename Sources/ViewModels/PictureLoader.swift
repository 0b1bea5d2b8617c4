package import PhotoModel
import SystemPackage
package import TextSurface

/// Decodes pictures ahead of the screens and remembers the last few.
///
/// A picture belongs to a file and a size in cells; what comes back for anything else than it was asked for is kept
/// under its own name and can never appear on another card.
@MainActor
package final class PictureLoader {
  private struct Request: Hashable {
    var path: FilePath
    var identity: FileIdentity
    var area: Size
  }

  private enum Entry {
    case loading(since: Duration)
    case done(CardPicture)
  }

  private let effects: Effects
  private let work: WorkCounter
  private var entries: [Request: Entry] = [:]
  /// Least recently wanted first.
  private var order: [Request] = []
  private let capacity: Int

  /// Told when a picture has come.
  package var onArrival: () -> Void = {}

  package init(effects: Effects, work: WorkCounter, capacity: Int = 24) {
    self.effects = effects
    self.work = work
    self.capacity = capacity
  }

  /// What can be shown of a photo now. Decoding begins at the first call.
  package func picture(of photo: ScannedPhoto, in area: Size) -> CardPicture {
    guard area.columns > 0, area.rows > 0 else { return .unavailable("no room for the picture") }
    let request = Request(path: photo.path, identity: photo.identity, area: area)
    touch(request)
    switch entries[request] {
    case .done(let picture): return picture
    case .loading(let since): return .loading(since: since)
    case nil:
      let since = effects.surroundings.now()
      entries[request] = .loading(since: since)
      work.run { [self] in
        let picture = await effects.pictures.preview(photo.path, photo.identity, area)
        // It may have been dropped meanwhile, by a resize.
        guard entries[request] != nil else { return }
        entries[request] = .done(picture)
        onArrival()
      }
      return .loading(since: since)
    }
  }

  /// Forgets what could not be shown, so that it is tried again.
  package func retryFailures() {
    for (request, entry) in entries {
      if case .done(.unavailable) = entry { entries[request] = nil }
    }
  }

  private func touch(_ request: Request) {
    order.removeAll { $0 == request }
    order.append(request)
    while order.count > capacity { entries[order.removeFirst()] = nil }
  }
}
