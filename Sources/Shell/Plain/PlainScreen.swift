import PhotoModel
package import ViewModels

/// The text of plain mode for a state: whole lines, the most important first, the choices last.
///
/// Texts from files are escaped in the state already; this code adds only printable text.
package enum PlainScreen {
  /// The lines about the screen, or the overlay over it.
  package static func lines(for state: AppState) -> [String] {
    if case .question(let question) = state.overlay {
      return [question.title] + question.lines + ["Type yes to go on; anything else: \(question.safeButton)."]
    }
    if case .goals(let chooser) = state.overlay { return goals(chooser) + choices(for: state) }
    if case .folders(let chooser) = state.overlay { return folders(chooser) + choices(for: state) }
    if case .entry(let dialog) = state.overlay {
      let leaving = dialog.subject == .filter ? "An empty line shows all." : "An empty line leaves it."
      return [dialog.title, dialog.problem ?? dialog.explanation, leaving]
    }
    let lines =
      switch state.route {
      case .home: home(state.home)
      case .scanning: [scanningTitle(state.scanning)]
      case .deck, .goalDeck: deck(state.deck)
      case .compare: compare(state.compare)
      case .loupe: loupe(state.loupe)
      case .confirmation: confirmation(state.confirmation)
      case .moving:
        [
          state.moving.isRestoring
            ? "Putting back ..."
            : state.moving.isShrinking
              ? "Making photos smaller ..." : state.moving.isToFolders ? "Moving ..." : "Moving to the trash ..."
        ]
      case .done: done(state.done)
      case .settings: settings(state.settings)
      case .batch: batch(state.history)
      case .batchPhoto: batchPhoto(state.history)
      case .largePhoto: largePhoto(state.large)
      case .onboarding: onboarding(state.onboarding)
      case .apps: list(state.apps, showsRows: state.apps.panel == nil && state.apps.notice == nil)
      default: state.list.map { list($0) } ?? []
      }
    return (lines + choices(for: state)).map(punctuatedForSpeech)
  }

  /// The answer to `?`: all commands of the screen.
  package static func commands(for state: AppState) -> [String] {
    let context = state.plainContext
    let lines = allChoices(for: state).map { choice in
      let text = choice.names.map { $0.isEmpty ? "Enter" : $0 }.joined(separator: ", ")
      return choice.names.contains(choice.title.lowercased()) ? text : "\(text): \(choice.title)"
    }
    let rows = context.isList ? ["a number: that row of the list, also behind a word"] : []
    return ["\(context.title), what may be typed:"] + lines + rows
  }

  /// The line about the progress of a scan or a move, and the part that is done, 0…1; nil where nothing is under way.
  static func progress(of state: AppState) -> (text: String, done: Double)? {
    func part(_ done: Int, of total: Int) -> Double { Double(done) / Double(max(1, total)) }
    switch state.route {
    case .scanning: return (punctuatedForSpeech(scanProgress(state.scanning)), state.scanning.progress.fraction)
    case .moving where state.moving.total > 0:
      let title = state.moving.isRestoring ? "Put back" : state.moving.isShrinking ? "Done" : "Moved"
      return (punctuatedForSpeech("\(title) \(state.moving.text)"), part(state.moving.done, of: state.moving.total))
    case .large where state.large.isMeasuring:
      guard let progress = state.large.progress, let text = state.large.progressText else { return nil }
      return (text, part(progress.done, of: progress.total))
    case .confirmation:
      guard case .checking(let check)? = state.confirmation.backup else { return nil }
      return (backupText(.checking(check)), part(check.done, of: check.total))
    default: return nil
    }
  }

  // MARK: Parts

  /// A line with commas in place of the points between facts, which a screen reader would read aloud.
  static func punctuatedForSpeech(_ line: String) -> String { line.replacing(" · ", with: ", ") }

  /// The line of choices; empty where a question waits for its answer.
  static func choices(for state: AppState) -> [String] {
    let context = state.plainContext
    guard !PlainText.answersOnly.contains(context) else { return [] }
    let offered = allChoices(for: state).filter { choice in
      guard choice.isOffered, case .perform(let action) = choice.request else { return choice.isOffered }
      return isOffered(action, in: context, state)
    }
    return ["Choices: " + offered.map(\.offer).joined(separator: "; ")]
  }

  /// The commands of the screen, offered or not. Among all photos a keep keeps nothing: the photo was looked at.
  private static func allChoices(for state: AppState) -> [PlainChoice] {
    let context = state.plainContext
    let choices = PlainText.choices(in: context, keys: state.keys)
    guard context == .deck || context == .compare, state.deck.category == .browse else { return choices }
    return choices.map { choice in
      var choice = choice
      if choice.request == .perform(.keep) { choice.title = "looked at" }
      return choice
    }
  }

  /// Whether an action is offered: where its key does something, or a line is of use otherwise than the key.
  private static func isOffered(_ action: Action, in context: KeyContext, _ state: AppState) -> Bool {
    switch (context, action) {
    case (.home, .showPhotos): false
    case (.home, .showAllPhotos): state.home.allPhotos != nil
    case (.home, .showLarge): state.home.large != nil
    case (.home, .open): state.home.notice == nil && state.home.cards.contains { $0.photos > 0 }
    case (.home, .chooseFolder): state.home.notice?.actions.contains { $0.action == .chooseFolder } ?? false
    case (.deck, .open): state.deck.card == nil && state.deck.decided < state.deck.total
    // A line names its row, which need not be the highlighted one.
    case (.history, .restore): state.history.rows.contains(where: \.canRestore)
    case (.settings, _): true
    default: state.unavailable[action] == nil
    }
  }

  private static func home(_ state: HomeState) -> [String] {
    var lines = ["Home" + (state.libraryTitle.isEmpty ? "" : ": \(state.libraryTitle)")]
    if !state.trashLine.isEmpty { lines[0] += ", \(state.trashLine)" }
    if let warning = state.warning { lines.append("Note: \(warning)") }
    if let missing = state.missing { lines.append("Note: \(missing.sentence)") }
    if let news = state.news { lines.append("Note: \(news); type scan") }
    if let unread = state.unread { lines.append("Note: \(unread.sentence())") }
    if let leftOut = state.leftOut.first { lines.append("Note: \(leftOut)") }
    if let notice = state.notice { return lines + [notice.title] + notice.lines + binLine(state) }
    if let storage = state.storage {
      lines.append("\(storage.used.formatted) of \(storage.capacity.formatted) on this volume are used")
    }
    if let scan = state.lastScanLine { lines.append(scan.prefix(1).uppercased() + scan.dropFirst()) }
    if let text = state.headlines.first {
      lines.append(text.replacing(" …", with: " ...") + (state.stoppedScanLine.map { " · \($0); scan goes on" } ?? ""))
    }
    lines += state.figures.filter { $0.kind == .toGain }.map { $0.texts[0] }
    if !state.reviewTexts.isEmpty { lines.append(state.reviewTexts.joined(separator: ", ")) }
    for (number, target) in zip(1..., state.cardTargets) { lines.append("\(number) \(text(of: target, in: state))") }
    return lines + binLine(state) + state.figures.filter { $0.kind == .gained }.map { $0.texts[0] }
  }

  /// The line of a card: "5 All photos: 12 408 photos, 41.3 GB".
  private static func text(of target: HomeState.Focus, in state: HomeState) -> String {
    switch target {
    case .card(let category):
      state.cards.first { $0.category == category }.map { "\(category.title): \(facts(of: $0))" } ?? ""
    case .allPhotos: "All photos: \(state.allPhotos?.text ?? "")"
    case .large: "Large: \(state.large?.text ?? "")"
    case .scan, .bin: ""
    }
  }

  private static func binLine(_ state: HomeState) -> [String] {
    [state.binCount > 0 ? "\(state.binText), \(state.binBytes.formatted)" : state.binText]
  }

  private static func facts(of card: HomeState.Card) -> String {
    let kept = card.keptBefore > 0 ? "\(groupedDigits(card.keptBefore)) kept before" : nil
    guard card.photos > 0 else { return kept ?? card.emptyText }
    let sets = card.sets > 0 ? " in \(counted(card.sets, "set"))" : ""
    let review =
      card.isDone
      ? "reviewed"
      : card.isNew
        ? "new" : card.isBegun ? "\(percentTitle(card.fractionReviewed)) reviewed" : kept ?? "begun"
    return "\(counted(card.photos, "photo"))\(sets), \(card.bytes.formatted), \(review)"
  }

  private static func scanningTitle(_ state: ScanningState) -> String {
    state.isStopping ? "Stopping; what is read is kept" : "Scanning \(state.libraryTitle)"
  }

  private static func scanProgress(_ state: ScanningState) -> String {
    if let waiting = state.waiting { return waiting }
    let progress = state.progress
    let left = state.timeLeftTitle.map { ", about \($0) left" } ?? ""
    switch progress.stage {
    case .finding: return "Finding: \(counted(progress.total, "photo")) so far"
    case .comparing:
      return "Comparing \(counted(progress.total, "photo"))" + (progress.comparisonTitle.map { ": \($0)" } ?? "")
        + left
    case .reading:
      let line =
        "Reading: \(progress.percentFormatted), \(groupedDigits(progress.processed)) of \(groupedDigits(progress.total))"
      return line + left + (progress.skipped > 0 ? ", \(groupedDigits(progress.skipped)) skipped" : "")
    }
  }

  private static func confirmation(_ state: ConfirmationState) -> [String] {
    var lines = [state.title]
    if let obstacle = state.obstacle { lines.append(obstacle) }
    lines += state.kinds.map { "\(groupedDigits($0.count)) \($0.sentence)\($0.needsCheck ? ": look first" : "")" }
    if let remark = state.remark, state.obstacle == nil { lines.append(remark) }
    if let shrink = state.shrink, state.photos > 0 {
      lines.append("\(state.bytes.formatted) become \(shrink.after.formatted)")
    } else if state.photos > 0 {
      let companions = countedCompanions(state.companions)
      lines.append(
        (state.bytes + state.folderBytes).formatted + (companions.isEmpty ? "" : ", with them \(companions)")
          + (state.inUse > .zero ? ", of which \(state.inUse.formatted) stay in use under other names" : "")
          + (state.volumes > 1 ? ", \(counted(state.volumes, "volume"))" : ""))
    }
    lines += metadata(state)
    if let backup = state.backup { lines.append(backupText(backup)) }
    let stay = state.refused.count == 1 ? "stays" : "stay"
    lines +=
      state.shrink == nil
      ? refusals(state.refused, title: "more \(stay) in the bin:") : reasons(state.refused, title: "left as they are:")
    guard state.obstacle == nil else { return lines + ["Type anything to go back."] }
    if state.isChecking { return lines + (state.backup == nil ? ["Looking at each file once more ..."] : []) }
    lines.append("\(state.promise).")
    if state.toTrash > 0 {
      lines.append(
        state.usesMore
          ?? "That frees nothing now; \(state.freed.formatted) will be free once the trash is emptied")
    }
    if state.needsNumber {
      let wrong = state.wrongNumber.map { ["\($0) is not the number."] } ?? []
      let deed = state.shrink == nil ? "move them" : "change them visibly"
      return lines + wrong + ["Type \(groupedDigits(state.numbered)) to \(deed), any word goes back."]
    }
    return lines + ["Type yes to \(state.shrink == nil ? "move" : "make them smaller"), anything else goes back."]
  }

  /// The lines about metadata that only removed photos have.
  private static func metadata(_ state: ConfirmationState) -> [String] {
    guard state.obstacle == nil else { return [] }
    var lines: [String] = []
    if !state.carried.isEmpty {
      lines += [state.carriedTitle] + state.carried.prefix(mostCarried)
      let rest = state.carried.count - mostCarried
      if rest > 0 { lines.append("and \(counted(rest, "more line"))") }
      lines.append("Type carry to \(state.isCarrying ? "leave them out" : "write them").")
    }
    if !state.contradictions.isEmpty {
      let count = state.contradictions.count
      let index = state.selectedContradiction ?? 0
      let text = state.text(of: state.contradictions[index])
      lines.append("What stays says something else, \(index + 1) of \(count): \(text)")
      if state.isCarrying {
        lines.append("Type other to take the other value\(count > 1 ? ", next for the next" : "").")
      }
    }
    if let offer = state.offerText {
      lines.append("\(offer): include \(state.offerDeed).")
    }
    return lines
  }

  private static let mostCarried = 20

  private static func backupText(_ backup: BackupState) -> String { backup.text.replacing(" …", with: " ...") }

  private static func refusals(_ refused: [Refusal], title: String) -> [String] {
    guard !refused.isEmpty else { return [] }
    return ["\(groupedDigits(refused.count)) \(title)"] + refused.map { "\($0.name): \($0.reason)" }
  }

  private static func largePhoto(_ state: LargeState) -> [String] {
    guard let row = state.selected, let photo = state.photo else { return ["There is nothing to compare"] }
    return [state.message].compactMap(\.self) + [
      "\(row.name)\(row.folder.isEmpty ? "" : " in \(row.folder)"), \(state.way.title)", "Now: \(photo.original.facts)",
      "Smaller: \(photo.smaller.facts), \(row.gain.formatted) less\(row.mark == .chosen ? ", to be made smaller" : "")",
    ]
  }

  /// The reasons, the most frequent first, each with the number of its photos.
  private static func reasons(_ refused: [Refusal], title: String) -> [String] {
    guard !refused.isEmpty else { return [] }
    let counts = Dictionary(grouping: refused, by: \.reason).mapValues(\.count)
    return ["\(groupedDigits(refused.count)) \(title)"]
      + counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(groupedDigits($0.value)): \($0.key)" }
  }

  private static func done(_ state: DoneState) -> [String] {
    if let restored = state.restored {
      return [state.message ?? "\(counted(restored, "photo")) put back"]
    }
    var lines = [state.movedTitle]
    if state.moved > 0 {
      if state.freesSomething { lines.append("\(state.bytes.formatted) will be free once the trash is emptied") }
      if let text = state.sidecarsText { lines.append(text) }
      if let text = state.freeText { lines.append(text) }
      if !state.locations.isEmpty { lines.append("In \(state.locationTitles.joined(separator: " and "))") }
    }
    lines +=
      state.isShrinking
      ? reasons(state.refused, title: "left as they are:") : refusals(state.refused, title: "not moved:")
    if let message = state.message { lines.append(message) }
    return lines
  }
}
