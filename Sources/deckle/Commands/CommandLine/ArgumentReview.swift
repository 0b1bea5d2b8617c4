import Foundation
import PhotoModel
import SystemPackage
import TextSurface

/// The faults of arguments that the parser misread or did not reach: it reports a missing argument before an unknown
/// one, splits "-photo" into letters of which h asks for help, and takes "-1" for an option.
struct ArgumentReview {
  /// The command that is named, with those above it: "deckle cache info".
  private let title: String
  /// The options by name; whether a value follows.
  private let options: [String: Bool]
  /// The arguments behind the name of the program.
  private let arguments: [String]

  /// - Parameter tool: The output of `ParsableArguments._dumpHelp()` for the program.
  init?(_ arguments: [String], tool: String) {
    guard let root = try? JSONDecoder().decode(Tool.self, from: Data(tool.utf8)).command else { return nil }
    var (command, titles) = (root, [root.commandName])
    for argument in arguments where !argument.hasPrefix("-") {
      guard let next = command.subcommands?.first(where: { $0.commandName == argument }) else { break }
      command = next
      titles.append(argument)
    }
    if titles.count == 1, let standard = root.subcommands?.first(where: { $0.commandName == root.defaultSubcommand }) {
      command = standard
    }
    title = titles.joined(separator: " ")
    self.arguments = arguments
    options = (command.arguments ?? []).reduce(into: Self.ofTheParser) { options, argument in
      for name in argument.names ?? [] { options[name.spelled] = argument.kind == "option" }
    }
  }

  /// The options that the parser adds to every command.
  private static let ofTheParser = [
    "--generate-completion-script": true, "--experimental-dump-help": false, "--help-hidden": false,
  ]

  /// The sentence about the first option that the command does not have; nil where it has all.
  ///
  /// - Parameter amongLetters: Only those that were taken for letters, each an option of its own.
  func unknownOption(amongLetters: Bool, exists: (FilePath) -> Bool) -> String? {
    let unknown = named.first { options[$0.name] == nil && (!amongLetters || !$0.hasPrefix("--") && $0.count > 2) }
    guard let argument = unknown else { return nil }
    let advice: String
    if exists(argumentPath(argument)) {
      advice = "A name that begins with - is written ./\(SafeText(argument.withoutEscapes))."
    } else {
      let names = options.keys.filter { $0.hasPrefix("--") && Self.ofTheParser[$0] == nil }.sorted()
      let near =
        argument.name.count > 3 ? nearest(to: argument.name, among: names).map { "Did you mean \($0)? " } ?? "" : ""
      advice = "\(near)See \(title) --help."
    }
    return "There is no option \(SafeText(argument.name.withoutEscapes)) of \(title). \(advice)"
  }

  /// The options for photos and targets that may be given once: of two the first would be ignored. Of other options the
  /// last one counts.
  private static let single: Set = ["--from", "--batch", "--to", "--set-aside", "--backup", "--html", "--count"]

  /// The sentence about the first of these options that is named again.
  var repeatedOption: String? {
    var known: Set<String> = []
    guard let name = named.map(\.name).first(where: { Self.single.contains($0) && !known.insert($0).inserted }) else {
      return nil
    }
    return "\(name) is named twice; name it once. See \(title) --help."
  }

  /// The arguments with numbers below zero joined to their option: "--jobs=-1". Else the parser takes them for options.
  var withJoinedNumbers: [String] {
    var joined: [String] = []
    for (index, argument) in arguments.enumerated() {
      let isNumber = argument.hasPrefix("-") && options[argument] == nil && Double(argument) != nil
      if isNumber, index > 0, options[arguments[index - 1]] == true {
        joined[joined.count - 1] += "=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined
  }

  /// Options as they are written, without what follows them as a value.
  private var named: [String] {
    var found: [String] = []
    var isValue = false
    for argument in arguments.prefix(while: { $0 != "--" }) {
      defer { isValue = !isValue && options[argument] == true }
      // An ambiguous value is left to the parser, which reports a missing value.
      if argument.hasPrefix("-"), argument != "-", !isValue || options[argument.name] != nil { found.append(argument) }
    }
    return found
  }
}

extension String {
  /// The name before the value: "--jobs" of "--jobs=4".
  fileprivate var name: String { hasPrefix("--") ? String(prefix { $0 != "=" }) : self }
}

/// The commands of the parser, as far as they are needed here.
private struct Tool: Decodable {
  struct Command: Decodable {
    var commandName: String
    var defaultSubcommand: String?
    var subcommands: [Command]?
    var arguments: [Argument]?
  }

  struct Argument: Decodable {
    var kind: String
    var names: [Name]?
  }

  struct Name: Decodable {
    var kind: String
    var name: String

    var spelled: String { (kind == "long" ? "--" : "-") + name }
  }

  var command: Command
}
