package import ViewModels

/// The targets of the mouse: the same as can be highlighted with keys.
package enum HitTarget: Hashable, Sendable {
  case tab(Tab)
  /// The Scan line of Home, or one of its cards.
  case home(HomeState.Focus)
  /// The number of Home about the bin, and the bin count of the deck.
  case bin
  /// A photo of the grid beside the groups of all photos, by its number.
  case photo(Int)
  /// The line of Home about files that could not be read.
  case unread
  /// An action of a notice, by its index in `Notice.actions`.
  case noticeAction(Int)
  /// The button that changes nothing: "Not yet".
  case safeButton
  /// The button that does it: "Move to trash".
  case actButton
  /// The card on top of the deck, which can be dragged.
  case card
  /// A picture that the loupe shows, and the loupe itself, where a click is its next step.
  case loupe
  /// A small picture or sign of the set, by its index in the filmstrip.
  case member(Int)
  /// The labels at the sides of the card.
  case deleteSide
  case keepSide
  /// A folder to move to, by its index in `FolderChooser.options`.
  case folder(Int)
  /// A folder below a line that is typed, by its index in `EntryDialog.folders`.
  case listedFolder(Int)
  /// A quick pass, by its index in `GoalChooser.options`.
  case goal(Int)
  /// A row of the list on the screen, by its index; or a picture of the grid.
  case row(Int)
  /// The button of the first steps, which Enter presses.
  case onboardingButton
}
