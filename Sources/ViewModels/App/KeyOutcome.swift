package import PhotoModel
package import Review
package import SystemPackage

/// The effect of a key beyond the screen that it was pressed on.
package enum KeyOutcome: Hashable, Sendable {
  /// No effect: the screen stays.
  case stay
  /// Another screen.
  case go(Destination)
  /// A question that must be answered first.
  case ask(Question)
  /// A text that the user has to type.
  case enter(EntryDialog)
  /// Work that only the shell can do.
  case request(AppModel.Request)
  /// Nothing was done; the user should notice.
  case refused
}

/// The destination of a key.
package enum Destination: Hashable, Sendable {
  /// One level back, as Esc leads.
  case back
  /// One level back, with a sentence there about the outcome.
  case backWith(String)
  case home
  /// A screen that needs nothing to be opened.
  case screen(Route)
  /// A new scan.
  case scan
  /// The deck of a category.
  case deck(IssueCategory)
  /// The deck of the first category that has open photos.
  case firstDeck
  /// A photo in the deck of its category, and a sentence about it.
  case photo(IssueCategory, FilePath, String)
  /// A photo of the bin in its deck: Esc leads back to the bin.
  case photoOfBin(IssueCategory, FilePath)
  /// The contact sheet of the set of a photo in a category.
  case contactSheet(IssueKey)
  case loupe
  case compare
  case bin
  /// The bin, at the first photo that is marked "look first".
  case firstCaution
  /// The question before a move.
  case confirmation
  /// The question before photos are made smaller.
  case shrinkQuestion
  case history
  /// The photos of the batch that is chosen in the history.
  case batch
  /// A restore of a batch: one photo, or all of them; the batch of the done screen where none is named.
  case restore(batch: String?, photo: FilePath?)
  case onboarding
  /// The quick passes to choose from.
  case goals
  /// The deck of photos that was chosen among all photos.
  case photoDeck
  /// The line that a list is filtered by; on Home, all photos.
  case filter
  /// The folders to move the photo of the screen to.
  case folders
  /// The question for a folder.
  case folderEntry
  /// A folder that was chosen as the library.
  case chosenFolder(FilePath)
}
