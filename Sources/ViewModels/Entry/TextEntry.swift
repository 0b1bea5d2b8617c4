package import TextSurface

/// A line that the user types into.
package struct TextEntry: Hashable, Sendable {
  /// The text that was typed so far; not escaped.
  package private(set) var text: String

  /// More than the longest path is never meant.
  private static let longest = 4096

  /// Creates an entry with a text in it.
  package init(_ text: String = "") { self.text = text }

  /// Takes a key that writes or erases.
  ///
  /// - Returns: False where the key does neither and belongs to somebody else.
  package mutating func take(_ key: Key) -> Bool {
    guard !key.control, !key.alt else { return false }
    switch key.code {
    case .character(let scalar):
      if text.unicodeScalars.count < Self.longest { text.unicodeScalars.append(scalar) }
      return true
    case .backspace:
      if !text.isEmpty { text.removeLast() }
      return true
    default: return false
    }
  }
}

/// What is looked for in the help.
package struct HelpSearch: Hashable, Sendable {
  /// The text that is looked for.
  package var entry = TextEntry()
  /// Letters go into the entry; after Enter they are keys again, and go through what was found.
  package var isTyping = true
  /// Which of what was found is under the highlight.
  package var choice = 0

  /// Creates a search with an empty entry.
  package init() {}
}

/// A question that is answered by typing.
package struct EntryDialog: Hashable, Sendable {
  /// The thing that the answer is for.
  package enum Subject: Hashable, Sendable {
    /// The library to look at.
    case folder
    /// What scans leave out.
    case excludedPattern
    case protectedFolder
    /// The words that forget these batches.
    case forgetHistory(BatchesOver)

    /// What is typed names a folder.
    var isFolder: Bool { self == .folder || self == .protectedFolder }
  }

  /// The thing that the answer is for.
  package var subject: Subject
  /// The question: "Which folder?".
  package var title: String
  /// What may be typed.
  package var explanation: String
  /// The answer that was typed so far.
  package var entry: TextEntry
  /// Why the last answer was not taken.
  package var problem: String?
  /// What Tab has found.
  package var note: String?
  /// The answer is being looked at.
  package var isChecking = false

  /// What is typed is a path, so that Tab completes it.
  package var isPath: Bool { subject.isFolder || subject == .excludedPattern && namesOnePlace(entry.text) }

  /// The line begins empty: what is pasted must not land behind something else.
  package init(_ subject: Subject, title: String, explanation: String) {
    self.subject = subject
    self.title = title
    self.explanation = explanation
    entry = TextEntry()
  }
}
