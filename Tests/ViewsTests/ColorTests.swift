import Foundation
import PhotoModel
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// Colours mean something, and mean it alone.
@Suite struct ColorTests {
  private let size = Size(columns: 100, rows: 30)

  /// The text of all cells with one foreground, row by row.
  private func text(of surface: Surface, in color: RGB?) -> String {
    String(
      String.UnicodeScalarView(
        surface.cells.filter { $0.style.foreground == color && $0.scalar != " " }.compactMap(\.scalar)))
  }

  @Test(arguments: AppViewTests.routes) func `green stands on what is kept and on nothing else`(route: Route) {
    let theme = Theme(.dark)
    let surface = drawn(Sample.app(route), size: size, theme: theme)

    let green = text(of: surface, in: theme.style(.keep).foreground)

    // The kept photo in the strip of the deck; the numbers of Home and of a contact sheet.
    let texts: [Route: String] = [.home: "✓", .compare: "✓kept", .contactSheet: "✓2stay"]
    #expect(green == (route.isDeck ? "✓" : texts[route] ?? ""))
  }

  @Test(arguments: AppViewTests.routes) func `red stands on what goes and on nothing else`(route: Route) {
    let theme = Theme(.dark)
    let surface = drawn(Sample.app(route), size: size, theme: theme)

    let red = text(of: surface, in: theme.style(.delete).foreground)

    // The marked photo in the strip of the deck; the numbers of Home and of a contact sheet.
    let texts: [Route: String] = [.home: "✕", .contactSheet: "✕5tothebin,15.5MB"]
    #expect(red == (route.isDeck ? "✕" : texts[route] ?? ""))
  }

  @Test func `a card that leaves to the right has its word in green, one to the left in red`() {
    let theme = Theme(.dark)
    for (decision, title, role) in [(UserDecision.keep, "KEEP", Theme.Role.keep), (.delete, "DELETE", .delete)] {
      let state = Sample.app(.deck(.similar)) {
        $0.deck.filmstrip = []
        $0.deck.motion = DeckState.Motion(kind: .leaving(decision), card: Sample.card(), startedAt: .zero)
      }

      let surface = drawn(state, size: size, theme: theme, now: .milliseconds(100))

      // Above the word the bin or the check.
      let colored = text(of: surface, in: theme.style(role).foreground)
      #expect(colored.contains(title) && colored.hasBraille)
    }
  }

  @Test func `the button that moves photos is red only when it is highlighted`() {
    let theme = Theme(.dark)
    let red = theme.style(.actButton).background
    let calm = drawn(Sample.app(.confirmation), size: size, theme: theme)
    let ready = drawn(Sample.app(.confirmation) { $0.confirmation.isMoveFocused = true }, size: size, theme: theme)

    #expect(!calm.cells.contains { $0.style.background == red })
    #expect(ready.cells.contains { $0.style.background == red })
    #expect(calm.text.contains("❯  Not yet  ❮"))
    #expect(ready.text.contains("❯  Move to trash  ❮"))
  }

  @Test(arguments: AppViewTests.routes) func `without colour no cell of ours has any`(route: Route) {
    let state = Sample.app(route) {
      $0.deck.card?.picture = .unavailable("x")
      $0.bin.picture = nil
      $0.history.batch?.picture = nil
      $0.loupe.picture = .unavailable("x")
      $0.scanning.picture = nil
      $0.compare.left?.picture = .unavailable("x")
      $0.compare.right?.picture = .unavailable("x")
    }
    let surface = drawn(state, size: size, theme: Theme(.noColor))

    #expect(surface.cells.allSatisfy { $0.style.foreground == nil && $0.style.background == nil })
  }

  @Test(arguments: AppViewTests.routes) func `with 16 colours the terminal's own background stays`(route: Route) {
    let state = Sample.app(route) {
      $0.deck.card?.picture = .unavailable("x")
      $0.bin.picture = nil
      $0.history.batch?.picture = nil
      $0.loupe.picture = .unavailable("x")
      $0.scanning.picture = nil
      $0.compare.left?.picture = .unavailable("x")
      $0.compare.right?.picture = .unavailable("x")
    }
    let surface = drawn(state, size: size, theme: Theme(.dark, depth: .ansi16))

    #expect(surface.cells.allSatisfy { $0.style.background == nil })
  }

  @Test(arguments: AppViewTests.routes) func `with 24-bit colours every cell has a background`(route: Route) {
    let state = Sample.app(route) {
      $0.deck.card?.picture = .unavailable("x")
      $0.bin.picture = nil
      $0.history.batch?.picture = nil
      $0.loupe.picture = .unavailable("x")
      $0.scanning.picture = nil
      $0.compare.left?.picture = .unavailable("x")
      $0.compare.right?.picture = .unavailable("x")
    }
    let surface = drawn(state, size: size, theme: Theme(.dark))

    #expect(surface.cells.allSatisfy { $0.style.background != nil })
  }

  @Test(arguments: [Theme.Name.dark, .light, .highContrast])
  func `words are readable on what they stand on`(name: Theme.Name) throws {
    let theme = Theme(name)
    for role in [Theme.Role.text, .strong, .faint, .keep, .delete, .warning] {
      for ground in [Theme.Role.ground, .card] {
        let foregroundColor = try #require(theme.style(role).foreground)
        let behind = try #require(theme.style(ground).background)

        #expect(contrast(foregroundColor, behind) >= least(name), "\(name) \(role) on \(ground)")
      }
    }
    for role in [Theme.Role.selection, .safeButton, .actButton] {
      let style = theme.style(role)
      let ratio = contrast(try #require(style.foreground), try #require(style.background))
      #expect(ratio >= least(name), "\(name) \(role)")
    }
  }

  /// WCAG 2.2, 1.4.3: 4.5 : 1 for text, and 1.4.6: 7 : 1 where high contrast was asked for.
  private func least(_ name: Theme.Name) -> Double { name == .highContrast ? 7 : 4.5 }

  @Test(arguments: [Theme.Name.dark, .light, .highContrast])
  func `every colour of the accent is readable, also after a terminal of 256 colours matched it`(
    name: Theme.Name
  ) throws {
    for depth in [ColorDepth.direct24, .indexed256] {
      let theme = Theme(name, depth: depth)
      for ground in [Theme.Role.ground, .card] {
        let behind = try #require(theme.style(ground).background)
        for step in 0...20 {
          let foregroundColor = try #require(theme.accent(at: Double(step) / 20).foreground)
          let shown = depth == .direct24 ? foregroundColor : paletteColor(paletteIndex(nearest: foregroundColor))
          let seen = depth == .direct24 ? behind : paletteColor(paletteIndex(nearest: behind))
          #expect(contrast(shown, seen) >= least(name), "\(name) \(depth) accent at \(step) on \(ground)")
        }
      }
    }
  }

  @Test(arguments: [Theme.Name.dark, .light, .highContrast])
  func `words stay readable after a terminal of 256 colours matched them`(name: Theme.Name) throws {
    let theme = Theme(name, depth: .indexed256)
    for role in [Theme.Role.text, .strong, .faint, .keep, .delete, .warning] {
      let foregroundColor = paletteColor(paletteIndex(nearest: try #require(theme.style(role).foreground)))
      let behind = paletteColor(paletteIndex(nearest: try #require(theme.style(.ground).background)))
      #expect(contrast(foregroundColor, behind) >= least(name), "\(name) \(role)")
    }
  }

  @Test(arguments: [
    Theme(.light, depth: .ansi16), Theme(.dark, depth: .ansi16, on: RGB(gray: 255)),
    Theme(.dark, depth: .ansi16, on: RGB(hex: 0xFFFFDD)),
  ])
  func `warnings and words about deleting are readable in sixteen colours on white`(theme: Theme) {
    for role in [Theme.Role.text, .strong, .faint, .delete, .warning] {
      // The terminal's own is as dark as text.
      guard let foregroundColor = theme.style(role).foreground else { continue }
      #expect(contrast(paletteColor(ansiIndex(nearest: foregroundColor)), RGB(gray: 255)) >= 4.5, "\(role)")
      #expect(!theme.style(role).attributes.contains(.bold), "\(role)")
    }
  }

  @Test func `sixteen colours are bright on a ground that is dark, or not known`() {
    let keep = Theme(.dark, depth: .ansi16).style(.keep)
    #expect(keep != Theme(.dark, depth: .ansi16, on: RGB(gray: 255)).style(.keep))
    #expect(keep == Theme(.dark, depth: .ansi16, on: RGB(hex: 0x300A24)).style(.keep))
    #expect(keep == Theme(.light, depth: .ansi16, on: RGB(gray: 0)).style(.keep))
  }

  /// Contrast ratio of WCAG 2.2 (relative luminance, sRGB).
  private func contrast(_ left: RGB, _ right: RGB) -> Double {
    func light(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    func luminance(_ color: RGB) -> Double {
      0.2126 * light(color.red) + 0.7152 * light(color.green) + 0.0722 * light(color.blue)
    }
    let (a, b) = (luminance(left), luminance(right))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}
