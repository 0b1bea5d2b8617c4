import TextSurface

extension KeyContext {
  /// Whether a key is typed here, into a text or as a number, so that no action can have it.
  func types(_ key: Key) -> Bool {
    switch self {
    case .entry: key.isOfText
    // The key that opened the help closes it, and begins no search.
    case .help: key.isOfText && key != Key("?")
    case .folders: key.digit.map { $0 > 0 } ?? false
    case .confirmation: key.isOfNumber
    default: false
    }
  }
}

extension Key {
  /// Whether the key writes a character of a text, or erases one.
  var isOfText: Bool {
    guard !control, !alt else { return false }
    return if case .character = code { true } else { code == .backspace }
  }

  /// Whether the key writes a digit, or erases one.
  var isOfNumber: Bool { digit != nil || isOfText && code == .backspace }

  /// The digit that the key writes; nil for other keys.
  var digit: Int? {
    guard case .character(let scalar) = code, isOfText, ("0"..."9").contains(scalar) else { return nil }
    return Int(scalar.value - 48)
  }
}
