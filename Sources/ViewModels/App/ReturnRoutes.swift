/// The screens that Esc leads back to, from those that are opened from several others.
struct ReturnRoutes {
  /// The screen that the bin was opened from.
  private(set) var bin: Route = .home
  /// The screen that the question before a move, or a restore, was opened from.
  var confirmation: Route = .home
  /// The screen that the loupe was opened from: the deck or the comparison.
  var loupe: Route = .home
  /// The screen that the contact sheet was opened from: a deck, the bin, or all photos.
  var contactSheet: Route = .home
  /// Whether the deck was opened for a photo of the bin: Esc leads back to the bin.
  var isDeckOfBin = false
  /// Whether the first steps were left for another tab: Photos leads back to them.
  var isAmidFirstSteps = false

  /// Notes that the bin is opened from a screen. From the question before a move, and from the deck of one of its
  /// photos, it is the bin that was open before.
  mutating func openBin(from route: Route) {
    if route != .bin, route != .confirmation, !isDeckOfBin { bin = route }
    isDeckOfBin = false
  }

  /// Notes that the bin is opened from the question before a move, for the photos that should be checked.
  mutating func openBinFromConfirmation() {
    if confirmation != .bin, !isDeckOfBin { bin = confirmation }
    isDeckOfBin = false
  }

  /// The screen after a restore: whoever put one photo back goes on among the others of its batch.
  var afterRestore: Route {
    switch confirmation {
    case .batchPhoto: .batch
    case .history, .batch: .history
    default: .done
    }
  }
}
