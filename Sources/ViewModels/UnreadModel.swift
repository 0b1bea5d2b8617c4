import PhotoModel
import SystemPackage
import TextSurface

/// The files that could not be judged, each with its reason: a scan that leaves something out says what.
@MainActor
package final class UnreadModel {
  package private(set) var state = UnreadState()
  private let library: LibraryModel

  package init(library: LibraryModel) { self.library = library }

  package func refresh() {
    state.title = Self.title(of: library.skipped)
    state.rows = library.skipped.map { file in
      UnreadState.Row(
        name: nameTitle(file.path), folder: library.title(file.path.removingLastComponent()),
        reason: SafeText(file.message).text)
    }
    select(state.selection)
  }

  package func move(by rows: Int) { select(state.selection + rows) }

  package func select(_ row: Int) { state.selection = min(max(0, row), max(0, state.rows.count - 1)) }

  /// "214 files in 3 folders". What may not be opened is often a folder, and nobody knows what is in it.
  static func title(of skipped: [SkippedFile]) -> String {
    let folders = Set(skipped.map { $0.path.removingLastComponent() }).count
    let isMixed = skipped.contains { $0.reason == .permissionDenied }
    let count = isMixed ? counted(skipped.count, "file or folder", "files and folders") : counted(skipped.count, "file")
    return count + (folders > 1 ? " in \(groupedDigits(folders)) folders" : "")
  }
}
