import ArgumentParser
import PhotoModel
import SystemPackage
import TextSurface

extension ParsableCommand {
  /// The sentence about a first argument that is neither a command nor an existing path, but nearly a command: "There
  /// is no command or folder scann. Did you mean deckle scan?".
  static func misspelling(in arguments: [String], exists: (FilePath) -> Bool) -> String? {
    guard let first = arguments.first, !first.hasPrefix("-"), !first.contains("/") else { return nil }
    if first == "help" {
      var known = configuration.subcommands
      for name in arguments.dropFirst() where !name.hasPrefix("-") && name != "help" {
        guard let command = known.first(where: { $0._commandName == name }) else {
          return "There is no command \(SafeText(name.withoutEscapes)). See \(_commandName) --help."
        }
        known = command.configuration.subcommands
      }
    }
    let commands = configuration.subcommands.map { $0._commandName } + ["help"]
    guard !commands.contains(first), let nearest = nearest(to: first, among: commands), !exists(argumentPath(first))
    else {
      return nil
    }
    return "There is no command or folder \(SafeText(first.withoutEscapes)). Did you mean \(_commandName) \(nearest)?"
  }
}
