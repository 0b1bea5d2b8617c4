import PhotoModel
import TextSurface
import ViewModels

/// A card in plain mode, its details, the comparison and the loupe.
extension PlainScreen {
  static func deck(_ state: DeckState) -> [String] {
    let bin = state.binCount > 0 ? ", \(groupedDigits(state.binCount)) in the bin (\(state.binBytes.formatted))" : ""
    guard let card = state.card else {
      return ["\(state.goal?.title ?? state.category.title): \(end(of: state))\(bin)"]
    }
    let title = state.goal.map { "\($0.title), \($0.progress), \(state.category.title)" } ?? state.category.title
    var lines = [
      "\(title), photo \(groupedDigits(state.position)) of \(groupedDigits(state.total))\(bin)",
      "\(card.name) in \(card.folder)", card.facts.joined(separator: ", "),
      why(card),
    ]
    if let title = state.setTitle { lines.append(title) }
    if let set = set(state.filmstrip) { lines.append(set) }
    switch card.decision {
    case .pending: break
    case .keep: lines.append(state.category == .browse ? "You looked at it before" : "You kept it before")
    case .delete: lines.append("It is marked for the bin")
    }
    switch state.acceptance {
    case nil: break
    case .offered(let remaining, let margin):
      lines.append(
        "You agreed many times in a row; accept takes the remaining \(groupedDigits(remaining)), \(marginText(margin)), "
          + "after ten samples")
    case .sampling(let agreed, let count, let remaining):
      lines.append("Sample \(agreed + 1) of \(count); then one answer for \(groupedDigits(remaining)) more")
    }
    return lines
  }

  private static func end(of state: DeckState) -> String {
    guard state.total > 0 else {
      return state.isFiltered ? "No photo matches; an empty filter shows all again" : "Nothing to review here"
    }
    let left = state.total - state.decided
    guard left > 0 else { return state.category == .browse ? "All looked at" : "All reviewed" }
    let isReached = state.goal.map { $0.fraction >= 1 } ?? false
    return "\(isReached ? "The goal is reached" : "The end"), \(counted(left, "photo")) undecided"
  }

  /// "Proposed: same bytes as the keeper; …".
  private static func why(_ card: DeckState.Card) -> String {
    let why = SafeText(card.issue.whyText).text
    let badge = card.badge.split(separator: " · ").filter { !why.contains($0) }.joined(separator: ", ")
    return badge.isEmpty || why.isEmpty ? (badge + why).sentence : "\(badge.sentence): \(why)"
  }

  /// The details of the card that are not in its lines.
  static func details(_ state: DeckState) -> [String] {
    guard let card = state.card, let details = state.details else { return ["No photo is on the screen"] }
    let shown = card.facts + ["Name", "Folder", SafeText(card.issue.whyText).text]
    return details.filter {
      !shown.contains($0.label) && !shown.contains($0.value) && !shown.contains("\($0.label) \($0.value)")
    }
    .map { "\($0.label): \($0.value)" }
  }

  /// The comparison: the two photos and their differences, with the better values.
  static func compare(_ state: CompareState) -> [String] {
    guard let left = state.left, let right = state.right else { return ["There is nothing to compare"] }
    var lines = [
      "Compare, \(state.category.title), \(state.position)", "First, the keeper: \(left.name) in \(left.folder)",
      "Second, to decide about: \(right.name) in \(right.folder)",
    ]
    for row in state.rows {
      let better =
        switch row.better {
        case .neither: ""
        case .left: "; the first is better: \(row.advantage)"
        case .right: "; the second is better: \(row.advantage)"
        }
      lines.append("\(row.label): first \(row.left), second \(row.right)\(better)")
    }
    if let same = state.sameLine { lines.append(same.prefix(1).uppercased() + same.dropFirst()) }
    lines.append(state.mapLine)
    switch right.decision {
    case .pending: break
    case .keep: lines.append("You kept the second before")
    case .delete: lines.append("The second is marked for the bin")
    }
    return lines
  }

  /// The loupe: nothing can be shown at 1:1 here, so the facts about sharpness are given as text.
  static func loupe(_ state: LoupeState) -> [String] {
    ["Loupe, \(state.isKeeper ? "the keeper, " : "")\(state.name)"] + state.text + (state.message.map { [$0] } ?? [])
  }

  /// "Set of 3, this is number 2; the keeper is IMG_0410.JPG; 1 marked".
  private static func set(_ filmstrip: [DeckState.FilmstripItem]) -> String? {
    guard let index = filmstrip.firstIndex(where: \.isCurrent) else { return nil }
    var parts = ["Set of \(filmstrip.count), this is number \(index + 1)"]
    // The line above already tells that this photo is the keeper.
    if let keeper = filmstrip.first(where: \.isKeeper), !keeper.isCurrent {
      let name = SafeText(bytes: keeper.path.nameBytes).text
      // Copies often have one name.
      let isNamesake = keeper.path.nameBytes == filmstrip[index].path.nameBytes
      let folder = isNamesake ? " in \(SafeText(bytes: keeper.path.removingLastComponent().nameBytes))" : ""
      parts.append("the keeper is \(name)\(folder)\(keeper.isLeavingKeeper ? ", in the bin" : "")")
    }
    let marked = filmstrip.count { $0.decision == .delete }
    if marked > 0 { parts.append("\(marked) marked") }
    let new = filmstrip.count(where: \.isNew)
    if new > 0 { parts.append("\(new) new since you kept the others") }
    return parts.joined(separator: "; ")
  }
}
