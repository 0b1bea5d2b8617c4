import PhotoModel

/// The number of photos that were decided about and are not there, and the folders that they were in.
package struct MissingPhotosNotice: Hashable, Sendable {
  /// Photos that are marked and not there.
  package var marked: Int
  /// Photos that were kept and are not there.
  package var kept = 0
  /// The folders: "~/Pictures/Card", "~/Pictures/Card and 2 other folders"; escaped.
  package var folder: String

  /// "12 photos that you marked were not found in ~/Pictures/Card. What you decided …"
  package var sentence: String {
    "\(subject) not found in \(folder). What you decided is kept, and counts again when \(they) back."
  }

  /// The sentence in ever shorter versions, the longest first.
  package var shorter: [String] {
    [
      "\(subject) not found in \(folder); what you decided counts again when \(they) back",
      "\(subject) not found in \(folder); what you decided is kept", "\(subject) not found; what you decided is kept",
      "\(shortSubject) not found",
    ]
  }

  private var shortSubject: String {
    if marked > 0, kept > 0 { return "\(groupedDigits(marked)) marked, \(groupedDigits(kept)) kept:" }
    let verb = marked > 0 ? "marked" : "kept"
    return counted(marked + kept, "\(verb) photo")
  }

  private var subject: String {
    let parts = [(marked, "marked"), (kept, "kept")].filter { $0.0 > 0 }.enumerated().map { index, part in
      (index == 0 ? counted(part.0, "photo") : groupedDigits(part.0)) + " that you \(part.1)"
    }
    return parts.joined(separator: " and ") + (isOne ? " was" : " were")
  }

  private var they: String { isOne ? "it is" : "they are" }
  private var isOne: Bool { marked + kept == 1 }
}
