import PhotoModel
import Review
import SystemPackage

/// The rows of agreements of all categories, and accepting the rest of one: the offer, the samples, and the question.
///
/// A quick pass has no row: its category is nil here.
struct Agreements {
  /// The rows by category, so that a deck that was left for a moment goes on with its row.
  private var streaks: [IssueCategory: AgreementStreak] = [:]
  /// The photos that could be accepted now; nil where nothing is offered.
  private(set) var offer: Offer?
  /// The samples under review; nil while none are.
  private(set) var sampling: Sampling?
  /// The samples that were all marked before the question about the rest.
  private(set) var sampled: Sampling?
  /// The value of `ChangeCounts.agreements` at which rows were ended last.
  private var endedAt = 0
  private var isTakingBack = false

  /// The row of a category.
  func streak(in category: IssueCategory?) -> AgreementStreak {
    category.flatMap { streaks[$0] } ?? AgreementStreak()
  }

  /// Forgets offer and samples: another deck is opened.
  mutating func close() { (offer, sampling, sampled) = (nil, nil, nil) }

  // MARK: Rows

  /// Ends all rows where a mark was taken back elsewhere, or the proposals have changed.
  ///
  /// - Parameter change: The value of `ChangeCounts.agreements`.
  mutating func follow(_ change: Int) {
    guard !isTakingBack, endedAt != change else { return }
    endedAt = change
    streaks = [:]
    close()
  }

  /// Takes something back in this deck, which ends no row by that alone.
  mutating func beginWithdrawal() { isTakingBack = true }

  mutating func endWithdrawal(at change: Int) { (isTakingBack, endedAt) = (false, change) }

  /// Counts the decision about a card. A quick pass accepts nothing, but may end the row of the card's category.
  mutating func decided(_ issue: PhotoIssue, _ decision: UserDecision, in category: IssueCategory?) {
    if let category {
      streaks[category, default: AgreementStreak()].decided(issue, decision)
    } else {
      streaks[issue.category]?.decided(issue, decision)
    }
    if streak(in: category).count == 0 { sampled = nil }
  }

  // MARK: The offer

  /// Removes a photo from the offer that is about to be marked.
  mutating func mark(_ path: FilePath) { offer?.decided(path) }

  /// Makes the offer anew where the photos that could be accepted may have changed.
  mutating func renewOffer(of deck: DeckState, in category: IssueCategory?, _ review: Review) {
    let streak = streak(in: category)
    guard let category, sampling == nil, streak.count >= AgreementStreak.enough else {
      offer = nil
      return
    }
    if let offer, offer.fits(streak, of: deck) { return }
    offer = Offer(review.acceptable(in: category, margin: streak.margin), streak, of: deck)
  }

  /// The state of accepting, for the header; nil where nothing is offered.
  func acceptance(hasCard: Bool, in category: IssueCategory?) -> Acceptance? {
    if let sampling {
      return .sampling(agreed: sampling.agreedTo.count, of: Sampling.size, remaining: sampling.remaining.count)
    }
    guard let offer, hasCard, offer.count > Sampling.size else { return nil }
    return .offered(remaining: offer.count, margin: streak(in: category).margin)
  }

  // MARK: Samples

  /// The samples that were all marked, where the question after them would be about the same photos again.
  func sampledBefore(_ candidates: [FilePath], margin: Double) -> Sampling? {
    sampled.flatMap { $0.margin == margin && Set(candidates) == Set($0.remaining) ? $0 : nil }
  }

  mutating func begin(_ sampling: Sampling) { self.sampling = sampling }

  /// Counts the mark of a sample.
  ///
  /// - Returns: The samples, where that was the last one; nil where others are left.
  mutating func agree(to path: FilePath) -> Sampling? {
    sampling?.agree(to: path)
    guard let sampling, sampling.left.isEmpty else { return nil }
    (self.sampling, sampled) = (nil, sampling)
    return sampling
  }

  /// Takes the mark of the last sample back.
  mutating func withdrawSample() { sampling?.takeBack() }

  /// Leaves the samples. None was refused, so that the rest can be accepted later.
  mutating func leaveSampling() { sampling = nil }

  /// Ends the samples and the row of agreements.
  mutating func endSampling(in category: IssueCategory?) {
    (sampling, sampled) = (nil, nil)
    if let category { streaks[category, default: AgreementStreak()].breakOff() }
  }

  /// Whether an action is the mark of the sample on the screen, which was taken back.
  func isNextSample(_ action: DecisionAction?) -> Bool {
    guard let path = sampling?.left.first else { return false }
    return action?.items.map(\.path) == [path] && action?.items.first?.decision == .delete
  }

  /// Whether an action is the mark of the last sample.
  func isLastSample(_ action: DecisionAction?) -> Bool {
    guard let path = sampling?.agreedTo.last else { return false }
    return action?.items.map(\.path) == [path]
  }
}
