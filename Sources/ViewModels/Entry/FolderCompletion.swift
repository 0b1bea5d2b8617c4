import TextSurface

/// The completion of a path that is being typed: as much as the folders there have in common, as in a shell.
package struct FolderCompletion: Hashable, Sendable {
  /// The completed line; as it was typed where no folder fits.
  package private(set) var text: String
  /// The text about the folders that fit, where there are several, or that there is none; escaped. Nil where one fits.
  package private(set) var note: String?

  /// Completes a line by the folders in its parent folder.
  ///
  /// - Parameters:
  ///   - typed: The line; "~" is the home folder.
  ///   - folders: Gives the names of the folders in a parent folder, as far as they are wanted.
  package init(
    of typed: String,
    among folders: @Sendable (_ parent: String, _ isWanted: @escaping @Sendable (String) -> Bool) async -> [String]
  ) async {
    text = typed
    guard typed != "~" else {
      text = "~/"
      return
    }
    let slash = typed.lastIndex(of: "/")
    let parent = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    let names = await folders(parent) { name in
      // What is hidden is meant only by who begins with its dot.
      name.hasPrefix(start) && (!name.hasPrefix(".") || start.hasPrefix("."))
    }.sorted()
    guard let first = names.first, let last = names.last else {
      note = "No folder there begins like this."
      return
    }
    guard names.count > 1 else {
      text = "\(parent)\(first)/"
      return
    }
    // Of sorted names the first and the last have the least in common.
    text = parent + String(zip(first, last).prefix { $0 == $1 }.map(\.0))
    note = "\(names.count) folders: " + names.map { SafeText($0).text }.joined(separator: ", ")
  }
}
