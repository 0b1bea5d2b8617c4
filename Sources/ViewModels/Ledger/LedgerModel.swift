import Foundation
package import PhotoModel
import Review
import SystemPackage

/// The list of remembered decisions: each of them can be forgotten.
@MainActor
package final class LedgerModel {
  /// The state that the list is drawn from.
  package private(set) var state = LedgerState()
  let library: LibraryModel
  /// The part of the ledger that each row is about.
  private var selections: [LedgerSelection] = []

  /// Creates the model with an empty list; `refresh()` fills it from the ledger.
  package init(library: LibraryModel) { self.library = library }

  /// Makes the list anew from the ledger of the library; the selection keeps its index.
  package func refresh() {
    let paths = Dictionary(
      library.review.photos.values.compactMap { photo in photo.digest.map { ($0, photo.path) } },
      uniquingKeysWith: { precedesInByteOrder($0, $1) ? $0 : $1 })
    /// The path of the content now, else the one at which it was decided about.
    func location(_ digest: ContentDigest, _ path: FilePath) -> FilePath {
      library.review.photos[path]?.digest == digest ? path : paths[digest] ?? path
    }
    let entries = library.ledger.entries
    selections = entries.map(\.selection)
    state.rows = entries.map { entry in
      switch entry {
      case .keep(let keep, let times):
        let path = location(keep.digest, keep.path)
        let copies = times > 1 ? ", \(times) copies" : ""
        return row(path, "kept\(Self.context(of: keep.category))\(copies)", keep.decidedAt)
      case .refusal(let refusal):
        return row(refusal.photo, "not the same as \(nameTitle(refusal.keeper))", refusal.decidedAt)
      }
    }
    state.title = library.ledger.summary
    state.selection = state.rows.nearestIndex(to: state.selection)
  }

  /// Moves the highlight by rows, clamped to the list, and takes the message away.
  package func move(by rows: Int) { select(state.selection + rows) }

  /// Highlights a row, clamped to the list, and takes the message away.
  package func select(_ row: Int) {
    state.selection = state.rows.nearestIndex(to: row)
    state.message = nil
  }

  /// Shows a sentence until the highlight moves; nil takes the last one away.
  package func showMessage(_ message: String?) { state.message = message }

  /// `x`: the question before the decision under the highlight is forgotten; nil where there is none.
  package var questionAboutSelected: Question? {
    guard selections.indices.contains(state.selection), state.rows.indices.contains(state.selection) else { return nil }
    let row = state.rows[state.selection]
    return question(
      selections[state.selection], title: "Forget this decision?", about: "\(row.name): \(row.text)", button: "Forget")
  }

  /// `X`: the question before all decisions are forgotten; nil where none is remembered.
  package var questionAboutAll: Question? {
    guard !state.rows.isEmpty else { return nil }
    return question(
      .everything, title: "Forget all remembered decisions?", about: library.ledger.summary, button: "Forget all")
  }

  /// Forgets decisions after a yes.
  package func confirmed(_ selection: LedgerSelection) {
    state.message = library.forget(selection) ?? "Forgotten; the photos are undecided again"
    refresh()
  }

  private func question(_ selection: LedgerSelection, title: String, about: String, button: String) -> Question {
    Question(
      subject: .forget(selection), title: title,
      lines: [about, "The photos it is about may be listed again.", "No photo is touched; this cannot be undone."],
      safeButton: "Keep it", actButton: button)
  }

  private func row(_ path: FilePath, _ text: String, _ date: Date) -> LedgerState.Row {
    LedgerState.Row(
      name: nameTitle(path), folder: library.folderTitle(of: path), text: text,
      date: library.dependencies.environment.formatDate(date))
  }

  private static func context(of category: IssueCategory) -> String {
    switch category {
    case .duplicate: " among its duplicates"
    case .similar: " among similar photos"
    case .blurry: " although blurry"
    case .screenshot: " as a screenshot"
    case .browse: ""
    }
  }
}

extension Ledger {
  /// One line of the list.
  enum Entry {
    /// The newest "keep" of a content, and how many files it counts for.
    case keep(Keep, times: Int)
    case refusal(Refusal)

    var selection: LedgerSelection {
      switch self {
      case .keep(let keep, _): .keep(keep.digest, keep.category)
      case .refusal(let refusal): .refusal(refusal.pair)
      }
    }
  }

  private struct Question: Hashable {
    var digest: ContentDigest
    var category: IssueCategory

    init(_ keep: Keep) {
      digest = keep.digest
      category = keep.category.isGrouped ? .similar : keep.category
    }
  }

  /// The lines of the list: "kept" first, then "not the same", each newest first.
  var entries: [Entry] {
    var seen: Set<ContentPair> = []
    let kept = Dictionary(grouping: keeps, by: Question.init).values.compactMap { keeps in
      keeps.max { $0.id < $1.id }.map { (id: $0.id, entry: Entry.keep($0, times: keeps.count)) }
    }
    let refused = refusals.reversed().filter { seen.insert($0.pair).inserted }
      .map { (id: $0.id, entry: Entry.refusal($0)) }
    return (kept.sorted { $0.id > $1.id } + refused).map(\.entry)
  }

  /// "12 to keep, 3 not the same", counted in decisions; "none" for an empty ledger.
  var summary: String {
    let kept = Set(keeps.map(Question.init)).count
    let refused = Set(refusals.map(\.pair)).count
    let parts = [
      kept > 0 ? "\(groupedDigits(kept)) to keep" : nil, refused > 0 ? "\(groupedDigits(refused)) not the same" : nil,
    ]
    return parts.compactMap { $0 }.isEmpty ? "none" : parts.compactMap { $0 }.joined(separator: ", ")
  }
}
