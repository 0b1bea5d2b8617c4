import TextSurface

/// Columns of text, each as wide as its widest entry, set apart by two spaces.
struct TextTable {
  enum Alignment { case leading, trailing }

  let alignments: [Alignment]
  /// The text before every line.
  var indentation = ""
  /// A column is not widened beyond this for one long entry; that entry pushes the rest of its line.
  var widestColumn = 60
  private(set) var rows: [[String]] = []

  init(_ alignments: [Alignment], indentation: String = "") {
    self.alignments = alignments
    self.indentation = indentation
  }

  /// - Parameter row: One entry for each column; escaped, so that its width is known.
  mutating func add(_ row: [String]) { rows.append(row) }

  var lines: [String] {
    let widths = alignments.indices.map { column in
      min(widestColumn, rows.map { column < $0.count ? displayWidth($0[column]) : 0 }.max() ?? 0)
    }
    return rows.map { row in
      var line = indentation
      for (column, entry) in row.enumerated() {
        let padding = String(repeating: " ", count: max(0, widths[column] - displayWidth(entry)))
        if column > 0 { line += "  " }
        line += alignments[column] == .leading ? entry + padding : padding + entry
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
