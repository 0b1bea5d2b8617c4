package import TextSurface

/// The answers of a terminal to questions about itself.
///
/// The last query is one that every terminal answers (DA1), so that its answer shows that no other will come. Sources:
/// kitty's graphics protocol (a=q), xterm's ctlseqs (DA1, DA2, XTVERSION, CSI 16 t, OSC 11, DECRQM).
package struct TerminalAnswers: Equatable, Sendable {
  /// Whether the terminal supports kitty's graphics protocol.
  package var knowsKittyGraphics = false
  /// The numbers of the device attributes; nil when that answer did not come. 4 is sixel.
  package var attributes: [Int]?
  /// The name and version of the terminal, as it gives them: not escaped.
  package var name: String?
  /// The size of a cell in pixels; nil when no plausible answer came.
  package var cell: CellPixels?
  /// The background colour; nil when no answer came.
  package var ground: RGB?
  /// The number of colours of a sixel picture; nil when no answer came.
  package var sixelColors: Int?
  /// The largest width of a sixel picture in pixels; nil when no answer came.
  package var sixelWidth: Int?
  /// The largest height of a sixel picture in pixels; nil when no answer came.
  package var sixelHeight: Int?

  /// Creates the answers of a terminal that does not answer.
  package init() {}

  /// kitty's protocol with a picture of one pixel.
  private static let graphicsQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// The name, its kind and version, the cell in pixels, the ground, the attributes.
  package static let textQuestion =
    "\u{1B}[>q" + "\u{1B}[>c" + "\u{1B}[16t" + "\u{1B}]11;?\u{1B}\\" + "\u{1B}[c"

  /// The query sequence that includes kitty's protocol.
  package static let question = graphicsQuestion + textQuestion

  /// The query sequence that asks the terminal around tmux about kitty's protocol.
  package static let questionThroughTmux =
    String(decoding: passedThroughTmux(Array(graphicsQuestion.utf8)), as: UTF8.self) + textQuestion

  /// The further question to a terminal with sixels: its colour registers and the largest picture (XTSMGRAPHICS).
  package static let sixelQuestion = "\u{1B}[?1;1;0S" + "\u{1B}[?2;1;0S" + "\u{1B}[c"

  /// Whether the terminal calls itself xterm, whose entry is too modest: 8 colours there, and 256 on the screen.
  package var knows256Colors: Bool { name?.hasPrefix("XTerm(") == true }

  /// The limits for pictures.
  package var limits: PixelLimits {
    PixelLimits(
      colors: sixelColors.map { min(256, $0) } ?? 256, width: sixelWidth ?? 4096, height: sixelHeight ?? 4096)
  }

  /// - Parameter bytes: All received bytes, in any order, with keys of the user between them; everything but answers is
  ///   skipped.
  package init(_ bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x1B, index + 1 < bytes.count else {
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "["): index = readControlSequence(bytes, from: index + 2)
      case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
        index = readString(bytes, kind: bytes[index + 1], from: index + 2)
      default: index += 1
      }
    }
  }

  /// - Returns: The index from which to read on.
  private mutating func readControlSequence(_ bytes: [UInt8], from start: Int) -> Int {
    guard let end = bytes[start...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return bytes.count }
    let body = bytes[start..<end]
    if bytes[end] == UInt8(ascii: "c"), body.first == UInt8(ascii: "?") {
      attributes = numbers(body.dropFirst())
    } else if bytes[end] == UInt8(ascii: "c"), body.first == UInt8(ascii: ">"),
      let version = numbers(body.dropFirst()).dropFirst().first,
      body.dropFirst().starts(with: Array("65;".utf8))
    {
      // VTE gives no name; it alone is of this kind.
      name = name ?? "VTE(\(version))"
    } else if bytes[end] == UInt8(ascii: "t"), case let values = numbers(body), values.count == 3, values[0] == 6 {
      cell = CellPixels.plausible(width: values[2], height: values[1])
    }
    if bytes[end] == UInt8(ascii: "S"), body.first == UInt8(ascii: "?") { readSixelLimit(numbers(body.dropFirst())) }
    // An Escape begins the next answer: the one before was cut off.
    return bytes[end] == 0x1B ? end : end + 1
  }

  /// Reads an answer of XTSMGRAPHICS: which limit, 0 for success, its values.
  private mutating func readSixelLimit(_ values: [Int]) {
    if values.count == 3, values[0] == 1, values[1] == 0, values[2] >= 2 { sixelColors = values[2] }
    if values.count == 4, values[0] == 2, values[1] == 0, values[2] >= 64, values[3] >= 64 {
      sixelWidth = values[2]
      sixelHeight = values[3]
    }
  }

  private mutating func readString(_ bytes: [UInt8], kind: UInt8, from start: Int) -> Int {
    guard let end = bytes[start...].firstIndex(where: { $0 == 0x1B || $0 == 0x07 }) else { return bytes.count }
    let isWhole = bytes[end] == 0x07 || end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\\")
    guard isWhole else { return end }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    if kind == UInt8(ascii: "_"), text.hasPrefix("Gi=31") {
      knowsKittyGraphics = text.hasSuffix(";OK")
    } else if kind == UInt8(ascii: "P"), text.hasPrefix(">|") {
      name = String(text.dropFirst(2).prefix(64))
    } else if kind == UInt8(ascii: "]"), text.hasPrefix("11;rgb:") {
      ground = color(text.dropFirst(7))
    }
    return end + 1
  }

  /// A colour in X11's form "ffff/80/0": each part of one to four digits is a share of the largest number with as many
  /// digits.
  private func color(_ text: Substring) -> RGB? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { digits -> UInt8? in
      guard (1...4).contains(digits.utf8.count), let value = Int(digits, radix: 16), value >= 0 else { return nil }
      return UInt8(value * 255 / (1 << (4 * digits.utf8.count) - 1))
    }.compactMap(\.self)
    return parts.count == 3 ? RGB(parts[0], parts[1], parts[2]) : nil
  }

  private func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";")).map { field in
      field.prefix { (0x30...0x39).contains($0) }.reduce(0) { min(100_000, $0 * 10 + Int($1) - 0x30) }
    }
  }
}
