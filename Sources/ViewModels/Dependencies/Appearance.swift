/// Themes of equal rank.
package enum ThemeName: String, CaseIterable, Hashable, Sendable {
  /// Dark or light, as the terminal's background is.
  case auto
  case dark, light, highContrast, noColor

  /// "High contrast", for the settings.
  package var title: String {
    switch self {
    case .auto: "As the terminal"
    case .dark: "Dark"
    case .light: "Light"
    case .highContrast: "High contrast"
    case .noColor: "No colour"
    }
  }
}

/// The appearance of the screens, and the signals to the user: settings that take effect at once.
package struct Appearance: Hashable, Sendable {
  /// The theme of all screens.
  package var theme: ThemeName
  /// Whether motions are left out: nothing slides, shimmers or draws itself.
  package var reducedMotion: Bool
  /// Whether the terminal's bell rings when a key does nothing and when long work ends.
  package var bell: Bool
  /// Whether the screen lights up for a moment, in the same cases as the bell.
  package var flash: Bool

  /// Whether the terminal shows in its tab how far a scan is, where it can.
  package var tabProgress: Bool
  /// Whether a desktop notification reports the end of a scan that took over a minute, where the terminal passes it on.
  package var notifications: Bool

  /// Creates an appearance; the one without arguments is that of a new installation.
  package init(
    theme: ThemeName = .auto, reducedMotion: Bool = false, bell: Bool = false, flash: Bool = false,
    tabProgress: Bool = true, notifications: Bool = true
  ) {
    self.theme = theme
    self.reducedMotion = reducedMotion
    self.bell = bell
    self.flash = flash
    self.tabProgress = tabProgress
    self.notifications = notifications
  }
}
