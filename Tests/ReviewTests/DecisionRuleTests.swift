import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

/// The decision rule as a table: what was decided about which files, what lies there now, and what that means.
@Suite struct DecisionRuleTests: DecidesAboutFiles {
  /// A file by name, number and content, with a sidecar or without.
  struct File: Sendable {
    var name: String
    var number: UInt64
    var bytes: UInt8
    var sidecar = false
  }

  enum Library { case here, elsewhere }

  struct Decision: Sendable {
    var decision: UserDecision
    var file: File
    var library = Library.here
    var category = IssueCategory.similar
    var parts = PhotoParts.all
    /// The photo that was to stay for it.
    var keeper: File?
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var rule: String
    /// Oldest first.
    var decided: [Decision]
    var now: [File]
    var marked: [String] = []
    var kept: [String] = []
    var testDescription: String { rule }
  }

  private static let (a, b) = (File(name: "a", number: 1, bytes: 1), File(name: "b", number: 2, bytes: 1))
  /// Other numbers, as after a library was copied to another disk.
  private static let (a9, b9) = (File(name: "a", number: 9, bytes: 1), File(name: "b", number: 8, bytes: 1))
  private static let renamed = File(name: "z", number: 1, bytes: 1)
  private static func delete(_ file: File, _ parts: PhotoParts = .all) -> Decision {
    Decision(decision: .delete, file: file, parts: parts)
  }
  private static func delete(_ file: File, beside keeper: File) -> Decision {
    Decision(decision: .delete, file: file, keeper: keeper)
  }
  private static func keep(_ file: File, in category: IssueCategory = .similar) -> Decision {
    Decision(decision: .keep, file: file, category: category)
  }
  private static func open(_ file: File) -> Decision { Decision(decision: .pending, file: file, category: .blurry) }
  private static func elsewhere(_ decision: Decision) -> Decision {
    var decision = decision
    decision.library = .elsewhere
    return decision
  }

  static let rows = [
    // A mark counts only for the file as it was marked: path, content, companions.
    Row(rule: "a mark counts for its file", decided: [delete(a)], now: [a], marked: ["a"]),
    Row(rule: "a mark counts for a copied library", decided: [delete(a)], now: [a9, b9], marked: ["a"]),
    Row(rule: "no mark for other bytes", decided: [delete(a)], now: [File(name: "a", number: 1, bytes: 2)]),
    Row(
      rule: "no mark with another sidecar", decided: [delete(a)],
      now: [File(name: "a", number: 1, bytes: 1, sidecar: true)]),
    Row(rule: "a mark follows no renaming", decided: [delete(a)], now: [renamed]),
    Row(rule: "a mark is about no hard link", decided: [delete(a)], now: [a, renamed], marked: ["a"]),
    Row(rule: "no mark of another library counts here", decided: [elsewhere(delete(a))], now: [a]),

    // A newer decision about the same photo ends an older one.
    Row(rule: "a later keep ends a mark", decided: [delete(a), keep(a, in: .blurry)], now: [a], kept: ["a"]),
    Row(rule: "a photo taken out is no more marked", decided: [delete(a), open(a)], now: [a]),
    Row(rule: "a later mark ends a keep", decided: [keep(a), delete(a)], now: [a], marked: ["a"]),
    Row(
      rule: "a keep of what had the path meanwhile ends a mark",
      decided: [delete(a), keep(File(name: "a", number: 5, bytes: 5))], now: [a]),

    // A keep counts for the photo at its path.
    Row(rule: "a keep counts for its file", decided: [keep(a)], now: [a9], kept: ["a"]),
    Row(
      rule: "a keep is about no copy beside it", decided: [delete(a), keep(b)], now: [a, b], marked: ["a"], kept: ["b"]),
    Row(
      rule: "a keep is about no copy in a copied library", decided: [delete(a), keep(b)], now: [a9, b9], marked: ["a"],
      kept: ["b"]),
    Row(
      rule: "a keep is about no hard link", decided: [delete(renamed), keep(a)], now: [a, renamed], marked: ["z"],
      kept: ["a"]),

    // It follows its content to another path only when the old one is gone.
    Row(rule: "a keep follows a renamed file", decided: [keep(a)], now: [renamed], kept: ["z"]),
    Row(rule: "a keep follows a renamed file and no copy", decided: [keep(a)], now: [renamed, b], kept: ["z"]),
    Row(rule: "a keep ends the mark of an earlier name", decided: [delete(a), keep(renamed)], now: [a], kept: ["a"]),
    Row(rule: "an open question does, too", decided: [delete(a), open(renamed)], now: [a]),
    Row(
      rule: "a keep follows its content to another disk", decided: [delete(a), keep(renamed)], now: [a9], kept: ["a"]),
    Row(
      rule: "of several copies each may be the one", decided: [delete(a), keep(renamed)], now: [a9, b9],
      kept: ["a", "b"]),
    Row(
      rule: "a mark later than a keep that came counts", decided: [keep(renamed), delete(a)], now: [a], marked: ["a"]),
    Row(
      rule: "no mark goes over to what was to stay and took the path", decided: [keep(b), delete(a)],
      now: [File(name: "a", number: 2, bytes: 1)], kept: ["a"]),

    Row(
      rule: "no mark goes over to the copy that was to stay and took the path", decided: [delete(a, beside: b)],
      now: [File(name: "a", number: 2, bytes: 1)]),
    Row(rule: "no mark counts for the only copy on another disk", decided: [delete(a, beside: b)], now: [a9]),
    Row(
      rule: "a mark counts while another copy is there", decided: [delete(a, beside: b)], now: [a9, b9], marked: ["a"]),
    Row(rule: "a mark counts for its file, copies or not", decided: [delete(a, beside: b)], now: [a], marked: ["a"]),

    // Other libraries: that something stays, by path and by file, and nothing of a copy, which may be another photo there.
    Row(rule: "a later keep elsewhere ends a mark", decided: [delete(a), elsewhere(keep(a))], now: [a], kept: ["a"]),
    Row(rule: "an earlier one does not", decided: [elsewhere(keep(a)), delete(a)], now: [a], marked: ["a"]),
    Row(rule: "a keep elsewhere counts", decided: [elsewhere(keep(a))], now: [a], kept: ["a"]),
    Row(rule: "a keep elsewhere counts at another mount", decided: [elsewhere(keep(renamed))], now: [a], kept: ["a"]),
    Row(
      rule: "a keep elsewhere ends a mark at another mount", decided: [delete(a), elsewhere(keep(renamed))], now: [a],
      kept: ["a"]),
    Row(
      rule: "a keep of a backup leaves the master marked",
      decided: [delete(a), elsewhere(keep(File(name: "backup", number: 7, bytes: 1)))], now: [a], marked: ["a"]),
    Row(rule: "an open question elsewhere ends a mark", decided: [delete(a), elsewhere(open(a))], now: [a]),
    Row(
      rule: "an open question elsewhere takes no keep away", decided: [keep(a), elsewhere(open(a))], now: [a],
      kept: ["a"]),
    Row(rule: "half a mark elsewhere ends a whole one", decided: [delete(a), elsewhere(delete(a, .raw))], now: [a]),
  ]

  private func scanned(_ file: File) -> ScannedPhoto {
    photo(
      file.name, file: file.number, bytes: file.bytes, with: file.sidecar ? [companion("\(file.name).xmp")] : [])
  }

  private func session(_ row: Row) -> SavedSession {
    var session = SavedSession()
    for (index, decided) in row.decided.enumerated() {
      var item = DecisionAction.Item(
        about: scanned(decided.file), in: decided.category, decided.decision, parts: decided.parts)
      item.keeper = decided.keeper.flatMap { scanned($0).digest }
      let action = DecisionAction(id: Int64(index + 1), items: [item])
      if decided.library == .here {
        session.actions.append(action)
      } else {
        session.otherLibraryDecisions.append(action)
      }
    }
    // A mark of another library stays there.
    session.otherLibraryDecisions = SavedSession(actions: session.otherLibraryDecisions).protectingDecisions
    return session
  }

  @Test(arguments: rows) func `what counts now is what the rule says`(row: Row) {
    var review = Review(saved: session(row))

    review.replaceFindings(Findings(), photos: row.now.map(scanned))

    #expect(bin(review) == row.marked)
    let kept = row.now.map(\.name).filter { name in
      IssueCategory.allCases.contains { review.decision(Sample.path(name), in: $0) == .keep }
    }
    #expect(kept == row.kept)
  }

  @Test(arguments: rows.filter { row in row.decided.allSatisfy { $0.library == .here } })
  func `what is undone and made again counts as before`(row: Row) {
    var review = Review(saved: session(row))
    review.replaceFindings(Findings(), photos: row.now.map(scanned))
    let count = review.actions.count

    for _ in 0..<count { review.undo() }
    let isOpen = review.bin.isEmpty
    for _ in 0..<count { review.redo() }

    #expect(isOpen)
    #expect(bin(review) == row.marked)
  }
}
