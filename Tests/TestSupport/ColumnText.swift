/// The texts of a screen in the column beside the card, as running text: each row from its last border on.
package func columnText(of screen: String) -> String {
  var text = ""
  for line in screen.split(separator: "\n") {
    guard let border = line.lastIndex(where: { "│╮╯".contains($0) }) else { continue }
    text += line.suffix(from: line.index(after: border)) + " "
  }
  return text.split(separator: " ").joined(separator: " ")
}
