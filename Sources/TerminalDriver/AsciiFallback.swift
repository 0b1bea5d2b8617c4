/// The ASCII character that stands for another one where the terminal has only ASCII.
///
/// Frames become `+-|`, blocks `#`, shades `.:%`, arrows `<>^v`; what has no likeness becomes `?`.
package func asciiFallback(for scalar: Unicode.Scalar) -> Unicode.Scalar {
  if scalar.isASCII { return scalar }
  if let known = likenesses[scalar] { return known }
  switch scalar.value {
  case 0x2500...0x2501, 0x2504...0x2505, 0x2508...0x2509, 0x254C...0x254D, 0x2550, 0x2574, 0x2576: return "-"
  case 0x2502...0x2503, 0x2506...0x2507, 0x250A...0x250B, 0x254E...0x254F, 0x2551, 0x2575, 0x2577: return "|"
  case 0x250C...0x254B, 0x2552...0x2570: return "+"
  case 0x2580...0x258F, 0x2594...0x259F, 0x1FB00...0x1FB3B: return "#"
  case 0x2801...0x28FF: return (scalar.value & 0xFF).nonzeroBitCount > 3 ? "#" : "."
  case 0x2500...0x257F: return "+"
  default: return "?"
  }
}

private let likenesses: [Unicode.Scalar: Unicode.Scalar] = [
  "▏": "|", "░": ".", "▒": ":", "▓": "%", "\u{2800}": " ", "\u{00A0}": " ",
  "…": ".", "·": ".", "•": "*", "●": "*", "○": "o", "◐": "o", "◗": "o", "★": "*", "☆": "*", "✦": "+", "■": "#",
  "□": "o",
  "▰": "#", "▱": "-", "▣": "#", "▢": "o", "✓": "v", "✗": "x", "×": "x", "⚠": "!", "❯": ">", "›": ">", "‹": "<",
  "←": "<", "→": ">", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "◀": "<", "▶": ">", "⏎": "<", "␣": "_", "ƒ": "f",
  "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "é": "e", "è": "e", "ä": "a", "ö": "o", "ü": "u",
  "ß": "s", "à": "a", "ç": "c", "ñ": "n",
]
