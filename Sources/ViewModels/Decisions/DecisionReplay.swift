import PhotoModel
import SystemPackage

/// What is noticed while the words of a session are gone through, oldest first, beside what each says of its own photo.
struct DecisionReplay {
  /// Photos of which the last word is a mark that is about other bytes, or other companions, than there are now.
  private(set) var changed: Set<FilePath> = []
  /// Words by which something stays, about files that are no longer in their places, and for marks alone those about RAWs as
  /// such and of other libraries.
  private var decisions: [(item: DecisionAction.Item, action: Int64, isForMarksAlone: Bool)] = []
  /// Something counts as marked that may be another file than the one that was.
  private var isAnyDoubtful = false

  /// - Parameters:
  ///   - effect: What the word says now; nil where it is about another file.
  ///   - photo: The one that has its name now.
  mutating func replay(
    _ item: DecisionAction.Item, _ action: Int64, _ effect: UserDecision?, _ photo: @autoclosure () -> ScannedPhoto?
  ) {
    if effect == nil, item.isStaying { decisions.append((item, action, false)) }
    if item.decision == .delete, effect != .delete {
      if effect == .pending || photo() != nil { changed.insert(item.path) }
      return
    }
    if !changed.isEmpty { changed.remove(item.path) }
    if !isAnyDoubtful, item.decision == .delete, let photo = photo() { isAnyDoubtful = item.isDoubtful(on: photo) }
  }

  /// What a word says of the RAW beside its photo.
  mutating func replay(ofRAW decision: DecisionAction.Item, _ action: Int64) {
    if !changed.isEmpty { changed.remove(decision.path) }
    decisions.append((decision, action, true))
  }

  mutating func replay(ofOtherLibraries actions: [DecisionAction]) {
    for action in actions { decisions += action.items.map { ($0, action.id, true) } }
  }

  /// Photos to which a file belongs that was kept as a photo of its own: that file.
  func keptCompanions(_ photos: LibraryPhotos) -> [FilePath: FilePath] {
    var names: Set<FilePath> = []
    var files: Set<FileIdentity> = []
    for decision in decisions where decision.item.decision == .keep && !decision.isForMarksAlone {
      names.insert(decision.item.path)
      files.insert(decision.item.identity.underAnyName)
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
  /// stays. Where the file may be another one than was marked, more ends it.
  func invalidatedMarks(
    among actions: [DecisionAction], _ inForce: EffectiveDecisions, _ photos: LibraryPhotos
  ) -> [DecisionAction.Item] {
    guard !inForce.marks.isEmpty, isAnyDoubtful || !decisions.isEmpty else { return [] }
    var marks: [IssueKey: EffectiveMark] = [:]
    for action in actions {
      for item in action.items where item.decision == .delete {
        let key = IssueKey(item.path, item.category)
        guard inForce.isMarked(key), let photo = photos[item.path],
          item.effect(of: .delete, going: item.parts, on: photo) == .delete
        else { continue }
        marks[key] = EffectiveMark(item: item, action: action.id, photo: photo)
      }
    }
    let against = MarkInvalidation(
      decisions.map { ($0.item, $0.action) }, among: actions, against: marks.values, photos)
    return marks.values.filter(against.end).map(\.item)
  }
}
