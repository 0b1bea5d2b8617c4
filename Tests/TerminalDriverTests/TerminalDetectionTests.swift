import TerminalDriver
import Testing
import TextSurface

@Suite struct TerminalDetectionTests {
  private let rich = TerminfoColors(count: 256)

  @Test(arguments: [
    ([:], ColorDepth.indexed256),
    (["COLORTERM": "truecolor"], .direct24), (["COLORTERM": "24bit"], .direct24), (["COLORTERM": "yes"], .indexed256),
    (["TERM": "xterm-direct"], .direct24), (["TERM": "xterm-kitty"], .direct24),
    (["TERM_PROGRAM": "WezTerm"], .direct24), (["TERM_PROGRAM": "iTerm.app"], .direct24),
    (["NO_COLOR": "1", "COLORTERM": "truecolor"], .none), (["NO_COLOR": ""], .indexed256),
    (["COLORTERM": "truecolor", "STY": "12.pts-0"], .indexed256),
    (["COLORTERM": "truecolor", "STY": "12.pts-0", "TMUX": "/tmp/x"], .direct24),
  ])
  func `the environment decides`(environment: [String: String], depth: ColorDepth) {
    #expect(detectColorDepth(environment: environment, terminfo: rich) == depth)
  }

  @Test(arguments: [(0, ColorDepth.none), (8, .ansi16), (16, .ansi16), (88, .ansi16), (256, .indexed256)])
  func `an environment that says nothing leaves it to terminfo`(count: Int, depth: ColorDepth) {
    #expect(detectColorDepth(environment: [:], terminfo: TerminfoColors(count: count)) == depth)
  }

  @Test func `terminfo may claim 24 bits`() {
    let terminfo = TerminfoColors(count: 256, claimsDirectColor: true)
    #expect(detectColorDepth(environment: [:], terminfo: terminfo) == .direct24)
  }

  @Test(arguments: [("24bit", ColorDepth.direct24), ("256", .indexed256), ("16", .ansi16), ("none", .none)])
  func `the user's choice wins over everything`(word: String, depth: ColorDepth) {
    #expect(colorDepth(named: word) == depth)
    #expect(detectColorDepth(environment: ["NO_COLOR": "1"], terminfo: rich, choice: depth) == depth)
  }

  @Test func `another word is no choice`() {
    #expect(colorDepth(named: "lots") == nil)
  }

  @Test(arguments: [
    ([:], true), (["LANG": "C"], true), (["LANG": "en_GB.UTF-8"], true), (["LANG": "de_DE.utf8@euro"], true),
    (["LANG": "de_DE.ISO-8859-1"], false), (["LC_ALL": "C.UTF-8", "LANG": "de_DE.ISO-8859-1"], true),
    (["LC_ALL": "", "LC_CTYPE": "ru_RU.KOI8-R", "LANG": "C.UTF-8"], false),
  ])
  func `only a locale that names another encoding rules Unicode out`(environment: [String: String], shows: Bool) {
    #expect(showsUnicode(environment: environment) == shows)
  }

  @Test(arguments: [
    ("xterm-256color", ["xterm-256color", "xterm-256color", "xterm"]),
    ("xterm-ghostty", ["xterm-ghostty", "xterm-256color", "xterm"]),
    ("alacritty", ["alacritty", "xterm-256color", "xterm"]),
    ("tmux-256color", ["tmux-256color", "screen-256color", "screen"]),
    ("vt220", ["vt220"]), ("dumb", ["dumb"]),
  ])
  func `a terminal without an entry of its own has relatives`(name: String, candidates: [String]) {
    #expect(terminfoNames(for: name) == candidates)
  }
}
