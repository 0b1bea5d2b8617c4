import Foundation
import TestSupport
import Testing
import TextSurface

/// Folders that the terminal opens at a click: what is sent for them, and that the screen looks the same.
@Suite(.waits) struct LinkTests {
  private func home(_ library: TrialLibrary, name: String, environment: [String: String] = [:]) throws -> PseudoTerminal
  {
    let terminal = try library.open(
      environment: environment, answers: "\u{1B}P>|\(name)\u{1B}\\\u{1B}[?62;c")
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    return terminal
  }

  private func links(_ terminal: PseudoTerminal) -> [String] {
    String(decoding: terminal.rawOutput, as: UTF8.self).components(separatedBy: "\u{1B}]8;;").dropFirst()
      .compactMap { $0.components(separatedBy: "\u{1B}\\").first }
  }

  @Test(arguments: [[:], ["NO_COLOR": "1"], ["COLORTERM": "", "TERM": "xterm"]] as [[String: String]])
  func `the library is a link where the terminal has them, and looks as without`(environment: [String: String]) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try home(library, name: "VTE(7001)", environment: environment)
    let found = links(terminal)
    try #require(found.count >= 2)
    #expect(found[0].hasPrefix("file://") && found[0].hasSuffix(library.pictures.string))
    // Each one ends.
    #expect(found.count.isMultiple(of: 2) && found.enumerated().allSatisfy { $0.isMultiple(of: 2) != $1.isEmpty })

    let row = (20..<80).map { terminal.cell(x: $0, y: 0) }
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0))

    let other = try home(library, name: "Other(1)", environment: environment)
    #expect(links(other).isEmpty)
    let cells = (20..<80).map { other.cell(x: $0, y: 0) }
    #expect(row == cells)
  }
}
