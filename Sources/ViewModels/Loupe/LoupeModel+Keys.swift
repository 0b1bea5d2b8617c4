import TextSurface

extension LoupeModel: Screen {
  nonisolated static var context: KeyContext { .loupe }

  nonisolated static let keys: [KeyRecord<LoupeModel>] = [
    KeyRecord(
      [Key(.left), Key("h")], .left, "look left", hint: 2, as: "look around", unless: { $0.wholePhoto },
      does: { $0.pan(x: -1, y: 0) }),
    KeyRecord(
      [Key(.right), Key("l")], .right, "look right", hint: 2, as: "look around", unless: { $0.wholePhoto },
      does: { $0.pan(x: 1, y: 0) }),
    KeyRecord(
      [Key(.up), Key("k")], .up, "look up", hint: 2, as: "look around", unless: { $0.wholePhoto },
      does: { $0.pan(x: 0, y: -1) }),
    KeyRecord(
      [Key(.down), Key("j")], .down, "look down", hint: 2, as: "look around", unless: { $0.wholePhoto },
      does: { $0.pan(x: 0, y: 1) }),
    KeyRecord(
      [Key("+"), Key("=")], .zoomIn, "closer", hint: 4, as: "zoom",
      does: { loupe in
        loupe.zoom(to: loupe.state.zoom.closer, "Closer shows nothing more")
      }),
    KeyRecord(
      [Key("-")], .zoomOut, "further off", hint: 4, as: "zoom",
      does: { loupe in
        loupe.zoom(to: loupe.state.zoom.further, "The whole photo is on the screen")
      }),
    KeyRecord(
      [Key("c")], .flip, "flip with the keeper", hint: 3, as: "flip", plain: .offered(1, "flip", as: "the other one"),
      unless: { $0.state.canFlip ? nil : "no keeper beside it" }, does: { $0.flip() }),
    KeyRecord([Key("z"), Key(" ")], .loupe, "fit, 1:1, close", hint: 1, as: "next step", leads: { $0.step() }),
    KeyRecord(
      [Key(.escape), Key(.backspace)], .back, "close", hint: 5, plain: .offered(2, "w", "back", "", as: "go back"),
      leads: { _ in .go(.back) }),
  ]

  private var wholePhoto: String? { state.zoom == .fit ? "the whole photo is on the screen" : nil }

  var message: String? { state.message }
  func refreshPictures() { refresh() }
  var hintTitles: [Action: String] { [.loupe: state.zoom == .fit ? "1:1" : "close"] }
}
