import TextSurface

extension HistoryModel: Screen {
  nonisolated static var context: KeyContext { .history }

  nonisolated static let keys: [KeyRecord<HistoryModel>] =
    .list(move: { $0.move(by: $1) }) + [
      KeyRecord(
        [Key(.enter)], .open, "show its photos", hint: 1, as: "its photos",
        plain: .offered(2, "look", as: "look at its photos"), unless: { $0.emptyText },
        leads: { _ in .go(.batch) }),
      KeyRecord(
        [Key("r")], .restore, "put this batch back", hint: 2, as: "put back",
        plain: .offered(1, "restore", as: "restore this batch"),
        unless: { $0.emptyText ?? $0.selectedRow?.obstacle },
        leads: { history in
          history.restorableBatch.map { .go(.restore(batch: $0, photo: nil)) } ?? .stay
        }),
      KeyRecord(
        [Key("/")], .search, "filter", plain: .unoffered("filter"),
        unless: { $0.state.total == 0 ? $0.emptyText : nil },
        leads: { _ in .go(.filter) }),
      KeyRecord([Key(.escape)], .back, "back", hint: 3, leads: { $0.clearFilter(orGo: .home) }),
    ]

  var message: String? { state.message }
  var rowText: String? { state.selectedText }
  func filter(_ line: String) { filterRows(line) }
  var filterLine: String { state.filter }
  var filterText: String? { rowsFilterText }

  private var emptyText: String? {
    guard state.rows.isEmpty else { return nil }
    if !state.filter.isEmpty { return "no batch matches" }
    return state.isReading ? "the list has not come yet" : "nothing was moved yet"
  }
}

/// The photos of a batch.
struct BatchScreen: Screen {
  let history: HistoryModel

  static var context: KeyContext { .batch }

  static let keys: [KeyRecord<BatchScreen>] =
    [
      KeyRecord(
        [Key(.enter)], .open, "look", hint: 1, plain: .offered(2, "look", as: "look at one photo"),
        unless: { $0.noFile },
        leads: { $0.noFile == nil ? .go(.screen(.batchPhoto)) : .stay })
    ]
    + .grid(
      page: { $0.history.capacity.page }, move: { $0.history.moveInBatch(by: $1) },
      moveRows: { $0.history.moveRowsInBatch(by: $1) })
    + [
      KeyRecord(
        [Key("r")], .restore, "put this batch back", hint: 2, as: "put all back",
        plain: .offered(1, "restore", as: "restore this batch"),
        unless: { $0.history.state.openRow?.obstacle },
        leads: { $0.history.restorableOpenBatch.map { .go(.restore(batch: $0, photo: nil)) } ?? .stay }),
      KeyRecord([Key("/")], .search, "filter", plain: .unoffered("filter"), leads: { _ in .go(.filter) }),
      KeyRecord([Key(.escape)], .back, "back", hint: 3, leads: { $0.clearFilter(orGo: .screen(.history)) }),
    ]

  var message: String? { history.message }
  func showMessage(_ text: String?) { history.showMessage(text) }
  func refreshPictures() { history.refreshPictures() }
  var rowText: String? { history.state.batch?.selectedText }
  func select(_ row: Int) { history.selectFile(row) }
  func filter(_ line: String) { history.filterBatch(line) }
  var filterLine: String { history.state.batch?.filter ?? "" }
  var filterText: String? { history.batchFilterText }

  private var noFile: String? { history.state.batch?.files.isEmpty == true ? "no photo matches" : nil }
}

/// One photo of a batch, as large as the screen allows.
struct BatchPhotoScreen: Screen {
  let history: HistoryModel

  static var context: KeyContext { .batchPhoto }

  static let keys: [KeyRecord<BatchPhotoScreen>] = [
    KeyRecord(
      [Key(.left), Key(.up), Key("h"), Key("k")], .left, "the one before", hint: 1, as: "the others",
      does: { $0.history.moveInBatch(by: -1) }),
    KeyRecord(
      [Key(.right), Key(.down), Key("l"), Key("j")], .right, "the next one", hint: 1, as: "the others",
      does: { $0.history.moveInBatch(by: 1) }),
    KeyRecord(
      [Key("r")], .restore, "put this photo back", hint: 2, as: "put it back",
      plain: .offered(1, "restore", as: "restore this photo"),
      unless: { screen in
        screen.history.restorablePhoto == nil ? "it is not in the trash" : nil
      },
      leads: { screen in
        guard let batch = screen.history.restorableOpenBatch, let photo = screen.history.restorablePhoto else {
          return .stay
        }
        return .go(.restore(batch: batch, photo: photo))
      }),
    KeyRecord(
      [Key(.escape), Key(.enter)], .back, "back to all of them", hint: 3, as: "back",
      plain: .offered(2, "w", "back", "", as: "go back"),
      leads: { _ in .go(.screen(.batch)) }),
  ]

  var message: String? { history.message }
  func showMessage(_ text: String?) { history.showMessage(text) }
  func refreshPictures() { history.refreshPictures() }
  func select(_ row: Int) { history.selectFile(row) }
  func appeared() { history.isShowingOne = true }
  func left() { history.isShowingOne = false }
}
