import TextSurface

extension UnreadModel: Screen {
  nonisolated static var context: KeyContext { .unread }

  nonisolated static let keys: [KeyRecord<UnreadModel>] =
    .list(hints: (2, 3), move: { $0.move(by: $1) })
    + [
      KeyRecord([Key("s")], .scan, "scan again", hint: 1, plain: .offered(1, "scan"), leads: { _ in .go(.scan) }),
      KeyRecord([Key(.escape)], .back, "back", hint: 4, leads: { _ in .go(.back) }),
    ]

  var message: String? { state.message }
  var rowText: String? { state.selectedText }
  func showMessage(_ text: String?) { state.message = text }
  func appeared() { refresh() }
  func libraryChanged() { refresh() }
}
