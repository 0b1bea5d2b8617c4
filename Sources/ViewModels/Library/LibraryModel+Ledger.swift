package import PhotoModel

/// The decisions that are remembered from one review to the next.
extension LibraryModel {
  /// Reads the ledger. The ledger that was read before stays where that fails.
  ///
  /// - Returns: Whether findings leave out other decisions now.
  @discardableResult
  package func readLedger() -> Bool { (try? dependencies.session.ledger()).map { remembered.replace(by: $0) } ?? false }

  /// Makes the findings anew where the ledger has changed the photos that they leave out.
  func ledgerChanged() {
    guard readLedger() else { return }
    work.run { [self] in await refreshFindings(with: known, keepsOrder: true) }
  }

  /// Takes decisions out of the ledger; their photos are open again.
  ///
  /// - Returns: Nil, or the reason as a sentence; then nothing has changed.
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
