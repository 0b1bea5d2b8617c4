package import PhotoModel
package import SystemPackage

/// Which photo of a set stays: the one that was chosen, else the proposed one.
extension Review {
  package mutating func chooseKeeper(_ path: FilePath, of group: PhotoGroup.ID) {
    chosenKeepers[group] = path
    moveKeeper(of: group, to: path)
    inheritKeepers()
  }

  /// The group has the keeper again that it had before the move.
  mutating func takeBack(_ move: KeeperMove) {
    let id = group(heeding: move)
    chosenKeepers[move.group] = move.previous
    let photos = photos
    if let group = groups[id], listing(group, { $0.restoreProposal(of: id, photos: photos) }) { markOpenCards() }
    if let group = groups[id] { for member in group.members { markOpen(member.path, in: group.category) } }
    if let previous = move.previous { moveKeeper(of: move.group, to: previous) }
    inheritKeepers()
  }

  private mutating func moveKeeper(of id: PhotoGroup.ID, to path: FilePath) {
    guard let old = groups[id] else { return }
    let photos = photos
    if listing(old, { $0.moveKeeper(of: id, to: path, photos: photos) }) {
      markOpenCards()
    } else {
      markOpen(old.keeper, in: old.category)
    }
  }

  mutating func inheritKeepers() {
    for (id, keeper) in inheritedKeepers { moveKeeper(of: id, to: keeper) }
  }

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
