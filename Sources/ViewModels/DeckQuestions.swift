import PhotoModel
import SystemPackage

/// What is asked before many photos are marked at once, or before nothing of a set would stay.
struct DeckQuestions {
  let review: Review
  let category: IssueCategory
  /// What the user said of some of them.
  let ledger: Ledger

  /// A question and the photos that a yes is for; or why there is nothing to ask.
  enum Asking {
    case ask(Question, about: [FilePath])
    case say(String)
  }

  /// The last photo of a set that would stay.
  func emptying(_ group: PhotoGroup) -> Question {
    // A photo may be in a set of copies and in one of similar photos, and only one of them is on the screen.
    let set = group.category == category ? "this set" : "its set in \(group.category.title)"
    return Question(
      subject: .emptyGroup(group.id), title: "Mark the last one of \(set)?",
      lines: [
        "\(group.members.count == 2 ? "Both" : "All \(group.members.count)") photos of \(set) would then be in the bin:",
        "none of them would stay in the library.",
      ], safeButton: "Keep this one", actButton: "Mark it too")
  }

  /// All that is open in the set of a photo, but what has to stay of it.
  func markingGroup(of path: FilePath?) -> Asking {
    guard let path, let group = review.group(of: path, in: category) else {
      return .say("This photo belongs to no set")
    }
    let asking = notRefused(group.members.filter { !$0.isKept }.map(\.path))
    let open = review.markable(asking.filter { $0 != group.keeper && !review.isSettled($0, in: category) })
    guard !open.isEmpty else { return .say("Nothing is left to mark in this set") }
    let staying = review.survivors(of: group, without: Set(open))
    let stays = staying.contains(group.keeper) ? "The keeper stays: " : "One stays: "
    let kinds = Set(group.members.filter { open.contains($0.path) }.compactMap(\.set))
    let warning = SetKind.allCases.filter(kinds.contains).map { kind in
      "\(kind.withArticle.prefix(1).uppercased())\(kind.withArticle.dropFirst()) is made to be kept whole."
    }
    let question = Question(
      subject: .markGroup(group.id),
      title: "Mark \(counted(open.count, "photo")) of this \(group.keepWhole?.noun ?? "set")?",
      lines: warning + [stays + nameTitle(staying.first ?? group.keeper), "Nothing moves yet; u takes it back."],
      safeButton: "Not yet", actButton: "Mark")
    return .ask(question, about: open)
  }

  /// All that is open in the category, but sets to keep whole.
  func markingCategory() -> Asking {
    let left = notRefused(DeckOrder(review: review, category: category).open)
    let whole = left.filter { review.isMadeToBeKeptWhole($0, in: category) }
    let open = review.markable(left.filter { !review.isMadeToBeKeptWhole($0, in: category) })
    guard !open.isEmpty else {
      return .say(
        left.isEmpty
          ? "Nothing is left to mark"
          : whole.count < left.count
            ? "What is left is the last of its set; mark it one by one"
            : "What is left is made to be kept whole; mark it one by one")
    }
    let stays = category.isGrouped ? "One photo of each set stays." : "Nothing else like them stays."
    let last = left.count - whole.count - open.count
    let held =
      (whole.isEmpty ? [] : ["\(counted(whole.count, "photo")) of sets to keep whole stay out of it."])
      + (last == 0 || category.isGrouped
        ? [] : ["\(counted(last, "photo")) that would be the last of a set stay\(last == 1 ? "s" : "") out of it."])
    let question = Question(
      subject: .markCategory(category),
      title:
        "Mark \(open.count == 1 ? "the one photo" : "all \(counted(open.count, "photo"))") left in \(category.title)?",
      lines: [judgement(of: open), stays] + held + ["Nothing moves yet; u takes it back."], safeButton: "Not yet",
      actButton: "Mark all")
    return .ask(question, about: open)
  }

  /// Without photos of which somebody said once that they are not the same as another: what sets say of them is in doubt,
  /// so that each is asked about by itself.
  func notRefused(_ paths: [FilePath]) -> [FilePath] {
    let refused = Set(ledger.refusals.flatMap { [$0.pair.first, $0.pair.second] })
    guard !refused.isEmpty else { return paths }
    return paths.filter { path in review.photos[path]?.digest.map { !refused.contains($0) } ?? true }
  }

  /// How many of them Deckle would propose itself.
  private func judgement(of open: [FilePath]) -> String {
    let deck = review.sets.deck(category)
    let clear = open.count { deck?.issue(of: $0)?.isPreselected == true }
    return switch (clear, open.count) {
    case (1, 1): "It is a clear case."
    case (0, 1): "It is no clear case; it is yours to judge."
    case (open.count, _): "All of them are clear cases."
    case (0, _): "None of them is a clear case; all are yours to judge."
    case (1, _): "1 of them is a clear case; the others are yours to judge."
    default: "\(groupedDigits(clear)) of them are clear cases; the others are yours to judge."
    }
  }
}
