import PhotoModel
import Review
import SystemPackage

/// Accepting the rest of a category at once, after many agreements in a row and ten samples.
extension DeckModel {
  /// The state of accepting, for the header; nil where nothing is offered.
  var acceptance: Acceptance? {
    if let sampling {
      return .sampling(agreed: sampling.agreedTo.count, of: Sampling.size, remaining: sampling.remaining.count)
    }
    guard let offer, current != nil, offer.count > Sampling.size else { return nil }
    return .offered(remaining: offer.count, margin: streak.margin)
  }

  /// Makes the offer anew where the photos that could be accepted may have changed.
  func renewOffer() {
    guard goal == nil, sampling == nil, streak.count >= AgreementStreak.enough else {
      offer = nil
      return
    }
    if let offer, offer.holds(streak, of: state) { return }
    offer = Offer(library.review.acceptable(in: state.category, margin: streak.margin), streak, of: state)
  }

  /// `a`: begins the samples, or asks again about the rest of those that were looked at.
  func acceptPressed() -> Outcome {
    guard let problem = obstacleToSampling else { return sampleOrAsk() }
    showMessage(problem)
    return .stay
  }

  private var obstacleToSampling: String? {
    if sampling != nil { return "← agrees to a sample; anything else ends this" }
    if goal != nil { return "A short deck is gone through card by card" }
    let category = state.category.title
    if !state.category.hasProposals { return "Nothing is proposed in \(category), so there is no rest to accept" }
    let enough = AgreementStreak.enough
    if streak.count >= enough { return nil }
    let left = library.review.acceptable(in: state.category, margin: 0).count
    if left == 0 { return "No proposal is left in \(category), so there is no rest to accept" }
    guard left <= enough - streak.count + Sampling.size else {
      return "Accepts the rest after \(enough) proposals marked in a row; so far \(streak.count)"
    }
    let isLeft = "\(counted(left, "proposal")) \(left == 1 ? "is" : "are") left in \(category)"
    return streak.wasBroken
      ? "→ or u ended the row of \(enough); \(isLeft), too few for another"
      : "Only \(isLeft), too few to accept at once"
  }

  private func sampleOrAsk() -> Outcome {
    let candidates = library.review.acceptable(in: state.category, margin: streak.margin)
    if let looked, looked.margin == streak.margin, Set(candidates) == Set(looked.remaining) {
      return .ask(question(after: looked))
    }
    guard let sampling = Sampling(candidates, in: library.review, margin: streak.margin) else {
      showMessage(
        candidates.isEmpty
          ? "Nothing left here is as clear as what you agreed to"
          : "Only \(counted(candidates.count, "photo")) like these are left; they are quicker by hand")
      return .stay
    }
    self.sampling = sampling
    show(sampling.left.first.map { IssueKey($0, state.category) }, isRemembered: false)
    return .stay
  }

  /// Goes on after the decision about a sample: to the next one, or to the question about the rest.
  func sampled(_ path: FilePath, _ decision: UserDecision) -> Outcome {
    guard var sampling, sampling.left.contains(path), decision == .delete else {
      stopSampling("One was different, so nothing more is accepted")
      return .stay
    }
    sampling.agree(to: path)
    self.sampling = sampling
    if let next = sampling.left.first {
      show(IssueKey(next, state.category), isRemembered: false)
      return .stay
    }
    self.sampling = nil
    goOn(afterIndex: -1)
    looked = sampling
    return .ask(question(after: sampling))
  }

  /// The question about all photos that would be accepted with the samples.
  private func question(after sampling: Sampling) -> Question {
    asked = sampling.remaining
    let count = sampling.remaining.count
    return Question(
      subject: .acceptRemaining(count), title: "Mark the remaining \(counted(count, "photo"))?",
      lines: [
        "You agreed to \(Sampling.size) of them, drawn at random.",
        sampling.margin < 1
          ? "Each has a margin of \(hundredths(sampling.margin)) or more: 0 is at your limit, 1 the furthest from it."
          : "Each is as clear as those.",
        "Of each something stays in the library. Nothing moves yet; u takes all of it back.",
      ], safeButton: "Not yet", actButton: "Mark them")
  }

  /// Ends the samples and goes on to the next open card.
  func stopSampling(_ message: String) {
    endSampling()
    goOn(afterIndex: -1)
    showMessage(message)
  }

  /// Ends the samples and the row of agreements.
  func endSampling() {
    sampling = nil
    looked = nil
    streak.breakOff()
  }

  /// `Esc`, or `u` before the first sample: leaves the samples. No sample was refused, so that the rest can be accepted
  /// later.
  func leaveSampling() {
    guard let agreed = sampling?.agreedTo.count else { return }
    dropGrip()
    stopSliding()
    sampling = nil
    goOn(afterIndex: -1)
    let kept = agreed == 0 ? "" : "; the \(groupedDigits(agreed)) you agreed to \(agreed == 1 ? "is" : "are") marked"
    showMessage("No rest was accepted\(kept)")
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

  /// Marks the rest after a yes, without photos that can no longer be accepted: a scan may have changed the sets
  /// meanwhile.
  func acceptRemaining() {
    let acceptable = Set(library.review.acceptable(in: state.category, margin: 0))
    mark(asked.filter(acceptable.contains))
  }
}
