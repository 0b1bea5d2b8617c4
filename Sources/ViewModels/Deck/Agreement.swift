import PhotoModel
import Review
import SystemPackage

/// The number of proposals in a row that the user marked.
struct AgreementStreak: Sendable {
  private(set) var count = 0
  /// The smallest margin that was agreed to.
  private(set) var margin = 1.0
  /// Whether the row was long enough once, and was broken then.
  private(set) var wasBroken = false

  /// The length of a row from which on the rest can be accepted.
  static let enough = 20

  /// Counts the decision about a card. A card that was only listed, and not proposed, is no evidence about proposals.
  mutating func decided(_ issue: PhotoIssue, _ decision: UserDecision) {
    guard issue.isPreselected else { return }
    guard decision == .delete else {
      breakOff()
      return
    }
    margin = count == 0 ? issue.confidence : min(margin, issue.confidence)
    count += 1
  }

  /// Begins the row anew.
  mutating func breakOff() {
    let wasBroken = wasBroken || count >= Self.enough
    self = AgreementStreak()
    self.wasBroken = wasBroken
  }
}

/// The photos that could be accepted together. To find them takes a way through all cards, so they are kept from card
/// to card.
struct Offer: Sendable {
  private var paths: Set<FilePath>
  private let margin: Double
  private let total: Int
  private var decided: Int

  init(_ paths: [FilePath], _ streak: AgreementStreak, of deck: DeckState) {
    self.paths = Set(paths)
    margin = streak.margin
    total = deck.total
    decided = deck.decided
  }

  var count: Int { paths.count }

  /// Removes a photo that was marked. After the decision about any other card the offer no longer fits the deck and is
  /// made anew.
  mutating func decided(_ path: FilePath) {
    if paths.remove(path) != nil { decided += 1 }
  }

  /// Whether nothing else has happened to the deck since.
  func fits(_ streak: AgreementStreak, of deck: DeckState) -> Bool {
    margin == streak.margin && total == deck.total && decided == deck.decided
  }
}

/// Samples of the photos that would be accepted, reviewed one by one.
struct Sampling: Sendable {
  /// The samples that are left to review, the next one first.
  private(set) var left: [FilePath]
  /// The samples that were marked, the last one last.
  private(set) var agreedTo: [FilePath] = []
  /// The photos that the question at the end is about, without the samples.
  let remaining: [FilePath]
  let margin: Double

  static let size = 10

  /// Moves a sample to those that were marked.
  mutating func agree(to path: FilePath) {
    guard let index = left.firstIndex(of: path) else { return }
    agreedTo.append(left.remove(at: index))
  }

  /// Takes the last sample back: the next one to review.
  mutating func takeBack() {
    if let path = agreedTo.popLast() { left.insert(path, at: 0) }
  }

  /// Draws the samples; nil where there are no more photos than samples.
  ///
  /// The samples are the first by the digest of their contents: as good as drawn by lot, and the same each time.
  init?(_ candidates: [FilePath], in review: Review, margin: Double) {
    guard candidates.count > Self.size else { return nil }
    let drawn = candidates.map { (path: $0, lot: review.photos[$0]?.digest?.bytes ?? $0.bytes) }
      .sorted { $0.lot == $1.lot ? precedesInByteOrder($0.path, $1.path) : $0.lot.lexicographicallyPrecedes($1.lot) }
    left = drawn.prefix(Self.size).map(\.path)
    let samples = Set(left)
    remaining = candidates.filter { !samples.contains($0) }
    self.margin = margin
  }
}

extension Review {
  /// Open cards of a category that may be accepted together: proposed, with at least this margin, not of a set to keep
  /// whole, not in the bin and asked about again, and something of each stays when all of them go.
  ///
  /// - Complexity: O(open cards of the category); only those with the margin cost more than a comparison.
  func acceptable(in category: IssueCategory, margin: Double) -> [FilePath] {
    var clear: [FilePath] = []
    deck(category)?.forEachOpen { _, issue in
      guard isProposed(issue), issue.confidence >= margin, !isSettled(issue.path, in: category), !isInBin(issue.path),
        photos[issue.path]?.isProtected == false
      else { return }
      clear.append(issue.path)
    }
    let together = markable(clear)
    let going = Set(together)
    return together.filter { isRepresented($0, without: going) }
  }

  /// Whether a copy of the photo, or another one of its set, stays when these go.
  private func isRepresented(_ path: FilePath, without going: Set<FilePath>) -> Bool {
    for category in IssueCategory.allCases where category.isGrouped {
      if let group = group(of: path, in: category), !survivors(of: group, for: path, without: going).isEmpty {
        return true
      }
    }
    return exactCopiesStaying(of: path).contains { !going.contains($0.path) }
  }
}
