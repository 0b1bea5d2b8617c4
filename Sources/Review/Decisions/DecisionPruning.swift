package import PhotoModel
import SystemPackage

/// The decisions that end because files were moved or put back, or because an entry is taken out of the ledger.
///
/// A move ends the marks that it carried out, in every library, and a restore brings none back: with the decisions
/// about a file its marks under other names are forgotten, and the older marks that a forgotten decision had ended.
package struct DecisionPruning: Sendable {
  /// The files that were moved or put back, by path.
  private var files: [FilePath: [DecidedFile]] = [:]
  /// The number of the first decision from which on a mark stays, by the keys of its file.
  private var marks: [DecidedFile.Key: Int64] = [:]
  /// The photos of which marks for one half go.
  private var halves: Set<DecidedFile.Key> = []

  /// Creates a pruning that forgets nothing yet; `forget` adds decisions.
  package init() {}

  /// Creates a pruning of the decisions about files.
  ///
  /// - Parameters:
  ///   - files: The files that were moved or put back. For a file known by name alone only marks are forgotten.
  ///   - photos: The photos of which only one half was moved or put back.
  ///   - areWhole: Whether all marks of `photos` are forgotten, and not only those for one half.
  package init(about files: [DecidedFile], halvesOf photos: [DecidedFile] = [], areWhole: Bool = false) {
    for file in files {
      self.files[file.path, default: []].append(file)
      for key in Self.keys(of: file) { marks[key] = .max }
    }
    for photo in photos {
      for key in Self.keys(of: photo) { if areWhole { marks[key] = .max } else { halves.insert(key) } }
    }
  }

  /// Ends the older marks that a decision had ended, which is forgotten itself: else they would be the last decisions
  /// again.
  package mutating func forget(_ decision: DecisionAction.Item, _ action: Int64) {
    guard decision.isStaying else { return }
    for file in [decision.file, decision.stayingRAW].compactMap(\.self) {
      var keys = Self.keys(of: file)
      // Under another name the same content is more likely that of a copy.
      if let digest = file.digest { keys.append(.content(file.path.nameBytes, digest)) }
      for key in keys { marks[key] = max(action, marks[key] ?? 0) }
    }
  }

  /// Whether a decision goes.
  package func forgets(_ item: DecisionAction.Item, _ action: Int64) -> Bool {
    if item.decision == .delete, isEnded(item, action, item.parts) { return true }
    return files[item.path]?.contains { file in
      guard file.identity?.isSameVersion(as: item.identity) == true else { return false }
      return file.digest == nil || item.digest == nil || file.digest == item.digest
    } == true
  }

  /// Whether a mark that a decision replaced, and that undo would bring back, goes.
  package func forgetsMark(before item: DecisionAction.Item, _ action: Int64) -> Bool {
    item.previous == .delete && isEnded(item, action, item.previousParts)
  }

  /// Whether a mark for some parts ends that was made by an action.
  private func isEnded(_ item: DecisionAction.Item, _ action: Int64, _ parts: PhotoParts) -> Bool {
    var keys = Self.keys(of: item.file)
    if parts != .all, keys.contains(where: halves.contains) { return true }
    if let digest = item.digest { keys.append(.content(item.path.nameBytes, digest)) }
    return keys.contains { marks[$0].map { $0 > action } ?? false }
  }

  private static func keys(of file: DecidedFile) -> [DecidedFile.Key] { [.path(file.path)] + file.keysUnderAnyPath }
}

extension DecisionPruning {
  /// Adds the marks that forgotten decisions had ended. An undone decision never ended any.
  ///
  /// - Parameter actions: The actions that are not undone.
  package mutating func forgetEnded(among actions: [DecisionAction]) {
    var left = actions.flatMap { action in action.items.filter(\.isStaying).map { (item: $0, action: action.id) } }
    while true {
      let forgotten = left.filter { forgets($0.item, $0.action) }
      if forgotten.isEmpty { return }
      left.removeAll { forgets($0.item, $0.action) }
      for decision in forgotten { forget(decision.item, decision.action) }
    }
  }

  /// The actions without forgotten decisions; actions left empty are removed.
  package func without(_ actions: [DecisionAction]) -> [DecisionAction] {
    actions.compactMap { action in
      var action = action
      action.items.removeAll { forgets($0, action.id) }
      for index in action.items.indices where forgetsMark(before: action.items[index], action.id) {
        (action.items[index].previous, action.items[index].previousParts) = (.pending, .all)
      }
      return action.items.isEmpty ? nil : action
    }
  }
}
