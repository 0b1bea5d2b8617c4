import PhotoModel
import Review

/// The rows of the settings with their present values.
extension SettingsModel {
  private var keeperSection: SettingsState.Section {
    let order = library.settings.keeperOrder
    let off = KeeperRule.allCases.filter { !order.contains($0) }
    let first = text(
      .keeperFirst, "Whole, then what holds more", "before all",
      "damaged never over whole; then what is protected, holds more, and was not made from another")
    let rules = (order + off).map { rule in
      let index = order.firstIndex(of: rule)
      return SettingsState.Row(
        id: .keeperRule(rule), title: rule.title, rank: index.map { $0 + 1 } ?? 0,
        control: .choice(index == nil ? "off" : "on"), facts: rule.explanation,
        ways: index == nil
          ? [.init(.open, "switches it on")]
          : [.init(.left, "earlier"), .init(.right, "later"), .init(.open, "switches it off")])
    }
    let folders = library.settings.preferredFolders.map { folder in
      text(
        .preferredFolder(folder), "In \(library.title(folder))", "preferred",
        "what is there stays before what is elsewhere and no better", enter: "takes it off the list")
    }
    return SettingsState.Section(title: "Which photo of a set stays", rows: [first] + rules + folders)
  }

  /// Makes all rows anew from the settings and the library; the highlight keeps its index.
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
            "known by their content, they do not come back at the next scan",
            enter: "lists them and lets you forget them"),
          choice(
            .ratings, "Rated photos", settings.ratingsAreSacred ? "never proposed" : "judged as all",
            "stars, labels, picks and favourites: such a photo goes for its equal only", enter: "switches it"),
        ]),
      historySection,
      SettingsState.Section(
        title: "Look",
        rows: [
          choice(.theme, "Theme", appearance.theme.title, "as the terminal, dark, light, high contrast, or no colour"),
          choice(
            .reducedMotion, "Reduced motion", appearance.reducedMotion ? "on" : "off",
            "nothing slides, shimmers or draws itself", enter: "switches it"),
          choice(
            .bell, "Bell", appearance.bell ? "on" : "off",
            "sounds where a key does nothing, and when a scan or a move ends", enter: "switches it"),
          choice(
            .flash, "Flash", appearance.flash ? "on" : "off", "the screen lights up where the bell would sound",
            enter: "switches it"),
          choice(
            .tabProgress, "Progress in the tab", appearance.tabProgress ? "on" : "off",
            "the terminal shows how far a scan is, where it can", enter: "switches it"),
          choice(
            .notifications, "Notice at the end", appearance.notifications ? "on" : "off",
            "the desktop tells of the end of a scan of over a minute, where the terminal can", enter: "switches it"),
        ] + displayRows),
      SettingsState.Section(title: "Cache", rows: [cacheRow]),
      SettingsState.Section(
        title: "First steps",
        rows: [
          text(
            .onboarding, "Folder, trash and apps", "once more", "", enter: "goes through them and checks each again")
        ]),
      SettingsState.Section(
        title: "Privacy",
        rows: [
          text(
            .privacy, "All processing happens on this machine", "",
            "to check: unshare -rn deckle starts it without any network, and everything works"),
          text(
            .noDataSent, "No data is sent anywhere", "",
            "to check: strace -f -e trace=network deckle shows no connection; only tips talk to a model that you set up "
              + "on this machine"),
          text(
            .noAccount, "No account", "",
            "to check: nothing asks for one; what Deckle remembers lies below ~/.local/state/deckle and in config.toml"),
        ]),
      SettingsState.Section(
        title: "About",
        rows: [
          text(
            .about, "Deckle \(library.dependencies.environment.version)".trimmed, "MIT licence",
            "each library that it uses has a licence of its own; deckle --version names them")
        ]),
    ]
    state.sections.insert(keeperSection, at: 1)
    refreshStep()
    state.selection = state.rows.nearestIndex(to: state.selection)
  }

  private func slider(
    _ id: SettingsState.Row.ID, _ title: String, _ value: Double, _ slider: ThresholdSlider, listed: IssueCategory,
    rule: String
  ) -> SettingsState.Row {
    let deck = library.review.deck(listed)
    let figures =
      steps.listing?.figures[listed] ?? SliderListing.Figures(photos: deck?.count ?? 0, bytes: deck?.bytes ?? .zero)
    let position = (value - slider.range.lowerBound) / (slider.range.upperBound - slider.range.lowerBound)
    let counts = library.hasResults ? "\(counted(figures.photos, "photo")) · \(figures.bytes.formatted)" : nil
    return SettingsState.Row(
      id: id, title: title,
      control: .slider(position: position, value: hundredths((value * 100).rounded() / 100)), figures: counts,
      facts: rule)
  }

  func text(
    _ id: SettingsState.Row.ID, _ title: String, _ value: String, _ facts: String, enter: String? = nil
  ) -> SettingsState.Row {
    SettingsState.Row(
      id: id, title: title, control: .text(value), facts: facts, ways: enter.map { [.init(.open, $0)] } ?? [])
  }

  func choice(
    _ id: SettingsState.Row.ID, _ title: String, _ value: String, _ facts: String, enter: String? = nil
  ) -> SettingsState.Row {
    SettingsState.Row(
      id: id, title: title, control: .choice(value), facts: facts, ways: enter.map { [.init(.open, $0)] } ?? [])
  }
}
