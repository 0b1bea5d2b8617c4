import SystemPackage

/// A screen of the program: its keys, and its reactions when the library, the pictures or the route change.
///
/// A screen is registered in `Screens`; the table of keys, the hint line, the help and the dispatch read `keys`.
@MainActor
protocol Screen {
  /// The context whose keys the screen has.
  nonisolated static var context: KeyContext { get }
  /// The keys of the screen, each with its action.
  nonisolated static var keys: [KeyRecord<Self>] { get }

  /// The sentence that stands on the screen because of the last key; nil where there is none, or no line for one.
  var message: String? { get }
  /// Shows a sentence until the next key; nil takes the last one away.
  func showMessage(_ text: String?)
  /// Called before each key of the screen.
  func keyPressed()
  /// Called when the library or the review has changed while the screen is shown.
  func libraryChanged()
  /// Called when a picture has arrived, or has to be requested again.
  func refreshPictures()
  /// Called when the user came to the screen.
  func appeared()
  /// Called when the user left the screen.
  func left()
  /// Adds the photos that a key would decide about, as far as the screen shows them.
  func complete(_ subject: inout FrameSubject)
  /// The highlighted row with nothing cut; nil where there is none.
  var rowText: String? { get }
  /// Chooses a row of the list of the screen; rows count from 0.
  func select(_ row: Int)
  /// Chooses a photo of the grid of the screen, as a click does.
  func selectPhoto(_ photo: Int)
  /// The photos that may move to a folder now.
  var photosToMove: [FilePath] { get }
  /// Marks `photosToMove` for a move to a folder with a title.
  func move(to folder: FilePath, _ title: String)
  /// Shows only what matches a line (`PhotoFilter`); all for an empty one.
  func filter(_ line: String)
  /// The line by which the list on the screen is filtered.
  var filterLine: String { get }
  /// The number of photos that match, with their size; nil of a screen that cannot be filtered.
  var filterText: String? { get }
  /// Actions whose hint would repeat another one now.
  var hiddenHints: Set<Action> { get }
  /// Titles in the hint line that differ from those of the table of keys now.
  var hintTitles: [Action: String] { get }
}

extension Screen {
  var message: String? { nil }
  func showMessage(_ text: String?) {}
  func keyPressed() { showMessage(nil) }
  func libraryChanged() {}
  func refreshPictures() {}
  func appeared() {}
  func left() {}
  func complete(_ subject: inout FrameSubject) {}
  var rowText: String? { nil }
  func select(_ row: Int) {}
  func selectPhoto(_ photo: Int) {}
  var photosToMove: [FilePath] { [] }
  func move(to folder: FilePath, _ title: String) {}
  func filter(_ line: String) {}
  var filterLine: String { "" }
  var filterText: String? { nil }
  var hiddenHints: Set<Action> { [] }
  var hintTitles: [Action: String] { [:] }

  var context: KeyContext { Self.context }

  /// The lines of the table of keys.
  nonisolated static var bindings: [KeyBinding] {
    keys.filter { !$0.keys.isEmpty }.map { record in
      KeyBinding(
        context, record.keys, record.action, record.title, hint: record.hintRank, as: record.hintTitle,
        plain: record.plain)
    }
  }

  /// Takes the filter away; without one leaves the screen.
  func clearFilter(orGo destination: Destination) -> KeyOutcome {
    guard !filterLine.isEmpty else { return .go(destination) }
    filter("")
    return .stay
  }

  /// The reason for which each action would do nothing now.
  var obstacles: [Action: String] {
    Dictionary(
      Self.keys.compactMap { record in record.obstacle(self).map { (record.action, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Performs an action; does nothing where the screen does not know the action.
  func perform(_ action: Action) -> KeyOutcome {
    Self.keys.first { $0.action == action }?.perform(self) ?? .stay
  }
}
