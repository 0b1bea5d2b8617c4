import PhotoModel
import Removal
import SystemPackage
import TestSupport
import TextSurface

@testable import ViewModels

/// The states of the screens around a review: what is moved, lists, settings and apps.
extension RandomStates {
  mutating func confirmation() -> ConfirmationState {
    var confirmation = ConfirmationState()
    confirmation.photos = count()
    confirmation.bytes = bytes()
    confirmation.exactCopies = count()
    confirmation.similar = count()
    confirmation.onlyOnes = count()
    confirmation.keepersLeaving = count()
    confirmation.unreadRests = count()
    confirmation.formerCopies = count()
    confirmation.lastCopies = count()
    confirmation.otherKeepers = count()
    confirmation.protected = count()
    if flag() { confirmation.backup = .known(present: count(), missing: count(), isHolding: flag()) }
    if flag() { confirmation.backup = .checking(BackupProgress(files: count(), done: count(), total: count())) }
    confirmation.volumes = count()
    confirmation.refused = refusals()
    if flag() { confirmation.blocked = text() }
    confirmation.isMoveFocused = flag()
    confirmation.needsNumber = flag()
    if flag() { confirmation.typed = TextEntry(text()) }
    if flag() { confirmation.wrongNumber = text() }
    return confirmation
  }

  mutating func done() -> DoneState {
    var done = DoneState()
    done.moved = count()
    done.bytes = bytes()
    done.locations = texts(7).map { DoneState.TrashLocation($0, free: flag() ? bytes() : nil) }
    done.thumbnails = (0..<number(0...9)).map { _ in Thumbnail(name: text(), picture: picture()) }
    done.refused = refusals()
    done.restored = flag() ? count() : nil
    done.canRestore = flag()
    done.message = flag() ? text() : nil
    done.shownAt = time()
    return done
  }

  mutating func history() -> HistoryState {
    var history = HistoryState()
    history.rows = (0..<number(0...70)).map { _ in
      HistoryState.Row(
        batchID: "x", date: text(), count: text(), bytes: bytes(), status: text(), canRestore: flag())
    }
    history.selection = number(0...80)
    if flag() { history.batch = batch() }
    history.message = flag() ? text() : nil
    return history
  }

  private mutating func batch() -> HistoryState.Batch {
    let files = (0..<[0, 1, 5, 70][number(0...3)]).map { _ in
      HistoryState.Batch.File(name: text(), folder: text(), size: bytes(), status: text(), shortStatus: text())
    }
    var batch = HistoryState.Batch(title: text(), files: files)
    batch.selection = number(0...max(0, files.count - 1))
    if flag() { batch.picture = picture() }
    return batch
  }

  mutating func settings() -> SettingsState {
    var settings = SettingsState()
    settings.sections = (0..<number(0...5)).map { _ in
      let rows = (0..<number(0...6)).map { _ in
        let controls: [SettingsState.Row.Control] = [
          .slider(position: [-1, 0, 0.5, 1, 9, .nan][number(0...5)], value: text()), .choice(text()), .text(text()),
        ]
        return SettingsState.Row(
          id: .cache, title: text(), control: controls[number(0...2)], facts: text())
      }
      return SettingsState.Section(title: text(), rows: rows)
    }
    settings.selection = number(0...20)
    settings.message = flag() ? text() : nil
    let crossings = (0..<number(0...4)).map { _ in
      SettingsState.Crossing(
        title: text(), count: number(0...99), photos: (0..<number(0...5)).map { _ in Detail(text(), text()) },
        pictures: (0..<number(0...5)).map { _ in picture() })
    }
    settings.step = [nil, .open, .counted([]), .counted(crossings)][number(0...3)]
    return settings
  }

  mutating func ledger() -> LedgerState {
    var ledger = LedgerState()
    ledger.title = text()
    ledger.rows = (0..<number(0...40)).map { _ in
      LedgerState.Row(name: text(), folder: text(), text: text(), date: text())
    }
    ledger.selection = ledger.rows.isEmpty ? 0 : number(0...(ledger.rows.count - 1))
    ledger.message = flag() ? text() : nil
    return ledger
  }

  mutating func unread() -> UnreadState {
    var unread = UnreadState()
    unread.title = text()
    unread.rows = (0..<number(0...40)).map { _ in UnreadState.Row(name: text(), folder: text(), reason: text()) }
    unread.selection = number(0...50)
    return unread
  }

  mutating func large() -> LargeState {
    var large = LargeState()
    large.way = flag() ? .lossless : .fit(longSide: 3072, byteLimit: nil)
    large.rows = (0..<[0, 1, 4, 90][number(0...3)]).map { _ in
      LargeState.Row(
        name: text(), folder: text(), before: bytes(), after: bytes(),
        mark: [.none, .chosen, .otherWay][number(0...2)])
    }
    large.selection = number(0...95)
    large.filter = flag() ? text() : ""
    large.listed = ShrinkGain(photos: count(), before: bytes(), after: bytes())
    large.lossless = ShrinkGain(photos: count(), before: bytes(), after: bytes())
    large.fitted = ShrinkGain(photos: count(), before: bytes(), after: bytes())
    if flag() { large.progress = LargeState.Progress(done: count(), total: count()) }
    (large.isMeasuring, large.hasPhotos) = (flag(), flag())
    if flag() {
      large.photo = LargeState.Photo(
        original: LargeState.Side(facts: text(), picture: flag() ? picture() : nil),
        smaller: LargeState.Side(facts: text(), picture: flag() ? picture() : nil))
      large.photo?.showsOriginal = flag()
    }
    large.failure = flag() ? text() : nil
    large.message = flag() ? text() : nil
    return large
  }

  mutating func apps() -> AppsState {
    var apps = AppsState()
    apps.rows = (0..<[0, 1, 4, 90][number(0...3)]).map { _ in
      AppsState.Row(
        name: text(), size: text(), lastUse: text(), score: text(), fraction: [.nan, -1, 0, 0.3, 9][number(0...4)],
        isProtected: flag(), reason: text())
    }
    apps.selection = number(0...95)
    apps.title = text()
    apps.order = AppOrder.allCases[number(0...2)]
    if number(0...9) == 0 { apps.loadingSince = time() }
    if number(0...9) == 0 { apps.notice = notice() }
    if flag() {
      let kinds: [AppPanel.Part.Kind] = [.text, .warning, .command]
      let parts = (0..<number(0...9)).map { _ in AppPanel.Part(text(), texts(5), kind: kinds[number(0...2)]) }
      apps.panel = AppPanel(subject: .advice, title: text(), parts: parts, isWaiting: flag())
    }
    apps.panelScroll = number(-3...90)
    return apps
  }

  mutating func onboarding() -> OnboardingState {
    var state = OnboardingState()
    state.step = OnboardingState.Step.allCases[number(0...2)]
    for _ in 0..<number(0...12) {
      let counted = flag() ? PictureCount(pictures: count(), isAtLeast: flag()) : nil
      state.folders.append(OnboardingState.Folder(path: "/a", title: text(), count: counted))
    }
    state.selection = state.folders.isEmpty ? 0 : number(0...(state.folders.count - 1))
    state.results = flag() ? texts(6).map { CheckLine(isGood: $0.count % 2 == 0, text: $0) } : nil
    state.isChecking = flag()
    state.note = flag() ? text() : nil
    return state
  }
}
