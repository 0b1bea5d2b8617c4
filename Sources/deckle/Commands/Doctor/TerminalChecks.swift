import FileSafety
import Glibc
import PhotoModel
import SettingsFile
import TerminalDriver
import TextSurface

/// The checks of the terminal's abilities, with Deckle's reasons.
struct TerminalChecks {
  typealias Check = DoctorDocument.Check

  let program: Program
  let console: Console
  /// Whether the terminal may be queried: queries go to standard output.
  let mayAsk: Bool

  private var variables: ProcessEnvironment { program.variables }

  @MainActor
  var all: [Check] {
    [streams, size] + driver
  }

  private var streams: Check {
    if console.isInputTerminal, console.isOutputTerminal { return Check("terminal", "interface", .ok, "possible here") }
    return Check(
      "terminal", "interface", .warning, "standard input and output are not both a terminal",
      advice: "Commands such as scan work; for the interface start deckle in a terminal.")
  }

  private static var window: Size? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 || ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &window) == 0,
      window.ws_col > 0
    else { return nil }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// A sentence where the window claims more than is drawn; else nil.
  static var adviceOnLargeWindow: String? {
    let most = NcursesTerminal.largest
    guard let window, window.columns > most.columns || window.rows > most.rows else { return nil }
    return
      "Only \(groupedDigits(most.columns)) × \(groupedDigits(most.rows)) of the window are drawn. If that is not its size, "
      + "say the right one, as in: stty cols 120 rows 40."
  }

  private var size: Check {
    guard let window = Self.window else { return Check("terminal", "size", .ok, "not known without a terminal") }
    let finding = "\(window.columns) × \(window.rows)"
    if let advice = Self.adviceOnLargeWindow { return Check("terminal", "size", .warning, finding, advice: advice) }
    if window.columns >= 80, window.rows >= 24 { return Check("terminal", "size", .ok, finding) }
    return Check("terminal", "size", .warning, finding, advice: "With 80 × 24 or more everything has its place.")
  }

  @MainActor
  private var driver: [Check] {
    let name = variables["TERM"].map { SafeText($0).text } ?? ""
    let (choice, wrongChoice) = pictureChoice
    do throws(TerminalError) {
      let options = TerminalOptions(pictures: choice, tmux: outerTerminal(variables.texts))
      let terminal = try NcursesTerminal(options: options, environment: variables.texts)
      let entry = SafeText(terminal.entryName).text
      var checks = [
        Check("terminal", "type", .ok, entry == name ? "TERM is \(name)" : "TERM is \(name), used as \(entry)"),
        Check("terminal", "colours", .ok, "\(terminal.colorDepth.text), because \(reason(terminal))"),
      ]
      if terminal.glyphs != .ascii {
        checks.append(Check("terminal", "Unicode", .ok, terminal.glyphs.finding))
      } else {
        checks.append(
          Check(
            "terminal", "Unicode", .warning, "no: the locale is not UTF-8, so frames are drawn with - and |",
            advice: "Set LANG to a UTF-8 locale, for example LANG=C.UTF-8."))
      }
      let decision = terminal.pictures
      checks.append(Check("pictures", "drawing", .ok, "\(decision.imageProtocol.title), because \(decision.reason)"))
      if terminal.pictures.imageProtocol.hasPixels {
        checks.append(
          Check("pictures", "character", .ok, "\(terminal.cell.width) × \(terminal.cell.height) pixels"))
      }
      if let wrongChoice { checks.append(wrongChoice) }
      return checks
    } catch .notATerminal {
      return [
        Check("terminal", "type", .ok, "TERM is \(name); colours are asked of a terminal only"),
        Check("pictures", "drawing", .ok, "asked of a terminal only"),
      ] + (wrongChoice.map { [$0] } ?? [])
    } catch {
      return [
        Check(
          "terminal", "type", .warning, name.isEmpty ? "TERM is not set" : "TERM is \(name)", advice: error.sentence),
        Check("pictures", "drawing", .ok, "none, words alone, because there is no full screen here"),
      ]
    }
  }

  /// The choice for pictures; a wrong value is a finding of its own.
  private var pictureChoice: (PictureDecision?, Check?) {
    do {
      let choice = try PictureChoice.decision(program: program)
      let unasked = PictureDecision(.symbols, because: "with --json the terminal is not asked what else it shows")
      return (choice ?? (mayAsk ? nil : unasked), nil)
    } catch {
      return (nil, Check("pictures", "choice", .warning, "\(error)", advice: "Until then the terminal is asked."))
    }
  }

  @MainActor
  private func reason(_ terminal: NcursesTerminal) -> String {
    let depth = terminal.colorDepth
    if depth == .none { return variables["NO_COLOR"]?.isEmpty == false ? "NO_COLOR is set" : "terminfo knows none" }
    if depth == .direct24, let claim = variables["COLORTERM"], ["truecolor", "24bit"].contains(claim) {
      return "COLORTERM is \(claim)"
    }
    let isUpgraded = terminal.entryName.hasSuffix("-256color") && variables["TERM"] != terminal.entryName
    return depth == .direct24 || isUpgraded ? "this terminal is known for it" : "terminfo says so"
  }
}

extension GlyphSet {
  fileprivate var finding: String {
    switch self {
    case .ascii: "no"
    case .console: "yes, as far as the fonts of the Linux console go"
    case .common, .bitmap: "yes, what most fonts have: the terminal does not say that it draws more"
    case .full: "yes, all of it: the terminal is known to draw it"
    }
  }
}

extension ColorDepth {
  fileprivate var text: String {
    switch self {
    case .direct24: "24 bit"
    case .indexed256: "256"
    case .ansi16: "16"
    case .none: "none"
    }
  }
}
