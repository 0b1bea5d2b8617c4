/// The completion of a path that is being typed: the folders that it may go on to, and as much as they have in common,
/// as in a shell.
package struct FolderCompletion: Hashable, Sendable {
  /// The completed line; as it was typed where no folder fits.
  package private(set) var text: String
  /// The folders that fit, as they would be typed.
  package private(set) var folders: [String] = []

  /// Completes a line by the folders in its parent folder.
  ///
  /// - Parameters:
  ///   - typed: The line; "~" is the home folder.
  ///   - folders: The names of the folders in a parent folder, as far as needed.
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
      // Hidden folders are completed only for a name that begins with a dot.
      name.hasPrefix(start) && (!name.hasPrefix(".") || start.hasPrefix("."))
    }.sorted()
    self.folders = names.map { parent + $0 }
    guard let first = names.first, let last = names.last else { return }
    guard names.count > 1 else {
      text = "\(parent)\(first)/"
      return
    }
    // In sorted order the first and the last name have the shortest common prefix.
    text = parent + String(zip(first, last).prefix { $0 == $1 }.map(\.0))
  }
}
