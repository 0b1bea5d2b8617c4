import FileSafety
import PhotoAnalysis
import PhotoModel
import Review
import SystemPackage
import TextSurface

extension ConfirmationState {
  /// "Move 38 photos to the trash?"
  package var title: String {
    if shrink != nil {
      return photos == 0 || blocked != nil
        ? "No photo can be made smaller" : "Make \(counted(photos, "photo")) smaller?"
    }
    if photos == 0 { return "No photo can be moved" }
    guard blocked != nil else {
      guard !folders.isEmpty else { return "Move \(counted(photos, "photo")) to the trash?" }
      if toTrash == 0, folders.count == 1 { return "Move \(counted(photos, "photo")) to \(folders[0].title)?" }
      let there = folders.map { "\(groupedDigits($0.photos)) to \($0.title)" }
      let trash = toTrash > 0 ? ["\(groupedDigits(toTrash)) to the trash"] : []
      return "Move \((trash + there).joined(separator: " and "))?"
    }
    return photos == 1
      ? "1 photo in the bin; it cannot be moved now"
      : "\(groupedDigits(photos)) photos in the bin; none can be moved now"
  }

  /// The number of photos that go to the trash.
  package var toTrash: Int { photos - folders.reduce(0) { $0 + $1.photos } }

  /// "They stay in the trash and can be put back": the sentence about all photos, without its end.
  package var promise: String {
    if shrink != nil {
      return photos == 1
        ? "The original stays in the trash and can be put back" : "The originals stay in the trash and can be put back"
    }
    let subject = photos == 1 ? "It" : "They"
    if toTrash == 0 { return "\(subject) can be put back" }
    return folders.isEmpty
      ? "\(subject) \(photos == 1 ? "stays" : "stay") in the trash and can be put back"
      : "All of them can be put back"
  }

  /// The sentence that making photos smaller takes more space at first; nil for a move.
  package var usesMore: String? {
    shrink.map { "Until the trash is emptied \($0.after.formatted) more are in use; then \(freed.formatted) less." }
  }

  /// The reason why a yes would move nothing, as a sentence; nil where it would move something, or the check is
  /// running.
  package var obstacle: String? {
    guard blocked == nil, photos == 0, !isChecking else { return blocked }
    return shrink == nil
      ? "Every photo in the bin stays, so there is nothing to move." : "Every photo stays as it is; below is why."
  }

  /// "Type 340 to move them:"; nil where a yes is enough.
  package var numberText: String? {
    guard needsNumber, obstacle == nil else { return nil }
    let number = groupedDigits(numbered)
    let deed = shrink == nil ? "move them" : "change them visibly"
    return wrongNumber.map { "⚠ Type \(number), not \($0):" } ?? "Type \(number) to \(deed):"
  }

  /// Counts the photos that a yes would move by what stays of them, each of them once.
  ///
  /// - Parameters:
  ///   - carried: The kinds of metadata that are carried over, by photo.
  ///   - title: The text of a folder.
  mutating func count(
    _ items: [RemovalItem], in review: Review, carried: [FilePath: [Holding]] = [:], title: (FilePath) -> String
  ) {
    photos = items.count
    bytes = items.filter { $0.destination == nil }.map(\.size).total
    folderBytes = items.filter { $0.destination != nil }.map(\.size).total
    folders = Dictionary(grouping: items.compactMap(\.destination), by: \.self)
      .map { FolderCount(title($0.key), photos: $0.value.count) }.sorted { $0.title < $1.title }
    (exactCopies, duplicates, similar, keepersLeaving, onlyOnes, losing) = (0, 0, 0, 0, 0, 0)
    (inPart, unreadRests, formerCopies, lastCopies, otherKeepers, richer) = (0, 0, 0, 0, 0, 0)
    companions = [:]
    for item in items {
      let going = Set(item.companions.map(\.path) + [item.path])
      for companion in review.photos[item.photo]?.companions ?? [] where going.contains(companion.path) {
        companions[companion.role, default: 0] += 1
      }
      if item.destination != nil { continue }
      if item.parts == .all {
        count(item, in: review, carried[item.path, default: []])
      } else if review.isRestUnread(item) {
        unreadRests += 1
      } else {
        inPart += 1
      }
    }
  }

  private mutating func count(_ item: RemovalItem, in review: Review, _ carried: [Holding]) {
    switch item.safeguard {
    case .exactCopy: exactCopies += 1
    case .similar where review.isFormerCopy(item.path): formerCopies += 1
    case .similar where review.isLastOfCopies(item): lastCopies += 1
    case .similar:
      switch review.categoryOfKeeperStaying(of: item.path) {
      case nil: keepersLeaving += 1
      case _? where review.hasOtherKeeper(item.path): otherKeepers += 1
      case .duplicate?: duplicates += 1
      default: similar += 1
      }
    case .onlyOne:
      onlyOnes += 1
      return
    }
    if review.losesFiles(item) { losing += 1 }
    if !review.holdingsLost(with: item).allSatisfy(carried.contains) { richer += 1 }
  }
}

extension ConfirmationState {
  /// The title of the lines about metadata that is carried over, or not.
  package var carriedTitle: String {
    isCarrying
      ? "These words would be lost, so they are written beside the photos that stay:"
      : "No photo that stays has these words, and they are not written:"
  }

  /// The index of the highlighted line about metadata, among `carried` and then `contradictions`: at first that of the
  /// first contradiction.
  package var selectedLine: Int { lineIndex(nearestTo: selection ?? (contradictions.isEmpty ? 0 : carried.count)) }

  /// The index of a line about metadata that is nearest to a number.
  func lineIndex(nearestTo number: Int) -> Int {
    (0..<(carried.count + contradictions.count)).nearestIndex(to: number)
  }

  /// The index of the highlighted contradiction; nil where another line is highlighted.
  package var selectedContradiction: Int? {
    let index = selectedLine - carried.count
    return contradictions.indices.contains(index) ? index : nil
  }

  /// "title Rome stays, not title Roma of IMG_2.JPG": both values of a contradiction, the one that counts first.
  ///
  /// - Parameter longest: The largest width of each of the two, in columns.
  package func text(of contradiction: Contradiction, longest: Int = 100) -> String {
    func cut(keepingEnd: Bool) -> (going: String, staying: String) {
      (
        truncated(contradiction.going, to: longest, keepingEnd: keepingEnd),
        truncated(contradiction.staying, to: longest, keepingEnd: keepingEnd)
      )
    }
    var (going, staying) = cut(keepingEnd: false)
    // Two times of one day differ at their ends.
    if going == staying { (going, staying) = cut(keepingEnd: true) }
    return contradiction.isChosen && isCarrying
      ? "\(going) of \(contradiction.name) → \(contradiction.sidecar), not \(staying)"
      : "\(staying) stays, not \(going) of \(contradiction.name)"
  }

  /// The line "2 more duplicates may go with their words", without the key that includes them: photos that only their
  /// metadata holds back. Nil where there are none.
  package var offerText: String? {
    guard offered > 0, obstacle == nil else { return nil }
    let suffix = "with \(offered == 1 ? "its" : "their") words"
    guard isIncludingOffered else { return "\(counted(offered, "more duplicate")) may go \(suffix)" }
    return "\(counted(offered, "duplicate")) \(offered == 1 ? "goes" : "go") \(suffix)"
  }

  /// "includes them": the effect of the key on these photos.
  package var offerDeed: String {
    let object = offered == 1 ? "it" : "them"
    return isIncludingOffered ? "leaves \(object) out" : "includes \(object)"
  }
}

extension Review {
  /// Whether the counts warn of a photo with "look first".
  func needsCheck(_ item: RemovalItem) -> Bool {
    if item.destination != nil { return false }
    guard item.parts == .all else { return isRestUnread(item) }
    let isLosing = losesFiles(item)
    return switch item.safeguard {
    case .onlyOne: true
    case .exactCopy: isLosing
    case .similar:
      isLosing || isFormerCopy(item.path) || isLastOfCopies(item) || hasOtherKeeper(item.path)
        || categoryOfKeeperStaying(of: item.path) == nil || !holdingsLost(with: item).isEmpty
    }
  }

  /// Whether a file that goes along has no copy that stays. Where the photo that stays is another shot, by the times of
  /// both, the RAW and the movie belong to the shot that goes and do not count. Nor does a sidecar that holds nothing.
  func losesFiles(_ item: RemovalItem) -> Bool {
    let holding = photos[item.photo].map { Set($0.holdingCompanions.map(\.path)) }
    guard item.companions.contains(where: { $0.survivors.isEmpty && holding?.contains($0.path) ?? true }) else {
      return false
    }
    guard case .similar(let survivor) = item.safeguard, categoryOfKeeperStaying(of: item.path) == .similar,
      let mine = photos[item.path]?.features?.facts.capturedAt,
      let other = photos[survivor.path]?.features?.facts.capturedAt
    else { return true }
    return !mine.differs(from: other)
  }

}

extension Review {
  /// The reason why a photo should be checked although something like it stays; nil where there is none, or nothing
  /// like it stays.
  func caution(of item: RemovalItem) -> String? {
    guard needsCheck(item), item.safeguard != .onlyOne else { return nil }
    if isRestUnread(item) { return "the half that is to stay could not be read" }
    if isFormerCopy(item.path) { return "it was marked as a duplicate and is none any more" }
    if isLastOfCopies(item) { return "its exact copies were moved before; another of its set stays" }
    if losesFiles(item) {
      return "a RAW, movie or sidecar of it is kept nowhere else"
    }
    if let title = photos[item.path].flatMap({ holdingsTitle(holdingsLost(with: item), in: $0) }) {
      return "only here: \(SafeText(title).text)"
    }
    return categoryOfKeeperStaying(of: item.path) == nil
      ? "the keeper of its set goes; another of the set stays"
      : "it was marked beside another keeper than the one that stays"
  }
}

extension BackupState {
  /// "312 of 340 are in the backup; 28 are not, so they stay".
  package var text: String {
    switch self {
    case .checking(let progress) where progress.total == 0:
      return "Looking through the backup: \(counted(progress.files, "file")) so far …"
    case .checking(let progress):
      return "Looking in the backup: \(groupedDigits(progress.done)) of \(groupedDigits(progress.total)) …"
    case .known(let present, 0, _):
      return present == 1 ? "It is in the backup, byte for byte" : "All are in the backup, byte for byte"
    case .known(let present, let missing, let isHolding):
      let all = groupedDigits(present + missing)
      let stay = missing == 1 ? "so it stays" : "so they stay"
      let go = missing == 1 ? "and it goes, too" : "and they go, too"
      return "\(groupedDigits(present)) of \(all) \(present == 1 ? "is" : "are") in the backup; "
        + "\(groupedDigits(missing)) \(missing == 1 ? "is" : "are") not, \(isHolding ? stay : go)"
    }
  }
}
