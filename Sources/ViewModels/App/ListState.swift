import PhotoModel

/// The state of a screen that is a list, as text for plain mode.
package protocol ListState {
  /// The lines above the rows: the title of the list, and remarks on it.
  var listLines: [String] { get }
  /// The rows, each as one line, without its number.
  var rowTexts: [String] { get }
  /// The index of the highlighted row.
  var selection: Int { get }
}

extension BinState: ListState {
  /// The number and the size of the photos in the bin, and a line each for changed and for missing ones.
  package var listLines: [String] {
    let changed = [changedText, missing?.sentence].compactMap(\.self)
    if !items.isEmpty { return ["Bin: \(counted(items.count, "photo")), \(bytes.formatted)"] + changed }
    return waiting > 0 ? ["Bin: \(counted(waiting, "photo")) marked", Self.waitingText] : ["Bin: empty"] + changed
  }

  /// The photos: name, folder, category and size, then the caution and the reason why the last move left the photo
  /// there.
  package var rowTexts: [String] {
    items.map { item in
      "\(item.name) in \(item.folder), \(item.category.title), \(item.size.formatted)"
        + (item.isOnlyOne ? ", the only one of its kind" : item.caution.map { ", \($0)" } ?? "")
        + (item.problem.map { ", not moved: \($0)" } ?? "")
    }
  }
}

extension HistoryState: ListState {
  /// The message, if any, and the summary of all batches.
  package var listLines: [String] {
    let title =
      !rows.isEmpty
      ? "History: \(summary)"
      : !filter.isEmpty
        ? "History: no batch matches" : isReading ? "History: reading ..." : "History: nothing moved yet"
    return [message, title].compactMap(\.self)
  }

  /// The batches: date, number of photos, size and status.
  package var rowTexts: [String] { rows.map { "\($0.date), \($0.count), \($0.bytes.formatted), \($0.status)" } }
}

extension HistoryState.Batch: ListState {
  /// The title of the batch.
  package var listLines: [String] { ["Batch: \(title)"] }
  /// The files of the batch, as `File.text`.
  package var rowTexts: [String] { files.map(\.text) }
}

extension HistoryState.Batch.File {
  /// The file in a line: its name, folder, size, and where it is now.
  package var text: String { "\(name) in \(folder), \(size.formatted), \(status)" }
}

extension LedgerState: ListState {
  /// The message, if any, and the number of remembered decisions.
  package var listLines: [String] {
    [message, "Remembered decisions: \(rows.isEmpty ? "none" : title)"].compactMap(\.self)
  }

  /// The decisions: name, folder, decision and date.
  package var rowTexts: [String] { rows.map { "\($0.name) in \($0.folder), \($0.text), \($0.date)" } }
}

extension UnreadState: ListState {
  /// The number of files that could not be read, or that there is none.
  package var listLines: [String] { [rows.isEmpty ? "Every file could be read" : "Not read: \(title)"] }
  /// The files: name, folder and reason.
  package var rowTexts: [String] { rows.map { "\($0.name) in \($0.folder): \($0.reason)" } }
}

extension AppsState: ListState {
  /// The lines of the open panel; without one the notice, or the order and the title of the list.
  package var listLines: [String] {
    if loadingSince != nil { return ["Apps: looking at what is installed ..."] }
    if let notice { return [notice.title] + notice.lines }
    return panel?.lines ?? ["Apps, \(order.title): \(title); Deckle removes none"]
  }

  /// The apps: name, size, cleanup score and reason; no score for an app that has to stay.
  package var rowTexts: [String] {
    rows.map { row in
      "\(row.name), \(row.size == "?" ? "size unknown" : row.size), "
        + (row.isProtected ? row.reason : "score \(row.score), \(row.reason)")
    }
  }
}

extension AppPanel {
  /// The panel in lines: its title, and each part under its heading.
  fileprivate var lines: [String] {
    [title]
      + parts.flatMap { part in
        if part.heading.isEmpty { return part.lines }
        return part.lines.count == 1 ? ["\(part.heading): \(part.lines[0])"] : ["\(part.heading):"] + part.lines
      }
  }
}
