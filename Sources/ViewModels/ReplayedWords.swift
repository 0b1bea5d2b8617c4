import PhotoModel
import SystemPackage

/// What is noticed while the words of a session are gone through, oldest first, beside what each says of its own photo.
struct ReplayedWords {
  /// Photos of which the last word is a mark that is about other bytes, or other companions, than there are now.
  private(set) var changed: Set<FilePath> = []
  /// Words by which something stays, about files that are no longer in their places.
  private var words: [(item: DecisionAction.Item, action: Int64)] = []

  /// - Parameters:
  ///   - effect: What the word says now; nil where it is about another file.
  ///   - isHere: There is a photo of that name.
  mutating func hear(
    _ item: DecisionAction.Item, _ action: Int64, _ effect: UserDecision?, isHere: @autoclosure () -> Bool
  ) {
    if effect == nil, item.isStaying { words.append((item, action)) }
    if item.decision == .delete, effect != .delete {
      if effect == .pending || isHere() { changed.insert(item.path) }
      return
    }
    if !changed.isEmpty { changed.remove(item.path) }
  }

  /// Marks in force that a later such word ended: it was about the same file under another name. Without this a file that is
  /// renamed back would be in the bin again although the user said since that it stays.
  func endedMarks(
    among said: [DecisionAction], _ decisions: [IssueKey: UserDecision], _ photos: [FilePath: ScannedPhoto]
  ) -> [DecisionAction.Item] {
    guard !words.isEmpty, decisions.values.contains(.delete) else { return [] }
    let files = Dictionary(grouping: words, by: \.item.identity.underAnyName)
    var marks: [IssueKey: (item: DecisionAction.Item, action: Int64)] = [:]
    for action in said {
      for item in action.items where item.decision == .delete {
        let key = IssueKey(item.path, item.category)
        guard decisions[key] == .delete, let photo = photos[item.path],
          item.effect(of: .delete, going: item.parts, on: photo) == .delete
        else { continue }
        marks[key] = (item, action.id)
      }
    }
    return marks.values.filter { item, action in
      // On another disk the file has another number since it was marked.
      let identities = [item.identity, photos[item.path]?.identity].compactMap { $0?.underAnyName }
      return identities.contains { file in
        files[file]?.contains { $0.action > action && $0.item.endsMark(for: item.parts) } == true
      }
    }.map(\.item)
  }
}
