package import PhotoModel
import SystemPackage

/// The choices by the indices of their photos.
struct ChosenKeeperIndex {
  /// The later choice has the higher number.
  private var choices: [Int: [(number: Int, choice: ChosenKeeper)]] = [:]

  /// - Parameters:
  ///   - chosen: The choices, the newest last. Those of other photos are ignored.
  ///   - photos: The photos in byte order of their paths.
  init(_ chosen: [ChosenKeeper], _ photos: [ComparedPhoto]) {
    for (number, choice) in chosen.enumerated() {
      let index = firstIndex(count: photos.count) { !precedesInByteOrder(photos[$0].photo.path, choice.path) }
      guard index < photos.count, photos[index].photo.path == choice.path else { continue }
      choices[index, default: []].append((number, choice))
    }
  }

  /// The position of the chosen keeper among the members: that of a choice for this very set, else of the newest; nil
  /// where that is the first, which stays anyway, or there is none.
  func keeper(of group: IndexedGroup, _ index: FindingsIndex) -> Int? {
    let made = group.members.flatMap { choices[$0, default: []] }.filter { $0.choice.category == group.category }
    guard !made.isEmpty else { return nil }
    let ordered = made.sorted { $0.number < $1.number }.map(\.choice)
    let chosen = ChosenKeeper.effective(among: ordered, for: index.groupID(group))
    let position = group.members.firstIndex { index.photos[$0].photo.path == chosen?.path }
    return position == 0 ? nil : position
  }
}

extension ChosenKeeper {
  /// The choice that counts for a set: one made for this very set, else the newest.
  ///
  /// - Parameter choices: The choices of photos of the set, the newest last.
  package static func effective(among choices: [ChosenKeeper], for group: PhotoGroup.ID) -> ChosenKeeper? {
    choices.last { $0.group == group } ?? choices.last
  }
}
