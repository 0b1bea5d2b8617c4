import PhotoModel
import TextSurface

/// The rows of the settings, as they stand now.
extension SettingsModel {
  private var keeperSection: SettingsState.Section {
    let order = library.settings.keeperOrder
    let off = KeeperRule.allCases.filter { !order.contains($0) }
    return SettingsState.Section(
      title: "Which photo of a set to keep: undamaged, protected, then",
      rows: (order + off).map { rule in
        let place = order.firstIndex(of: rule)
        return SettingsState.Row(
          id: .keeperRule(rule), title: place.map { "\($0 + 1)  \(rule.title)" } ?? "–  \(rule.title)",
          control: .choice(place == nil ? "off" : "on"),
          explanation: rule.explanation
            + (place == nil
              ? "; \(enter) switches it on"
              : "; \(key(.left)) earlier, \(key(.right)) later, \(enter) switches it off"))
      })
  }

  package func refresh() {
    let settings = library.settings
    state.sections = [
      SettingsState.Section(
        title: "Sensitivity",
        rows: [
          slider(
            .blurThreshold, "Blurry", settings.blurThreshold, .blur, listed: .blurry,
            rule: "higher lists more photos as blurry"),
          slider(
            .similarThreshold, "Similar", settings.similarThreshold, .similarity, listed: .similar,
            rule: "lower lists more photos as similar"),
          slider(
            .duplicateThreshold, "Duplicates", settings.duplicateThreshold, .similarity, listed: .duplicate,
            rule: "lower calls more photos duplicates"),
        ]),
      SettingsState.Section(
        title: "Folders",
        rows: folderRows),
      SettingsState.Section(
        title: "Review",
        rows: [
          text(
            .ledger, "Remembered decisions", library.ledger.summary,
            "known by their content, they do not come back at the next scan; \(enter) lists them and lets you forget them"
          )
        ]),
      SettingsState.Section(
        title: "Look",
        rows: [
          choice(.theme, "Theme", look.theme.title, "dark, light, high contrast, or no colour"),
          choice(
            .reducedMotion, "Reduced motion", look.reducedMotion ? "on" : "off",
            "nothing slides, shimmers or draws itself; \(enter) switches it"),
          choice(
            .bell, "Bell", look.bell ? "on" : "off",
            "sounds where a key does nothing, and when a scan or a move ends; \(enter) switches it"),
          choice(
            .flash, "Flash", look.flash ? "on" : "off", "the screen lights up where the bell would sound"),
        ] + displayRows),
      SettingsState.Section(title: "Cache", rows: [cacheRow]),
      SettingsState.Section(
        title: "First steps",
        rows: [
          text(.onboarding, "Folder, trash and apps", "once more", "\(enter) goes through them and checks each again")
        ]),
      SettingsState.Section(
        title: "Privacy",
        rows: [
          text(
            .privacy, "Your photos", "stay on this machine",
            "No data is sent anywhere, no account: Deckle opens no network connection"
          )
        ]),
    ]
    state.sections.insert(keeperSection, at: 1)
    state.crossings = crossings
    state.wasSliderMoved = listing != nil
    state.selection = min(state.selection, max(0, state.rows.count - 1))
  }

  private func slider(
    _ id: SettingsState.Row.ID, _ title: String, _ value: Double, _ slider: ThresholdSlider, listed: IssueCategory,
    rule: String
  ) -> SettingsState.Row {
    let deck = library.review.sets.deck(listed)
    let figures =
      listing?.figures[listed] ?? SliderListing.Figures(photos: deck?.count ?? 0, bytes: deck?.bytes ?? .zero)
    let position = (value - slider.range.lowerBound) / (slider.range.upperBound - slider.range.lowerBound)
    let counts =
      library.hasResults ? "\(counted(figures.photos, "photo")) · \(figures.bytes.formatted) · " : ""
    let hundredths = Int((value * 100).rounded())
    let words = "0.\(hundredths < 10 ? "0" : "")\(hundredths)"
    return SettingsState.Row(
      id: id, title: title, control: .slider(position: position, value: words), explanation: counts + rule)
  }

  func text(
    _ id: SettingsState.Row.ID, _ title: String, _ value: String, _ explanation: String
  ) -> SettingsState.Row {
    SettingsState.Row(id: id, title: title, control: .text(value), explanation: explanation)
  }

  func choice(
    _ id: SettingsState.Row.ID, _ title: String, _ value: String, _ explanation: String
  ) -> SettingsState.Row {
    SettingsState.Row(id: id, title: title, control: .choice(value), explanation: explanation)
  }

  var enter: String { key(.open) }

  private func key(_ action: Action) -> String { keys.title(of: action, in: .settings) }

  private var crossings: [SettingsState.Crossing] {
    (listing?.crossings ?? []).map { crossing in
      let photos = counted(crossing.count, "photo")
      let name = crossing.category.title
      return SettingsState.Crossing(
        title: crossing.isListed ? "+ \(photos) now under \(name)" : "− \(photos) no longer under \(name)",
        count: crossing.count,
        photos: crossing.photos.map { Detail(nameTitle($0.path), SafeText($0.why).text) })
    }
  }
}
