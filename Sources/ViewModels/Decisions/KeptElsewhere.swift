import PhotoModel
import SystemPackage

extension [DecisionAction] {
  /// Words of other libraries as words about photos of this one, where they are about the same files: a drive may have another
  /// name each time. What can be about none of its files is left out.
  func asNamed(in photos: LibraryPhotos) -> [DecisionAction] {
    guard !isEmpty, !photos.isEmpty else { return self }
    var (byFile, companions): ([FileIdentity: [ScannedPhoto]], Set<FilePath>) = ([:], [])
    var sizes: Set<Int64> = []
    for photo in photos.values {
      byFile[photo.identity.sizeAndTime, default: []].append(photo)
      sizes.insert(photo.identity.size)
      for companion in photo.companions {
        companions.insert(companion.path)
        sizes.insert(companion.identity.size)
      }
    }
    return compactMap { action in
      var here = action
      here.items = action.items.flatMap { item -> [DecisionAction.Item] in
        let inPlace = photos[item.path]
        let isHere = inPlace != nil || companions.contains(item.path) || sizes.contains(item.identity.size)
        let own = isHere ? [item] : []
        guard inPlace.flatMap({ item.effect(of: .keep, going: .all, on: $0) }) == nil else { return own }
        let names = byFile[item.identity.sizeAndTime, default: []].filter {
          item.isAbout($0.path, $0.identity, $0.digest)
        }
        return own
          + names.map { photo in
            var item = item
            item.path = photo.path
            return item
          }
      }
      return here.items.isEmpty ? nil : here
    }
  }
}
