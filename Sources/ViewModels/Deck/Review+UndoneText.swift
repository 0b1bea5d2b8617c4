import PhotoModel
import Review

extension DecisionAction {
  /// The action with the decision about a photo first, where it has one: undo comes back to the first.
  func beginning(with key: IssueKey?) -> DecisionAction {
    guard let index = items.firstIndex(where: { IssueKey($0.path, $0.category) == key }) else { return self }
    var action = self
    action.items.insert(action.items.remove(at: index), at: 0)
    return action
  }
}

extension Review {
  /// "Undone: IMG_1.JPG is undecided again": the sentence about an action that was taken back, with the state of its
  /// photos now.
  ///
  /// - Parameters:
  ///   - action: The action, which is taken back already.
  ///   - undone: The outcome of taking it back.
  ///   - isElsewhere: Whether the action belongs to another deck than the one on the screen; then that deck is named.
  func undoneText(_ action: DecisionAction, _ undone: Undone, isElsewhere: Bool) -> String {
    let text = undoneText(action, wasInBin: undone.wasInBin, isElsewhere: isElsewhere)
    return undone.problem.map { "\(text); \($0)" } ?? text
  }

  private func undoneText(_ action: DecisionAction, wasInBin: Bool, isElsewhere: Bool) -> String {
    guard let item = action.items.first else { return "Undone" }
    let undone = isElsewhere ? "Undone in \(item.category.title)" : "Undone"
    if action.isKeeperChoice { return "\(undone): the set has the keeper it had before" }
    if action.refusal != nil { return "\(undone): \(nameTitle(item.path)) is in its set again" }
    if action.photoCount > 1 {
      let text = counted(action.photoCount, "photo")
      if action.items.allSatisfy({ isInBin($0.path) }) { return "\(undone): \(text) in the bin again" }
      let areOpen = action.items.allSatisfy { !isInBin($0.path) && decision($0.path, in: $0.category) == .pending }
      return areOpen ? "\(undone): \(text) are undecided again" : "\(undone): \(text) are as they were before"
    }
    return "\(undone): \(nameTitle(item.path)) is \(state(of: item, wasInBin: wasInBin))"
  }

  /// "Redone in Blurry: IMG_1.JPG is in the bin again": the sentence about an action that counts again.
  ///
  /// - Parameter action: The action, which is redone already.
  func redoneText(_ action: DecisionAction) -> String {
    guard let item = action.items.first else { return "Redone" }
    let redone = "Redone in \(item.category.title)"
    if action.isKeeperChoice { return "\(redone): \(nameTitle(item.path)) is the keeper again" }
    if action.refusal != nil { return "\(redone): \(nameTitle(item.path)) is not the same again" }
    if action.photoCount > 1 { return "\(redone): \(counted(action.photoCount, "photo")) are as you decided" }
    return "\(redone): \(nameTitle(item.path)) is \(state(of: item, wasInBin: false))"
  }

  private func state(of item: DecisionAction.Item, wasInBin: Bool) -> String {
    if isInBin(item.path) { return wasInBin ? "still in the bin" : "in the bin again" }
    if item.category == .browse {
      let bin = item.decision == .delete ? "out of the bin, and " : ""
      return bin + (isSettled(item.path, in: .browse) ? "looked at" : "not looked at")
    }
    return decision(item.path, in: item.category) == .keep ? "kept again" : "undecided again"
  }
}
