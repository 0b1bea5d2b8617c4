import Testing
import TextSurface

@testable import TerminalDriver

@Suite struct DesktopReportsTests {
  private func reports(_ name: String?, _ environment: [String: String] = [:], tmux: OuterTerminal? = nil)
    -> DesktopReports
  {
    DesktopReports(environment: environment, name: name, tmux: tmux)
  }

  @Test(arguments: [
    ("kitty(0.41.1)", DesktopReports.Notice.kitty, true), ("kitty(0.26.5)", .kitty, false),
    ("ghostty 1.1.0", .rxvt, true),
    ("foot(1.16.2)", .rxvt, false), ("WezTerm 20240203", .rxvt, true), ("iTerm2 3.5.0", .iterm, false),
    ("mintty 3.7", nil, true), ("XTerm(379)", nil, false), ("VTE(7001)", nil, false),
  ])
  func `a terminal gets what it is known to take`(name: String, notice: DesktopReports.Notice?, showsProgress: Bool) {
    let found = reports(name)
    #expect(found.notice == notice && found.showsProgress == showsProgress)
    #expect(found.bytes(for: "The scan is over.").isEmpty == (notice == nil))
    #expect(found.bytes(for: TabProgress.percent(40)).isEmpty == !showsProgress)
  }

  @Test
  func `a terminal without a name gets nothing, but for Windows Terminal, and one around tmux what tmux passes on`() {
    #expect(!reports(nil).showsProgress && reports(nil, ["WT_SESSION": "1"]).showsProgress)
    let tmux = ["TMUX": "/tmp/x,1,0"]
    #expect(reports("tmux 3.4", tmux).notice == nil)
    let kitty = OuterTerminal(name: "kitty(0.42.0)", passesThrough: true)
    let bytes = reports("tmux 3.4", tmux, tmux: kitty).bytes(for: TabProgress.unknown)
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}Ptmux;\u{1B}\u{1B}]9;4;3;0\u{1B}\u{1B}\\\u{1B}\\")
    #expect(reports("", tmux, tmux: OuterTerminal(name: "kitty(0.42.0)", passesThrough: false)).notice == nil)
  }

  @Test func `no text breaks out of a report`() {
    let text = String(decoding: reports("foot(1.16)").bytes(for: "a;b\u{1B}\\c\u{7}"), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}]777;notify;Deckle;a,b") && text.hasSuffix("\u{1B}\\"))
    #expect(text.dropFirst().dropLast(2).allSatisfy { $0 != "\u{1B}" && $0 != "\u{7}" })
    #expect(String(decoding: reports("mintty 3").bytes(for: TabProgress.percent(400)), as: UTF8.self).contains("1;100"))
    #expect(String(decoding: reports("mintty 3").bytes(for: nil as TabProgress?), as: UTF8.self).contains("4;0;0"))
  }
}

@Suite struct HyperlinksTests {
  @Test(arguments: [
    ("kitty(0.26.5)", true), ("VTE(7001)", true), ("foot(1.16.2)", true), ("XTerm(379)", false), (nil, false),
  ])
  func `a terminal that is known gets links`(name: String?, isSupported: Bool) {
    #expect(Hyperlinks(environment: [:], name: name).isSupported == isSupported)
  }

  @Test func `tmux keeps links from 3.4 on, whatever is around it`() {
    let tmux = ["TMUX": "/tmp/x,1,0"]
    #expect(Hyperlinks(environment: tmux, name: "tmux 3.4").isSupported)
    #expect(!Hyperlinks(environment: tmux, name: "tmux 3.3a").isSupported)
    #expect(!Hyperlinks(environment: tmux, name: "kitty(0.41.1)").isSupported)
  }

  @Test func `a link names the machine and the folder, and ends`() {
    let links = Hyperlinks(environment: [:], name: "foot(1.16.2)", host: "nas")
    #expect(links.bytes(to: "/photos/a%20b") == "\u{1B}]8;;file://nas/photos/a%20b\u{1B}\\")
    #expect(links.bytes(to: nil) == "\u{1B}]8;;\u{1B}\\")
  }
}

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
  func `the user's choice wins over everything`(setting: String, depth: ColorDepth) {
    #expect(colorDepth(named: setting) == depth)
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
