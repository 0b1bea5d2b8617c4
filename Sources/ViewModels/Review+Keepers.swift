import PhotoModel
import SystemPackage

extension Review {
  /// Keepers that the user chose for a set that has other members by now, and so another number: the choice is about the
  /// photo, and goes over to the set that it is in. The newest one counts, unless one was made for this very set.
  var inheritedKeepers: [PhotoGroup.ID: FilePath] {
    var inherited: [PhotoGroup.ID: FilePath] = [:]
    for action in actions {
      guard let move = action.keeperMove, chosenKeepers[move.group] == move.path, groups[move.group] == nil,
        let item = action.items.first, isAbout(item), let group = group(of: move.path, in: item.category),
        chosenKeepers[group.id] == nil
      else { continue }
      inherited[group.id] = move.path
    }
    return inherited
  }

  /// The set of today that a choice is in force for.
  func group(heeding move: KeeperMove) -> PhotoGroup.ID {
    guard groups[move.group] == nil else { return move.group }
    let heirs = IssueCategory.allCases.compactMap { group(of: move.path, in: $0) }
    let heir = heirs.first { $0.keeper == move.path && chosenKeepers[$0.id] == nil && sets.isChosen($0.id) }
    return heir?.id ?? move.group
  }
}
