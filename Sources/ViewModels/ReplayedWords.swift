import PhotoModel
import SystemPackage

/// What is noticed while the words of a session are gone through, oldest first, beside what each says of its own photo.
struct ReplayedWords {
  /// Photos of which the last word is a mark that is about other bytes, or other companions, than there are now.
  private(set) var changed: Set<FilePath> = []
  /// Words by which something stays, about files that are no longer in their places, and about RAWs as such.
  private var words: [(item: DecisionAction.Item, action: Int64, isOfRAW: Bool)] = []

  /// - Parameters:
  ///   - effect: What the word says now; nil where it is about another file.
  ///   - isHere: There is a photo of that name.
  mutating func hear(
    _ item: DecisionAction.Item, _ action: Int64, _ effect: UserDecision?, isHere: @autoclosure () -> Bool
  ) {
    if effect == nil, item.isStaying { words.append((item, action, false)) }
    if item.decision == .delete, effect != .delete {
      if effect == .pending || isHere() { changed.insert(item.path) }
      return
    }
    if !changed.isEmpty { changed.remove(item.path) }
  }

  /// What a word says of the RAW beside its photo.
  mutating func hear(ofRAW word: DecisionAction.Item, _ action: Int64) {
    if !changed.isEmpty { changed.remove(word.path) }
    words.append((word, action, true))
  }

  /// Photos to which a file belongs that was kept as a photo of its own: that file.
  func keptCompanions(_ photos: [FilePath: ScannedPhoto]) -> [FilePath: FilePath] {
    var names: Set<FilePath> = []
    var files: Set<FileIdentity> = []
    for word in words where word.item.decision == .keep && !word.isOfRAW {
      names.insert(word.item.path)
      files.insert(word.item.identity.underAnyName)
    }
    guard !names.isEmpty else { return [:] }
    var kept: [FilePath: FilePath] = [:]
    for photo in photos.values {
      let companion = photo.companions.first {
        names.contains($0.path) || files.contains($0.identity.underAnyName)
      }
      if let companion { kept[photo.path] = companion.path }
    }
    return kept
  }

  /// Marks in force that a later such word ended: it was about the same file under another name, or about a file that
  /// would go along. Without this a file that is renamed back would be in the bin again although the user said since that it
  /// stays.
  func endedMarks(
    among said: [DecisionAction], _ inForce: WordsInForce, _ photos: [FilePath: ScannedPhoto]
  ) -> [DecisionAction.Item] {
    guard !words.isEmpty, !inForce.marks.isEmpty else { return [] }
    let byFile = Dictionary(grouping: words, by: \.item.identity.underAnyName)
    let byName = Dictionary(grouping: words, by: { PathKey($0.item.path) })
    var marks: [IssueKey: (item: DecisionAction.Item, action: Int64)] = [:]
    for action in said {
      for item in action.items where item.decision == .delete {
        let key = IssueKey(item.path, item.category)
        guard inForce.isMarked(key), let photo = photos[item.path],
          item.effect(of: .delete, going: item.parts, on: photo) == .delete
        else { continue }
        marks[key] = (item, action.id)
      }
    }
    return marks.values.filter { item, action in
      // On another disk the file has another number since it was marked.
      let photo = photos[item.path]
      let identities = [item.identity, photo?.identity].compactMap { $0?.underAnyName }
      let ends = identities.contains { file in
        byFile[file]?.contains { $0.action > action && $0.item.endsMark(for: item.parts) } == true
      }
      return ends
        || (photo?.files(of: item.parts).companions ?? []).contains { file in
          ((byFile[file.identity.underAnyName] ?? []) + (byName[PathKey(file.path)] ?? [])).contains {
            $0.action > action && $0.item.decision != .delete
          }
        }
    }.map(\.item)
  }
}
