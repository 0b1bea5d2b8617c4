import PhotoModel
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
    let made = group.members.indices.flatMap { position in
      choices[group.members[position], default: []].filter { $0.choice.category == group.category }
        .map { (position: position, number: $0.number, group: $0.choice.group) }
    }
    guard !made.isEmpty else { return nil }
    let id = index.groupID(group)
    let own = made.filter { $0.group == id }
    let last = (own.isEmpty ? made : own).max { $0.number < $1.number }
    return last?.position == 0 ? nil : last?.position
  }
}
