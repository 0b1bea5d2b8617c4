import PhotoModel
import Review
import SystemPackage

/// Accepting the rest of a category at once, after many agreements in a row and ten samples.
extension DeckModel {
  /// The key `a`: begins the samples, or asks again about the rest after they were reviewed.
  func acceptPressed() -> KeyOutcome {
    guard let problem = obstacleToSampling else { return sampleOrAsk() }
    showMessage(problem)
    return .stay
  }

  private var obstacleToSampling: String? {
    if agreements.sampling != nil {
      return "\(keys.title(of: .delete, in: .deck)) agrees to a sample; anything else ends this"
    }
    if let photoByPhoto { return photoByPhoto.sentence }
    if isFiltered { return "The rest is accepted without a filter; Esc shows all" }
    let category = state.category.title
    if !state.category.hasProposals { return "Nothing is proposed in \(category), so there is nothing more to accept" }
    let (enough, streak) = (AgreementStreak.enough, agreements.streak(in: rowCategory))
    if streak.count >= enough { return nil }
    let left = library.review.acceptable(in: state.category, margin: 0).count
    if left == 0 { return "No proposal is left in \(category), so there is nothing more to accept" }
    guard left <= enough - streak.count + Sampling.size else {
      return "Accepts the rest after \(enough) proposals marked in a row; so far \(streak.count)"
    }
    let isLeft = "\(counted(left, "proposal")) \(left == 1 ? "is" : "are") left in \(category)"
    return streak.wasBroken
      ? "\(keys.title(of: .keep, in: .deck)) or \(keys.title(of: .undo, in: .deck)) ended the row of \(enough); \(isLeft), too few for another"
      : "Only \(isLeft), too few to accept at once"
  }

  private func sampleOrAsk() -> KeyOutcome {
    let margin = agreements.streak(in: rowCategory).margin
    let candidates = library.review.acceptable(in: state.category, margin: margin)
    if let sampled = agreements.sampledBefore(candidates, margin: margin) { return .ask(question(after: sampled)) }
    guard let sampling = Sampling(candidates, in: library.review, margin: margin) else {
      showMessage(
        candidates.isEmpty
          ? "Nothing left here is as clear as what you agreed to"
          : "Only \(counted(candidates.count, "photo")) like these are left; they are quicker by hand")
      return .stay
    }
    agreements.begin(sampling)
    show(sampling.left.first.map { IssueKey($0, state.category) }, isRemembered: false)
    return .stay
  }

  /// Goes on after the decision about a sample: to the next one, or to the question about the rest.
  func sampled(_ path: FilePath, _ decision: UserDecision) -> KeyOutcome {
    guard agreements.sampling?.left.contains(path) == true, decision == .delete else {
      stopSampling("One was different, so nothing more is accepted")
      return .stay
    }
    let sampled = agreements.agree(to: path)
    if let sampled {
      goOn(afterIndex: -1)
      return .ask(question(after: sampled))
    }
    show((agreements.sampling?.left.first).map { IssueKey($0, state.category) }, isRemembered: false)
    return .stay
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
    agreements.endSampling(in: rowCategory)
    goOn(afterIndex: -1)
    showMessage(message)
  }

  /// `Esc`, or `u` before the first sample: leaves the samples. No sample was refused, so that the rest can be accepted
  /// later.
  func leaveSampling() {
    guard let agreed = agreements.sampling?.agreedTo.count else { return }
    dropGrip()
    stopSliding()
    agreements.leaveSampling()
    goOn(afterIndex: -1)
    let kept = agreed == 0 ? "" : "; the \(groupedDigits(agreed)) you agreed to \(agreed == 1 ? "is" : "are") marked"
    showMessage("Nothing more was accepted\(kept)")
  }

  /// Marks the rest after a yes, without photos that can no longer be accepted: a scan may have changed the sets
  /// meanwhile.
  func acceptRemaining() {
    let acceptable = Set(library.review.acceptable(in: state.category, margin: 0))
    mark(asked.filter(acceptable.contains))
  }
}
