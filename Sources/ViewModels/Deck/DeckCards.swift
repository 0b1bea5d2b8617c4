import PhotoModel
import Review
import SystemPackage
import TextSurface

/// The parts of the deck's state that are about a photo: the card, the filmstrip of its set, the texts.
@MainActor
struct DeckCards {
  let library: LibraryModel
  let pictures: PictureLoader
  /// The parts of photos that their next deletion takes, where the user chose.
  var chosenParts: [FilePath: PhotoParts] = [:]
  /// The cells for the picture of a card, in categories without sets and with sets.
  var areas = CardAreas.none
  var areasWithFilmstrip = CardAreas.none
  var showsDetails = false
  /// The cells for a picture in the filmstrip; empty where it has no space for pictures.
  var thumbnailArea = Size(columns: 0, rows: 0)

  var review: Review { library.review }

  /// The picture of a photo on its card, in the form in which that is larger.
  private func picture(
    of photo: ScannedPhoto, in category: IssueCategory, urgency: PictureUrgency = .now
  ) -> (form: CardForm, picture: CardPicture) {
    let areas = category.isGrouped ? areasWithFilmstrip : areas
    let form = areas.form(of: photo.features?.pixelSize, cell: pictures.cell)
    let area = areas.area(form, hasDetails: showsDetails)
    return (form, pictures.picture(of: photo, in: area, urgency: urgency))
  }

  /// The card of a photo; nil where the photo is gone.
  func card(_ key: IssueKey) -> DeckState.Card? {
    guard let photo = review.photos[key.path] else { return nil }
    let group = review.group(of: key.path, in: key.category)
    let issue = issue(of: photo, in: key.category)
    let (form, picture) = picture(of: photo, in: key.category)
    return DeckState.Card(
      issue: issue, name: nameTitle(key.path), folder: library.folderTitle(of: key.path),
      facts: facts(of: photo), picture: picture, form: form,
      badge: badge(of: photo, as: issue, isKeeper: group?.keeper == key.path),
      decision: decision(key), hasParts: photo.raw != nil, identity: photo.identity,
      distinguishingFolder: group.flatMap { distinguishingFolder(of: key.path, among: $0.members.map(\.path)) })
  }

  /// The decision that a card shows: in the category of all photos a viewed one counts as kept.
  private func decision(_ key: IssueKey) -> UserDecision {
    guard key.category == .browse else { return review.decision(key.path, in: key.category) }
    return review.isInBin(key.path) ? .delete : review.isSettled(key.path, in: .browse) ? .keep : .pending
  }

  /// The finding about a photo in a category, with the reason in its final wording. A member of a set that has no card
  /// gets the reason why; notes about the bin and about colliding names come first.
  func issue(of photo: ScannedPhoto, in category: IssueCategory) -> PhotoIssue {
    let group = review.group(of: photo.path, in: category)
    var issue = review.deck(category)?.issue(of: photo.path) ?? memberIssue(of: photo, in: category, group)
    if let group, category == .duplicate, photo.path != group.keeper, !issue.isComparedWithAnother,
      let apart = folderApart(of: group.keeper, from: [photo.path])
    {
      let whole = library.folderTitle(of: group.keeper)
      let folder = apart == "…/\(whole)" ? whole : apart
      issue.reword { text in
        guard let keeper = text.firstRange(of: "the keeper") else { return text }
        // "the keeper, in 2023, is sharper", and at the end of a clause "as the keeper, in 2023".
        let end = text[keeper.upperBound...].hasPrefix(" ") ? "," : ""
        return text[..<keeper.upperBound] + ", in \(folder)\(end)" + text[keeper.upperBound...]
      }
    }
    let collision = review.collisionWithoutCopy(of: photo)
    let notes = [
      group.flatMap { review.isShownFileLeaving($0.keeper) ? leavingKeeperText(of: $0, besides: photo.path) : nil },
      collision.map { "\(nameTitle($0)) is no copy to count on: on some drives it and this one would be one file" },
      review.changedSinceMarked.contains(photo.path) ? "it has changed since you marked it" : nil,
      review.stayingReasonBefore(photo.path)?.text(naming: nameTitle),
      doubtfulMarkText(of: photo, in: category),
    ].compactMap { $0 }
    issue.reword { line in (notes.reversed() + [line]).filter { !$0.isEmpty }.joined(separator: "; ") }
    return issue
  }

  /// The note on a photo that was marked for a reason that no longer holds; nil where there is none.
  private func doubtfulMarkText(of photo: ScannedPhoto, in category: IssueCategory) -> String? {
    switch review.effective.lapsed[IssueKey(photo.path, category)] {
    case .raw?: "you marked its RAW alone, and no RAW is beside it any more"
    case .shown?:
      "you marked the \(shownTitle(of: photo)) alone, and the RAW that was to stay is not beside it any more"
    default:
      if category == .similar && review.isFormerCopy(photo.path) {
        "you marked it as a duplicate, and it is none any more"
      } else if review.isWithoutKeeperSeen(photo.path, in: category) {
        "the photo that you marked it beside has changed, or is in its set no more"
      } else {
        nil
      }
    }
  }

  /// "its keeper is in the bin, 2 others are not".
  private func leavingKeeperText(of group: PhotoGroup, besides path: FilePath) -> String {
    let others = review.survivors(of: group, without: [path]).count
    let rest = others == 0 ? "and so are all the others" : others == 1 ? "1 other is not" : "\(others) others are not"
    if path == group.keeper { return "in the bin, \(rest)" }
    return group.members.count == 2 ? "its keeper is in the bin" : "its keeper is in the bin, \(rest)"
  }

  private func memberIssue(of photo: ScannedPhoto, in category: IssueCategory, _ group: PhotoGroup?) -> PhotoIssue {
    PhotoIssue(
      path: photo.path, category: category, confidence: 1, score: 1, threshold: 1, size: photo.size, group: group?.id,
      why: group.map { text(of: photo.path, in: $0) } ?? (category == .browse ? moreFacts(of: photo) : ""))
  }

  /// The reason why a member of a set has no card: the keeper, kept before, or protected.
  private func text(of path: FilePath, in group: PhotoGroup) -> String {
    let member = group.members.first { $0.path == path }
    let isNew = member?.isNew == true ? "; new since you kept the others of this set" : ""
    if path == group.keeper { return "the keeper of this set: \(group.reason)\(isNew)" }
    return member?.isKept == true ? "you kept it in an earlier review" : "protected: it stays"
  }

  /// The members of a photo's set, with small pictures of those that fit into a filmstrip.
  func filmstrip(of key: IssueKey) -> [DeckState.FilmstripItem] {
    guard let group = review.group(of: key.path, in: key.category) else { return [] }
    let current = group.members.firstIndex { $0.path == key.path } ?? 0
    return group.members.enumerated().map { index, member in
      DeckState.FilmstripItem(
        path: member.path, isKeeper: member.path == group.keeper, isCurrent: member.path == key.path,
        decision: decision(of: member, in: key.category), isNew: member.isNew,
        picture: abs(index - current) <= Self.mostThumbnails ? thumbnail(of: member.path) : nil)
    }
  }

  /// The most thumbnails on each side of the current one: no filmstrip has space for more.
  private static let mostThumbnails = 24

  private func thumbnail(of path: FilePath) -> CardPicture? {
    guard thumbnailArea.columns > 0, let photo = review.photos[path] else { return nil }
    return pictures.picture(of: photo, in: thumbnailArea, urgency: .beside)
  }

  private func decision(of member: PhotoGroup.Member, in category: IssueCategory) -> UserDecision {
    if review.isInBin(member.path) { return .delete }
    let decision = review.decision(member.path, in: category)
    return decision == .pending && member.isKept ? .keep : decision
  }

  /// Decodes the next three cards, the keeper and the card before while the present one is shown, and the thumbnails of
  /// the next set, so that the next card is whole when this one leaves.
  func decodeAhead(of key: IssueKey, _ order: DeckOrder) {
    guard areas != .none else { return }
    let index = order.indexOrThatOfSet(key) ?? order.end - 1
    var wanted = order.nextOpen(after: index, count: 3)
    if let group = review.group(of: key.path, in: key.category) { wanted.append(IssueKey(group.keeper, key.category)) }
    if let previous = order.previous(before: index) { wanted.append(previous) }
    // Of equally urgent pictures the last requested comes first.
    for key in wanted.reversed() {
      if let photo = review.photos[key.path] { _ = picture(of: photo, in: key.category, urgency: .next) }
    }
    if let next = wanted.first, thumbnailArea != .none { _ = filmstrip(of: next) }
    // The card on top was asked for first and must not be the first to be forgotten.
    if let photo = review.photos[key.path] { _ = picture(of: photo, in: key.category) }
  }

  /// The parts of a photo that go when it is deleted now: those that the user chose last, else those that are marked
  /// already.
  ///
  /// A choice counts only while there is a RAW to choose: without one the photo goes as a whole.
  func parts(of path: FilePath) -> PhotoParts {
    review.photos[path]?.raw == nil ? .all : chosenParts[path] ?? review.parts(of: path)
  }
}
