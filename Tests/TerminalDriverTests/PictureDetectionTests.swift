import TerminalDriver
import TestSupport
import Testing
import TextSurface

/// What real terminals answer, and what is made of it.
@Suite struct PictureDetectionTests {
  private static let kitty =
    "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;17;8t\u{1B}[?62;c"
  private static let vt340 = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;17;8t\u{1B}[?63;1;2;4;6;9;15;16;22;28c"
  private static let vt420 = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;17;8t\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c"
  private static let foot = "\u{1B}P>|foot(1.13.1)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4;22c"
  private static let wezterm = "\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[6;20;10t\u{1B}[?65;4;6;18;22c"
  private static let konsole = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|Konsole 22.12.3\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;1;4c"
  private static let iTerm = "\u{1B}P>|iTerm2 3.4.20\u{1B}\\\u{1B}[6;30;14t\u{1B}[?62;4c"

  private func decision(
    _ reply: String, environment: [String: String] = ["TERM": "xterm-256color"], cell: CellPixels? = nil,
    depth: ColorDepth = .direct24
  ) -> PictureDecision {
    choosePictures(
      environment: environment, answers: TerminalAnswers(Array(reply.utf8)), cell: cell, depth: depth)
  }

  @Test(arguments: [
    (kitty, ImageProtocol.kitty), (vt340, .sixel), (vt420, .symbols), (foot, .sixel), (wezterm, .iterm),
    ("\u{1B}_Gi=31;OK\u{1B}\\" + wezterm, .kitty), (konsole, .sixel), (iTerm, .iterm),
    ("", .symbols), ("\u{1B}[?1;2c", .symbols), ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?62c", .symbols),
    // Half an answer: cut off in the middle of a string, of a sequence, of the last one.
    ("\u{1B}_Gi=31;O", .symbols), ("\u{1B}_Gi=31;O\u{1B}[?62;4c", .symbols), ("\u{1B}P>|XTerm(3", .symbols),
    ("\u{1B}[6;17;8t\u{1B}[?63;4", .symbols), ("\u{1B}[6;1\u{1B}[?63;4c", .symbols),
    // Garbage, and keys between the answers.
    ("\u{FFFD}\u{1B}\u{1B}\u{1B}[[[;;;;c\u{1B}]0;x\u{7}", .symbols), ("jj\u{1B}[A" + vt340 + "q", .sixel),
    ("\u{1B}[?" + String(repeating: "4;", count: 3000), .symbols),
  ])
  func `what a terminal answers is the rung that it has`(reply: String, imageProtocol: ImageProtocol) {
    let decision = decision(reply)
    #expect(decision.imageProtocol == imageProtocol, "\(decision.reason)")
    #expect(!decision.reason.isEmpty)
  }

  @Test(
    arguments: [
      ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", RGB(255, 128, 0)), ("\u{1B}]11;rgb:0f/0f/17\u{7}", RGB(15, 15, 23)),
      ("\u{1B}]11;rgb:f/0/f\u{7}\u{1B}[?62c", RGB(255, 0, 255)), ("\u{1B}]11;rgb:ffff/ffff\u{7}", nil),
      ("\u{1B}]11;rgb:fffff/0/0\u{7}", nil), ("\u{1B}]11;rgb:-f/0/0\u{7}", nil), ("\u{1B}]11;?\u{7}", nil),
      ("\u{1B}]11;rgb:ffff/ffff/ff", nil), ("\u{1B}]10;rgb:f/f/f\u{7}", nil),
    ] as [(String, RGB?)])
  func `a terminal says what its ground is`(reply: String, ground: RGB?) {
    #expect(TerminalAnswers(Array(reply.utf8)).ground == ground)
  }

  @Test(arguments: [
    (["TERM": "tmux-256color"], "tmux"), (["TERM": "screen"], "screen"), (["TERM": "xterm", "STY": "1.pts"], "screen"),
    (["TERM": "linux"], "linux"),
    (["TERM": "dumb"], "dumb"), (["TERM": "vt100"], "vt100"),
  ])
  func `where nothing can come of it the terminal is not asked, and the reason is named`(
    environment: [String: String], reasonText: String
  ) {
    #expect(obstacleToAsking(environment: environment)?.contains(reasonText) == true)
    // Not even believed: the terminal around tmux may have answered.
    #expect(decision(Self.kitty, environment: environment).imageProtocol == .symbols)
  }

  @Test(arguments: [["TERM": "xterm-256color"], ["TERM": "xterm-kitty"], ["TERM": "foot"], ["TERM": "alacritty"]])
  func `the others are asked`(environment: [String: String]) {
    #expect(obstacleToAsking(environment: environment) == nil)
  }

  private static let tmux = ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"]

  @Test(arguments: [
    (["TERM": "xterm-kitty"], nil, TerminalInquiry.everything), (["TERM": "foot", "ZELLIJ": "0"], nil, .allButKitty),
    (tmux, nil, .allButKitty),
    (tmux, OuterTerminal(name: "kitty(0.35.2)", passesThrough: true), .kittyThroughTmux),
    (tmux, OuterTerminal(name: "kitty(0.35.2)", passesThrough: false), .allButKitty),
    (tmux, OuterTerminal(name: "kitty(0.26.5)", passesThrough: true), .allButKitty),
    (tmux, OuterTerminal(name: "ghostty 1.1.0", passesThrough: true), .kittyThroughTmux),
    (tmux, OuterTerminal(name: "kitty", passesThrough: true), .allButKitty),
    (tmux, OuterTerminal(name: "XTerm(379)", passesThrough: true), .allButKitty),
    (["TERM": "tmux-256color"], nil, nil), (["TERM": "linux"], nil, nil),
  ])
  func `a program between is not asked what it takes for a title, but for what it passes on`(
    environment: [String: String], tmux: OuterTerminal?, expected: TerminalInquiry?
  ) {
    let found = inquiry(environment: environment, tmux: tmux)
    #expect(found == expected)
    #expect((found?.question.contains("\u{1B}Ptmux;\u{1B}\u{1B}_G") == true) == (expected == .kittyThroughTmux))
    if expected == .allButKitty { #expect(found?.question.contains("_G") == false) }
  }

  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?1;2c", "kitty(0.35.2)", true, ImageProtocol.kitty, "passes them on to kitty"),
    ("\u{1B}[?1;2c", "kitty(0.35.2)", true, .symbols, "did not answer through tmux"),
    ("\u{1B}[?1;2c", "kitty(0.35.2)", false, .symbols, "allow-passthrough on"),
    ("\u{1B}[?1;2c", "XTerm(379)", true, .symbols, "tmux stands between"),
    // From 3.4 on tmux draws sixels itself.
    ("\u{1B}[6;18;9t\u{1B}[?1;2;4c", "foot(1.16)", false, .sixel, "shows sixels"),
    ("", "kitty(0.35.2)", true, .symbols, "did not answer"),
  ])
  func `within tmux pictures come by what it passes on, and the reason says what is missing`(
    answers: String, name: String, passes: Bool, expected: ImageProtocol, reasonText: String
  ) {
    let decision = choosePictures(
      environment: Self.tmux, answers: TerminalAnswers(Array(answers.utf8)), cell: nil, depth: .direct24,
      tmux: OuterTerminal(name: name, passesThrough: passes))
    #expect(decision.imageProtocol == expected && decision.reason.contains(reasonText), "\(decision)")
  }

  @Test(arguments: [
    (["LC_TERMINAL": "iTerm2"], ImageProtocol.iterm), (["TERM_PROGRAM": "iTerm.app"], .iterm),
    (["TERM_PROGRAM": "WezTerm"], .iterm), (["TERM_PROGRAM": "vscode"], .symbols),
  ])
  func `a terminal without a name is known by its environment`(
    environment: [String: String], imageProtocol: ImageProtocol
  ) {
    #expect(decision("\u{1B}[?62c", environment: environment).imageProtocol == imageProtocol)
    // Started from within: its own name counts.
    #expect(decision(Self.vt420, environment: environment).imageProtocol == .symbols)
    #expect(decision("", environment: environment).imageProtocol == .symbols)
  }

  @Test func `a sixel needs the size of a character, from whoever tells it`() {
    let reply = "\u{1B}[?63;4c"
    #expect(decision(reply).imageProtocol == .symbols)
    #expect(decision(reply, cell: CellPixels(width: 9, height: 18)).imageProtocol == .sixel)
    #expect(decision("\u{1B}[6;0;0t" + reply).imageProtocol == .symbols)
    #expect(decision("\u{1B}[6;18;9t" + reply).imageProtocol == .sixel)
  }

  @Test func `a choice is believed, and without colours there are characters`() {
    let choice = PictureDecision(.sixel, because: "--pictures says so")
    let chosen = choosePictures(environment: ["TERM": "dumb"], answers: nil, cell: nil, depth: .none, choice: choice)
    #expect(chosen == choice)
    #expect(decision(Self.vt420, depth: .none).reason == "no colours are used here")
    // No colours in words and lines: a photo is what it is.
    #expect(decision(Self.kitty, depth: .none).imageProtocol == .kitty)
  }

  @Test func `a slow line gets more time`() {
    #expect(answerTimeout(environment: [:]) == .milliseconds(700))
    #expect(answerTimeout(environment: ["TERM": "xterm-kitty"]) == .seconds(3))
    #expect(answerTimeout(environment: ["SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"]) == .milliseconds(1500))
  }

  @Test func `the answers are read whatever lies between them`() {
    var random = SeededGenerator(seed: 3)
    let answers = TerminalAnswers(Array(Self.kitty.utf8))
    #expect(answers.knowsKittyGraphics && answers.name == "kitty(0.26.5)" && answers.attributes == [62])
    #expect(answers.cell == CellPixels(width: 8, height: 17))
    for _ in 0..<2000 { _ = TerminalAnswers(random.bytes(Int.random(in: 0...60, using: &random)) + [0x1B, 0x5B]) }
  }

  @Test func `VTE is known by its kind`() {
    let vte = TerminalAnswers(Array("\u{1B}[>65;7006;1c\u{1B}[?65;1;9c".utf8))
    #expect(vte.name == "VTE(7006)" && vte.attributes == [65, 1, 9])
    let other = TerminalAnswers(Array("\u{1B}[>1;115;0c\u{1B}[?62;1;4c".utf8))
    #expect(other.name == nil)
    #expect(TerminalAnswers(Array("\u{1B}P>|XTerm(379)\u{1B}\\".utf8)).knows256Colors && !vte.knows256Colors)
  }

  @Test(arguments: [kitty, vt340, vt420, foot, wezterm, konsole, iTerm, "\u{1B}[?2026;2$y", "\u{1B}[?1u"])
  func `an answer that comes late is no key, however it is cut into pieces`(reply: String) {
    let bytes = Array("a\(reply)b".utf8)
    for size in 1...bytes.count {
      var decoder = KeyDecoder()
      var events: [InputEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += decoder.decode(bytes[start..<min(bytes.count, start + size)])
      }
      #expect(events + decoder.finish() == [.key(Key("a")), .key(Key("b"))], "in pieces of \(size)")
    }
  }

  @Test func `the rest of half an answer is waited for longer than that of a key`() throws {
    var decoder = KeyDecoder()
    _ = decoder.decode("\u{1B}_Gi=31;".utf8)
    let timeout = try #require(decoder.timeout)
    #expect(timeout >= .seconds(2))
  }
}
