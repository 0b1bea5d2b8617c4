import TextSurface

/// The meaning of whole control sequences.
extension KeyDecoder {
  /// `ESC [`, parameters, final byte.
  func event(parameters: ArraySlice<UInt8>, final: UInt8) -> InputEvent? {
    let event = pressed(parameters: parameters, final: final)
    guard case .key(let key)? = event else { return event }
    switch eventType(in: parameters) {
    case 2: return .keyRepeat(key)
    case 3: return .keyUp(key)
    default: return event
    }
  }

  /// The event of a sequence if the key was pressed just now.
  private func pressed(parameters: ArraySlice<UInt8>, final: UInt8) -> InputEvent? {
    if parameters.first == UInt8(ascii: "<") {
      return mouse(numbers(in: parameters.dropFirst()), isRelease: final == UInt8(ascii: "m"))
    }
    // The terminal's colours changed (mode 2031): 1 dark, 2 light.
    if final == UInt8(ascii: "n"), parameters.starts(with: Array("?997;".utf8)) {
      let value = numbers(in: parameters.dropFirst(5)).first
      return value == 1 || value == 2 ? .background(isLight: value == 2) : nil
    }
    // ?, > and = begin answers of the terminal, not keys.
    if let first = parameters.first, (0x3C...0x3F).contains(first) { return nil }
    let values = numbers(in: parameters)
    if parameters.isEmpty, final == UInt8(ascii: "I") { return .focus(true) }
    if parameters.isEmpty, final == UInt8(ascii: "O") { return .focus(false) }
    switch final {
    case UInt8(ascii: "~"):
      // modifyOtherKeys: 27 ; modifier ; character ~
      if values.first == 27, values.count == 3 { return key(character: values[2], modifier: values[1]) }
      return values.first.flatMap(keyCode(number:)).map { .key(key($0, modifier: values.dropFirst().first)) }
    case UInt8(ascii: "u"):
      return values.first.flatMap { key(character: $0, modifier: values.dropFirst().first) }
    case UInt8(ascii: "^"), UInt8(ascii: "$"):
      // rxvt: with Ctrl, with Shift
      let modifier = final == UInt8(ascii: "^") ? 5 : 2
      return values.first.flatMap(keyCode(number:)).map { .key(key($0, modifier: modifier)) }
    default:
      return keyCode(final: final).map { .key(key($0, modifier: values.dropFirst().first)) }
    }
  }

  /// Final bytes of cursor keys, keypad Enter, F1 to F4, and rxvt's cursor keys with Shift or Ctrl.
  func keyCode(final: UInt8) -> Key.Code? {
    switch Unicode.Scalar(final) {
    case "A", "a": .up
    case "B", "b": .down
    case "C", "c": .right
    case "D", "d": .left
    case "F": .end
    case "H": .home
    case "M": .enter
    case "P": .function(1)
    case "Q": .function(2)
    case "R": .function(3)
    case "S": .function(4)
    case "Z": .backTab
    default: nil
    }
  }

  /// A mouse report from before 1006: button and position, each 32 more than meant.
  func oldMouse(_ bytes: [UInt8]) -> InputEvent? {
    let values = bytes[3...5].map { Int($0) - 32 }
    return mouse(values, isRelease: values[0] & 0b1100011 == 3)
  }

  // MARK: Private

  /// VT220 numbers: `ESC [ 5 ~` is Page Up.
  private func keyCode(number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 3: .deleteForward
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  /// xterm's modifier is 1 and the sum of Shift 1, Alt 2, Ctrl 4, Meta 8.
  private func key(_ code: Key.Code, modifier: Int?) -> Key {
    let modifiers = max(0, (modifier ?? 1) - 1)
    return Key(code, control: modifiers & 4 != 0, alt: modifiers & 0b1010 != 0)
  }

  /// A key sent as the number of its character, by terminals that were set to do so for keys without a code of their
  /// own.
  private func key(character: Int, modifier: Int?) -> InputEvent? {
    let code: Key.Code
    switch character {
    case 9: code = ((modifier ?? 1) - 1) & 1 == 1 ? .backTab : .tab
    case 10, 13: code = .enter
    case 27: code = .escape
    case 8, 127: code = .backspace
    default:
      guard let scalar = UInt32(exactly: character).flatMap(Unicode.Scalar.init),
        ![.control, .privateUse].contains(scalar.properties.generalCategory)
      else { return nil }
      code = .character(scalar)
    }
    return .key(key(code, modifier: modifier))
  }

  /// Button and column and row counted from 1. Only the left button and the wheel mean something here.
  private func mouse(_ values: [Int], isRelease: Bool) -> InputEvent? {
    guard values.count == 3, values[1] > 0, values[2] > 0 else { return nil }
    let button = values[0] & 0b1100_0011
    let isMotion = values[0] & 32 != 0
    let kind: Mouse.Kind
    switch button {
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    case 0: kind = isRelease ? .release : isMotion ? .drag : .press
    // Before mode 1006 a release does not tell the button.
    case 3 where isRelease && !isMotion: kind = .release
    default: return nil
    }
    return .mouse(Mouse(kind, x: values[1] - 1, y: values[2] - 1))
  }

  /// kitty's protocol adds it to the modifier, after a colon: 1 pressed, 2 repeated, 3 let go.
  private func eventType(in parameters: ArraySlice<UInt8>) -> Int? {
    let fields = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let parts = fields.dropFirst().first?.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts?.dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// Numbers separated by semicolons; a missing one is 1, a part after a colon is ignored, and none is larger than
  /// Unicode needs.
  private func numbers(in parameters: ArraySlice<UInt8>) -> [Int] {
    guard !parameters.isEmpty else { return [] }
    return parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
      let digits = field.prefix { (0x30...0x39).contains($0) }
      if digits.isEmpty { return 1 }
      return digits.reduce(0) { min(0x110000, $0 * 10 + Int($1) - 0x30) }
    }
  }
}
