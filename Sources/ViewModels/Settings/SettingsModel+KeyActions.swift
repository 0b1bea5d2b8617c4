import PhotoModel
import TextSurface

/// The actions of the keys on the settings: ← and → turn, `0` resets, Enter opens or switches.
extension SettingsModel {
  /// The actions of the keys on one row; none, unless given.
  struct KeyActions {
    var turn: (Int) -> Void = { _ in }
    var reset: () -> Void = {}
    var open: () -> Void = {}
  }

  /// The actions of the keys on the row under the highlight.
  var selectedActions: KeyActions {
    switch selectedID {
    case .blurThreshold: threshold(\.blurThreshold, .blur)
    case .similarThreshold: threshold(\.similarThreshold, .similarity)
    case .duplicateThreshold: threshold(\.duplicateThreshold, .similarity)
    case .ratings: scanFlag(\.ratingsAreSacred)
    case .keeperRule(let rule):
      KeyActions(turn: { self.move(rule, by: $0) }, reset: { self.resetOrder(at: rule) }, open: { self.toggle(rule) })
    case .preferredFolder(let folder): KeyActions(open: { self.prefer(folder, false) })
    case .moveFolder(let folder): KeyActions(open: { self.forget(moveFolder: folder) })
    case .moveFolders:
      KeyActions(open: { self.showMessage("There is a digit for nine; Enter on one takes it off the list") })
    case .theme: appearanceChoice(\.theme, among: ThemeName.allCases)
    case .reducedMotion: appearanceChoice(\.reducedMotion, among: [false, true])
    case .bell: appearanceChoice(\.bell, among: [false, true])
    case .flash: appearanceChoice(\.flash, among: [false, true])
    case .tabProgress: appearanceChoice(\.tabProgress, among: [true, false])
    case .notifications: appearanceChoice(\.notifications, among: [true, false])
    case .pictures:
      preferenceChoice(
        \.pictures, among: [nil] + ImageProtocol.allCases, "Pictures are shown this way from the next start on")
    case .mouse: preferenceChoice(\.mouse, among: [true, false], "This holds from the next start on")
    case .history:
      KeyActions(
        turn: { _ in self.switchHistoryOn() }, reset: { self.switchHistoryOn() }, open: { self.switchHistoryOn() })
    case .forgetHistory: KeyActions(open: { self.showNothingToForget() })
    default: KeyActions()
    }
  }

  private func threshold(_ key: WritableKeyPath<ScanSettings, Double>, _ slider: ThresholdSlider) -> KeyActions {
    KeyActions(
      turn: { self.set(key, slider.moved(self.library.settings[keyPath: key], by: $0)) },
      reset: { self.set(key, ScanSettings()[keyPath: key]) })
  }

  private func scanFlag(_ key: WritableKeyPath<ScanSettings, Bool>) -> KeyActions {
    let toggle: () -> Void = { self.set(key, !self.library.settings[keyPath: key]) }
    return KeyActions(turn: { _ in toggle() }, reset: { self.set(key, ScanSettings()[keyPath: key]) }, open: toggle)
  }

  private func set<Value>(_ key: WritableKeyPath<ScanSettings, Value>, _ value: Value) {
    var settings = library.settings
    settings[keyPath: key] = value
    apply(settings)
  }

  /// The effects on a choice of the appearance; of two choices each step gives the other.
  private func appearanceChoice<Value: Equatable>(
    _ key: WritableKeyPath<Appearance, Value>, among choices: [Value]
  ) -> KeyActions {
    let turn: (Int) -> Void = { self.apply(appearance: key, choices.following(self.appearance[keyPath: key], by: $0)) }
    return KeyActions(
      turn: turn, reset: { self.apply(appearance: key, Appearance()[keyPath: key]) }, open: { turn(1) })
  }

  /// The effects on a choice of the preferences, with the message about one.
  private func preferenceChoice<Value: Equatable>(
    _ key: WritableKeyPath<Preferences, Value>, among choices: [Value], _ message: String
  ) -> KeyActions {
    let set: (Value) -> Void = { value in self.showMessage(self.change(message) { $0[keyPath: key] = value }) }
    let turn: (Int) -> Void = { set(choices.following(self.preferences[keyPath: key], by: $0)) }
    return KeyActions(turn: turn, reset: { set(Preferences()[keyPath: key]) }, open: { turn(1) })
  }

  // MARK: The order of keepers

  private func toggle(_ rule: KeeperRule) {
    var settings = library.settings
    if let index = settings.keeperOrder.firstIndex(of: rule) {
      settings.keeperOrder.remove(at: index)
    } else {
      settings.keeperOrder.append(rule)
    }
    apply(settings)
    follow(rule)
  }

  /// Moves a rule in the order of keepers: ← earlier, → later.
  private func move(_ rule: KeeperRule, by steps: Int) {
    var settings = library.settings
    guard let index = settings.keeperOrder.firstIndex(of: rule) else {
      return showMessage("It is switched off, so it has no place in the order")
    }
    let target = settings.keeperOrder.nearestIndex(to: index + steps)
    settings.keeperOrder.remove(at: index)
    settings.keeperOrder.insert(rule, at: target)
    apply(settings)
    follow(rule)
  }

  /// Highlights a rule at its new position.
  private func follow(_ rule: KeeperRule) {
    if let row = state.rows.firstIndex(where: { $0.id == .keeperRule(rule) }) { state.selection = row }
  }

  private func resetOrder(at rule: KeeperRule) {
    set(\.keeperOrder, ScanSettings().keeperOrder)
    follow(rule)
  }
}

extension Array where Element: Equatable {
  /// The element some steps after another one, around both ends.
  fileprivate func following(_ element: Element, by steps: Int) -> Element {
    self[((firstIndex(of: element) ?? 0) + steps + count) % count]
  }
}
