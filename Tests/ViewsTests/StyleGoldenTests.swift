import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import Views

/// The colours of the main screens with fewer of them, as maps: a letter for each way a cell can look.
@Suite struct StyleGoldenTests {
  static let screens: [(name: String, route: Route)] = [
    ("home", .home), ("scanning", .scanning), ("deck", .deck(.similar)), ("confirmation", .confirmation),
    ("done", .done), ("done-pictures", .done),
  ]
  static let depths: [(name: String, depth: ColorDepth)] = [
    ("256", .indexed256), ("16", .ansi16), ("none", .none),
  ]

  @Test(arguments: 0..<screens.count, 0..<depths.count)
  func `each main screen has the colours it had`(screen: Int, depth: Int) {
    let size = Size(columns: 80, rows: 24)
    let (name, route) = Self.screens[screen]
    let state = Sample.app(route) {
      // What pictures look like is not asked here.
      $0.deck.card?.picture = .unavailable("The file ends in the middle of the picture.")
      if name == "done-pictures" { $0.done = Sample.doneWell }
    }

    let surface = drawn(state, size: size, theme: Theme(.dark, depth: Self.depths[depth].depth))

    expectGolden(
      styleMap(of: surface, depth: Self.depths[depth].depth), named: "styles-\(name)-\(Self.depths[depth].name)")
  }

  /// The text, then the same grid with a letter for each style, then what the letters mean.
  private func styleMap(of surface: Surface, depth: ColorDepth) -> String {
    var letters: [Style: Character] = [:]
    var legend: [String] = []
    let alphabet = Array(".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    let rows = (0..<surface.size.rows).map { y in
      String(
        (0..<surface.size.columns).map { x -> Character in
          let style = shown(surface[x, y].style, depth)
          if let letter = letters[style] { return letter }
          let letter = letters.count < alphabet.count ? alphabet[letters.count] : "?"
          letters[style] = letter
          legend.append("\(letter) \(text(style))")
          return letter
        })
    }
    return ([surface.text] + rows + legend).joined(separator: "\n")
  }

  /// As the terminal shows it.
  private func shown(_ style: Style, _ depth: ColorDepth) -> Style {
    func matched(_ color: RGB?) -> RGB? {
      guard let color, depth == .indexed256 else { return color }
      return paletteColor(paletteIndex(nearest: color))
    }
    return Style(
      foreground: matched(style.foreground), background: matched(style.background), attributes: style.attributes)
  }

  private func text(_ style: Style) -> String {
    func hex(_ color: RGB?) -> String {
      guard let color else { return "own" }
      let digits = String(color.hex, radix: 16)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
    var text = ["\(hex(style.foreground)) on \(hex(style.background))"]
    for (attribute, name) in [
      (Style.Attributes.bold, "bold"), (.dim, "dim"), (.reverse, "reverse"), (.underline, "underline"),
    ] where style.attributes.contains(attribute) {
      text.append(name)
    }
    return text.joined(separator: " ")
  }
}
