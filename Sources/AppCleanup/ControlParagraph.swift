/// One paragraph of a Debian control file (deb822(5)): fields with a value each; of a repeated name the first counts.
///
/// `/var/lib/dpkg/status` and apt's `extended_states` are made of such paragraphs.
package struct ControlParagraph: Sendable {
  private var fields: [String: String] = [:]

  /// - Parameter name: The name, in any case.
  package subscript(_ name: String) -> String? { fields[name.lowercased()] }

  /// The paragraphs of a file. A line that is no field and continues none is passed over.
  ///
  /// - Parameter wanted: Names in lower case; all other fields are left out, which saves most of the memory.
  package static func all(in bytes: [UInt8], wanted: Set<String>) -> [ControlParagraph] {
    var paragraphs: [ControlParagraph] = []
    var current = ControlParagraph()
    var field: String?
    func close() {
      if !current.fields.isEmpty { paragraphs.append(current) }
      current = ControlParagraph()
      field = nil
    }
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let first = line.first else {
        close()
        continue
      }
      if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
        // Continued: a list that is too long for one line.
        if let field { current.fields[field, default: ""] += " " + text(line) }
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        field = nil
        continue
      }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      field = wanted.contains(name) && current.fields[name] == nil ? name : nil
      if let field { current.fields[field] = text(line[(colon + 1)...]) }
    }
    close()
    return paragraphs
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    let trimmed = bytes.drop(while: isBlank)
    let end = trimmed.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? trimmed.startIndex
    return String(decoding: trimmed[..<end], as: UTF8.self)
  }
}
