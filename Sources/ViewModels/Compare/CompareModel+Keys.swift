import TextSurface

extension CompareModel: Screen {
  nonisolated static var context: KeyContext { .compare }

  nonisolated static let keys: [KeyRecord<CompareModel>] = [
    KeyRecord(
      [Key(.left), Key("h")], .delete, "delete this one", hint: 1, as: "delete",
      plain: .offered(1, "delete", as: "delete the second one"),
      leads: { compare in
        compare.deciding { $0.decide(.delete) }
      }),
    KeyRecord(
      [Key(.right), Key("l")], .keep, "keep it", hint: 2, as: "keep", plain: .offered(2, "keep"),
      leads: { compare in
        compare.deciding { $0.decide(.keep) }
      }),
    KeyRecord(
      [Key("u")], .undo, "undo", hint: 5, plain: .offered(3, "undo"), leads: { compare in compare.inDeck { $0.undo() } }
    ),
    KeyRecord(
      [.control("r")], .redo, "redo", plain: .unoffered("redo"), leads: { compare in compare.inDeck { $0.redo() } }),
    KeyRecord(
      [Key(.up), Key("k")], .previousInGroup, "previous in the set", hint: 7, as: "in the set",
      plain: .unoffered("previous"),
      does: { $0.browse(by: -1) }),
    KeyRecord(
      [Key(.down), Key("j")], .nextInGroup, "next in the set", hint: 7, as: "in the set", plain: .offered(4, "next"),
      does: { $0.browse(by: 1) }),
    KeyRecord([Key(.tab)], .flip, "keeper, differences", hint: 3, as: "next view", does: { $0.turnView() }),
    KeyRecord(
      [Key("*")], .makeKeeper, "make it the keeper", hint: 8, plain: .unoffered("keeper"), leads: { $0.makeKeeper() }),
    KeyRecord(
      [Key(" "), Key("z")], .loupe, "loupe", hint: 6, plain: .offered(5, "loupe", as: "sharpness in words"),
      leads: { _ in .go(.loupe) }),
    KeyRecord(
      [Key("i")], .toggleDetails, "details", hint: 9, plain: .offered(6, "details", "info"),
      does: { $0.toggleDetails() }),
    KeyRecord([Key(.pageUp)], .pageUp, "details up", unless: { $0.noDetails }, does: { $0.scrollDetails(by: -5) }),
    KeyRecord([Key(.pageDown)], .pageDown, "details down", unless: { $0.noDetails }, does: { $0.scrollDetails(by: 5) }),
    KeyRecord(
      [Key("c")], .back, "back", hint: 4, plain: .offered(7, "back", "w", as: "go back"), leads: { $0.backPressed() }),
  ]

  private var noDetails: String? { state.details == nil ? "only while the details are open" : nil }

  var message: String? { state.message }
  func showMessage(_ text: String?) {
    deck.showMessage(text)
    showDeckMessage()
  }
  func refreshPictures() { refresh() }
  func complete(_ subject: inout FrameSubject) {
    if state.isShown, state.view == .pictures { subject.see(deck.state.card) }
  }
  func keyPressed() { deck.keyPressed() }
  var hintTitles: [Action: String] {
    var titles = deck.hintTitles
    titles[.flip] = nextViewTitle
    return titles
  }
}
