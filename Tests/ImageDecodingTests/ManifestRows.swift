/// The fields of each row of a manifest (CSV, in one line each), without the first row.
func manifestRows(_ text: String) -> [[String]] {
  text.split(whereSeparator: \.isNewline).dropFirst().map { line in
    var fields = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
