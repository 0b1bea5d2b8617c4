import PhotoModel
import Review
import SystemPackage
import TextSurface

/// The files that could not be judged and the folders that could not be opened, each with its reason: a scan reports
/// everything that it leaves out.
@MainActor
package final class UnreadModel {
  /// The state that the list is drawn from.
  package internal(set) var state = UnreadState()
  private let library: LibraryModel

  /// Creates the model with an empty list; `refresh()` fills it.
  package init(library: LibraryModel) { self.library = library }

  /// Makes the list anew from the last scan; the selection keeps its index.
  package func refresh() {
    state.title = SkippedCount(of: library.skipped).title
    state.rows = library.skipped.map { file in
      UnreadState.Row(
        name: nameTitle(file.path) + (file.isFolder ? "/" : ""),
        folder: library.folderTitle(of: file.path), reason: SafeText(file.message).text)
    }
    select(state.selection)
  }

  /// Moves the highlight by rows, clamped to the list.
  package func move(by rows: Int) { select(state.selection + rows) }

  /// Highlights a row, clamped to the list.
  package func select(_ row: Int) { state.selection = state.rows.nearestIndex(to: row) }
}
