import Foundation

/// An application in the menu of a desktop: a file of the Desktop Entry Specification 1.5.
package struct DesktopEntry: Sendable {
  /// "org.gimp.GIMP": the name of the file without `.desktop`.
  package var id: String
  /// The name in the menu, without a translation; not empty.
  package var name: String
  /// The program that it starts: the first word of `Exec`, without quotes; an absolute path or a bare name.
  package var program: String?
  /// Whether the application declares itself a terminal.
  var isTerminal: Bool

  /// - Returns: Nil for an entry that is not shown: another type, hidden, or without a name.
  package init?(id: String, _ bytes: [UInt8]) {
    var values: [String: String] = [:]
    var isEntry = false
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      if line.first == UInt8(ascii: "[") {
        isEntry = line.elementsEqual("[Desktop Entry]".utf8)
      } else if isEntry, let equals = line.firstIndex(of: UInt8(ascii: "=")) {
        let key = String(decoding: line[..<equals], as: UTF8.self).trimmingCharacters(in: .whitespaces)
        let value = String(decoding: line[(equals + 1)...], as: UTF8.self).trimmingCharacters(in: .whitespaces)
        if values[key] == nil { values[key] = value }
      }
    }
    guard values["Type"] == "Application", values["NoDisplay"] != "true", values["Hidden"] != "true",
      let name = values["Name"], !name.isEmpty
    else { return nil }
    self.id = id
    self.name = name
    program = values["Exec"].flatMap(Self.program)
    isTerminal = (values["Categories"] ?? "").split(separator: ";").contains("TerminalEmulator")
  }

  /// The first word of a command line; quotes around it and backslashes in it are taken off.
  private static func program(_ command: String) -> String? {
    var text = ""
    var isQuoted = false
    var isEscaped = false
    for character in command {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        break
      } else {
        text.append(character)
      }
    }
    return text.isEmpty ? nil : text
  }
}
