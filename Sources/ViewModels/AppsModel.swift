/// The Apps screen.
@MainActor
package final class AppsModel {
  package private(set) var state: AppsState

  package init(keys: KeyTable = KeyTable()) {
    state = AppsState(
      notice: Notice(
        glyph: .apps, title: "Apps: not in this version",
        lines: [
          "This version cleans photos. To judge apps, Deckle needs to read the package database",
          "and the time each app was last opened; removing stays with the package manager.",
        ], actions: [keys.hint(.showPhotos, in: .everywhere, "Back to photos")]))
  }
}
