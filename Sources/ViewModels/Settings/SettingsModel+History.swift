import PhotoModel

/// The history in the settings: whether batches stay after nothing of them can be put back, and forgetting them.
extension SettingsModel {
  func readHistory() async { batchesOver = try? await library.dependencies.preferences.batchesOver() }

  var historySection: SettingsState.Section {
    let figure = batchesOver.map { $0.over.isEmpty ? "nothing" : counted($0.over.count, "batch", "batches") }
    return SettingsState.Section(
      title: "History",
      rows: [
        choice(
          .history, "Keep the history", preferences.history ? "on" : "off",
          "off remembers a batch only as long as something of it can be put back",
          enter: preferences.history ? "switches it off (asks)" : "switches it on"),
        text(
          .forgetHistory, "Forget the history", figure ?? "unknown",
          "what can no longer be put back", enter: "asks for words"),
      ])
  }

  /// Switches the history on. Off is a question first, because old batches are forgotten by it.
  func switchHistoryOn() { showMessage(change("Batches stay in the history") { $0.history = true }) }

  func stopHistory() {
    showMessage(change("What can no longer be put back is not remembered") { $0.history = false })
  }

  /// The question before the history is switched off; nil where it is off already.
  var historyQuestion: Question? {
    guard preferences.history else { return nil }
    return Question(
      subject: .stopHistory, title: "Keep no history?",
      lines: [
        "A batch of which nothing can be put back any more leaves the history: its list of photos, its bar in the chart, "
          + "its bytes in the total.",
        lostByOff + " No photo is touched.",
      ], safeButton: "Keep it", actButton: "Switch off")
  }

  private var lostByOff: String {
    guard let batchesOver else { return "This cannot be undone." }
    return batchesOver.over.isEmpty
      ? "Nothing is lost now." : "\(counted(batchesOver.over.count, "batch", "batches")) would be lost now, for good."
  }

  /// The dialog before the history is forgotten; nil where there is nothing to forget.
  var historyDialog: EntryDialog? {
    guard let batchesOver, !batchesOver.over.isEmpty else { return nil }
    return EntryDialog(
      .forgetHistory(batchesOver), title: "Forget the history?",
      explanation: "Forgets \(batchesOver.title), for good; no photo is touched."
        + (batchesOver.othersSentence.map { " " + $0 } ?? "") + " Type \(batchesOver.text) to do it.")
  }

  func showNothingToForget() {
    state.message = batchesOver?.othersSentence ?? "There is nothing to forget"
  }

  /// Forgets batches where the right text was typed.
  ///
  /// - Returns: Nil, or the reason, as a sentence, why nothing was forgotten.
  func forgetHistory(_ batches: ForgettableBatches, typed text: String) async -> String? {
    guard text.trimmed.lowercased() == batches.text else { return "Nothing is forgotten. Type \(batches.text)." }
    if let reason = library.readOnlyReason { return reason }
    do { try await library.dependencies.preferences.forgetBatches(batches.over) } catch { return Self.sentence(error) }
    await readHistory()
    refresh()
    state.message = "\(batches.title) forgotten. No photo was touched."
    return nil
  }
}
