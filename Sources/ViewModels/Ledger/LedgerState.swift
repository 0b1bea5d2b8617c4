/// The state of the list of remembered decisions.
package struct LedgerState: Equatable, Sendable {
  /// A remembered decision. All texts are escaped.
  package struct Row: Hashable, Sendable {
    /// The photo's name.
    package var name: String
    /// The folder of the photo, shortened.
    package var folder: String
    /// The decision: "kept among similar photos", "not the same as IMG_0410.JPG".
    package var text: String
    /// The date of the decision: "today 14:02".
    package var date: String
  }

  /// The numbers of the decisions: "12 kept, 3 not the same".
  package var title: String = ""
  /// The decisions: "kept" before "not the same", each newest first.
  package var rows: [Row] = []
  /// Index into `rows`; 0 when empty.
  package var selection: Int = 0
  /// The sentence about the last key; nil where there is none.
  package var message: String?
}

extension LedgerState: ListState {
  /// The message, if any, and the number of remembered decisions.
  package var listLines: [String] {
    [message, "Remembered decisions: \(rows.isEmpty ? "none" : title)"].compactMap(\.self)
  }

  /// The number of decisions.
  package var rowCount: Int { rows.count }
  /// A decision: name, folder, decision and date.
  package func rowText(_ index: Int) -> String {
    let row = rows[index]
    return "\(row.name) in \(row.folder), \(row.text), \(row.date)"
  }
}
