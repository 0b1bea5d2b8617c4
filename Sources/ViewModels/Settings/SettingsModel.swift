import PhotoModel
import SystemPackage

/// The Settings screen: the thresholds with their counts, and all other settings.
@MainActor
package final class SettingsModel {
  /// The state that the Settings screen is drawn from.
  package internal(set) var state = SettingsState()
  let library: LibraryModel
  let pictures: PictureLoader
  /// The appearance that is in force.
  package private(set) var appearance: Appearance
  private(set) var steps = SliderSteps()
  /// The preferences as they are in the configuration.
  var preferences = Preferences()
  var cacheSize: ByteCount?
  var batchesOver: ForgettableBatches?
  /// The limits as the configuration has them.
  var writtenSettings: ScanSettings
  private var chosen: [ChosenKeeper] = []
  /// The value of `ChangeCounts.review` at which `chosen` was found.
  private var chosenAt = -1

  /// The space for pictures of photos that crossed a line, set whenever the terminal's size changes.
  var capacity = CrossingCapacity.none {
    didSet { if capacity != oldValue { refreshStep() } }
  }
  /// The pictures that the last step requested.
  var pictured: Set<PictureRequest> = []

  init(library: LibraryModel, pictures: PictureLoader, appearance: Appearance = Appearance()) {
    self.library = library
    self.pictures = pictures
    self.appearance = appearance
    writtenSettings = library.settings
    refresh()
  }

  /// Moves the highlight by rows, clamped to the list, and takes the message away.
  package func move(by rows: Int) { select(state.selection + rows) }

  /// Highlights a row, counted over all sections and clamped to the list, and takes the message away.
  package func select(_ row: Int) {
    state.selection = state.rows.nearestIndex(to: row)
    state.message = nil
    if steps.highlight(selectedID) { refresh() }
  }

  /// Takes the message of the last key away.
  func keyPressed() { state.message = nil }

  /// The actions that would do nothing to the row under the highlight.
  var idleActions: Set<Action> {
    guard let row = selectedRow else { return [] }
    switch row.control {
    case .slider: return [.open]
    case .choice: return row.rank == 0 ? [.left, .right] : []
    case .text: return row.ways.isEmpty ? [.left, .right, .resetSetting, .open] : [.left, .right, .resetSetting]
    }
  }

  /// ← and →: one step of the slider under the highlight, or its next choice.
  package func change(by steps: Int) { selectedActions.turn(steps) }

  /// `0`: the recommended value.
  package func resetSelected() { selectedActions.reset() }

  /// Enter: switches the row under the highlight on or off; a rule that is switched on comes last.
  package func toggleSelected() { selectedActions.open() }

  /// Prefers a folder, whose photos then stay before others that are as whole, or takes that back.
  func prefer(_ folder: FilePath, _ isPreferred: Bool = true) {
    guard folder.isValidUTF8 else { return showMessage("The name of this folder does not fit into a text file.") }
    var settings = library.settings
    settings.preferredFolders.removeAll { $0 == folder }
    if isPreferred { settings.preferredFolders.append(folder) }
    apply(settings)
    refresh()
  }

  /// The row under the highlight.
  package var selectedID: SettingsState.Row.ID? { selectedRow?.id }

  private var selectedRow: SettingsState.Row? { state.selectedRow }

  func apply(_ settings: ScanSettings) {
    guard settings != library.settings else { return }
    let old = library.settings
    library.change(settings)
    steps.step(selectedRow?.isSlider == true ? selectedID : nil)
    slide()
    save {
      try library.dependencies.session.saveSettings(old, settings)
      writtenSettings = writtenSettings.following(settings, changedFrom: old)
    }
  }

  func apply<Value>(appearance key: WritableKeyPath<Appearance, Value>, _ value: Value) {
    appearance[keyPath: key] = value
    save { try library.dependencies.session.changeAppearance { $0[keyPath: key] = value } }
  }

  /// Saves a setting that has taken effect, and makes the state anew.
  private func save(_ write: () throws -> Void) {
    do {
      if library.readOnlyReason == nil { try write() }
      state.message = nil
    } catch {
      state.message =
        (error as? UserFacingError)?.sentence ?? "The setting holds until you quit; it could not be saved"
    }
    refresh()
  }

  // MARK: While a slider moves

  /// The photos that the user chose to stay; found once for many steps, because all photos are gone through where a
  /// chosen one is at another path.
  private var chosenToStay: [ChosenKeeper] {
    if chosenAt != library.changeCounts.review {
      (chosenAt, chosen) = (library.changeCounts.review, library.review.chosenToStay)
    }
    return chosen
  }

  /// Makes the state anew when the settings are opened: the first step is compared with the findings of now.
  package func shown() {
    steps.reset()
    state.message = nil
    readPreferences()
    refresh()
    slide()
  }

  /// Requests a listing for the present limits.
  func slide() {
    guard library.hasResults, steps.ask() else { return }
    library.work.run { [self] in
      repeat {
        let asked = SliderQuestion(
          library.known, library.settings, library.remembered.inFindings, chosen: chosenToStay)
        let answer = await library.dependencies.scan.slide(asked)
        guard steps.answer(answer, isOutdated: asked.settings != library.settings) else { continue }
        refresh()
        library.onChange(.screen)
      } while steps.goesOn()
    }
  }
}
