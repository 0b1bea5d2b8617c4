import PhotoModel
import Review
import TextSurface

/// The photos that the last step of a slider listed or took off a list, with small pictures where there is space.
extension SettingsModel {
  /// Makes the state of the last step anew, with the pictures that have come. Requests of an earlier step that have not
  /// begun are dropped.
  func refreshStep() {
    let earlier = pictured
    pictured = []
    // The result of an earlier step stays until the next one comes, so that nothing flickers.
    let isUnknown = steps.isOpen && steps.listing?.crossings.isEmpty != false
    state.step = steps.row == nil ? nil : isUnknown ? .open : .counted(crossings())
    for request in earlier.subtracting(pictured) { pictures.forget(request) }
  }

  /// Drops the requests for pictures: the user went to another screen.
  func left() {
    for request in pictured { pictures.forget(request) }
    pictured = []
  }

  private func crossings() -> [SettingsState.Crossing] {
    let found = steps.listing?.crossings ?? []
    let isShown = capacity.counts.indices.contains(found.count - 1) && !library.dependencies.pictures.areOff
    return found.map { crossing in
      let photos = counted(crossing.count, "photo")
      let name = crossing.category.title
      return SettingsState.Crossing(
        title: crossing.isListed ? "+ \(photos) now under \(name)" : "− \(photos) no longer under \(name)",
        count: crossing.count,
        photos: crossing.photos.map { Detail(nameTitle($0.path), SafeText($0.why).text) },
        pictures: isShown ? pictures(of: crossing.photos.prefix(capacity.counts[found.count - 1])) : [])
    }
  }

  private func pictures(of photos: ArraySlice<SliderListing.Crossing.Photo>) -> [CardPicture] {
    // Of equally similar photos the last requested comes first: the one nearest to the threshold.
    photos.reversed().map { photo in
      guard let scanned = library.review.photos[photo.path] else { return .unavailable("it is not in the library") }
      pictured.insert(pictures.request(for: scanned, in: capacity.size))
      return pictures.picture(of: scanned, in: capacity.size, urgency: .beside)
    }.reversed()
  }
}
