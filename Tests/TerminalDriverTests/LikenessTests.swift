import Foundation
import TerminalDriver
import TestSupport
import Testing
import TextSurface

/// What stands for a character that a terminal may lack.
@Suite struct LikenessTests {
  private static let marks = "★☆■▢✕✓✦".unicodeScalars

  @Test func `every likeness in ASCII is printable`() {
    for value in UInt32(0x20)...0x1FFFF where value != 0x7F {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let likeness = likeness(of: scalar, in: .ascii)
      #expect((0x20..<0x7F).contains(likeness.value) || scalar == likeness && scalar.isASCII)
    }
  }

  @Test(arguments: zip("╭─╮│█▌▏░⣿←é日a~".unicodeScalars, "+-+|##|.#<e?a~".unicodeScalars))
  func `frames, blocks and arrows keep their look in ASCII`(scalar: Unicode.Scalar, expected: Unicode.Scalar) {
    #expect(likeness(of: scalar, in: .ascii) == expected)
  }

  @Test(arguments: GlyphSet.allCases) func `marks are told apart, and so are full and empty parts of a bar`(
    set: GlyphSet
  ) {
    #expect(Set(Self.marks.map { likeness(of: $0, in: set) }).count == Self.marks.count)
    #expect(likeness(of: "▰", in: set) != likeness(of: "▱", in: set))
  }

  /// Of what screens draw all but letters.
  private static let drawn: Set<Unicode.Scalar> = {
    let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("ViewsTests/Goldens")
    let files = (try? FileManager.default.contentsOfDirectory(at: goldens, includingPropertiesForKeys: nil)) ?? []
    let text = files.compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined()
    return Set(text.unicodeScalars.filter { !$0.isASCII && !$0.properties.isAlphabetic })
  }()

  /// In all of Debian's fonts for the console (console-setup) and in the kernel's own, of IBM's code page 437.
  private static let ofConsole = Set("·•■▲▼♦█░▒←→↑↓─│┌┐└┘├┤┬┴┼≤≥±°÷¶§ ".unicodeScalars)
  /// Windows Glyph List 4 and braille, which other fonts lend, and what terminals draw themselves: frames and quarters.
  private static let bitmap = ofConsole.union("×√□●○…“”‘’–—−ƒ‹›²³━┃╭╮╰╯▀▄▌▐▓▖▗▘▙▚▛▜▝▞▟▁▂▃▅▆▇▏".unicodeScalars)

  @Test func `all that screens draw is in the fonts of the console`() {
    #expect(Self.drawn.count > 30)
    let missing = Self.drawn.map { likeness(of: $0, in: .console) }.filter {
      !$0.isASCII && !Self.ofConsole.contains($0)
    }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func `all that screens draw is in most fonts where the terminal does not say what it draws`() {
    for (set, more) in [(GlyphSet.bitmap, ""), (.common, "❯❮")] {
      let fonts = Self.bitmap.union(more.unicodeScalars)
      let missing = Self.drawn.map { likeness(of: $0, in: set) }.filter {
        !$0.isASCII && !fonts.contains($0) && !(0x2800...0x28FF).contains($0.value)
      }
      #expect(missing.isEmpty, "\(set): \(missing)")
    }
  }

  @Test(arguments: [
    ("linux", nil, GlyphSet.console), ("linux", "kitty(0.26.5)", .console), ("xterm-256color", nil, .common),
    ("xterm", "XTerm(379)", .bitmap), ("alacritty", nil, .common), ("rxvt-unicode-256color", nil, .bitmap),
    ("tmux-256color", nil, .common), ("tmux-256color", "VTE(7001)", .full), ("screen", "linux", .console),
    ("xterm-kitty", nil, .full),
    ("xterm-256color", "WezTerm 20230712", .full), ("xterm-256color", "Konsole 22.12.3", .full), ("foot", nil, .full),
    ("st-256color", nil, .common),
  ])
  func `a terminal is trusted with what it is known to draw`(entry: String, name: String?, set: GlyphSet) {
    #expect(glyphSet(environment: ["TERM": entry, "LANG": "C.UTF-8"], name: name) == set)
    #expect(glyphSet(environment: ["TERM": entry, "LANG": "de_DE.ISO-8859-1"], name: name) == .ascii)
  }
}
