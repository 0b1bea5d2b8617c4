import AppCleanup
import FileSafety
import Foundation
import PhotoModel
import SystemPackage
import TOMLKit
import TextSurface
import ViewModels

/// The user's settings, as `config.toml` has them. Everything has a default; an unknown key is an error.
struct Configuration: Equatable, Sendable {
  var blurThreshold = ScanSettings().blurThreshold
  var similarThreshold = ScanSettings().similarThreshold
  var duplicateThreshold = ScanSettings().duplicateThreshold
  var keeperOrder = KeeperRule.standardOrder
  var excludedFolders: [String] = []
  var protectedFolders: [String] = []
  /// Where photos go that have no trash on their volume.
  var setAsideFolders: [String] = []
  var look = Look()
  var keys = KeyTable()
  var mouse = true
  /// Where a model on this machine is asked for advice about apps; nil asks nobody.
  var adviceEndpoint: AdviceEndpoint?
  var adviceModel = "default"
  var pictures = PictureChoice.auto
  /// Batches of which nothing can be put back any more are remembered, with figures by month.
  var history = true

  var scanSettings: ScanSettings {
    var settings = ScanSettings()
    settings.blurThreshold = blurThreshold
    settings.similarThreshold = similarThreshold
    settings.duplicateThreshold = duplicateThreshold
    settings.keeperOrder = keeperOrder
    settings.excludedFolders = excludedFolders
    return settings
  }
}

/// What is wrong with a configuration file, and on which line.
struct ConfigurationError: Error, Equatable {
  var file: String
  /// From 1; nil where the whole file is meant.
  var line: Int?
  var problem: String

  var sentence: String { "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem)" }
}

extension Configuration {
  /// Every key there is.
  enum Name: String, CaseIterable {
    case blurThreshold, similarThreshold, duplicateThreshold, excludedFolders, protectedFolders, setAsideFolders, theme,
      reducedMotion, bell, flash, mouse, pictures, adviceEndpoint, adviceModel, history, keys
    case keeperOrder = "keeper_order"
  }

  /// - Parameters:
  ///   - text: The file's contents.
  ///   - file: Its name in messages.
  init(toml text: String, file: String) throws(ConfigurationError) {
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw ConfigurationError(
        file: file, line: Int(error.source.begin.line), problem: SafeText(error.description).text)
    } catch {
      throw ConfigurationError(file: file, line: nil, problem: "this is not TOML")
    }
    for key in table.keys {
      guard let name = Name(rawValue: key) else {
        throw ConfigurationError(
          file: file, line: Self.line(of: key, in: text),
          problem:
            "\"\(SafeText(key))\" is no setting; there are \(Name.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      try take(name, table[key], file: file, text: text)
    }
  }

  private mutating func take(
    _ name: Name, _ value: (any TOMLValueConvertible)?, file: String, text: String
  ) throws(ConfigurationError) {
    let line = Self.line(of: name.rawValue, in: text)
    func wrong(_ what: String) -> ConfigurationError {
      ConfigurationError(file: file, line: line, problem: "\(name.rawValue) must be \(what).")
    }
    func number(_ range: ClosedRange<Double>) throws(ConfigurationError) -> Double {
      guard let number = value?.double ?? value?.int.map(Double.init), range.contains(number) else {
        throw wrong("a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
    func strings() throws(ConfigurationError) -> [String] {
      guard let array = value?.array else { throw wrong("a list of texts, like [\"a\", \"b\"]") }
      var strings: [String] = []
      for element in array {
        guard let string = element.string else { throw wrong("a list of texts, like [\"a\", \"b\"]") }
        strings.append(string)
      }
      return strings
    }
    func flag() throws(ConfigurationError) -> Bool {
      guard let flag = value?.bool else { throw wrong("true or false") }
      return flag
    }
    func endpoint() throws(ConfigurationError) -> AdviceEndpoint? {
      guard let text = value?.string else { throw wrong("the address of a server, like \"http://127.0.0.1:8080/v1\"") }
      if text.isEmpty { return nil }
      do throws(AdviceEndpoint.Problem) { return try AdviceEndpoint(text) } catch {
        throw ConfigurationError(file: file, line: line, problem: "\(name.rawValue): \(SafeText(error.sentence).text)")
      }
    }
    switch name {
    case .blurThreshold: blurThreshold = try number(ThresholdSlider.blur.range)
    case .similarThreshold: similarThreshold = try number(ThresholdSlider.similarity.range)
    case .duplicateThreshold: duplicateThreshold = try number(ThresholdSlider.similarity.range)
    case .keeperOrder:
      keeperOrder = []
      for name in try strings() {
        guard let rule = KeeperRule(rawValue: name) else {
          throw wrong(
            "made of \(KeeperRule.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")); "
              + "there is no rule \"\(SafeText(name))\"")
        }
        guard !keeperOrder.contains(rule) else {
          throw wrong("a list that names each rule once; \(name) is there twice")
        }
        keeperOrder.append(rule)
      }
    case .excludedFolders: excludedFolders = try strings()
    case .protectedFolders: protectedFolders = try strings()
    case .setAsideFolders: setAsideFolders = try strings()
    case .theme:
      guard let theme = value?.string.flatMap(ThemeName.init(rawValue:)) else {
        throw wrong("one of \(ThemeName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))")
      }
      look.theme = theme
    case .reducedMotion: look.reducedMotion = try flag()
    case .bell: look.bell = try flag()
    case .flash: look.flash = try flag()
    case .keys: keys = try ConfigurationKeys(file: file, text: text).table(from: value)
    case .mouse: mouse = try flag()
    case .history: history = try flag()
    case .adviceEndpoint: adviceEndpoint = try endpoint()
    case .adviceModel:
      guard let model = value?.string, !model.isEmpty else { throw wrong("the name of a model, like \"llama3.2\"") }
      adviceModel = model
    case .pictures:
      guard let pictures = value?.string.flatMap(PictureChoice.init(rawValue:)) else {
        throw wrong("one of \(PictureChoice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))")
      }
      self.pictures = pictures
    }
  }

  /// The line on which a key is set, from 1.
  private static func line(of key: String, in text: String) -> Int? {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let start = line.drop { $0 == " " || $0 == "\t" || $0 == "[" || $0 == "\"" || $0 == "'" }
      if start.hasPrefix(key) { return index + 1 }
    }
    return nil
  }
}

/// Reads and writes `config.toml`.
struct ConfigurationFile: Sendable {
  let path: FilePath
  let title: String

  /// The defaults where there is no file.
  func load() throws(ConfigurationError) -> Configuration {
    guard FileManager.default.fileExists(atPath: path.string) else { return Configuration() }
    guard let data = FileManager.default.contents(atPath: path.string),
      let text = String(validating: data, as: UTF8.self)
    else { throw ConfigurationError(file: title, line: nil, problem: "it cannot be read as text in UTF-8.") }
    return try Configuration(toml: text, file: title)
  }

  /// Sets the thresholds, and the order of keepers where it is not the standard one, and leaves every other line as the user wrote it, and a link to the file a link.
  ///
  /// - Throws: What keeps the file from being written, or from being read where it exists.
  func save(_ settings: ScanSettings) throws {
    try save { configuration in thresholds(of: settings, configuration) }
  }

  /// Sets how Deckle looks, in the same way; what is as it comes and was never written stays unwritten.
  func save(_ look: Look) throws {
    let standard = Look()
    try save { configuration in
      let values: [(name: Configuration.Name, value: String, isStandard: Bool)] = [
        (.theme, "\"\(look.theme.rawValue)\"", look.theme == standard.theme),
        (.reducedMotion, "\(look.reducedMotion)", look.reducedMotion == standard.reducedMotion),
        (.bell, "\(look.bell)", look.bell == standard.bell), (.flash, "\(look.flash)", look.flash == standard.flash),
      ]
      return values.filter { !$0.isStandard || configuration.sets($0.name) }.map { ($0.name, $0.value) }
    }
  }

  /// Sets the rest of what the settings change, in the same way.
  func save(_ preferences: Preferences) throws {
    func list(_ names: [String]) -> String { "[\(names.map(Self.quoted).joined(separator: ", "))]" }
    // What is wrong with the file is said before a line of it changes.
    _ = try load()
    try save { configuration in
      let values: [(name: Configuration.Name, value: String, isStandard: Bool)] = [
        (.pictures, "\"\(preferences.pictures?.rawValue ?? "auto")\"", preferences.pictures == nil),
        (.mouse, "\(preferences.mouse)", preferences.mouse),
        (.excludedFolders, list(preferences.excludedFolders), preferences.excludedFolders.isEmpty),
        (.protectedFolders, list(preferences.protectedFolders), preferences.protectedFolders.isEmpty),
      ]
      return values.filter { !$0.isStandard || configuration.sets($0.name) }.map { ($0.name, $0.value) }
    }
  }

  private func thresholds(
    of settings: ScanSettings, _ configuration: ConfigurationText
  ) -> [(name: Configuration.Name, value: String)] {
    var values: [(name: Configuration.Name, value: String)] = [
      (.blurThreshold, "\(settings.blurThreshold)"), (.similarThreshold, "\(settings.similarThreshold)"),
      (.duplicateThreshold, "\(settings.duplicateThreshold)"),
    ]
    if settings.keeperOrder != KeeperRule.standardOrder || configuration.sets(.keeperOrder) {
      let rules = settings.keeperOrder.map { "\"\($0.rawValue)\"" }
      values.append((.keeperOrder, "[\(rules.joined(separator: ", "))]"))
    }
    return values
  }

  private func save(_ values: (ConfigurationText) -> [(name: Configuration.Name, value: String)]) throws {
    let target = try target
    var old = ""
    if FileManager.default.fileExists(atPath: target.string) {
      old = String(decoding: try Data(contentsOf: URL(fileURLWithPath: target.string)), as: UTF8.self)
    }
    let configuration = ConfigurationText(old)
    try write(configuration.setting(values(configuration)), to: target)
  }

  /// Adds a folder to those that stand in for a trash, and leaves every other line as the user wrote it.
  ///
  /// - Parameter folder: A path that is valid UTF-8; others a text file cannot hold.
  /// - Throws: As `save`, and what is wrong with the file as it is.
  func addSetAsideFolder(_ folder: FilePath) throws {
    guard folder.isValidUTF8 else { throw ConfigurationError(file: title, line: nil, problem: "no such name fits in.") }
    let target = try target
    var old = ""
    if FileManager.default.fileExists(atPath: target.string) {
      old = String(decoding: try Data(contentsOf: URL(fileURLWithPath: target.string)), as: UTF8.self)
    }
    var folders = try Configuration(toml: old, file: title).setAsideFolders
    guard !folders.contains(folder.string) else { return }
    folders.append(folder.string)
    let list = folders.map(Self.quoted).joined(separator: ", ")
    try write(ConfigurationText(old).setting([(.setAsideFolders, "[\(list)]")]), to: target)
  }

  /// A basic string of TOML.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private func write(_ text: String, to target: FilePath) throws {
    try FileManager.default.createDirectory(
      atPath: target.removingLastComponent().string, withIntermediateDirectories: true)
    // Written beside and put in its place, so that a full disk leaves the old file.
    try Data(text.utf8).write(to: URL(fileURLWithPath: target.string), options: .atomic)
  }

  /// Where the file really is: it may be a symbolic link into a folder that its owner keeps under version control.
  private var target: FilePath {
    get throws {
      if let real = try? realPath(path) { return real }
      // A link to a file that is not there yet.
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path.string) else { return path }
      return pathRealAsFarAsItExists(path.removingLastComponent().pushing(FilePath(link)))
    }
  }
}

/// The lines of a configuration file, to change single values in them.
struct ConfigurationText {
  private var lines: [String]
  private let newline: String

  init(_ text: String) {
    newline = text.contains("\r\n") ? "\r\n" : "\n"
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    if lines.last == "" { lines.removeLast() }
  }

  /// The text with these values. A key that is not there yet comes after the comments at the start; always before the
  /// first table, because after it the key would belong to the table.
  func setting(_ values: [(name: Configuration.Name, value: String)]) -> String {
    var lines = lines
    var missing: [String] = []
    // Before the start of the first table is looked for: a list over many lines has such a bracket, too.
    for value in values { Self.joinList(of: value.name, in: &lines) }
    let table = Self.firstTable(in: lines)
    for (name, value) in values {
      let line = "\(name.rawValue) = \(value)"
      if let place = lines[..<table].firstIndex(where: { Self.key(of: $0) == name.rawValue }) {
        lines[place] = line
      } else {
        missing.append(line)
      }
    }
    let start = lines[..<table].firstIndex { !["#", nil].contains($0.drop(while: Self.isBlank).first) } ?? table
    lines.insert(contentsOf: missing, at: start)
    return lines.joined(separator: newline) + newline
  }

  /// Whether a line before the first table sets it.
  func sets(_ name: Configuration.Name) -> Bool {
    lines[..<Self.firstTable(in: lines)].contains { Self.key(of: $0) == name.rawValue }
  }

  private static func firstTable(in lines: [String]) -> Int {
    lines.firstIndex { $0.drop(while: isBlank).first == "[" } ?? lines.endIndex
  }

  /// A list that goes over several lines becomes its first line: it is going to be replaced whole.
  private static func joinList(of name: Configuration.Name, in lines: inout [String]) {
    guard let first = lines.firstIndex(where: { key(of: $0) == name.rawValue }),
      let value = lines[first].split(separator: "=", maxSplits: 1).last, value.drop(while: isBlank).first == "[",
      !value.contains("]"), let last = lines[first...].firstIndex(where: { $0.contains("]") })
    else { return }
    lines.removeSubrange((first + 1)...last)
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// Nil for a line that sets nothing.
  private static func key(of line: String) -> String? {
    guard let equals = line.firstIndex(of: "=") else { return nil }
    return line[..<equals].filter { !isBlank($0) && $0 != "\"" && $0 != "'" }
  }
}
