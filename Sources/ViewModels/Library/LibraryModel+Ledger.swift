package import PhotoModel

/// What is remembered from one review to the next.
extension LibraryModel {
  /// Reads what is remembered. What was read before stays where that fails.
  package func readLedger() { ledger = (try? dependencies.session.ledger()) ?? ledger }

  /// Findings follow what the ledger says now, if it says something else than before.
  func ledgerChanged() {
    let before = ledger.keeps(upTo: ledgerMark)
    readLedger()
    guard ledger.keeps(upTo: ledgerMark) != before else { return }
    work.run { [self] in await refreshFindings(with: known, keepsOrder: true) }
  }

  /// Takes something out of the ledger; it is a question again.
  ///
  /// - Returns: Nil, or the sentence that says why not; then nothing has changed.
  package func forget(_ selection: LedgerSelection) -> String? {
    if let readOnlyReason { return readOnlyReason }
    do {
      try dependencies.session.forget(selection)
      review.replaceActions(with: try dependencies.session.load(roots))
    } catch { return Self.sentence(error) }
    ledgerChanged()
    onChange(.review)
    return nil
  }
}
