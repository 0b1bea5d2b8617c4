/// The word that a slip or two of the finger made another one of; nil where none is so near.
package func nearest(to word: String, among words: [String]) -> String? {
  let near = words.map { (word: $0, slips: slips(word, $0)) }.filter { $0.slips <= ($0.word.count > 4 ? 2 : 1) }
  return near.min { $0.slips < $1.slips }?.word
}

/// Letters left out, added, exchanged or in the wrong order, at the least (optimal string alignment).
private func slips(_ first: String, _ second: String) -> Int {
  let (a, b) = (Array(first.lowercased()), Array(second.lowercased()))
  guard abs(a.count - b.count) <= 2 else { return .max }
  var rows = [Array(0...b.count)]
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
      row.append(least)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
