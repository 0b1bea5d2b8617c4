package import TextSurface

/// How a terminal is asked for its abilities.
package enum TerminalInquiry: Hashable, Sendable {
  /// It is asked for everything.
  case everything
  /// A program stands between that takes a question for kitty's protocol for the title of a window: all but that.
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

/// How the terminal is asked; nil where it is not.
///
/// - Parameters:
///   - environment: The process environment, or a test's.
///   - tmux: What tmux says of the terminal around it.
package func inquiry(environment: [String: String], tmux: TerminalAroundTmux?) -> TerminalInquiry? {
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
  // A tmux on another machine; screen passes no protocol on that could be relied on. Both take a part of the question for
  // the title of the window.
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

/// The rung of the ladder for pictures, and why.
///
/// - Parameters:
///   - environment: The process environment, or a test's.
///   - answers: What the terminal said; nil when it was not asked.
///   - cell: What the window system says of a cell (TIOCGWINSZ), nil when it does not.
///   - depth: How many colours are used.
///   - tmux: What tmux says of the terminal around it.
///   - choice: What the user wants, whatever the terminal says.
package func choosePictures(
  environment: [String: String], answers: TerminalAnswers?, cell: CellPixels?, depth: ColorDepth,
  tmux: TerminalAroundTmux? = nil, choice: PictureDecision? = nil
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
  // Its sixels are the older and the steadier of its two ways.
  let isKonsole = answers.name?.hasPrefix("Konsole") == true
  if answers.knowsKittyGraphics, !(isKonsole && showsSixel) {
    return PictureDecision(.kitty, because: "the terminal says that it knows kitty's protocol")
  }
  if let program = inlineImageProgram(environment: environment, name: answers.name) {
    return PictureDecision(.iterm, because: "the terminal is \(program)")
  }
  if showsSixel {
    // A sixel picture has a size in pixels: guessed wrong, it would cover the words around it.
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
  _ answers: TerminalAnswers, _ depth: ColorDepth, around tmux: TerminalAroundTmux?
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
