import AppCleanup
import FileSafety
import PhotoModel
import TOMLKit
import TextSurface
import ViewModels

/// The value of one setting in the file, read as the type of the setting.
struct ConfigurationValue {
  /// The name of the setting.
  let name: String
  let value: (any TOMLValueConvertible)?
  /// The line on which the setting is set, from 1; nil where it is not known.
  let line: Int?
  /// The name of the file in messages.
  let file: String
  /// The contents of the file.
  let text: String

  /// The error of a value of the wrong kind, with the right one: "true or false".
  func error(_ expectation: String) -> ConfigurationError {
    ConfigurationError(file: file, line: line, problem: "\(name) must be \(expectation).")
  }

  func number(_ range: ClosedRange<Double>) throws(ConfigurationError) -> Double {
    guard let number = value?.double ?? value?.int.map(Double.init), range.contains(number) else {
      throw error("a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func flag() throws(ConfigurationError) -> Bool {
    guard let flag = value?.bool else { throw error("true or false") }
    return flag
  }

  func strings() throws(ConfigurationError) -> [String] {
    let strings: [String?] = value?.array.map { array in array.map { $0.string } } ?? [nil]
    guard !strings.contains(nil) else { throw error("a list of texts, like [\"a\", \"b\"]") }
    return strings.compactMap(\.self)
  }

  /// Folders by their whole paths; "~" is the home folder.
  func folders() throws(ConfigurationError) -> [String] {
    let folders = try strings()
    if let name = folders.first(where: { !$0.hasPrefix("/") && !$0.hasPrefix("~/") }) {
      throw error("a list of folders that begin with / or ~/; \"\(SafeText(name))\" does not")
    }
    return folders
  }

  /// One of the values of a type, given by its name.
  func choice<Choice: CaseIterable & RawRepresentable<String>>() throws(ConfigurationError) -> Choice {
    guard let choice = value?.string.flatMap(Choice.init(rawValue:)) else {
      throw error("one of \(quotedNames(of: Choice.self))")
    }
    return choice
  }

  func keeperOrder() throws(ConfigurationError) -> [KeeperRule] {
    var order: [KeeperRule] = []
    for name in try strings() {
      guard let rule = KeeperRule(rawValue: name) else {
        throw error("made of \(quotedNames(of: KeeperRule.self)); there is no rule \"\(SafeText(name))\"")
      }
      guard !order.contains(rule) else { throw error("a list that names each rule once; \(name) is there twice") }
      order.append(rule)
    }
    return order
  }

  func folderPatterns() throws(ConfigurationError) -> [String] {
    let names = try strings()
    for name in names {
      guard let problem = KnownPlaces.problem(with: name) else { continue }
      throw error(
        "a list of names, like [\"Rejects\", \"*.backup\", \".sync/Archive\"]; \"\(SafeText(name))\" \(problem)")
    }
    return names
  }

  func keys() throws(ConfigurationError) -> KeyTable {
    try ConfigurationKeys(file: file, text: text).table(from: value)
  }

  /// The address of a model on this machine; nil where it is empty.
  func endpoint() throws(ConfigurationError) -> AdviceEndpoint? {
    guard let address = value?.string else {
      throw error("the address of a server, like \"http://127.0.0.1:8080/v1\"")
    }
    if address.isEmpty { return nil }
    do throws(AdviceEndpoint.Problem) { return try AdviceEndpoint(address) } catch {
      throw ConfigurationError(file: file, line: line, problem: "\(name): \(SafeText(error.sentence).text)")
    }
  }

  func modelName() throws(ConfigurationError) -> String {
    guard let model = value?.string, !model.isEmpty else { throw error("the name of a model, like \"llama3.2\"") }
    return model
  }
}

/// The names of all values of a type: "\"dark\", \"light\"".
private func quotedNames<Choice: CaseIterable & RawRepresentable<String>>(of type: Choice.Type) -> String {
  type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
}
