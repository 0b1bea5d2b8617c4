package import SystemPackage
package import TextSurface

/// A line that the user types into.
package struct TextEntry: Hashable, Sendable {
  /// The text that was typed so far; not escaped.
  package private(set) var text: String

  /// The most characters: no path is longer.
  private static let longest = 4096

  /// Creates an entry with a text in it.
  package init(_ text: String = "") { self.text = text }

  /// Applies a key that writes or erases.
  ///
  /// - Returns: False where the key does neither and has to be handled elsewhere.
  package mutating func type(_ key: Key) -> Bool {
    guard key.isOfText else { return false }
    if case .character(let scalar) = key.code {
      if text.unicodeScalars.count < Self.longest { text.unicodeScalars.append(scalar) }
    } else if !text.isEmpty {
      text.removeLast()
    }
    return true
  }
}

/// The search in the help.
package struct HelpSearch: Hashable, Sendable {
  /// The text of the search; empty where all keys are listed.
  package var entry = TextEntry()
  /// The index of the highlighted key, the best match first; nil where none is.
  package var choice: Int?
}

/// A question that is answered by typing.
package struct EntryDialog: Hashable, Sendable {
  /// The thing that the answer is for.
  package enum Subject: Hashable, Sendable {
    /// The folder of a library.
    case folder
    /// The words that filter the list on the screen, as they are typed.
    case filter
    /// A name or a path that scans leave out.
    case excludedPattern
    case protectedFolder
    /// A folder to move photos to.
    case moveFolder
    /// The text that forgets these batches.
    case forgetHistory(ForgettableBatches)

    /// Whether the answer is a folder.
    var isFolder: Bool { self == .folder || self == .protectedFolder || self == .moveFolder }
  }

  /// The thing that the answer is for.
  package var subject: Subject
  /// The question: "Which folder?".
  package var title: String
  /// The sentence about valid input.
  package var explanation: String
  /// The answer that was typed so far.
  package var entry: TextEntry
  /// The reason why the last answer was refused; nil where there is none.
  package var problem: String?
  /// The text about the matches of the line; nil where there is none.
  package var note: String?
  /// Folders that the line may go on to, as they would be typed; of an empty line those of earlier libraries, and where
  /// photos are likely.
  package var folders: [String] = []
  /// The index of the folder that was chosen from the list into the line; nil where it was typed.
  package var choice: Int?
  /// The folder that was the answer and is not there: where it is the answer again it is made.
  package var missing: FilePath?
  /// Whether the answer is being checked.
  package var isChecking = false

  /// Whether the answer is a path, so that Tab completes it.
  package var isPath: Bool { subject.isFolder || subject == .excludedPattern && namesOneFolder(entry.text) }

  /// Creates a dialog with an empty line: pasted text must not be added to something else.
  package init(_ subject: Subject, title: String, explanation: String) {
    self.subject = subject
    self.title = title
    self.explanation = explanation
    entry = TextEntry()
  }
}
