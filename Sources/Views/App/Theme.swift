package import TextSurface
package import ViewModels

/// The colours and styles of the interface: views ask for roles, never for colours.
///
/// No meaning is shown by colour alone: each role with a meaning comes with a text or a glyph.
package struct Theme: Hashable, Sendable {
  /// The name of a theme, as in the settings.
  package typealias Name = ThemeName

  /// The purpose of a piece of a screen.
  package enum Role: CaseIterable, Hashable, Sendable {
    /// The background.
    case ground
    case text
    /// Titles and numbers that matter.
    case strong
    /// Text of less weight.
    case faint
    case border
    case accent
    /// Green: the photo stays. Used for nothing else.
    case keep
    /// Red: the photo goes to the bin or the trash. Used for nothing else.
    case delete
    /// Amber: check first.
    case warning
    /// The area of a card or a dialog.
    case card
    /// The highlighted row of a list.
    case selection
    /// The highlighted button, where it changes nothing.
    case safeButton
    /// The highlighted button that moves photos to the trash.
    case actButton
  }

  /// The theme in use: never `auto`.
  package let name: Name
  /// The number of colours of the terminal.
  package let depth: ColorDepth
  /// Whether motions are left out, so that the end of each is shown at once.
  package var reducedMotion: Bool
  /// The size of a cell: makes a ring round.
  package var cell = CellPixels.standard
  /// The pixels of drawings; nil where the terminal shows only characters.
  package var drawings: PixelDrawings?
  /// Whether the terminal's own background is light, where it is kept.
  package let isOnLight: Bool
  private let palette: Palette

  /// Creates a theme for a terminal with a number of colours.
  ///
  /// - Parameter ground: The terminal's own background, by which `auto` is dark or light, and on which 16 colours are
  ///   drawn; nil where it is not known, then it is dark, and the name of the theme decides.
  package init(
    _ name: Name = .auto, depth: ColorDepth = .direct24, reducedMotion: Bool = false, on ground: RGB? = nil
  ) {
    let isLight = ground.map { $0.contrast(to: RGB(gray: 0)) > $0.contrast(to: RGB(gray: 255)) }
    let name = name == .auto ? isLight == true ? .light : .dark : name
    self.name = name
    isOnLight = isLight ?? (name == .light)
    self.depth = name == .noColor ? .none : depth
    self.reducedMotion = reducedMotion
    let palette = Palette(name)
    self.palette = palette
    let depth = self.depth
    accents = (0...Self.accentSteps).map { step in
      let part = Double(step) / Double(Self.accentSteps)
      return palette.readable(palette.accentStart.mixed(with: palette.accentEnd, part), depth: depth, name: name)
    }
  }

  /// The accent in steps, each with enough contrast to the background for text.
  private let accents: [RGB]
  private static let accentSteps = 32

  /// The style of a role at this depth of colours.
  package func style(_ role: Role) -> Style {
    switch depth {
    case .none: uncolored(role)
    case .ansi16: sixteenColored(role)
    case .indexed256, .direct24: colored(role)
    }
  }

  /// The accent, part of the way from purple to blue.
  ///
  /// - Parameter part: 0 is the purple end, 1 the blue one.
  package func accent(at part: Double) -> Style {
    guard blends else { return style(.accent) }
    return Style(foreground: accentColor(at: part))
  }

  private func accentColor(at part: Double) -> RGB {
    let safe = part.isFinite ? min(1, max(0, part)) : 0
    return accents[Int((safe * Double(Self.accentSteps)).rounded())]
  }

  /// The parts of a ring.
  enum RingPart {
    case track, used, start, end, bin, kept
  }

  /// The colours of rings, which are blended, or matched to the colours of the terminal, where they are drawn.
  func ringColor(_ part: RingPart) -> RGB {
    guard blends else {
      return switch part {
      case .track, .used: RGB(hex: 0x7F7F7F)
      case .start, .end: style(.accent).foreground ?? RGB(hex: 0xE5E5E5)
      case .bin: style(.delete).foreground ?? RGB(hex: 0xE5E5E5)
      case .kept: style(.keep).foreground ?? RGB(hex: 0xE5E5E5)
      }
    }
    return switch part {
    case .track: palette.ground.mixed(with: palette.border, 0.6)
    case .used: palette.border.mixed(with: palette.faint, 0.45)
    case .start: palette.accentStart
    case .end: palette.accentEnd
    case .bin: palette.ground.mixed(with: palette.delete, 0.85)
    case .kept: palette.ground.mixed(with: palette.keep, 0.7)
    }
  }

  /// The colour of the background; nil where the terminal's own is kept (16 colours and none).
  package var ground: RGB? { blends ? palette.ground : nil }

  /// Whether colours can be mixed: there are enough for a gradient.
  package var blends: Bool { depth >= .indexed256 }

  private func colored(_ role: Role) -> Style {
    let strongly: Style.Attributes = name == .highContrast ? .bold : []
    return switch role {
    case .ground: Style(foreground: palette.text, background: palette.ground)
    case .text: Style(foreground: palette.text)
    case .strong: Style(foreground: palette.strong, attributes: .bold)
    case .faint: Style(foreground: palette.faint)
    case .border: Style(foreground: palette.border)
    case .accent: Style(foreground: accentColor(at: 0.35), attributes: strongly)
    case .keep: Style(foreground: palette.keep, attributes: .bold)
    case .delete: Style(foreground: palette.delete, attributes: .bold)
    case .warning: Style(foreground: palette.warning, attributes: strongly)
    case .card: Style(foreground: palette.text, background: palette.card)
    case .selection: Style(foreground: palette.strong, background: palette.selection, attributes: strongly)
    case .safeButton: Style(foreground: palette.onAccent, background: palette.safeGround, attributes: .bold)
    case .actButton: Style(foreground: palette.onAccent, background: palette.deleteGround, attributes: .bold)
    }
  }

  private func sixteenColored(_ role: Role) -> Style {
    let onLight = isOnLight
    let contrast = name == .highContrast
    return switch role {
    case .ground, .text, .card: .plain
    case .strong: Style(attributes: .bold)
    case .faint, .border: Style(attributes: contrast ? [] : .dim)
    case .accent: Style(foreground: RGB(hex: onLight ? 0x800080 : 0xFF00FF), attributes: contrast ? .bold : [])
    // Many terminals show bold in the brighter colour, which is weak on white.
    case .keep: Style(foreground: RGB(hex: onLight ? 0x008000 : 0x00FF00), attributes: onLight ? [] : .bold)
    case .delete: Style(foreground: RGB(hex: onLight ? 0x800000 : 0xFF0000), attributes: onLight ? [] : .bold)
    // No yellow is legible there.
    case .warning where onLight: Style(attributes: .bold)
    case .warning: Style(foreground: RGB(hex: 0xFFFF00), attributes: contrast ? .bold : [])
    case .selection: Style(attributes: .reverse)
    case .safeButton: Style(attributes: [.reverse, .bold])
    case .actButton: Style(foreground: RGB(hex: onLight ? 0x800000 : 0xFF0000), attributes: [.reverse, .bold])
    }
  }

  private func uncolored(_ role: Role) -> Style {
    switch role {
    case .ground, .text, .card: .plain
    case .faint, .border: name == .highContrast ? .plain : Style(attributes: .dim)
    case .strong, .accent, .keep, .delete, .warning: Style(attributes: .bold)
    case .selection: Style(attributes: .reverse)
    case .safeButton, .actButton: Style(attributes: [.reverse, .bold])
    }
  }
}

/// The colours of a theme.
private struct Palette: Hashable, Sendable {
  var ground: RGB
  var card: RGB
  var selection: RGB
  var border: RGB
  var faint: RGB
  var text: RGB
  var strong: RGB
  var accentStart = gradientStart
  var accentEnd = gradientEnd
  var onAccent = RGB(hex: 0xFFFFFF)
  /// Purple that white text stays readable on: 5.4 : 1.
  var safeGround = RGB(hex: 0x9333EA)
  var keep: RGB
  var delete: RGB
  /// Red that white text stays readable on: 4.8 : 1.
  var deleteGround = RGB(hex: 0xDC2626)
  var warning: RGB

  /// A colour for text: moved away from the background until the contrast is enough, as the terminal will show both.
  func readable(_ color: RGB, depth: ColorDepth, name: Theme.Name) -> RGB {
    func shown(_ color: RGB) -> RGB { depth == .indexed256 ? paletteColor(paletteIndex(nearest: color)) : color }
    let least = name == .highContrast ? 7.0 : 4.5
    let away = RGB(gray: name == .light ? 0 : 255)
    var color = color
    for _ in 0..<20 where min(shown(color).contrast(to: shown(ground)), shown(color).contrast(to: shown(card))) < least
    {
      color = color.mixed(with: away, 0.06)
    }
    return color
  }

  init(_ name: Theme.Name) {
    switch name {
    case .auto, .dark, .noColor:
      ground = RGB(hex: 0x0F0F17)
      card = RGB(hex: 0x15151F)
      selection = RGB(hex: 0x26233A)
      border = RGB(hex: 0x363650)
      faint = RGB(hex: 0x83839C)
      text = RGB(hex: 0xCFCFDF)
      strong = RGB(hex: 0xF5F5FC)
      keep = RGB(hex: 0x4ADE80)
      delete = RGB(hex: 0xF87171)
      warning = RGB(hex: 0xFBBF24)
    case .light:
      ground = RGB(hex: 0xFAF9FD)
      card = RGB(hex: 0xFFFFFF)
      selection = RGB(hex: 0xE9E3F8)
      border = RGB(hex: 0xC9C3D8)
      faint = RGB(hex: 0x6B667C)
      text = RGB(hex: 0x35323F)
      strong = RGB(hex: 0x14121A)
      accentStart = RGB(hex: 0x9333EA)
      accentEnd = RGB(hex: 0x2563EB)
      keep = RGB(hex: 0x15803D)
      delete = RGB(hex: 0xB91C1C)
      warning = RGB(hex: 0xA14A06)
    case .highContrast:
      ground = RGB(hex: 0x000000)
      card = RGB(hex: 0x000000)
      selection = RGB(hex: 0x3A1D66)
      border = RGB(hex: 0xB8B8C8)
      faint = RGB(hex: 0xD6D6E2)
      text = RGB(hex: 0xFFFFFF)
      strong = RGB(hex: 0xFFFFFF)
      accentStart = RGB(hex: 0xD9A8FF)
      accentEnd = RGB(hex: 0x8EC5FF)
      onAccent = RGB(hex: 0x000000)
      safeGround = RGB(hex: 0xD9A8FF)
      keep = RGB(hex: 0x5CFF9A)
      delete = RGB(hex: 0xFF8A8A)
      deleteGround = RGB(hex: 0xFF8A8A)
      warning = RGB(hex: 0xFFD75F)
    }
  }
}
