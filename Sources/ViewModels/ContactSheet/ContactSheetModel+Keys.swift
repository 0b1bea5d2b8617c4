import TextSurface

extension ContactSheetModel: Screen {
  nonisolated static var context: KeyContext { .contactSheet }

  nonisolated static let keys: [KeyRecord<ContactSheetModel>] =
    [
      KeyRecord(
        [Key(" ")], .choosePhoto, "keep it, or not", hint: 2, as: "keep or not",
        plain: .offered(1, "choose", as: "choose a photo to keep, or no longer"), does: { $0.choosePressed() }),
      KeyRecord(
        [Key(.enter)], .keepChosen, "mark the others", hint: 1, as: "mark others",
        plain: .offered(2, "mark the rest", as: "keep the chosen, mark the rest"),
        leads: { $0.keepPressed() }),
    ]
    + .grid(page: { $0.state.grid.page }, move: { $0.move(by: $1) }, moveRows: { $0.moveRows(by: $1) })
    + [KeyRecord([Key(.escape)], .back, "back", hint: 3, leads: { _ in .go(.back) })]

  var message: String? { state.message }
  var rowText: String? { state.selectedText }
  func showMessage(_ text: String?) { state.message = text }
  func libraryChanged() { refresh() }
  func complete(_ subject: inout FrameSubject) { subject.going = going }
}
