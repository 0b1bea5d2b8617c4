import ImageDecoding
import SessionStore
import TerminalDriver

/// The text of `deckle --version`.
enum Version {
  /// The version of the program. scripts/package puts the one that it packs here, from the tag.
  static let number = "0.1.0"

  /// The version, and the libraries that read pictures and metadata, draw the screen and store the decisions.
  static var text: String {
    var libraries: [String] = []
    for library in FormatSupport.all.flatMap(\.libraries) where !libraries.contains(library) {
      libraries.append(library)
    }
    libraries += [FormatSupport.descriptionReader, NcursesTerminal.libraryVersion, SessionDatabase.libraryVersion]
    let absent = FormatSupport.all.filter { !$0.isBuiltIn }.map { FormatSupport.library(of: $0.format) }
    return "deckle \(number)\n\(libraries.joined(separator: ", "))"
      + (absent.isEmpty ? "" : "\nbuilt without \(absent.joined(separator: ", "))")
  }
}
