package import TextSurface

/// The way to query a terminal for its abilities.
package enum TerminalInquiry: Hashable, Sendable {
  /// All queries are sent.
  case everything
  /// All queries but that for kitty's protocol, which a program in between takes for the title of a window.
  case allButKitty
  /// tmux answers, and passes the question for kitty's protocol on.
  case kittyThroughTmux

  /// The bytes of the question.
  package var question: String {
    switch self {
    case .everything: TerminalAnswers.question
    case .allButKitty: TerminalAnswers.textQuestion
    case .kittyThroughTmux: TerminalAnswers.questionThroughTmux
    }
  }
}

/// Whether the program runs within tmux.
func isInTmux(_ environment: [String: String]) -> Bool { environment["TMUX"]?.isEmpty == false }

/// The way to query the terminal; nil where it is not queried.
///
/// - Parameters:
///   - environment: The process environment, or a test's.
///   - tmux: The terminal around tmux, as tmux reports it; nil outside of tmux.
package func inquiry(environment: [String: String], tmux: OuterTerminal?) -> TerminalInquiry? {
  guard obstacleToAsking(environment: environment) == nil else { return nil }
  if isInTmux(environment) {
    return tmux?.passesThrough == true && tmux?.supportsPlaceholders == true ? .kittyThroughTmux : .allButKitty
  }
  return environment["ZELLIJ"]?.isEmpty == false ? .allButKitty : .everything
}

/// Why a terminal is not even asked for its picture protocol.
///
/// - Parameter environment: The process environment, or a test's.
/// - Returns: Nil when it may be asked; else a clause for the user.
package func obstacleToAsking(environment: [String: String]) -> String? {
  let name = environment["TERM"] ?? ""
  if isInTmux(environment) { return nil }
  // A tmux on another machine; screen passes no protocol on that could be relied on. Both take a part of the question
  // for the title of the window.
  if name.hasPrefix("tmux") { return "a tmux on another machine stands between Deckle and the terminal" }
  if environment["STY"]?.isEmpty == false || name.hasPrefix("screen") {
    return "screen stands between Deckle and the terminal"
  }
  let hopeless = ["dumb", "unknown", "linux", "cons25", "ansi", "eterm", "emacs", "vt52", "vt100", "vt102", "vt220"]
  if hopeless.contains(where: { name == $0 || name.hasPrefix($0 + "-") }) {
    return "terminals of type \(SafeText(name)) show characters only"
  }
  return nil
}

/// The timeout for the answers. Most come within a few milliseconds.
package func answerTimeout(environment: [String: String], inquiry: TerminalInquiry? = nil) -> Duration {
  // Sure to answer, but not while its window comes up, which takes a second where nothing helps to draw it.
  if isSure(environment["TERM"] ?? "") || inquiry == .kittyThroughTmux { return .seconds(3) }
  return environment["SSH_CONNECTION"]?.isEmpty == false ? .milliseconds(1500) : .milliseconds(700)
}

private func isSure(_ terminal: String) -> Bool { ["xterm-kitty", "xterm-ghostty"].contains(terminal) }

/// The image protocol, with the reason for its choice.
///
/// - Parameters:
///   - environment: The process environment, or a test's.
///   - answers: The answers of the terminal; nil when it was not queried.
///   - cell: The size of a cell by the window system (TIOCGWINSZ); nil when unknown.
///   - depth: The number of colours that are used.
///   - tmux: The terminal around tmux, as tmux reports it; nil outside of tmux.
///   - choice: The user's choice, which overrides the answers; nil for none.
package func choosePictures(
  environment: [String: String], answers: TerminalAnswers?, cell: CellPixels?, depth: ColorDepth,
  tmux: OuterTerminal? = nil, choice: PictureDecision? = nil
) -> PictureDecision {
  if let choice { return choice }
  if let obstacle = obstacleToAsking(environment: environment) { return PictureDecision(.symbols, because: obstacle) }
  guard let answers, answers.attributes != nil || answers.knowsKittyGraphics || answers.name != nil else {
    return PictureDecision(.symbols, because: "the terminal did not answer when it was asked")
  }
  let showsSixel = answers.attributes?.contains(4) == true
  if isInTmux(environment), !showsSixel {
    return picturesThroughTmux(answers, depth, around: tmux)
  }
  // Konsole's sixel support is the older and more stable of its two protocols.
  let isKonsole = answers.name?.hasPrefix("Konsole") == true
  if answers.knowsKittyGraphics, !(isKonsole && showsSixel) {
    return PictureDecision(.kitty, because: "the terminal says that it knows kitty's protocol")
  }
  if let program = inlineImageProgram(environment: environment, name: answers.name) {
    return PictureDecision(.iterm, because: "the terminal is \(program)")
  }
  if showsSixel {
    // A sixel picture has a size in pixels: with a wrong cell size it would cover text.
    guard answers.cell ?? cell != nil else {
      return PictureDecision(.symbols, because: "the terminal shows sixels, but does not tell how large a character is")
    }
    return PictureDecision(.sixel, because: "the terminal says that it shows sixels")
  }
  if depth == .none { return PictureDecision(.symbols, because: "no colours are used here") }
  return PictureDecision(.symbols, because: "the terminal says nothing of a picture protocol")
}

/// tmux without sixels of its own.
private func picturesThroughTmux(
  _ answers: TerminalAnswers, _ depth: ColorDepth, around tmux: OuterTerminal?
) -> PictureDecision {
  guard let tmux, tmux.supportsPlaceholders else {
    return PictureDecision(.symbols, because: "tmux stands between Deckle and the terminal")
  }
  let name = SafeText(tmux.name).text
  guard tmux.passesThrough else {
    return PictureDecision(
      .symbols,
      because: "tmux passes none on to \(name): that needs \u{201C}set -g allow-passthrough on\u{201D} in its settings")
  }
  guard answers.knowsKittyGraphics else {
    return PictureDecision(.symbols, because: "\(name) did not answer through tmux")
  }
  guard PicturePlaceholders(depth: depth) != nil else {
    return PictureDecision(.symbols, because: "pictures within tmux need 256 colours")
  }
  return PictureDecision(.kitty, because: "tmux passes them on to \(name)")
}

/// iTerm2 and WezTerm, by the name that the terminal gives, else by the environment, which a terminal started from
/// within another one may have inherited.
private func inlineImageProgram(environment: [String: String], name: String?) -> String? {
  let programs = ["iTerm2": ["iTerm2", "iTerm.app"], "WezTerm": ["WezTerm"]]
  func program(_ stated: String) -> String? {
    programs.first { $0.value.contains { stated.hasPrefix($0) } }?.key
  }
  if let name { return program(name) }
  return program(environment["LC_TERMINAL"] ?? "") ?? program(environment["TERM_PROGRAM"] ?? "")
}
