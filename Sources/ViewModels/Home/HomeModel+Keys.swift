import TextSurface

extension HomeModel: Screen {
  nonisolated static var context: KeyContext { .home }

  nonisolated static let keys: [KeyRecord<HomeModel>] = [
    KeyRecord(
      [Key(.enter)], .open, "review", hint: 2, plain: .offered(1, "review"),
      leads: { home in
        switch home.choice {
        case .scan: .go(.scan)
        case .chooseFolder: .go(.folderEntry)
        case .review(let category): .go(.deck(category))
        case .bin: .go(.bin)
        case .allPhotos: .go(.screen(.browse))
        case .large: .go(.screen(.large))
        }
      }),
    KeyRecord([Key(.left), Key("h")], .left, "to the left", does: { $0.move(.left) }),
    KeyRecord([Key(.right), Key("l")], .right, "to the right", does: { $0.move(.right) }),
    KeyRecord([Key(.up), Key("k")], .up, "up", does: { $0.move(.up) }),
    KeyRecord([Key(.down), Key("j")], .down, "down", does: { $0.move(.down) }),
    KeyRecord(
      [Key("s")], .scan, "scan", hint: 3, plain: .offered(2, "scan"),
      unless: { $0.library.roots.isEmpty ? "no folder is chosen" : nil },
      leads: { _ in .go(.scan) }),
    KeyRecord([Key("b")], .showBin, "bin", hint: 4, plain: .offered(5, "bin"), leads: { _ in .go(.bin) }),
    KeyRecord(
      [Key("m")], .moveToTrash, "move to trash", plain: .unoffered("move"),
      unless: { $0.library.review.binCount == 0 ? "the bin is empty" : nil },
      leads: { $0.library.review.binCount == 0 ? .stay : .go(.confirmation) }),
    KeyRecord(
      [Key("a")], .showAllPhotos, "all photos", plain: .offered(3, "all photos", "browse", "5"),
      unless: { $0.noPhotos }, leads: { _ in .go(.screen(.browse)) }),
    KeyRecord(
      [Key("z")], .showLarge, "make photos smaller",
      plain: .offered(4, "large", "6", as: "photos that could be smaller"), unless: { $0.noPhotos },
      leads: { _ in .go(.screen(.large)) }),
    KeyRecord(
      [Key("/")], .search, "filter", plain: .unoffered("filter"), unless: { $0.noPhotos }, leads: { _ in .go(.filter) }),
    KeyRecord(
      [Key("f")], .chooseGoal, "a quick pass", hint: 5, as: "quick pass", plain: .offered(6, "quick pass"),
      unless: { $0.obstacleToGoals },
      leads: { _ in .go(.goals) }),
    KeyRecord(
      [Key("y")], .showHistory, "history", hint: 7, plain: .offered(7, "history"), leads: { _ in .go(.history) }),
    KeyRecord(
      [Key("e")], .showUnread, "files not read", plain: .offered(8, "unread"),
      unless: { $0.state.unread == nil ? "every file could be read" : nil },
      leads: { $0.state.unread == nil ? .stay : .go(.screen(.unread)) }),
    KeyRecord(
      [Key("o")], .chooseFolder, "choose another folder", hint: 8, as: "folder",
      plain: .offered(9, "folder", as: "another folder"),
      unless: { $0.library.isScanning ? "a scan is under way" : nil }, leads: { _ in .go(.folderEntry) }),
  ]

  var message: String? { state.remark }
  func libraryChanged() { refresh() }

  /// The hint of `s` is hidden where Enter would scan as well.
  var hiddenHints: Set<Action> { choice == .scan ? [.scan] : [] }
  var hintTitles: [Action: String] {
    let scan = library.isScanning ? "show the scan" : "scan"
    let title =
      switch choice {
      case .scan: scan
      case .chooseFolder: "choose a folder"
      case .review: "review"
      case .bin: "bin"
      case .allPhotos, .large: "open"
      }
    return [.open: title, .scan: scan]
  }

  private var noPhotos: String? { library.review.photos.isEmpty ? "no photo is known yet" : nil }

  private var obstacleToGoals: String? {
    if let notice = state.notice { return library.lastScan.result == nil ? "nothing was scanned yet" : notice.title }
    return state.cards.contains { $0.photos > $0.decided } ? nil : "nothing to review"
  }
}
