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
    if let line = Self.brokenHeader(in: text) {
      throw ConfigurationError(file: file, line: line, problem: "a name has to stand behind the bracket")
    }
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

  /// The first line, from 1, that opens a table and goes on with what no name begins with: the TOML reader ends the
  /// process there instead of saying so.
  private static func brokenHeader(in text: String) -> Int? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines.firstIndex { line in
      let rest = line.drop { $0 == " " || $0 == "\t" }
      guard rest.first == "[" else { return false }
      let name = rest.dropFirst(rest.hasPrefix("[[") ? 2 : 1).drop { $0 == " " || $0 == "\t" }
      // Nothing behind it, and the end of an empty list, are no name either; those the reader says.
      guard let first = name.unicodeScalars.first else { return false }
      return
        !("A"..."Z" ~= first || "a"..."z" ~= first || "0"..."9" ~= first || "_-\"'],#\r".unicodeScalars.contains(first))
    }
    return place.map { $0 + 1 }
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
