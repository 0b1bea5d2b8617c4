import Foundation
import Testing

@testable import TerminalDriver

/// OSC 52 on the way to terminals of all kinds.
@Suite struct ClipboardTests {
  private func sequence(_ variables: [String: String], _ text: String = "sudo apt-get remove gimp") -> String? {
    ClipboardRoute(environment: variables).sequence(for: text)
  }

  private let plain = "\u{1B}]52;c;c3VkbyBhcHQtZ2V0IHJlbW92ZSBnaW1w\u{07}"

  @Test func `a terminal gets the text in base64`() {
    #expect(sequence(["TERM": "xterm-256color"]) == plain)
    #expect(sequence(["TERM": "xterm-kitty", "TMUX": ""]) == plain)
  }

  @Test func `tmux gets it for itself and for the terminal around it`() {
    let sent = sequence(["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"])

    #expect(sent == plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\")
  }

  @Test func `screen gets it wrapped, as long as it does not cut it`() {
    #expect(sequence(["TERM": "screen.xterm-256color"]) == "\u{1B}P" + plain + "\u{1B}\\")
    #expect(sequence(["TERM": "screen"], String(repeating: "x", count: 600)) == nil)
  }

  @Test func `a terminal without a clipboard gets nothing, and nobody a text without an end`() {
    for name in ["linux", "dumb", "vt220", ""] { #expect(sequence(["TERM": name]) == nil) }
    #expect(sequence([:]) == nil)
    #expect(sequence(["TERM": "xterm"], String(repeating: "x", count: 4097)) == nil)
    #expect(sequence(["TERM": "xterm"], "") == nil)
  }

  @Test func `no byte of the text reaches the terminal as itself`() {
    let sent = sequence(["TERM": "xterm"], "\u{07}\u{1B}[2J\u{9B}31m\n") ?? ""
    #expect(sent.dropFirst().dropLast().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
  }
}
