package import TextSurface

/// The replacement of a character that the terminal may lack.
///
/// Marks that are shown side by side stay distinct, and the ellipsis of a name or a path is `*`, which none of them
/// has. In ASCII frames become `+-|`, blocks `#`, shades `.:%`, arrows `<>^v`, and characters without a replacement
/// `?`; in other sets letters and unknown characters stay as they are, for a font may have them.
package func likeness(of scalar: Unicode.Scalar, in set: GlyphSet) -> Unicode.Scalar {
  if scalar.isASCII { return scalar }
  switch set {
  case .full: return scalar
  case .bitmap where scalar == "❯": return ">"
  case .bitmap where scalar == "❮": return "<"
  case .common, .bitmap: return commonLikenesses[scalar] ?? ((0x1FB00...0x1FB3B).contains(scalar.value) ? "▒" : scalar)
  case .console: return consoleLikenesses[scalar] ?? consoleBlock(scalar) ?? scalar
  case .ascii: return asciiLikenesses[scalar] ?? asciiBlock(scalar) ?? "?"
  }
}

private let commonLikenesses: [Unicode.Scalar: Unicode.Scalar] = [
  "★": "*", "☆": "°", "▢": "□", "✕": "×", "✓": "√", "✦": "+", "⚠": "!", "▰": "━", "▱": "─", "◗": "●",
]

private let consoleLikenesses: [Unicode.Scalar: Unicode.Scalar] = [
  "★": "♦", "☆": "·", "▢": "░", "✕": "x", "✓": "v", "✦": "+", "⚠": "!", "❯": ">", "❮": "<", "▰": "█", "▱": "░",
  "◗": "•", "●": "•", "○": "o", "×": "x", "…": "*", "−": "-", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"",
  "”": "\"",
  "ƒ": "f", "‹": "<", "›": ">", "²": "2", "³": "3", "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘", "━": "─", "┃": "│",
  "▓": "█",
]

private func consoleBlock(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
  switch scalar.value {
  case 0x2588, 0x2591, 0x2592: scalar
  case 0x2580...0x259F, 0x1FB00...0x1FB3B: "▒"
  case 0x2800...0x28FF:
    switch (scalar.value & 0xFF).nonzeroBitCount {
    case 0: " "
    case 1...2: "·"
    case 3...5: "▒"
    default: "█"
    }
  default: nil
  }
}

private let asciiLikenesses: [Unicode.Scalar: Unicode.Scalar] = [
  "▏": "|", "░": ".", "▒": ":", "▓": "%", "\u{2800}": " ", "\u{00A0}": " ",
  "…": "*", "·": ".", "•": "*", "●": "*", "○": "o", "◗": "o", "★": "*", "☆": "-", "✦": "+", "■": "#",
  "□": "o", "♦": "*", "◊": "-", "√": "v", "►": ">", "◄": "<",
  "▰": "#", "▱": "-", "▢": "o", "✓": "v", "✗": "x", "✕": "x", "×": "x", "⚠": "!", "❯": ">", "❮": "<",
  "›": ">",
  "‹": "<", "←": "<", "→": ">", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "◀": "<", "▶": ">", "⏎": "<", "␣": "_",
  "ƒ": "f", "°": "'", "²": "2", "³": "3", "−": "-", "≤": "<", "≥": ">", "±": "+", "÷": "/",
  "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "é": "e", "è": "e", "ä": "a", "ö": "o", "ü": "u",
  "ß": "s", "à": "a", "ç": "c", "ñ": "n",
]

private func asciiBlock(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
  switch scalar.value {
  case 0x2500...0x2501, 0x2504...0x2505, 0x2508...0x2509, 0x254C...0x254D, 0x2550, 0x2574, 0x2576: "-"
  case 0x2502...0x2503, 0x2506...0x2507, 0x250A...0x250B, 0x254E...0x254F, 0x2551, 0x2575, 0x2577: "|"
  case 0x2500...0x257F: "+"
  case 0x2580...0x258F, 0x2594...0x259F, 0x1FB00...0x1FB3B: "#"
  case 0x2801...0x28FF: (scalar.value & 0xFF).nonzeroBitCount > 3 ? "#" : "."
  default: nil
  }
}
