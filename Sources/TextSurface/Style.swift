/// A 24-bit colour. The terminal driver turns it into the nearest that the terminal has.
package struct RGB: Hashable, Sendable {
  /// The red channel, 0…255.
  package var red: UInt8
  /// The green channel, 0…255.
  package var green: UInt8
  /// The blue channel, 0…255.
  package var blue: UInt8

  /// Creates a colour from red, green and blue.
  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from 0xRRGGBB.
  package init(hex: UInt32) {
    self.init(UInt8(hex >> 16 & 255), UInt8(hex >> 8 & 255), UInt8(hex & 255))
  }

  /// The colour as 0xRRGGBB.
  package var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The colour between this one and another, channel by channel: part 0 is this one, 1 the other.
  package func mixed(with other: RGB, _ part: Double) -> RGB {
    let t = min(1, max(0, part))
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) + (Double(b) - Double(a)) * t).rounded()) }
    return RGB(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }
}

/// The colours and attributes of a cell. A nil colour is the terminal's own.
package struct Style: Hashable, Sendable {
  /// Attributes of the characters of a cell.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit for each attribute; never stored, so the bits may change.
    package let rawValue: UInt8
    /// Creates attributes from their bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bold characters.
    package static let bold = Attributes(rawValue: 1)
    /// Faint characters.
    package static let dim = Attributes(rawValue: 2)
    /// Underlined characters.
    package static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    package static let reverse = Attributes(rawValue: 16)
  }

  /// The colour of the character; nil for that of the terminal.
  package var foreground: RGB?
  /// The colour behind the character; nil for that of the terminal.
  package var background: RGB?
  /// The attributes of the character.
  package var attributes: Attributes

  /// Creates a style; that of the terminal without arguments.
  package init(foreground: RGB? = nil, background: RGB? = nil, attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The colours of the terminal, without attributes.
  package static let plain = Style()

  /// The style with these attributes besides its own.
  package func with(_ more: Attributes) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes.union(more))
  }

  /// The style on another background.
  package func on(_ background: RGB?) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes)
  }
}
