import PhotoModel
import ViewModels

/// The settings in plain mode: a short list, the explanation of a row that is chosen, and the outcome of a change.
extension PlainScreen {
  static func settings(_ state: SettingsState) -> [String] {
    var lines = state.listLines
    var first = 0
    for section in state.sections {
      let range = (first..<first + section.rows.count).clamped(to: state.page)
      if !range.isEmpty { lines.append("\(section.title):") }
      lines += range.map { row($0, of: state) }
      first += section.rows.count
    }
    return lines + pageText(of: state)
  }

  /// A chosen row, with its explanation and the commands for it.
  static func chosen(_ row: Int, of state: SettingsState, keys: KeyTable) -> String {
    let choices = PlainText.choices(in: .settings, keys: keys)
    let text = state.rows[row].explanation { action in
      choices.first { $0.request == .perform(action) }?.names.first ?? ""
    }
    return "\(row + 1) \(state.rowText(row))" + (text.isEmpty ? "" : ". \(text.sentence)")
  }

  /// The outcome of a change: the row as it is now, the message, and the photos that crossed the line.
  ///
  /// - Parameter before: The settings before the change.
  static func change(of state: SettingsState, since before: SettingsState) -> [String] {
    let row = state.selectedRow
    let wasChosen = before.selectedRow?.id
    let isNew = state.message != nil && state.message != before.message
    guard isNew || row != before.rows.first(where: { $0.id == row?.id }) else { return ["That changes nothing here."] }
    var sentences: [String] = []
    // A row that was taken off the list has another one in its place.
    if let row, row.id == wasChosen {
      sentences.append(row.text + (row.figures.map { ", \($0)" } ?? ""))
    }
    if isNew, let message = state.message { sentences.append(message) }
    let crossings = state.crossings == before.crossings ? [] : state.crossings
    return [sentences.map(\.closed).joined(separator: " ")]
      + crossings.map { crossing in
        let rest = crossing.count - crossing.photos.count
        let names = crossing.photos.map(\.label) + (rest > 0 ? ["and \(groupedDigits(rest)) more"] : [])
        return "\(crossing.title): \(names.joined(separator: ", "))"
      }
  }
}

extension String {
  fileprivate var closed: String { hasSuffix(".") ? self : self + "." }
}
