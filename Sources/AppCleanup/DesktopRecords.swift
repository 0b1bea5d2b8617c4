package import Foundation

/// The records that a desktop keeps of the programs that were used.
package enum DesktopRecords {
  /// `recently-used.xbel` of the Desktop Bookmark Specification: programs with the last time they opened a file.
  package static func recentFiles(_ bytes: [UInt8]) -> [String: Date] {
    var dates: [String: Date] = [:]
    for element in elements(named: "bookmark:application", in: bytes) {
      guard let command = attribute("exec", of: element), let text = attribute("modified", of: element),
        let date = date(text)
      else { continue }
      // The command is quoted in itself: 'gimp %u'.
      let parts = command.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")).split(separator: " ")
      guard let name = parts.first?.split(separator: "/").last.map(String.init) else { continue }
      dates[name] = max(dates[name] ?? .distantPast, date)
    }
    return dates
  }

  /// `application_state` of GNOME Shell: ids of desktop entries with the last time they were seen.
  static func shellRecord(_ bytes: [UInt8]) -> [String: Date] {
    var dates: [String: Date] = [:]
    for element in elements(named: "application", in: bytes) {
      guard let id = attribute("id", of: element), let text = attribute("last-seen", of: element),
        let seconds = Double(text), seconds > 0
      else { continue }
      dates[id.hasSuffix(".desktop") ? String(id.dropLast(8)) : id] = Date(timeIntervalSince1970: seconds)
    }
    return dates
  }

  /// The opening tags of a name: nothing more of XML is needed, and nothing more is trusted.
  private static func elements(named name: String, in bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "<\(name) ").dropFirst().compactMap {
      $0.split(separator: ">", maxSplits: 1).first.map(String.init)
    }
  }

  private static func attribute(_ name: String, of element: String) -> String? {
    let parts = " \(element)".components(separatedBy: " \(name)=\"")
    guard parts.count > 1, let value = parts[1].components(separatedBy: "\"").first else { return nil }
    var text = value
    for (entity, character) in [("&apos;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
      text = text.replacing(entity, with: character)
    }
    return text
  }

  /// A date with or without fractions of a second.
  private static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}
