import FileSafety
import PhotoAnalysis
import PhotoModel
import PhotoScan
import Removal
import Review
import SystemPackage
import TextSurface

/// The question "Move 38 photos to the trash?", with what would go and what would stay.
extension RemovalModel {
  /// Counts the photos to be removed and to be kept, runs the checks, and then searches the backup where one was named.
  package func prepare() {
    (inclusion, choices, question) = (Inclusion(), [:], ConfirmationState())
    examine()
  }

  /// Counts and checks anew, with the photos that were included.
  func examine() {
    leftQuestion()
    projectReview()
    checked = CheckedRemoval(review, in: library.folders)
    check = RunningCheck()
    let before = question
    question = ConfirmationState()
    (question.isCarrying, question.selection) = (before.isCarrying, before.selection)
    question.protected = checked.protectedCount
    question.blocked = library.readOnlyReason
    runChecks()
  }

  /// Counts the photos of the request, and counts them anew with the result of the checks.
  func runChecks() {
    question.isChecking = question.blocked == nil && !checked.request.items.isEmpty
    recount()
    guard question.isChecking else { return }
    let (cancellation, request) = (check.cancellation, checked.request)
    work.run { [self] in
      let preflight = await dependencies.removal.preflight(request)
      guard !cancellation.isRaised else { return }
      let away = await folderAway(refusing: preflight)
      guard !cancellation.isRaised else { return }
      apply(preflight, away: away)
      // Photos made smaller are not removed, so no backup is searched, and no other photos are offered.
      let backup = isShrinking ? nil : dependencies.removal.backup
      var remark: String?
      if let backup, question.blocked == nil, !checked.going.isEmpty { remark = await ask(backup, cancellation) }
      guard !cancellation.isRaised else { return }
      question.isChecking = false
      if !isShrinking { offer() }
      recount()
      // The result of the checks was not on the screen when the user said yes: then another yes is needed.
      let isNumbered =
        !question.needsNumber || LargeMoveConfirmation.isNumber(question.typed.text, of: question.numbered)
      let isComplete = checked.guarded.isEmpty && checked.unsaved.isEmpty
      if check.isAnswered, isNumbered, canMove, isComplete { onEvent(.ready) }
      check.isAnswered = false
      if let proposal = preflight.proposal, proposed.insert(proposal.folder).inserted {
        library.onChange(.question(asking(proposal), on: .confirmation))
      } else if let backup, !checked.unsaved.isEmpty {
        library.onChange(.question(askingToKeep(backup.title, remark), on: .confirmation))
      }
      library.onChange(.screen)
    }
  }

  /// Stops the checks: the question is not on the screen any more.
  func leftQuestion() { check.cancellation.raise() }

  /// Highlights the button that moves, or the safe one; only the safe one where nothing can be moved.
  package func focusMove(_ isFocused: Bool) { question.isMoveFocused = isFocused && question.obstacle == nil }

  /// Whether the move may begin: there is something to move, and the checks have ended.
  package var canMove: Bool { !question.isChecking && question.obstacle == nil }

  /// Answers yes: the move begins as soon as the checks have ended.
  ///
  /// - Returns: False where nothing can be moved; the question shows the reason then.
  package func answerYes() -> Bool {
    if question.needsNumber, question.obstacle == nil, !isNumberTyped() { return false }
    if question.isChecking {
      check.isAnswered = true
    } else if canMove {
      onEvent(.ready)
    } else {
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
    // A key that was typed ahead is about a question that was not shown yet.
    if !isSeen { return true }
    question.wrongNumber = nil
    _ = question.typed.type(key)
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
  private func isNumberTyped() -> Bool {
    let text = question.typed.text
    if LargeMoveConfirmation.isNumber(text, of: question.numbered) { return true }
    question.wrongNumber = text.isEmpty ? nil : truncated(SafeText(text).text, to: 12)
    question.typed = TextEntry()
    return false
  }

  /// Decides whether a number is needed. Where the checks leave so few photos that a yes is enough, the highlight goes
  /// back to the safe button.
  func brake() {
    let needed = LargeMoveConfirmation.needsNumber(of: question.numbered, library: library.review.photos.count)
    if question.needsNumber, !needed { question.isMoveFocused = false }
    if question.needsNumber != needed { (question.typed, question.wrongNumber) = (TextEntry(), nil) }
    question.needsNumber = needed
  }

  // MARK: What goes

  private func recount() {
    if question.shrink != nil { return recountShrinking() }
    carryMetadata()
    question.count(
      checked.going, in: review, carried: question.isCarrying ? checked.carried.kinds : [:],
      title: library.title)
    question.inUse = min(question.inUse, question.bytes)
    brake()
    question.refused = checked.refusals(checked.listedAsStaying)
    if case .known(let present, let missing, _) = question.backup {
      question.backup = .known(present: present, missing: missing, isHolding: checked.keepsUnsaved)
    }
    chooseThumbnails()
  }

  /// Finds the metadata that only removed photos have. A photo that is only similar is another shot, and gets none.
  private func carryMetadata() {
    // A bin may be large, and what goes only gets less.
    guard checked.carriedOf != checked.going.count else { return }
    checked.carriedOf = checked.going.count
    checked.carried = carriedSidecars(of: checked.going)
    question.carried = checked.carried.flatMap { carried in
      carried.sources.flatMap { source in
        source.metadata.titles.map { "\($0) · \(nameTitle(source.photo)) → \(nameTitle(carried.sidecar))" }
      }
    }
    question.contradictions = checked.carried.flatMap { carried in
      carried.sources.flatMap { source in
        source.metadata.contradictions.map { contradiction in
          ConfirmationState.Contradiction(
            photo: source.photo, kind: contradiction.kind, name: nameTitle(source.photo),
            sidecar: nameTitle(carried.sidecar), going: contradiction.going, staying: contradiction.staying,
            isChosen: contradiction.isChosen)
        }
      }
    }
  }

  /// The metadata that only these photos have.
  func carriedSidecars(of items: [RemovalItem]) -> [CarriedSidecar] {
    let review = review
    return [CarriedSidecar](
      items, choosing: choices,
      keeper: { item in
        switch item.safeguard {
        case .exactCopy(let survivors): survivors.first
        case .similar(let keeper): review.categoryOfKeeperStaying(of: item.path) == .duplicate ? keeper : nil
        case .onlyOne: nil
        }
      }, photo: { path, _ in review.photos[path] })
  }

  /// Switches the carrying over of metadata on or off.
  func toggleCarrying() {
    question.isCarrying.toggle()
    // Photos made smaller stay, with all their metadata.
    if !isShrinking { metadataChanged() }
  }

  /// Highlights another line about metadata.
  func moveLine(by step: Int) { question.selection = question.lineIndex(nearestTo: question.selectedLine + step) }

  /// Chooses the other value of the selected contradiction.
  func flipContradiction() {
    guard question.isCarrying, let index = question.selectedContradiction else { return }
    let contradiction = question.contradictions[index]
    choices[contradiction.photo, default: []].formSymmetricDifference([contradiction.kind])
    checked.carriedOf = -1
    metadataChanged()
  }

  private func metadataChanged() {
    // Offered photos are removed only because their metadata is carried over.
    guard inclusion.photos.isEmpty else {
      inclusion.photos = offered
      return examine()
    }
    offer()
    recount()
    remark()
  }

  /// Chooses the photos for the small pictures.
  func chooseThumbnails() {
    let (shrinks, review) = (checked.request.shrinks, review)
    questionPictures.choose(
      among: checked.going, cautions: question.checkFirst,
      needsCheck: { isShrinking ? shrinks[$0.photo]?.way != .lossless : review.needsCheck($0) })
    refreshThumbnails()
  }

  /// Sets the space for small pictures below the question.
  func setQuestionCapacity(_ capacity: PictureRow) {
    guard capacity != questionPictures.capacity else { return }
    questionPictures.capacity = capacity
    chooseThumbnails()
  }

  /// Applies the pictures that have come meanwhile.
  func refreshThumbnails() {
    question.thumbnails = questionPictures.chosen.compactMap { thumbnail in
      review.photos[thumbnail.photo].map { photo in
        Thumbnail(
          name: nameTitle(thumbnail.photo),
          picture: pictures.picture(of: photo, in: questionPictures.capacity.size, urgency: .beside),
          needsCheck: thumbnail.needsCheck)
      }
    }
  }

  // MARK: The guards

  /// The sentence about the folder of all these photos, where it is missing as a whole: a drive that is not plugged in.
  func folderAway(refusing preflight: RemovalPreflight) async -> String? {
    let items = checked.request.items
    guard !items.isEmpty, items.allSatisfy({ preflight.refused[$0.photo] != nil }) else { return nil }
    let away = await dependencies.scan.roots(library.roots).filter(\.isAway)
    guard let first = away.first,
      items.allSatisfy({ item in away.contains { item.path.starts(with: $0.path) } })
    else { return nil }
    library.checkAccess()
    return SafeText(first.message).text
  }

  private func apply(_ preflight: RemovalPreflight, away: String?) {
    checked.apply(preflight, isLibraryAway: away != nil)
    question.volumes = preflight.trashCount
    if !isShrinking { question.inUse = preflight.inUse }
    // Where every photo is refused, the reasons are listed below, with the names.
    let isEveryRefused = checked.going.isEmpty
    question.blocked = away ?? (isEveryRefused ? nil : preflight.blocked)
    if isEveryRefused || question.blocked != nil { focusMove(false) }
    check.remarks = preflight.remarks
    recount()
    remark()
  }

  /// Sets the sentences that should be known before a yes.
  private func remark() {
    let remarks = check.remarks + (isShrinking ? [] : [holdingsLostText, stayingFilesText].compactMap(\.self))
    question.remark = remarks.isEmpty ? nil : remarks.joined(separator: " ")
  }

  /// The sentence about contents that only a photo that goes has; nil where none would be lost.
  private var holdingsLostText: String? {
    let carried = question.isCarrying ? checked.carried.kinds : [:]
    let losing = checked.going.filter { $0.destination == nil }.compactMap { item in
      review.photos[item.path].map { photo in
        let lost = review.holdingsLost(with: item)
        return (photo: photo, holdings: lost.filter { !carried[item.path, default: []].contains($0) })
      }
    }
    return lossSentence(losing, naming: nameTitle).map { SafeText($0).text }
  }

  /// The sentence about files that stay although they look like companions of a removed photo; nil where there are
  /// none.
  private var stayingFilesText: String? {
    let going = checked.going
    let files = Set(going.flatMap { $0.files.map(\.path) })
    let staying = going.flatMap { review.photos[$0.photo]?.namesakes ?? [] }
    return stayingText(staying.filter { !files.contains($0.path) }, naming: nameTitle)
  }

  func asking(_ proposal: SetAsideProposal) -> Question {
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
        question.blocked = (error as? UserFacingError)?.sentence ?? "\(library.title(folder)) cannot be used."
        return library.onChange(.screen)
      }
      library.checkAccess()
      if isShrinking { prepare(checked.request, left: checked.excluded) } else { examine() }
      library.onChange(.screen)
    }
  }

  // MARK: The backup

  /// Looks for the photos in the backup.
  ///
  /// - Returns: A sentence about entries of the backup that could not be read; nil where there is none.
  private func ask(_ backup: RemovalDependencies.Backup, _ cancellation: CancellationFlag) async -> String? {
    question.backup = .checking(BackupProgress(files: 0))
    library.onChange(.screen)
    let asked = checked.confirmed
    do {
      let report: @Sendable (BackupProgress) -> Void = { progress in
        Task { @MainActor [weak self] in
          guard let self, !cancellation.isRaised, question.isChecking else { return }
          question.backup = .checking(progress)
          library.onChange(.screen)
        }
      }
      let answer = try await backup.proof(asked, { cancellation.isRaised }, report)
      guard !cancellation.isRaised else { return nil }
      checked.apply(answer)
      let missing = answer.missing.count
      question.backup = .known(present: asked.items.count - missing, missing: missing, isHolding: true)
      return answer.unreadSentence
    } catch {
      guard !cancellation.isRaised else { return nil }
      question.backup = nil
      question.blocked =
        (error as? UserFacingError)?.sentence ?? "The backup \(backup.title) cannot be looked into."
      return nil
    }
  }

  private func askingToKeep(_ folder: String, _ remark: String?) -> Question {
    let missing = checked.unsaved.count
    let asked = checked.going.count + missing
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
    checked.includeUnsaved()
    recount()
  }
}
