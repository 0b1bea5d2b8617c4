package import Foundation
package import PhotoModel
package import SystemPackage

extension Review {
  /// The reason why a photo cannot be declared not to be the same as its keeper; nil where it can.
  package func obstacleToRefusing(_ path: FilePath, in category: IssueCategory) -> String? {
    guard let group = group(of: path, in: category) else { return noSetText(path, in: category) }
    guard group.keeper != path else { return "It is the keeper; n is for the others of its set" }
    guard let mine = photos[path]?.digest, let theirs = photos[group.keeper]?.digest else {
      return "It could not be read to its end, so it would not be known again"
    }
    return mine == theirs ? "Nothing was done: \(nameTitle(path)) has the same bytes as its keeper" : nil
  }

  /// The action that declares a photo not to be the same as the keeper of its group; nil where that is impossible. Its
  /// mark is removed, because it was made beside that keeper.
  package func refusal(of path: FilePath, in category: IssueCategory) -> DecisionAction? {
    guard obstacleToRefusing(path, in: category) == nil, let photo = photos[path],
      let group = group(of: path, in: category), let mine = photo.digest, let theirs = photos[group.keeper]?.digest,
      let pair = ContentPair(mine, theirs)
    else { return nil }
    return DecisionAction(
      items: [item(.pending, for: photo, in: category)] + endingMarks(of: photo, besides: category), refusal: pair)
  }

  /// The change of the ledger by an action; nil where there is none.
  ///
  /// A "keep" is remembered at once. A keep of the keeper itself adds nothing, and without the digests of the photo and
  /// of its keeper neither could be recognised.
  package func ledgerChange(of action: DecisionAction, at time: Date) -> LedgerChange? {
    guard !action.isKeeperChoice else { return nil }
    var change = LedgerChange(decidedAt: time)
    // A decision that keeps a photo also ends its marks elsewhere: that takes nothing out of the ledger.
    let isKeeping = action.items.contains { $0.decision == .keep }
    for item in action.refusal == nil ? action.items : Array(action.items.prefix(1)) where item.category != .browse {
      guard let digest = photos[item.path]?.digest else { continue }
      if let pair = action.refusal {
        let keeper = group(of: item.path, in: item.category)?.keeper ?? item.path
        change.refused = LedgerChange.Refused(pair: pair, photo: item.path, keeper: keeper)
      } else if item.decision != .keep {
        guard !isKeeping || item.decision == .delete else { continue }
        change.reopened.append(
          LedgerChange.Reopened(
            path: item.path, identity: item.identity, digest: digest, category: item.category,
            copies: photos.copies(of: digest).map(\.path)))
      } else if let kept = kept(item, digest, beside: action.keeperMove?.path) {
        change.kept.append(kept)
      }
    }
    return change.kept.isEmpty && change.reopened.isEmpty && change.refused == nil ? nil : change
  }

  /// The ledger entry for a keep.
  ///
  /// - Parameter chosen: The keeper from now on, where the action chooses one.
  private func kept(
    _ item: DecisionAction.Item, _ digest: ContentDigest, beside chosen: FilePath?
  ) -> LedgerChange.Kept? {
    var kept = LedgerChange.Kept(path: item.path, digest: digest, category: item.category)
    guard item.category.isGrouped else { return kept }
    guard let group = group(of: item.path, in: item.category), item.path != chosen ?? group.keeper,
      let keeper = photos[chosen ?? group.keeper]?.digest
    else { return nil }
    kept.groupSnapshot = group.members.compactMap { photos[$0.path]?.digest }
    kept.keeper = keeper
    return kept
  }
}

extension PhotoIssue {
  /// Rewords the issue of a former keeper, relative to the photo that the user chose.
  ///
  /// - Parameter similarity: The similarity of the two; nil where they were not compared.
  mutating func explainChoice(similarity: Double?) {
    let text = "you chose another keeper"
    guard let similarity else { return explain(text, asText: text) }
    let leaves = ThresholdSlider.similarity.values.first { $0 > similarity }
    let setting = leaves.map { "; leaves the list at \(hundredths($0))" } ?? ""
    explain("\(text); match \(hundredths(similarity)), limit \(hundredths(threshold))\(setting)", asText: text)
  }

  /// Sets the figures of the pair with the present keeper. Where the two were not compared, the photo is only listed.
  mutating func measure(_ similarity: Double?) {
    score = similarity ?? threshold
    confidence = threshold < 1 ? min(1, max(0, (score - threshold) / (1 - threshold))) : 0
  }

  /// Marks the reason as relative to another keeper than the present one.
  mutating func compare(withKeeper path: FilePath) {
    // Copies often have one name.
    let folder = path.lastComponent == self.path.lastComponent ? " in \(nameTitle(path.removingLastComponent()))" : ""
    let text = "\(Self.anotherKeeper) \(nameTitle(path))\(folder), proposed first: "
    reword { text + $0.replacing("the keeper", with: "that one") }
  }

  /// Whether the reason is relative to another keeper than the present one.
  package var isComparedWithAnother: Bool { why.hasPrefix(Self.anotherKeeper) }

  private static let anotherKeeper = "not compared with the keeper you chose, but with"
}
