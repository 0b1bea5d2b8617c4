import PhotoModel

extension DeckState {
  /// Whether the deck is at its end with every card decided.
  package var isAllDecided: Bool { card == nil && decided >= total }

  /// The notice at the end of the deck, with its actions; Enter does the first.
  package func endNotice(_ keys: KeyTable) -> Notice {
    if total == 0, isFiltered {
      return Notice(
        glyph: .photo, title: "No photo matches", lines: [], actions: [keys.hint(.back, in: .deck, "Show all again")])
    }
    let left = total - decided
    let isGoalReached = goal.map { $0.fraction >= 1 } ?? false
    let inBin =
      binCount > 0
      ? "\(counted(binCount, "photo")) in the bin · \(binBytes.formatted)" : "The bin is empty."
    let title: String
    let line: String
    if total == 0 {
      title = isProvisional ? "Nothing here yet" : "Nothing to review here"
      line = isProvisional ? "The scan goes on." : "No photo is listed in \(category.title)."
    } else if category == .browse {
      title = left == 0 ? "All looked at!" : "You are at the end"
      let text =
        left == 0 ? "looked at" : "of which \(counted(left, "photo")) \(left == 1 ? "is" : "are") not looked at yet"
      line = "\(counted(total, "photo")) of “\(goal?.title ?? category.title)” \(text)."
    } else if decided >= total {
      title = isProvisional ? "All reviewed so far" : "All reviewed!"
      if let filter = goal?.filter {
        let matching = total == 1 ? "that matches “\(filter)” is" : "that match “\(filter)” are"
        line = "\(counted(total, "photo")) in \(category.title) \(matching) decided."
      } else {
        let context = goal.map { "for “\($0.title)”" } ?? "in \(category.title)"
        line = "\(counted(total, "photo")) \(context) decided."
      }
    } else if let goal = goal, isGoalReached {
      title = "The goal is reached"
      line = "\(goal.title): \(goal.progress) marked. \(counted(left, "photo")) left."
    } else {
      title = "You are at the end"
      line = "\(counted(left, "photo")) \(left == 1 ? "is" : "are") still undecided."
    }
    var actions: [Hint] = []
    if left > 0 {
      // Photos that a running scan found meanwhile may never have been viewed.
      let again = isProvisional ? "" : " again"
      let action = isGoalReached ? "Go on with the rest" : "Look at \(left == 1 ? "it" : "them")\(again)"
      actions.append(keys.hint(.open, in: .deck, action))
    }
    if binCount > 0 { actions.append(keys.hint(.moveToTrash, in: .deck, "Move to the trash …")) }
    actions.append(keys.hint(.back, in: .deck, category == .browse ? "Back to all photos" : "Back home"))
    let isDone = total > 0 && left == 0
    return Notice(glyph: isDone ? .check : .photo, title: title, lines: [line, inBin], actions: actions)
  }
}
