import FileSafety
import PhotoAnalysis
import PhotoModel
import Removal
import Review
import SystemPackage
import TextSurface

/// The question "Move 38 photos to the trash?", with what would go and what would stay.
extension RemovalModel {
  /// Counts the photos that would go and that would stay, runs the checks, and then looks into the backup where one was
  /// named.
  package func prepare() {
    leftQuestion()
    let lastCopies = library.review.lastCopies
    let protected = library.review.bin.map(\.path).filter(library.review.isKeptByProtection)
    excluded = Dictionary(lastCopies.map { ($0, Self.lastCopyReason) }, uniquingKeysWith: { first, _ in first })
    for path in protected { excluded[path] = Self.protectionReason }
    request = makeRequest(lastCopies: lastCopies)
    (guarded, proof) = ([:], nil)
    hasLibraryAway = false
    (holdsUnsaved, isAnswered) = (true, false)
    question = ConfirmationState()
    question.protected = protected.count
    question.blocked = library.readOnlyReason
    question.isChecking = question.blocked == nil && !request.items.isEmpty
    recount()
    guard question.isChecking else { return }
    let sign = StopSign()
    checkSign = sign
    let request = self.request
    work.run { [self] in
      let preflight = await dependencies.removal.preflight(request)
      guard !sign.isRaised else { return }
      let away = await folderAway(refusing: preflight)
      guard !sign.isRaised else { return }
      apply(preflight, away: away)
      var remark: String?
      if let backup = dependencies.removal.backup, question.blocked == nil { remark = await ask(backup, sign) }
      guard !sign.isRaised else { return }
      question.isChecking = false
      recount()
      // What they found was not on the screen when the user said yes: then it must be said again.
      let isNumbered = !question.needsNumber || MoveBrake.isNumber(question.typed.text, of: question.photos)
      if isAnswered, isNumbered, canMove, guarded.isEmpty, unsaved.isEmpty { onReady() }
      isAnswered = false
      if let proposal = preflight.proposal, proposed.insert(proposal.folder).inserted {
        onQuestion(asking(proposal))
      } else if let backup = dependencies.removal.backup, !unsaved.isEmpty {
        onQuestion(askingToHold(backup.title, remark))
      }
      onChange()
    }
  }

  /// Stops the checks: the question is not on the screen any more.
  func leftQuestion() { checkSign.raise() }

  /// Highlights the button that moves, or the safe one; only the safe one where nothing can be moved.
  package func focusMove(_ isFocused: Bool) { question.isMoveFocused = isFocused && question.obstacle == nil }

  /// Whether the move may begin: there is something to move, and the checks have ended.
  package var canMove: Bool { !question.isChecking && question.obstacle == nil }

  /// Answers yes: the move begins as soon as the checks have ended.
  ///
  /// - Returns: False where nothing can be moved; the question says why then.
  package func answerYes() -> Bool {
    if question.needsNumber, question.obstacle == nil, !takesNumber() { return false }
    if question.isChecking {
      isAnswered = true
    } else if canMove {
      onReady()
    } else {
      question.isInsisted = true
      return false
    }
    return true
  }

  // MARK: The brake

  /// Gives a key to the number that a large move needs.
  ///
  /// - Returns: False where no number is asked for, or the key writes no digit and erases none.
  func typeNumber(_ key: Key, isSeen: Bool) -> Bool {
    guard question.needsNumber, question.obstacle == nil, key.isOfNumber else { return false }
    // Typed ahead, it is about a question that nobody has seen.
    if !isSeen { return true }
    question.wrongNumber = nil
    _ = question.typed.take(key)
    question.isMoveFocused = !question.typed.text.isEmpty
    return true
  }

  /// Replaces the number that a large move needs by a whole line of digits.
  ///
  /// - Returns: False where no number is asked for, or the line has other characters than digits.
  func typeNumber(_ line: String) -> Bool {
    let keys = line.unicodeScalars.filter { !$0.properties.isWhitespace }.map { Key($0) }
    guard question.numberText != nil, !keys.isEmpty, keys.allSatisfy(\.isOfNumber) else { return false }
    question.typed = TextEntry()
    for key in keys { _ = typeNumber(key, isSeen: true) }
    return true
  }

  /// Whether the typed text is the number of photos; where it is not, the question shows the right one.
  private func takesNumber() -> Bool {
    let text = question.typed.text
    if MoveBrake.isNumber(text, of: question.photos) { return true }
    question.wrongNumber = text.isEmpty ? nil : truncated(SafeText(text).text, to: 12)
    question.typed = TextEntry()
    return false
  }

  /// Decides whether a number is needed. Where the checks leave so few photos that a yes is enough, the highlight goes
  /// back to the safe button.
  private func brake() {
    let needed = MoveBrake.needsNumber(of: question.photos, library: library.review.photos.count)
    if question.needsNumber, !needed { question.isMoveFocused = false }
    if question.needsNumber != needed { (question.typed, question.wrongNumber) = (TextEntry(), nil) }
    question.needsNumber = needed
  }

  // MARK: What goes

  /// The items of the request that a yes would move.
  var going: [RemovalItem] {
    request.items.filter { guarded[$0.photo] == nil && !(holdsUnsaved && unsaved[$0.photo] != nil) }
  }

  /// The photos in the bin that stay, each with the reason.
  var staying: [FilePath: String] {
    excluded.merging(guarded) { $1 }.merging(holdsUnsaved ? unsaved : [:]) { first, _ in first }
  }

  private func recount() {
    question.count(going, in: library.review)
    question.inUse = min(question.inUse, question.bytes)
    brake()
    // What is said of the folder is not said once more of each of its photos, as if they were lost.
    let refused = hasLibraryAway ? [:] : guarded
    question.refused = refusals(excluded.filter { $0.value != Self.protectionReason }.merging(refused) { $1 })
    if case .known(let present, let missing, _) = question.backup {
      question.backup = .known(present: present, missing: missing, isHolding: holdsUnsaved)
    }
    chooseThumbnails()
  }

  /// Chooses the photos for the small pictures: first those that should be checked, which a hasty yes would lose.
  func chooseThumbnails() {
    let capacity = thumbnailCapacity.count
    let wanted = min(capacity, question.checkFirst)
    var first: [RemovalItem] = []
    var others: [RemovalItem] = []
    // A bin may be large, and what needs a look is counted already: no further than to the last of them.
    for item in capacity > 0 ? going : [] where first.count < wanted || others.count < capacity {
      if first.count < wanted, library.review.needsCheck(item) {
        first.append(item)
      } else if others.count < capacity {
        others.append(item)
      }
    }
    let chosen = first.map { (item: $0, needsCheck: true) } + others.map { (item: $0, needsCheck: false) }
    shownThumbnails = chosen.prefix(capacity).map { (photo: $0.item.photo, needsCheck: $0.needsCheck) }
    refreshThumbnails()
  }

  /// Takes over the pictures that have come meanwhile.
  func refreshThumbnails() {
    question.thumbnails = shownThumbnails.compactMap { thumbnail in
      library.review.photos[thumbnail.photo].map { photo in
        Thumbnail(
          name: nameTitle(thumbnail.photo),
          picture: pictures.picture(of: photo, in: thumbnailCapacity.size, urgency: .beside),
          needsCheck: thumbnail.needsCheck)
      }
    }
  }

  private static let lastCopyReason =
    "All files with its bytes were marked, too, so this one stays in the bin until the next move."
  private static let protectionReason = "It lies in a protected folder, so it stays."

  /// The request to move the photos of the bin, without those that stay.
  ///
  /// - Parameter lastCopies: Photos in the bin that stay as the last of their copies.
  private func makeRequest(lastCopies: Set<FilePath>) -> RemovalRequest {
    let review = library.review
    var request = RemovalRequest(items: [], protectedFolders: library.protectedFolders)
    request.roots = library.roots
    for issue in review.bin where excluded[issue.path] == nil {
      guard let photo = review.photos[issue.path],
        var item = review.removalItem(of: photo, lastCopies: lastCopies)
      else { continue }
      item.photo = photo.path
      request.items.append(item)
    }
    return request
  }

  // MARK: The guards

  /// The sentence about the folder of all these photos, where it is missing as a whole: a drive that is not plugged in.
  private func folderAway(refusing preflight: RemovalPreflight) async -> String? {
    guard !request.items.isEmpty, request.items.allSatisfy({ preflight.refused[$0.photo] != nil }) else { return nil }
    let away = await dependencies.scan.roots(library.roots).filter(\.isAway)
    guard let first = away.first,
      request.items.allSatisfy({ item in away.contains { item.path.starts(with: $0.path) } })
    else { return nil }
    library.checkAccess()
    return SafeText(first.message).text
  }

  private func apply(_ preflight: RemovalPreflight, away: String?) {
    hasLibraryAway = away != nil
    guarded = preflight.refused
    question.volumes = preflight.trashCount
    question.inUse = preflight.inUse
    question.blocked = away ?? preflight.blocked
    if question.blocked != nil { focusMove(false) }
    let remarks = [preflight.remark, holdingsLostText, stayingFilesText].compactMap(\.self)
    question.remark = remarks.isEmpty ? nil : remarks.joined(separator: " ")
    recount()
  }

  /// The sentence about contents that only a photo that goes has; nil where none would be lost.
  private var holdingsLostText: String? {
    let losing = going.compactMap { item in
      library.review.photos[item.path].map { (photo: $0, holdings: library.review.holdingsLost(with: item)) }
    }
    return lossSentence(losing, naming: nameTitle).map { SafeText($0).text }
  }

  /// The sentence about files that look as if they belonged to a photo that goes, and stay; nil where there are none.
  private var stayingFilesText: String? {
    let files = Set(going.flatMap { $0.files.map(\.path) })
    let staying = going.flatMap { library.review.photos[$0.photo]?.lookalikes ?? [] }
    return stayingText(staying.filter { !files.contains($0.path) }, naming: nameTitle)
  }

  private func asking(_ proposal: SetAsideProposal) -> Question {
    Question(
      subject: .setAside(proposal.folder), title: "No trash here. Set them aside?",
      lines: [
        "\(counted(proposal.photos, "photo")) \(proposal.photos == 1 ? "is" : "are") on a drive where no trash can be "
          + "made. Deckle can keep a folder of its own there:",
        library.title(proposal.folder),
        "What goes there is listed in the history and can be put back, as from the trash; only your file manager does "
          + "not know it. Nothing is moved yet.",
      ], safeButton: "Leave them", actButton: "Use this folder")
  }

  /// Sets a folder aside for photos without a trash, after a yes, and checks again what could be moved.
  func setAsideConfirmed(_ folder: FilePath) {
    question.isChecking = true
    work.run { [self] in
      do {
        try await dependencies.removal.setAside(folder)
      } catch {
        question.isChecking = false
        question.blocked = (error as? any SpokenError)?.sentence ?? "\(library.title(folder)) cannot be used."
        return onChange()
      }
      library.checkAccess()
      prepare()
      onChange()
    }
  }

  // MARK: The backup

  /// Looks for the photos in the backup.
  ///
  /// - Returns: A sentence about entries of the backup that could not be read; nil where there is none.
  private func ask(_ backup: RemovalDependencies.Backup, _ sign: StopSign) async -> String? {
    question.backup = .checking(BackupProgress(files: 0))
    onChange()
    var asked = request
    asked.items = going
    do {
      let tell: @Sendable (BackupProgress) -> Void = { progress in
        Task { @MainActor [weak self] in
          guard let self, !sign.isRaised, question.isChecking else { return }
          question.backup = .checking(progress)
          onChange()
        }
      }
      let answer = try await backup.proof(asked, { sign.isRaised }, tell)
      guard !sign.isRaised else { return nil }
      proof = answer
      let missing = answer.missing.count
      question.backup = .known(present: asked.items.count - missing, missing: missing, isHolding: true)
      return answer.unreadSentence
    } catch {
      guard !sign.isRaised else { return nil }
      question.backup = nil
      question.blocked = (error as? any SpokenError)?.sentence ?? "The backup \(backup.title) cannot be looked into."
      return nil
    }
  }

  private func askingToHold(_ folder: String, _ remark: String?) -> Question {
    let (asked, missing) = (going.count + unsaved.count, unsaved.count)
    let present = asked - missing
    let title =
      asked == 1
      ? "This photo is not in the backup. Move it all the same?"
      : "\(groupedDigits(missing)) of \(groupedDigits(asked)) photos \(missing == 1 ? "is" : "are") not in the backup. "
        + "Move \(missing == 1 ? "it" : "them"), too?"
    let rest =
      present == 0
      ? "None of them is in \(folder)."
      : "\(groupedDigits(present)) \(present == 1 ? "is" : "are") in \(folder), byte for byte."
    return Question(
      subject: .moveUnsaved(missing), title: title,
      lines: [asked == 1 ? "Looked for in \(folder)." : rest] + (remark.map { [$0] } ?? [])
        + ["Nothing is moved yet: Deckle asks once more."],
      safeButton: missing == 1 ? "Hold it back" : "Hold them back",
      actButton: missing == 1 ? "Include it" : "Include them")
  }

  /// Includes the photos that are not in the backup, after a yes.
  func unsavedMayGo() {
    holdsUnsaved = false
    recount()
  }
}

extension Key {
  /// Whether the key writes a digit or erases one.
  fileprivate var isOfNumber: Bool {
    guard !control, !alt else { return false }
    return switch code {
    case .character(let scalar): ("0"..."9").contains(scalar)
    case .backspace: true
    default: false
    }
  }
}
