package import TextSurface

/// Bytes from the terminal to keys, mouse and focus events.
///
/// A value without a clock: it keeps incomplete sequences, gives the time that the rest may take (`timeout`), and
/// `finish()` ends the wait. Unknown sequences are dropped whole, because their letters, taken as keys, would be
/// commands that nobody gave.
///
/// Sources: ECMA-48 (form of control sequences), xterm's ctlseqs (keys, modifiers, mouse 1000/1006, focus 1004),
/// kitty's keyboard protocol (repeated and released keys, which Deckle does not request, but another program may have).
package struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []
  private let terminfoKeys: [[UInt8]: Key.Code]
  /// Whether the bytes are between the marks of a pasted text, which are no keys.
  private var isPasting = false
  private var pasted: [UInt8] = []

  /// The longest sequence in bytes: no sequence of a terminal is this long, and no path.
  private static let longest = 4096
  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// - Parameter terminfoKeys: Whole sequences from the terminal's terminfo entry, preferred to the built-in ones.
  package init(terminfoKeys: [[UInt8]: Key.Code] = [:]) { self.terminfoKeys = terminfoKeys }

  /// The timeout for the rest of an unfinished sequence; nil when nothing is missing.
  ///
  /// A lone Escape is most likely the key, and a user waits for it. A sequence that has begun only
  /// stays unfinished on a slow line. The rest of a terminal's answer, taken for keys, would be commands.
  package var timeout: Duration? {
    if pending.isEmpty || isPasting { return nil }
    if pending == [0x1B] { return .milliseconds(25) }
    return isInControlString ? .seconds(2) : .milliseconds(500)
  }

  /// The events that are complete with these bytes.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    pending += bytes
    var events: [InputEvent] = []
    var start = 0
    while start < pending.count {
      if isPasting {
        let end = endOfPaste(from: start)
        pasted += pending[start..<(isPasting ? end : end - Self.pasteEnd.count)].prefix(Self.longest - pasted.count)
        start = end
        if isPasting { break }
        if let text = pastedText() { events.append(.paste(text)) }
        continue
      }
      if pending[start...].starts(with: Self.pasteStart) {
        isPasting = true
        start += Self.pasteStart.count
        continue
      }
      guard let step = step(Array(pending[start...])) else { break }
      events += step.event.map { [$0] } ?? []
      start += step.length
    }
    pending.removeFirst(start)
    if pending.count > Self.longest { pending = [] }
    return events
  }

  /// The rest did not come: an Escape was the key, Escape and `[`, `O` or `P` were typed with Alt, and anything
  /// longer is thrown away.
  package mutating func finish() -> [InputEvent] {
    defer { pending = [] }
    // The end of the pasted text is still to come, however long that takes.
    if isPasting { return [] }
    switch pending.count {
    case 1 where pending[0] == 0x1B: return [.key(Key(.escape))]
    case 2 where pending == [0x1B, 0x1B]: return [.key(Key(.escape)), .key(Key(.escape))]
    case 2 where pending[0] == 0x1B && pending[1] < 0x80:
      return [.key(Key(.character(Unicode.Scalar(pending[1])), alt: true))]
    default: return []
    }
  }

  // MARK: Private

  private var isInControlString: Bool {
    pending.count > 2 && pending[0] == 0x1B && [0x50, 0x5D, 0x5E, 0x5F].contains(pending[1])
  }

  /// The index at which the text after the pasted one begins; before its end has come, the index of a possible
  /// beginning of the end mark.
  private mutating func endOfPaste(from start: Int) -> Int {
    var index = start
    while index < pending.count {
      if pending[index...].starts(with: Self.pasteEnd) {
        isPasting = false
        return index + Self.pasteEnd.count
      }
      if Self.pasteEnd.starts(with: pending[index...]) { return index }
      index += 1
    }
    return index
  }

  /// The first line of a pasted text; nil where it is empty.
  private mutating func pastedText() -> String? {
    defer { pasted = [] }
    let line = String(decoding: pasted, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    var text = String.UnicodeScalarView()
    text.append(contentsOf: line.unicodeScalars.filter { $0.properties.generalCategory != .control })
    return text.isEmpty ? nil : String(text)
  }

  /// The number of bytes of the first event, and the event if they mean one.
  private typealias Step = (length: Int, event: InputEvent?)

  /// The first event of some bytes, at least one; nil when more bytes are needed.
  private func step(_ bytes: [UInt8]) -> Step? {
    guard bytes[0] == 0x1B else { return text(bytes) }
    for length in stride(from: min(bytes.count, 12), to: 1, by: -1) {
      if let code = terminfoKeys[Array(bytes[..<length])] { return (length, .key(Key(code))) }
    }
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"): return singleShift(bytes)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"): return controlString(bytes)
    default:
      // Escape before anything else is that thing with Alt.
      guard let rest = step(Array(bytes[1...])) else { return nil }
      guard case .key(var key)? = rest.event else { return (rest.length + 1, rest.event) }
      key.alt = true
      return (rest.length + 1, .key(key))
    }
  }

  /// A character in UTF-8, or a control character, which is a key with Ctrl.
  private func text(_ bytes: [UInt8]) -> Step? {
    let first = bytes[0]
    switch first {
    case 0x0A, 0x0D: return (1, .key(Key(.enter)))
    case 0x09: return (1, .key(Key(.tab)))
    case 0x08, 0x7F: return (1, .key(Key(.backspace)))
    case 0x00: return (1, .key(.control(" ")))
    case 0x01...0x1A: return (1, .key(.control(Unicode.Scalar(first + 0x60))))
    case 0x1C...0x1F: return (1, .key(.control(Unicode.Scalar(first + 0x40))))
    case 0x20..<0x7F: return (1, .key(Key(Unicode.Scalar(first))))
    default: break
    }
    let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    guard length > 1 else { return (1, nil) }
    for (index, byte) in bytes.prefix(length).enumerated().dropFirst() where byte & 0xC0 != 0x80 {
      return (index, nil)
    }
    guard bytes.count >= length else { return nil }
    guard let text = String(validating: bytes[..<length], as: UTF8.self), let scalar = text.unicodeScalars.first,
      scalar.properties.generalCategory != .control
    else { return (length, nil) }
    return (length, .key(Key(scalar)))
  }

  /// `ESC O x`: cursor and function keys in application mode.
  private func singleShift(_ bytes: [UInt8]) -> Step? {
    guard bytes.count > 2 else { return nil }
    return (3, keyCode(final: bytes[2]).map { .key(Key($0)) })
  }

  /// `ESC [ … x`: parameters 0x30–0x3F, intermediates 0x20–0x2F, one final byte 0x40–0x7E.
  private func controlSequence(_ bytes: [UInt8]) -> Step? {
    guard bytes.count > 2 else { return nil }
    // Two old forms that break the rule: the Linux console's F1 to F5, and mouse reports before 1006.
    if bytes[2] == UInt8(ascii: "[") {
      guard bytes.count > 3 else { return nil }
      let number = Int(bytes[3]) - Int(UInt8(ascii: "A")) + 1
      return (4, (1...5).contains(number) ? .key(Key(.function(number))) : nil)
    }
    if bytes[2] == UInt8(ascii: "M") {
      guard bytes.count > 5 else { return nil }
      return (6, oldMouse(bytes))
    }
    // rxvt ends keys with Shift on a byte that is no final one. An answer, which begins with a mark of its own, goes
    // on.
    let isAnswer = (0x3C...0x3F).contains(bytes[2])
    if !isAnswer, let end = bytes.dropFirst(2).firstIndex(where: { !(0x30...0x3F).contains($0) }),
      bytes[end] == UInt8(ascii: "$")
    {
      return (end + 1, event(parameters: bytes[2..<end], final: bytes[end]))
    }
    guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
    // A byte that cannot end a sequence ends the attempt; it is then decoded by itself.
    guard (0x40...0x7E).contains(bytes[end]) else { return (end, nil) }
    return (end + 1, event(parameters: bytes[2..<end], final: bytes[end]))
  }

  /// A control string, `ESC P … ST` and the like: a late answer of the terminal, which is ignored.
  private func controlString(_ bytes: [UInt8]) -> Step? {
    for index in bytes.indices.dropFirst(2) {
      if bytes[index] == 0x07 { return (index + 1, nil) }
      if bytes[index] == UInt8(ascii: "\\"), bytes[index - 1] == 0x1B { return (index + 1, nil) }
    }
    return nil
  }
}
