import PhotoModel

/// Settings: the thresholds with their counts, and what Deckle promises.
@MainActor
package final class SettingsModel {
  package private(set) var state = SettingsState()
  private let library: LibraryModel

  package init(library: LibraryModel) {
    self.library = library
    refresh()
  }

  package func move(by rows: Int) {
    state.selection = min(max(0, state.selection + rows), max(0, state.rows.count - 1))
    state.message = nil
  }

  package func select(_ row: Int) { state.selection = min(max(0, row), max(0, state.rows.count - 1)) }

  /// ← and →: one step of the slider under the highlight.
  package func change(by steps: Int) {
    guard let id = selectedRow?.id else { return }
    var settings = library.settings
    switch id {
    case .keeperRule(let rule): return moveRule(rule, by: steps)
    case .blurThreshold: settings.blurThreshold = ThresholdSlider.blur.moved(settings.blurThreshold, by: steps)
    case .similarThreshold:
      settings.similarThreshold = ThresholdSlider.similarity.moved(settings.similarThreshold, by: steps)
    case .duplicateThreshold:
      settings.duplicateThreshold = ThresholdSlider.similarity.moved(settings.duplicateThreshold, by: steps)
    default: return
    }
    take(settings)
  }

  /// `0`: the recommended value.
  package func resetSelected() {
    guard let id = selectedRow?.id else { return }
    var settings = library.settings
    let standard = ScanSettings()
    switch id {
    case .keeperRule: settings.keeperOrder = standard.keeperOrder
    case .blurThreshold: settings.blurThreshold = standard.blurThreshold
    case .similarThreshold: settings.similarThreshold = standard.similarThreshold
    case .duplicateThreshold: settings.duplicateThreshold = standard.duplicateThreshold
    default: return
    }
    take(settings)
  }

  /// Enter: the rule under the highlight is switched on, at the end, or off.
  package func toggleSelected() {
    guard case .keeperRule(let rule)? = selectedRow?.id else { return }
    var settings = library.settings
    if let place = settings.keeperOrder.firstIndex(of: rule) {
      settings.keeperOrder.remove(at: place)
    } else {
      settings.keeperOrder.append(rule)
    }
    take(settings)
    follow(rule)
  }

  /// ← is earlier, → is later.
  private func moveRule(_ rule: KeeperRule, by steps: Int) {
    var settings = library.settings
    guard let place = settings.keeperOrder.firstIndex(of: rule) else {
      state.message = "It is switched off; Enter switches it on"
      return
    }
    let target = min(max(0, place + steps), settings.keeperOrder.count - 1)
    settings.keeperOrder.remove(at: place)
    settings.keeperOrder.insert(rule, at: target)
    take(settings)
    follow(rule)
  }

  /// The highlight stays with a rule that moved.
  private func follow(_ rule: KeeperRule) {
    if let row = state.rows.firstIndex(where: { $0.id == .keeperRule(rule) }) { state.selection = row }
  }

  private var keeperSection: SettingsState.Section {
    let order = library.settings.keeperOrder
    let off = KeeperRule.allCases.filter { !order.contains($0) }
    return SettingsState.Section(
      title: "The photo of a set to keep: not damaged, in a protected folder, then",
      rows: (order + off).map { rule in
        let place = order.firstIndex(of: rule)
        return SettingsState.Row(
          id: .keeperRule(rule), title: place.map { "\($0 + 1)  \(rule.title)" } ?? "–  \(rule.title)",
          control: .choice(place == nil ? "off" : "on"),
          explanation: rule.explanation
            + (place == nil ? "; Enter switches it on" : "; ← earlier, → later, Enter switches it off"))
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
        rows: [
          text(
            .excludedFolders, "Left out",
            settings.excludedFolders.isEmpty ? "none" : counted(settings.excludedFolders.count, "pattern"),
            "set excludedFolders in config.toml"),
          text(
            .protectedFolders, "Protected",
            library.protectedFolders.isEmpty
              ? "none" : library.protectedFolders.map(library.title).joined(separator: ", "),
            "photos there are compared, never proposed and never moved; set protectedFolders in config.toml"),
        ]),
      SettingsState.Section(
        title: "Review",
        rows: [
          text(
            .ledger, "Remembered decisions", library.ledger.summary,
            "known by their content, they do not come back at the next scan; Enter lists them and lets you forget them")
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
    state.selection = min(state.selection, max(0, state.rows.count - 1))
  }

  /// The row under the highlight.
  package var selectedID: SettingsState.Row.ID? { selectedRow?.id }

  private var selectedRow: SettingsState.Row? {
    state.rows.indices.contains(state.selection) ? state.rows[state.selection] : nil
  }

  private func take(_ settings: ScanSettings) {
    library.change(settings)
    do {
      if library.readOnlyReason == nil { try library.effects.session.saveSettings(settings) }
      state.message = nil
    } catch {
      state.message = (error as? any SpokenError)?.sentence ?? "The setting holds until you quit; it could not be saved"
    }
    refresh()
  }

  private func slider(
    _ id: SettingsState.Row.ID, _ title: String, _ value: Double, _ slider: ThresholdSlider, listed: IssueCategory,
    rule: String
  ) -> SettingsState.Row {
    let issues = library.review.issues[listed] ?? []
    let position = (value - slider.range.lowerBound) / (slider.range.upperBound - slider.range.lowerBound)
    let counts =
      library.hasResults ? "\(counted(issues.count, "photo")) · \(issues.map(\.size).total.formatted) · " : ""
    let hundredths = Int((value * 100).rounded())
    let words = "0.\(hundredths < 10 ? "0" : "")\(hundredths)"
    return SettingsState.Row(
      id: id, title: title, control: .slider(position: position, value: words), explanation: counts + rule)
  }

  private func text(
    _ id: SettingsState.Row.ID, _ title: String, _ value: String, _ explanation: String
  ) -> SettingsState.Row {
    SettingsState.Row(id: id, title: title, control: .text(value), explanation: explanation)
  }
}
