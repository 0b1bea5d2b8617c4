import PhotoModel
import Review
import SystemPackage
import TextSurface

extension BinModel: Screen {
  nonisolated static var context: KeyContext { .bin }

  nonisolated static let keys: [KeyRecord<BinModel>] =
    [
      KeyRecord(
        [Key("m")], .moveToTrash, "move", hint: 1, plain: .offered(1, "move"), unless: { $0.emptyText },
        leads: { _ in .go(.confirmation) }),
      KeyRecord(
        [Key("x"), Key(.backspace), Key(.deleteForward)], .takeOut, "take out", hint: 2, plain: .offered(2, "take out"),
        unless: { $0.emptyText },
        does: { $0.takeOutPressed() }),
      KeyRecord(
        [Key("t")], .moveToFolder, "move to a folder", plain: .unoffered("move to folder"), unless: { $0.emptyText },
        leads: { $0.selected == nil ? .stay : .go(.folders) }),
      KeyRecord(
        [Key("g")], .showSet, "the set as a grid", plain: .unoffered("set", as: "the whole set"), unless: { $0.noSet },
        leads: { $0.library.setShown(of: $0.selectedKey) }),
      KeyRecord(
        [Key("u")], .undo, "undo", hint: 5, plain: .offered(4, "undo"), unless: { $0.notListedText },
        does: { $0.undoPressed() }),
      KeyRecord(
        [.control("r")], .redo, "redo", plain: .unoffered("redo"), unless: { $0.notListedText },
        does: { $0.redoPressed() }),
      KeyRecord(
        [Key(.enter)], .open, "look", hint: 4, plain: .offered(3, "look", as: "look at it"), unless: { $0.emptyText },
        leads: { bin in
          bin.selected.map { .go(.photoOfBin($0.category, $0.path)) } ?? .stay
        }),
    ]
    + .grid(
      page: { $0.capacity.page }, move: { $0.move(by: $1) }, moveRows: { $0.moveRows(by: $1) })
    + [
      KeyRecord(
        [Key("/")], .search, "filter", plain: .unoffered("filter"), unless: { $0.nothingText },
        leads: { _ in .go(.filter) }),
      KeyRecord([Key(.escape)], .back, "back", hint: 3, leads: { $0.clearFilter(orGo: .back) }),
    ]

  var message: String? { state.message }
  var rowText: String? { state.selectedText }
  var photosToMove: [FilePath] { [selected?.path].compactMap(\.self) }
  func libraryChanged() { refresh() }
  func refreshPictures() { refreshPicture() }
  var filterLine: String { state.filter }
  var filterText: String? {
    "\(groupedDigits(state.items.count)) of \(counted(state.total, "photo")) · \(state.bytes.formatted)"
  }

  private var notListedText: String? { library.marksWaiting > 0 ? "nothing is listed yet" : nil }
  private var nothingText: String? { notListedText ?? (state.total == 0 ? "the bin is empty" : nil) }
  private var selectedKey: IssueKey? { selected.map { IssueKey($0.path, $0.category) } }
  private var noSet: String? { emptyText ?? library.obstacleToShowingSet(of: selectedKey) }
  private var emptyText: String? { notListedText ?? (state.items.isEmpty ? "the bin is empty" : nil) }
}
