import PhotoAnalysis
package import PhotoModel
import SystemPackage

/// The keepers of sets: the photo that the user chose, else the proposed one.
extension Review {
  mutating func chooseKeeper(_ path: FilePath, of group: PhotoGroup.ID) {
    chosenKeepers[group] = path
    applyChoices()
  }

  /// Gives a group the keeper that it had before a choice.
  ///
  /// - Parameter item: The decision about the photo that was chosen.
  mutating func takeBack(_ move: KeeperMove, of item: DecisionAction.Item?) {
    let id = group(for: move, item)
    chosenKeepers[move.group] = move.previous
    let photos = photos
    if let group = groups[id], listing(group, { $0.restoreProposal(of: id, photos: photos) }) { markOpenCards() }
    if let group = groups[id] { for member in group.members { markOpen(member.path, in: group.category) } }
    applyChoices()
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

  /// Gives every present set the keeper that was chosen for it.
  mutating func applyChoices() {
    for (id, keeper) in effectiveKeepers where groups[id]?.keeper != keeper { moveKeeper(of: id, to: keeper) }
  }

  /// The keepers that the user chose, for the present sets. A choice is about a file: it follows the file to another
  /// name, and does not count for another file that took its name. A name whose file no action records is ignored.
  ///
  /// A set whose members have changed has another number: the choice applies to the set that the photo is in now. The
  /// newest choice counts, unless one was made for this very set.
  var effectiveKeepers: [PhotoGroup.ID: FilePath] {
    var choices: [PhotoGroup.ID: [ChosenKeeper]] = [:]
    for choice in chosenToStay {
      guard let group = group(of: choice.path, in: choice.category) else { continue }
      choices[group.id, default: []].append(choice)
    }
    return choices.reduce(into: [:]) { $0[$1.key] = ChosenKeeper.effective(among: $1.value, for: $1.key)?.path }
  }

  /// The photos that the user chose to stay of their sets, whichever sets are made of them; the newest choice last.
  package var chosenToStay: [ChosenKeeper] {
    guard !chosenKeepers.isEmpty else { return [] }
    var files = files
    return choices.compactMap { move, item in
      files.path(of: item).map { ChosenKeeper($0, of: move.group, in: item.category) }
    }
  }

  /// The choices that were not undone, the newest last.
  private var choices: [(move: KeeperMove, item: DecisionAction.Item)] {
    actions.compactMap { action in
      guard let move = action.keeperMove, chosenKeepers[move.group] == move.path else { return nil }
      return action.keeperItem.map { (move, $0) }
    }
  }

  /// The present set that a choice counts for.
  private func group(for move: KeeperMove, _ item: DecisionAction.Item?) -> PhotoGroup.ID {
    var files = files
    guard let path = item.flatMap({ files.path(of: $0) }) else { return move.group }
    if groups[move.group]?.members.contains(where: { $0.path == path }) == true { return move.group }
    let heirs = IssueCategory.allCases.compactMap { group(of: path, in: $0) }
    return heirs.first { $0.keeper == path && grouping.isChosen($0.id) }?.id ?? move.group
  }
}
