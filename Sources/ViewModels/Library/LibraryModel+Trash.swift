package import PhotoModel
import Review
package import SystemPackage

/// Photos that were moved to the trash, and those that came back.
extension LibraryModel {
  /// Removes photos that were moved to the trash.
  ///
  /// - Parameters:
  ///   - paths: Photos whose shown file was moved.
  ///   - parts: Photos that went in part, with the files that were moved of each.
  package func photosMoved(_ paths: [FilePath], parts: [FilePath: [FilePath]] = [:]) {
    try? dependencies.session.forgetDecisions(paths, Array(parts.keys))
    returned = nil
    let moved = Set(paths)
    takeOff(moved, parts)
    takeOff(parts.filter { !moved.contains($0.key) })
    for path in moved { missing.moved[path] = review.photos[path]?.identity }
    changes.subject += 1
    photos.removeAll { moved.contains($0.path) }
    review.removePhotos(moved)
    onChange(.review)
    checkAccess()
    // A RAW whose JPEG went is a photo of its own from now on, and what has another name of a file that went is changed
    // by that.
    let keys = Set(moved.compactMap { missing.moved[$0] }.map { FileKey($0) })
    if parts.keys.contains(where: moved.contains)
      || photos.contains(where: { $0.hasOtherNames && keys.contains(FileKey($0.identity)) })
    {
      scanAgain()
    }
  }

  /// Notes by category the photos that leave it, or the file that went of a photo that stays.
  private func takeOff(_ moved: Set<FilePath>, _ parts: [FilePath: [FilePath]]) {
    for category in IssueCategory.allCases {
      guard let deck = review.sets.deck(category) else { continue }
      let whole = moved.filter { deck.index(of: $0) != nil }
      let rest = parts.filter { !moved.contains($0.key) && deck.index(of: $0.key) != nil }.compactMap(\.value.first)
      takenOff[category, default: []].formUnion((whole + rest).map { PathKey($0) })
    }
  }

  /// Takes companions off photos that stay.
  private func takeOff(_ parts: [FilePath: [FilePath]]) {
    guard !parts.isEmpty else { return }
    let files = Set(parts.values.joined())
    for path in parts.keys {
      for companion in review.photos[path]?.companions ?? [] where files.contains(companion.path) {
        missing.moved[companion.path] = companion.identity
      }
    }
    photos = photos.map { $0.without(moved: missing.moved) }
    review.removeCompanions(files)
  }

  /// Takes back photos that were restored: the decisions about them are open again, and the library is scanned anew,
  /// because a file that was moved is not the one in the cache any more.
  ///
  /// - Parameter digests: The digests of their files.
  package func photosRestored(_ paths: [FilePath], digests: [FilePath: ContentDigest] = [:]) {
    try? dependencies.session.forgetDecisions(paths, [])
    // The session knows which files came back, and what is forgotten with them.
    if let saved = try? dependencies.session.load(roots) {
      review.replaceActions(with: saved)
    } else {
      review.forgetDecisions(about: Set(paths))
    }
    changes.subject += 1
    for path in paths { missing.moved[path] = nil }
    missing.unseen.subtract(paths)
    for path in paths { cameBack.formUnion(IssueCategory.allCases.map { IssueKey(path, $0) }) }
    for category in takenOff.keys { takenOff[category]?.subtract(paths.map { PathKey($0) }) }
    returned = paths.isEmpty ? nil : ReturnedPhotos(paths: paths, digests: digests)
    checkAccess()
    scanAgain()
  }
}

/// Photos that came back from the trash.
struct ReturnedPhotos {
  let paths: [FilePath]
  /// The digests of all their files, as they were when they were moved.
  let digests: [FilePath: ContentDigest]
}

extension Review {
  /// The action that marks restored photos again: those with the same bytes that are open now, without files that did
  /// not go with them then, and as long as one of each set stays. Nil where there is none.
  func action(marking returned: ReturnedPhotos) -> DecisionAction? {
    let items = markable(returned.paths).compactMap { path -> DecisionAction.Item? in
      guard let photo = photos[path], !photo.isProtected, let digest = photo.digest, returned.digests[path] == digest,
        let category = IssueCategory.allCases.first(where: { isQuestion(path, in: $0) })
      else { return nil }
      let stayed = photo.companions.filter { companion in
        let before = returned.digests[companion.path]
        return before == nil || companion.digest.map { $0 != before } ?? false
      }
      guard stayed.allSatisfy({ $0.role == .raw }) else { return nil }
      return item(.delete, stayed.isEmpty ? .all : .shown, for: photo, in: category)
    }
    return items.isEmpty ? nil : DecisionAction(items: items)
  }

  private func isQuestion(_ path: FilePath, in category: IssueCategory) -> Bool {
    sets.deck(category)?.issue(of: path) != nil && decision(path, in: category) == .pending
  }
}
