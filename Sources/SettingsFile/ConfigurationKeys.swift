import TOMLKit
import TextSurface
import ViewModels

/// The keys that a configuration sets:
///
/// ```toml
/// [keys.deck]
/// delete = ["x", "left"]
/// keep = "k"
/// ```
struct ConfigurationKeys {
  let file: String
  let text: String

  /// - Throws: The error with its line: an unknown name, two actions with one key, or a key that is typed.
  func table(from value: (any TOMLValueConvertible)?) throws(ConfigurationError) -> KeyTable {
    guard let contexts = value?.table else {
      throw error(["keys"], "keys must be tables of actions and their keys, like [keys.deck] with delete = \"x\".")
    }
    var options: [KeyRemapping] = []
    for heading in contexts.keys {
      guard let context = KeyContext(rawValue: heading), let actions = contexts[heading]?.table else {
        let names = KeyContext.allCases.map(\.rawValue).joined(separator: ", ")
        throw error(["keys", heading], "\"\(SafeText(heading))\" is no place with keys; there are \(names).")
      }
      for name in actions.keys { options.append(try option(name, actions[name], in: context)) }
    }
    // Sorted, so that the same file gives the same error.
    options.sort { ($0.context.rawValue, $0.action.rawValue) < ($1.context.rawValue, $1.action.rawValue) }
    do { return try KeyTable().remapped(options) } catch {
      throw self.error(path(of: error, options), error.sentence)
    }
  }

  private func option(
    _ name: String, _ value: (any TOMLValueConvertible)?, in context: KeyContext
  ) throws(ConfigurationError) -> KeyRemapping {
    let path = ["keys", context.rawValue, name]
    guard let action = Action(rawValue: name),
      KeyTable.standard.contains(where: { $0.context == context && $0.action == action })
    else {
      let names = KeyTable.standard.filter { $0.context == context }.map(\.action.rawValue).joined(separator: ", ")
      throw error(path, "\"\(SafeText(name))\" has no key in \(context.rawValue); there are \(names).")
    }
    let names = value?.array.map { array in array.map { $0.string } } ?? [value?.string]
    var keys: [Key] = []
    for written in names {
      guard let written, let key = Key(named: written) else {
        throw error(
          path,
          "\(context.rawValue).\(name) must be a key or a list of keys, like \"x\", \"left\", \"ctrl-r\", \"space\" or "
            + "\"f5\"\(written.map { "; there is no key \"\(SafeText($0))\"" } ?? "").")
      }
      keys.append(key)
    }
    guard !keys.isEmpty else { throw error(path, "\(context.rawValue).\(name) needs a key.") }
    return KeyRemapping(context, action, keys)
  }

  private func error(_ path: [String], _ problem: String) -> ConfigurationError {
    ConfigurationError(file: file, line: line(of: path), problem: problem)
  }

  /// The one of two actions in each other's way that the file names.
  private func path(of error: KeyRemappingError, _ options: [KeyRemapping]) -> [String] {
    switch error {
    case .noSuchAction(let context, let action): ["keys", context.rawValue, action.rawValue]
    case .typed(_, let binding): ["keys", binding.context.rawValue, binding.action.rawValue]
    case .conflict(let key, let first, let second):
      [first, second].first { binding in
        options.contains { $0.context == binding.context && $0.action == binding.action && $0.keys.contains(key) }
      }.map { ["keys", $0.context.rawValue, $0.action.rawValue] } ?? ["keys"]
    }
  }

  /// The line that sets a dotted path, from 1: below its header, or with all of it in one line.
  private func line(of path: [String]) -> Int? {
    var header: [String] = []
    var best: Int?
    for (index, line) in text.lines.enumerated() {
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      if trimmed.first == "[" {
        header = Self.names(trimmed.dropFirst().prefix { $0 != "]" })
        if header == path { best = best ?? index + 1 }
      } else if let equals = trimmed.firstIndex(of: "=") {
        let whole = header + Self.names(trimmed[..<equals])
        if whole == path { return index + 1 }
        if path.starts(with: whole) { best = index + 1 }
      }
    }
    return best
  }

  private static func names(_ dotted: some StringProtocol) -> [String] {
    dotted.split(separator: ".").map { name in String(name.filter { !"\"' \t\r".contains($0) }) }
  }
}
