import PhotoModel
import Review
package import SystemPackage

/// Photos of the library that are not where they were, and those that came back.
package struct LibraryChanges {
  /// Photos that were moved to the trash, as they were: findings from before the move must not bring them back.
  private(set) var moved: [FilePath: FileIdentity] = [:]
  /// Photos that are there and that the last scan did not see, as those that came back from the trash.
  package internal(set) var unseen: Set<FilePath> = []
  /// Photos that were decided about and that are not there.
  package internal(set) var missing = MissingPhotos()
  /// Whether every file of the library has been walked past since the program began, so that `missing` is complete.
  var isComplete = false
  /// The photos that have left a category since the last scan, because they were moved or are not the same, with those
  /// that were kept in their sets; for a photo that stays in part, the file that was removed. Under `browse` all photos
  /// that were moved.
  private var left: [IssueCategory: Set<PathKey>] = [:]
  /// Photos that were put back, and whose decks were not opened since.
  private var back: Set<IssueKey> = []
  /// The photos that came back from the trash last, until the next decision: undo marks them again.
  private(set) var returned: ReturnedPhotos?
  /// The folder that was preferred last, until the next decision: undo takes that back.
  var preferredFolder: FilePath?

  /// Whether a photo has left the category since the last scan.
  func hasLost(in category: IssueCategory) -> Bool { left[category]?.isEmpty == false }

  /// The number of photos that were moved since the last scan and are not back.
  func movedCount(_ review: Review) -> Int { left[.browse]?.count { review.photos[$0.path] == nil } ?? 0 }

  /// The number of decided photos that the category has listed since the last scan and lists no longer.
  func finishedCount(in category: IssueCategory, _ review: Review) -> Int {
    left[category]?.count { review.deck(category)?.index(of: $0.path) == nil } ?? 0
  }

  /// Notes photos that were moved to the trash.
  ///
  /// - Parameters:
  ///   - photos: Photos whose shown file was moved.
  ///   - parts: Photos that went in part, with the files that were moved of each.
  ///   - review: The review that still has them.
  mutating func move(_ photos: Set<FilePath>, parts: [FilePath: [FilePath]], of review: Review) {
    forgetLast()
    let staying = parts.filter { !photos.contains($0.key) }
    for category in IssueCategory.allCases {
      guard let deck = review.deck(category) else { continue }
      let whole = photos.filter { deck.index(of: $0) != nil }
      let rest = staying.filter { deck.index(of: $0.key) != nil }.compactMap(\.value.first)
      // A photo that was kept in a set may be the one that stays of it, for which there is no card.
      let kept = photos.flatMap { review.group(of: $0, in: category)?.members ?? [] }.map(\.path)
        .filter { review.decision($0, in: category) == .keep && deck.index(of: $0) != nil }
      left[category, default: []].formUnion((whole + rest + kept).map { PathKey($0) })
    }
    left[.browse, default: []].formUnion(photos.map { PathKey($0) })
    for path in photos { moved[path] = review.photos[path]?.identity }
    for (path, files) in staying {
      for companion in review.photos[path]?.companions ?? [] where files.contains(companion.path) {
        moved[companion.path] = companion.identity
      }
    }
  }

  /// Notes photos that were put back from the trash.
  ///
  /// - Parameter digests: The digests of their files, as they were when they were moved.
  mutating func restore(_ photos: [FilePath], digests: [FilePath: ContentDigest]) {
    unseen.subtract(photos)
    for path in photos {
      moved[path] = nil
      back.formUnion(IssueCategory.allCases.map { IssueKey(path, $0) })
    }
    for category in left.keys { left[category]?.subtract(photos.map { PathKey($0) }) }
    forgetLast()
    if !photos.isEmpty { returned = ReturnedPhotos(paths: photos, digests: digests) }
  }

  /// Forgets what undo would take back before the last decision: photos that came back, and a folder that was
  /// preferred.
  mutating func forgetLast() { (returned, preferredFolder) = (nil, nil) }

  /// Notes a decision that counts from now on.
  mutating func apply(_ action: DecisionAction) {
    forgetLast()
    guard action.refusal != nil, let item = action.items.first else { return }
    left[item.category, default: []].insert(PathKey(item.path))
  }

  /// Notes a decision that was taken back.
  mutating func undo(_ action: DecisionAction) {
    guard action.refusal != nil, let item = action.items.first else { return }
    left[item.category]?.remove(PathKey(item.path))
  }

  /// Whether some of these cards are of photos that were put back. They count as shown from then on.
  mutating func takeBack(_ isCard: (IssueKey) -> Bool) -> Bool {
    let cards = back.filter(isCard)
    back.subtract(cards)
    return !cards.isEmpty
  }

  /// Notes that a scan which the user asked for has ended: what left a category before it is no news any more.
  mutating func scanEnded() { (left, back) = ([:], []) }
}

/// Photos that came back from the trash.
struct ReturnedPhotos {
  let paths: [FilePath]
  /// The digests of all their files, as they were when they were moved.
  let digests: [FilePath: ContentDigest]
}

extension Review {
  /// The action that marks restored photos again: those with the same bytes that are open now, without files that did
  /// not go with them then, and as long as one of each set stays.
  ///
  /// - Returns: The action, nil where there is none; and the photos that stay out of it as the last of their sets.
  func action(marking returned: ReturnedPhotos) -> (action: DecisionAction?, lastOfSets: [FilePath]) {
    let same = returned.paths.filter { path in
      guard let photo = photos[path], !photo.isProtected, let digest = photo.digest else { return false }
      return returned.digests[path] == digest
    }
    let going = markable(same)
    let items = going.compactMap { path -> DecisionAction.Item? in
      guard let photo = photos[path], let category = IssueCategory.allCases.first(where: { isQuestion(path, in: $0) })
      else { return nil }
      let stayed = photo.companions.filter { companion in
        let before = returned.digests[companion.path]
        return before == nil || companion.digest.map { $0 != before } ?? false
      }
      guard stayed.allSatisfy({ $0.role == .raw }) else { return nil }
      return item(.delete, stayed.isEmpty ? .all : .shown, for: photo, in: category)
    }
    return (items.isEmpty ? nil : DecisionAction(items: items), Array(Set(same).subtracting(going)))
  }

  private func isQuestion(_ path: FilePath, in category: IssueCategory) -> Bool {
    deck(category)?.issue(of: path) != nil && decision(path, in: category) == .pending
  }
}
