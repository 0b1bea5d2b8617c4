package import AppCleanup
package import PhotoModel
import TOMLKit
import TextSurface
package import ViewModels

/// The user's settings, as `config.toml` has them. Everything has a default; an unknown key is an error.
package struct Configuration: Equatable, Sendable {
  /// The limits, rules and exclusions of a scan, without the preferred folders, which need the home folder.
  package var scan = ScanSettings()
  /// Folders of which nothing is proposed or moved.
  package var protectedFolders: [String] = []
  /// Folders whose photos stay before others that are as whole, as the user wrote them.
  package var preferredFolders: [String] = []
  /// The folders for photos without a trash on their volume.
  package var setAsideFolders: [String] = []
  /// The folders that photos are moved to by their numbers.
  package var moveFolders: [String] = []
  /// The appearance: colours and motion.
  package var appearance = Appearance()
  /// The keys of every screen.
  package var keys = KeyTable()
  /// The mouse is Deckle's.
  package var mouse = true
  /// The endpoint of a model on this machine that advises about apps; nil for none.
  package var adviceEndpoint: AdviceEndpoint?
  /// The name of that model.
  package var adviceModel = "default"
  /// The way in which pictures are shown.
  package var pictures = PictureChoice.auto
  /// Batches of which nothing can be put back any more are remembered, with figures by month.
  package var history = true

  /// The defaults.
  package init() {}
}

/// A fault of a configuration file, with its line.
package struct ConfigurationError: Error, Equatable {
  /// The name of the file in messages.
  package var file: String
  /// The line, from 1; nil where the whole file is meant.
  package var line: Int?
  /// The fault, and the advice.
  package var problem: String

  /// The other faults of the file, each with its line.
  package var others: [String] = []

  /// Names the file and the line, and how many more mistakes there are.
  package var sentence: String { own + (others.isEmpty ? "" : " (and \(others.count) more)") }
  /// The sentences, one for each fault.
  package var sentences: [String] { [own] + others }

  private var own: String { "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem)" }
}

extension ConfigurationError {
  /// Joins faults into one error, in the order of their lines; nil where there is none.
  init?(_ faults: [ConfigurationError]) {
    let sorted = faults.sorted { ($0.line ?? 0, $0.problem) < ($1.line ?? 0, $1.problem) }
    guard var all = sorted.first else { return nil }
    all.others = sorted.dropFirst().map(\.own)
    self = all
  }
}

extension Configuration {
  /// The names of all keys.
  enum Name: String, CaseIterable {
    case blurThreshold, similarThreshold, duplicateThreshold, excludedFolders, ignoredPlaces, protectedFolders,
      preferredFolders, setAsideFolders, moveFolders, theme, reducedMotion, bell, flash, tabProgress, notifications,
      mouse, pictures, adviceEndpoint, adviceModel, history, keys
    case keeperOrder = "keeper_order"
    case ratingsAreSacred
  }

  /// - Parameters:
  ///   - text: The file's contents.
  ///   - file: The name of the file in messages.
  package init(toml text: String, file: String) throws(ConfigurationError) {
    let table: TOMLTable
    if let preflightFailure = TOMLPreflight(in: text) {
      throw ConfigurationError(file: file, line: preflightFailure.line, problem: preflightFailure.problem)
    }
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw ConfigurationError(
        file: file, line: Int(error.source.begin.line),
        problem: "the line cannot be read as name = value (\(SafeText(Self.plain(error, in: text)).text)).")
    } catch {
      throw ConfigurationError(file: file, line: nil, problem: "this is not TOML")
    }
    var faults: [ConfigurationError] = []
    for key in table.keys {
      guard let name = Name(rawValue: key) else {
        faults.append(
          ConfigurationError(
            file: file, line: Self.line(of: key, in: text),
            problem: "\"\(SafeText(key))\" is no setting\(Self.meaning(of: key))"))
        continue
      }
      let value = ConfigurationValue(
        name: key, value: table[key], line: Self.line(of: key, in: text), file: file, text: text)
      do throws(ConfigurationError) { try apply(name, value) } catch { faults.append(error) }
    }
    if let all = ConfigurationError(faults) { throw all }
  }

  /// "; did you mean theme?", or all that it could be.
  private static func meaning(of key: String) -> String {
    let names = Name.allCases.map(\.rawValue)
    if let name = nearest(to: key, among: names) { return "; did you mean \(name)?" }
    return "; there are \(names.joined(separator: ", "))."
  }

  /// The message without the beginning that the reader gives it: "Error while parsing key-value pair: ".
  private static func plain(_ error: TOMLParseError, in text: String) -> String {
    let description = error.description
    let lines = text.lines
    let index = Int(error.source.begin.line) - 1
    // The reader means the end of the line, which ends no text.
    if description.contains("control characters"), lines.indices.contains(index),
      !lines[index].unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" && $0 != "\r" || $0.value == 0x7F })
    {
      return "the closing quote is missing"
    }
    if description.contains("cannot redefine existing") { return "this is set twice" }
    if lines.indices.contains(index), let hint = hint(for: lines[index]) { return hint }
    guard description.hasPrefix("Error while parsing"), let colon = description.range(of: ": ") else {
      return description
    }
    return String(description[colon.upperBound...])
  }

  /// A hint for a common slip in TOML; nil for another one.
  private static func hint(for line: some StringProtocol) -> String? {
    let parts = line.prefix { $0 != "#" }.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let value = parts.last?.trimmingCharacters(in: .whitespaces) else { return nil }
    if value.wholeMatch(of: /[0-9]+,[0-9]+/) != nil { return "a number has a dot, like 0.3" }
    guard value.wholeMatch(of: /\p{L}[\p{L}\p{N} _-]*/) != nil, !["true", "false"].contains(value) else {
      return nil
    }
    return "a word stands in \"quotes\", and what is switched is true or false"
  }

  private mutating func apply(_ name: Name, _ value: ConfigurationValue) throws(ConfigurationError) {
    switch name {
    case .blurThreshold: scan.blurThreshold = try value.number(ThresholdSlider.blur.range)
    case .similarThreshold: scan.similarThreshold = try value.number(ThresholdSlider.similarity.range)
    case .duplicateThreshold: scan.duplicateThreshold = try value.number(ThresholdSlider.similarity.range)
    case .keeperOrder: scan.keeperOrder = try value.keeperOrder()
    case .ratingsAreSacred: scan.ratingsAreSacred = try value.flag()
    case .excludedFolders: scan.excludedFolders = try value.strings()
    case .ignoredPlaces: scan.ignoredPlaces = try value.folderPatterns()
    case .protectedFolders: protectedFolders = try value.strings()
    case .preferredFolders: preferredFolders = try value.folders()
    case .setAsideFolders: setAsideFolders = try value.strings()
    case .moveFolders:
      moveFolders = try value.folders()
      guard moveFolders.count <= FolderChooser.most else {
        throw value.error("a list of nine folders at most, one for each digit")
      }
    case .theme: appearance.theme = try value.choice()
    case .reducedMotion: appearance.reducedMotion = try value.flag()
    case .bell: appearance.bell = try value.flag()
    case .flash: appearance.flash = try value.flag()
    case .tabProgress: appearance.tabProgress = try value.flag()
    case .notifications: appearance.notifications = try value.flag()
    case .keys: keys = try value.keys()
    case .mouse: mouse = try value.flag()
    case .pictures: pictures = try value.choice()
    case .history: history = try value.flag()
    case .adviceEndpoint: adviceEndpoint = try value.endpoint()
    case .adviceModel: adviceModel = try value.modelName()
    }
  }

  /// The line on which a key is set, from 1.
  private static func line(of key: String, in text: String) -> Int? {
    var scanner = TOMLScanner(Array(text.unicodeScalars))
    while scanner.skipToStatement() {
      let line = scanner.line
      guard let entry = scanner.entry() else { break }
      if entry.key == key || entry.key.hasPrefix(key + ".") { return line }
    }
    // Below the first head of a table only heads are of the file itself.
    let heads = text.lines.enumerated().filter { $0.element.drop { $0 == " " || $0 == "\t" }.first == "[" }
    return heads.first { _, line in
      line.split { " \t[]\"'.".contains($0) }.first.map { $0 == key } ?? false
    }.map { $0.offset + 1 }
  }
}

extension String {
  /// The lines, including empty ones, with either kind of line break.
  var lines: [Substring] { split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" } }
}
