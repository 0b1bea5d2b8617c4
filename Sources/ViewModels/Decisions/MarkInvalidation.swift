import PhotoModel
import SystemPackage

typealias NumberedDecision = (item: DecisionAction.Item, action: Int64)

extension DecisionAction.Item {
  /// The photo that has its name may be another file than the one that was seen, with the same bytes: a copy, a library on a
  /// new disk, or a drive that numbers its files anew.
  func isDoubtful(on photo: ScannedPhoto) -> Bool { !photo.identity.isUnchanged(since: identity) }
}

/// A mark in force, and the photo that it counts for.
struct EffectiveMark {
  let item: DecisionAction.Item
  let action: Int64
  let photo: ScannedPhoto
  var isDoubtful: Bool { item.isDoubtful(on: photo) }
}

/// Words by which something stays, against which marks in force are held.
struct MarkInvalidation {
  private let photos: LibraryPhotos
  private let byName: [PathKey: [NumberedDecision]]
  private let byFile: [FileIdentity: [NumberedDecision]]
  private var byDigest: [ContentDigest: [NumberedDecision]] = [:]
  /// About files that may be others than those marked: also what was said of them in their places.
  private var aboutDoubtful: [FileIdentity: [NumberedDecision]] = [:]

  /// - Parameter decisions: Those about files that are not in their places, or not of this library.
  init(
    _ decisions: [NumberedDecision], among actions: [DecisionAction], against marks: some Collection<EffectiveMark>,
    _ photos: LibraryPhotos
  ) {
    self.photos = photos
    byName = Dictionary(grouping: decisions, by: { PathKey($0.item.path) })
    byFile = Dictionary(grouping: decisions, by: \.item.identity.sizeAndTime)
    let doubtful = marks.filter(\.isDoubtful)
    guard !doubtful.isEmpty else { return }
    for digest in Set(doubtful.compactMap(\.photo.digest)) { byDigest[digest] = [] }
    for decision in decisions { if let digest = decision.item.digest { byDigest[digest]?.append(decision) } }
    for mark in doubtful { aboutDoubtful[mark.photo.identity.sizeAndTime] = [] }
    let inPlace = actions.lazy.flatMap { action in
      action.items.lazy.flatMap { [$0, $0.rawDecision].compactMap(\.self) }.map { (item: $0, action: action.id) }
    }
    for decision in decisions { aboutDoubtful[decision.item.identity.sizeAndTime]?.append(decision) }
    for decision in inPlace where decision.item.isStaying {
      aboutDoubtful[decision.item.identity.sizeAndTime]?.append(decision)
    }
  }

  /// A later word is about its file under another name, or about a file that would go along.
  func end(_ mark: EffectiveMark) -> Bool {
    let (item, photo) = (mark.item, mark.photo)
    return [item.identity, photo.identity].contains { file in
      byFile[file.sizeAndTime]?.contains { isLater($0, than: mark) && $0.item.isAbout(item.path, file, nil) } == true
    } || photo.files(of: item.parts).companions.contains { endsMark($0, of: mark) }
      || mark.isDoubtful && endDoubtful(mark)
  }

  /// Where nobody can tell whether it is the file that was marked, the mark ends: a question too many does no harm.
  private func endDoubtful(_ mark: EffectiveMark) -> Bool {
    let (item, photo) = (mark.item, mark.photo)
    guard let digest = photo.digest else { return false }
    // One of two copies was marked, and one is left: it may be the one that was to stay.
    if item.keeper != nil, item.keeper == item.digest, !photos.copies(of: digest).areSeveral { return true }
    // It is the one that was said to stay, and not the one that was marked.
    if !photo.identity.hasSameContent(as: item.identity),
      aboutDoubtful[photo.identity.sizeAndTime]?.contains(where: {
        $0.item.endsMark(for: item.parts) && $0.item.identity.hasSameContent(as: photo.identity)
      }) == true
    {
      return true
    }
    // These bytes were said to stay elsewhere, and are on no other photo of which that could have been said.
    return byDigest[digest]?.contains { decision in
      isLater(decision, than: mark)
        && !photos.copies(of: digest).contains { other in
          other.path != photo.path
            && (other.path == decision.item.path || decision.item.isAbout(other.path, other.identity, nil))
        }
    } == true
  }

  private func endsMark(_ companion: Companion, of mark: EffectiveMark) -> Bool {
    func isAgainst(_ decision: NumberedDecision) -> Bool {
      decision.action > mark.action && decision.item.decision != .delete
    }
    if byName[PathKey(companion.path)]?.contains(where: isAgainst) == true { return true }
    return byFile[companion.identity.sizeAndTime]?.contains { decision in
      guard isAgainst(decision) else { return false }
      if decision.item.isAbout(companion.path, companion.identity, nil) { return true }
      // Its bytes are not always known.
      return mark.isDoubtful && decision.item.path.nameBytes == companion.path.nameBytes
        && photos[decision.item.path] == nil
    } == true
  }

  private func isLater(_ decision: NumberedDecision, than mark: EffectiveMark) -> Bool {
    decision.action > mark.action && decision.item.endsMark(for: mark.item.parts)
  }
}
