import PhotoModel
import TextSurface

extension LargeModel: Screen {
  nonisolated static var context: KeyContext { .large }

  nonisolated static let keys: [KeyRecord<LargeModel>] =
    ofPhotos + .list(page: { $0.page }, move: { $0.select($0.state.selection + $1) }) + ofList

  private nonisolated static let ofPhotos: [KeyRecord<LargeModel>] =
    [
      KeyRecord(
        [Key("m")], .makeSmaller, "make them smaller", hint: 1, as: "make smaller",
        plain: .offered(1, "make smaller", as: "make the chosen smaller"),
        unless: { $0.obstacleToShrinking }, leads: { $0.obstacleToShrinking == nil ? .go(.shrinkQuestion) : .stay }),
      KeyRecord(
        [Key(" ")], .choosePhoto, "choose, or no longer", hint: 2, as: "choose",
        plain: .offered(2, "choose", as: "choose a photo, or no longer"), unless: { $0.noRow },
        does: { $0.choosePressed() }),
      KeyRecord(
        [Key("a")], .chooseAll, "choose all, or none", hint: 7, as: "all or none",
        plain: .offered(3, "choose all", as: "all or none"), unless: { $0.noRow },
        does: { $0.chooseAllPressed() }),
      KeyRecord(
        [Key("v")], .changeWay, "smaller pictures", hint: 3,
        plain: .offered(4, "other way", as: "nothing lost, or smaller pictures"),
        unless: { $0.noPhotos }, does: { $0.changeWay() }),
      KeyRecord(
        [Key("c"), Key(.enter)], .compare, "beside the original", hint: 4, as: "compare", plain: .offered(6, "compare"),
        unless: { $0.nothingToCompare },
        leads: { $0.nothingToCompare == nil ? .go(.screen(.largePhoto)) : .stay }),
    ]

  private nonisolated static let ofList: [KeyRecord<LargeModel>] =
    [
      KeyRecord(
        [Key("/")], .search, "filter", hint: 8, plain: .offered(5, "filter"), unless: { $0.noPhotos },
        leads: { _ in .go(.filter) }),
      KeyRecord(
        [Key("s")], .measure, "go on measuring", hint: 4, as: "go on", plain: .offered(7, "measure"),
        unless: { $0.nothingToMeasure },
        does: { $0.measure() }),
      KeyRecord(
        [Key(.escape)], .back, "stop, or back", hint: 5, as: "back",
        plain: .unoffered("stop", "w", "back", as: "stop, or go back"), leads: { $0.backPressed() }),
    ]

  var message: String? { state.message }
  var rowText: String? { state.notice == nil ? state.selectedText : nil }
  func showMessage(_ text: String?) { state.message = text }
  func libraryChanged() { refresh() }
  func appeared() { setOpen(true) }
  func left() { setOpen(false) }
  var filterLine: String { state.filter }
  var filterText: String? { "\(counted(state.listed.photos, "photo")) · \(state.listed.gain.formatted) to gain" }

  var hintTitles: [Action: String] {
    var titles: [Action: String] = [:]
    if state.way != .lossless { titles[.changeWay] = nextWay == .lossless ? "nothing lost" : nextWay.shortTitle }
    if state.isMeasuring { titles[.back] = "stop" }
    return titles
  }
  var hiddenHints: Set<Action> { nothingToMeasure == nil ? [] : [.measure] }

  private var noPhotos: String? { state.hasPhotos ? nil : "no photo is known" }
  private var noRow: String? { state.rows.isEmpty ? "no photo is listed" : nil }
  private var nothingToCompare: String? {
    noRow ?? (state.way == .lossless ? "nothing is lost, so both look the same; v lists smaller pictures" : nil)
  }
  private var nothingToMeasure: String? {
    state.isMeasuring ? "it is under way" : state.progress == nil ? "all are measured" : nil
  }
  private var obstacleToShrinking: String? {
    library.readOnlyReason.map { _ in "read only" } ?? (state.chosen == 0 ? "no photo is chosen" : nil)
  }

  /// Stops the measurement, then gives up the filter; else leads back.
  private func backPressed() -> KeyOutcome {
    if state.isMeasuring {
      pause()
      state.message = "Stopped; what was measured is kept"
    } else if !state.filter.isEmpty {
      filter("")
    } else {
      pause(false)
      // When the list is opened again it shows the lossless method.
      state.way = .lossless
      return .go(.back)
    }
    return .stay
  }
}
