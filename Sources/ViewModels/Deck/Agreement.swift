import PhotoModel
import Review
import SystemPackage

/// How often in a row the user did what was proposed.
struct AgreementStreak: Sendable {
  private(set) var count = 0
  /// The smallest margin that was agreed to.
  private(set) var margin = 1.0
  /// It was long enough, and something else was said then.
  private(set) var wasBroken = false

  /// From here on the rest can be accepted.
  static let enough = 20

  /// A card was decided. What was only listed says nothing about proposals.
  mutating func decided(_ issue: PhotoIssue, _ decision: UserDecision) {
    guard issue.isPreselected else { return }
    guard decision == .delete else {
      breakOff()
      return
    }
    margin = count == 0 ? issue.confidence : min(margin, issue.confidence)
    count += 1
  }

  /// It begins anew.
  mutating func breakOff() {
    let wasBroken = wasBroken || count >= Self.enough
    self = AgreementStreak()
    self.wasBroken = wasBroken
  }
}

/// What could be accepted together. To find it is a way through all cards, so it is kept from card to card.
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

  /// One of them was marked. Of any other card it is not said here, so that all are looked at again.
  mutating func decided(_ path: FilePath) {
    if paths.remove(path) != nil { decided += 1 }
  }

  /// Nothing else has happened to the deck since.
  func holds(_ streak: AgreementStreak, of deck: DeckState) -> Bool {
    margin == streak.margin && total == deck.total && decided == deck.decided
  }
}

/// Samples of what would be accepted, looked at one by one.
struct Sampling: Sendable {
  /// What is left to look at, the next one first.
  private(set) var left: [FilePath]
  /// What was agreed to, the last one last.
  private(set) var agreedTo: [FilePath] = []
  /// What an answer at the end would be about, without the samples.
  let remaining: [FilePath]
  let margin: Double

  static let size = 10

  /// The user agreed to one of those that were left.
  mutating func agree(to path: FilePath) {
    guard let place = left.firstIndex(of: path) else { return }
    agreedTo.append(left.remove(at: place))
  }

  /// The last agreement was taken back, so that it is the next one to look at.
  mutating func takeBack() {
    if let path = agreedTo.popLast() { left.insert(path, at: 0) }
  }

  /// Nil where there are not more than the samples.
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
  /// - Complexity: goes through all open cards of the category; only those with the margin cost more than a look.
  func acceptable(in category: IssueCategory, margin: Double) -> [FilePath] {
    var clear: [FilePath] = []
    sets.deck(category)?.forEachOpen { _, issue in
      guard isProposed(issue), issue.confidence >= margin, !isSettled(issue.path, in: category), !isInBin(issue.path),
        photos[issue.path]?.isProtected == false
      else { return }
      clear.append(issue.path)
    }
    let together = markable(clear)
    let going = Set(together)
    return together.filter { isRepresented($0, without: going) }
  }

  /// A copy of the photo, or another one of its set, stays when these go.
  private func isRepresented(_ path: FilePath, without going: Set<FilePath>) -> Bool {
    for category in IssueCategory.allCases where category.isGrouped {
      if let group = group(of: path, in: category), !survivors(of: group, for: path, without: going).isEmpty {
        return true
      }
    }
    return exactCopiesStaying(of: path).contains { !going.contains($0.path) }
  }
}
