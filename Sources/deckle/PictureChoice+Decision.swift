import ArgumentParser
import SettingsFile
import TextSurface

extension PictureChoice: ExpressibleByArgument {}

extension PictureChoice {
  /// The variable that decides where no option does.
  static let variable = "DECKLE_PICTURES"

  static var text: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The decision by the option, else by the variable, else by the settings. Nil asks the terminal.
  ///
  /// - Throws: `CommandFailure` where the variable holds another value.
  static func decision(option: PictureChoice? = nil, program: Program) throws -> PictureDecision? {
    if let option { return option.decision(by: "--pictures") }
    if let value = program.variables[variable], !value.isEmpty {
      guard let choice = PictureChoice(rawValue: value) else {
        throw CommandFailure("\(variable) is \"\(SafeText(value))\"; it can be one of \(text).")
      }
      return choice.decision(by: variable)
    }
    return program.configuration.pictures.decision(by: "config.toml")
  }

  private func decision(by source: String) -> PictureDecision? {
    imageProtocol.map { PictureDecision($0, because: "\(source) says so") }
  }
}
