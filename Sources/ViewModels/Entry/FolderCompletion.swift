import TextSurface

/// What Tab makes of a path that is being typed: as much as the folders there have in common, as in a shell.
package struct FolderCompletion: Hashable, Sendable {
  /// The line as it goes on; as it was where nothing fits.
  package private(set) var text: String
  /// The folders that are meant where there are several, or that there is none, to be said; escaped.
  package private(set) var words: String?

  /// - Parameters:
  ///   - typed: "~" stands for the home folder.
  ///   - folders: The names of the folders in another one, of those that are asked for.
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
      words = "No folder there begins like this."
      return
    }
    guard names.count > 1 else {
      text = "\(parent)\(first)/"
      return
    }
    // Of sorted names the first and the last have the least in common.
    text = parent + String(zip(first, last).prefix { $0 == $1 }.map(\.0))
    words = "\(names.count) folders: " + names.map { SafeText($0).text }.joined(separator: ", ")
  }
}
