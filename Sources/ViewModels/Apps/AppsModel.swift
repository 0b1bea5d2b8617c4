import AppCleanup
import Foundation
import PhotoModel
import SystemPackage

/// The Apps screen: the installed apps. The model removes none itself: that is the work of the package manager, whose
/// command can be copied, or run after a question.
@MainActor
package final class AppsModel {
  /// The state that the Apps screen is drawn from.
  package private(set) var state = AppsState()
  let library: LibraryModel
  let keys: KeyTable
  /// All installed apps, by score; nil until they were read.
  private var apps: [InstalledApp]?
  /// The apps of the rows, in their order.
  private(set) var listed: [InstalledApp] = []
  /// The moment that "days ago" is counted to.
  private var now = Date.distantPast
  private var showsAll = false
  /// The apps whose forecast is under way, so that a key pressed twice starts no second request.
  private var asked: Set<String> = []
  private var advice: Task<Void, Never>?
  /// The details that were open when the advice was asked for, with their scroll position: they come back after it.
  private var covered: (panel: AppPanel, scroll: Int)?
  private var adviceText = ""

  /// Creates the model with an empty list; `shown()` reads the installed apps.
  package init(library: LibraryModel, keys: KeyTable = KeyTable()) {
    self.library = library
    self.keys = keys
  }

  var dependencies: AppsDependencies { library.dependencies.apps }
  private var environment: Environment { library.dependencies.environment }
  var home: FilePath? { environment.home }
  var work: WorkCounter { library.work }
  /// The folders that stay whichever app is removed: protected ones and those of the library.
  var guarded: [FilePath] { library.folders.protected + library.roots }

  var removal = AppRemoval()

  /// Reads the installed apps when the screen is opened for the first time.
  package func shown() {
    guard apps == nil, state.loadingSince == nil else { return }
    read()
  }

  private func read() {
    state.loadingSince = environment.now()
    work.run { [self] in
      let found = await dependencies.list()
      apps = found
      now = environment.today()
      state.loadingSince = nil
      refresh()
      library.onChange(.screen)
      await askAboutLeftovers(found)
    }
  }

  /// Stops the advice: the screen was left.
  package func left() { stopAdvice() }

  /// Reads the installed apps again: the package manager may have changed them.
  func readAgain() {
    close()
    guard state.loadingSince == nil else { return }
    read()
  }

  func showMessage(_ message: String?) { state.message = message }

  // MARK: The list

  /// Moves the highlight by rows, or scrolls the panel while one is open.
  package func move(by rows: Int) {
    showMessage(nil)
    if let panel = state.panel {
      // A line of it takes few lines on the screen; the view stops at the end.
      let most = panel.parts.reduce(0) { $0 + 2 + $1.lines.reduce(0) { $0 + 1 + $1.count / 30 } }
      state.panelScroll = min(max(0, state.panelScroll + rows), most)
    } else {
      state.selection = state.rows.nearestIndex(to: state.selection + rows)
    }
  }

  /// Highlights a row that was clicked, and closes the panel.
  package func select(_ row: Int) {
    showMessage(nil)
    close()
    state.selection = state.rows.nearestIndex(to: row)
  }

  /// `o`: sorts the list in the next order; does nothing while a panel is open.
  package func orderPressed() {
    showMessage(nil)
    guard state.panel == nil, !state.rows.isEmpty else { return }
    state.order = state.order.next
    refresh()
  }

  /// Shows all installed apps, or only those with a menu entry again.
  package func showAllPressed() {
    guard state.panel == nil, apps != nil else { return }
    showsAll.toggle()
    refresh()
  }

  private func refresh() {
    let all = apps ?? []
    let selected = listed.indices.contains(state.selection) ? listed[state.selection].id : nil
    listed = state.order.sorted(all.filter { showsAll || $0.isInMenu })
    state.rows = listed.map { AppsState.Row($0, at: now) }
    state.selection =
      selected.flatMap { id in listed.firstIndex { $0.id == id } } ?? listed.nearestIndex(to: state.selection)
    let bytes = listed.compactMap(\.info.sizeBytes).map { ByteCount($0) }.total
    state.title = "\(counted(listed.count, showsAll ? "package" : "app")), \(bytes.formatted)"
    state.notice = listed.isEmpty ? notice(installed: all.count) : nil
  }

  private func notice(installed: Int) -> Notice {
    let home = keys.hint(.showPhotos, in: .everywhere, "Back to photos")
    guard installed > 0 else {
      return Notice(
        glyph: .apps, title: "No installed apps were found",
        lines: ["Deckle looks for Debian packages, Flatpaks, Snaps and AppImages."], actions: [home])
    }
    return Notice(
      glyph: .apps, title: "No app with a menu entry is installed",
      lines: ["\(counted(installed, "package")) without one can be listed."],
      actions: [keys.hint(.showAll, in: .apps, "Show everything installed"), home])
  }

  // MARK: Details

  /// Enter: opens the details of the highlighted app, or closes them.
  package func openPressed() {
    showMessage(nil)
    if let panel = state.panel {
      if panel.subject != .advice { close() }
      return
    }
    guard listed.indices.contains(state.selection) else { return }
    let app = listed[state.selection]
    show(AppPanel(app, at: now, forecast: nil))
    guard state.panel?.isWaiting == true, asked.insert(app.id).inserted else { return }
    work.run { [self] in
      let forecast = await dependencies.forecast(app)
      asked.remove(app.id)
      let panel = AppPanel(app, at: now, forecast: forecast)
      if covered?.panel.subject == panel.subject { covered?.panel = panel }
      // Another app is shown meanwhile, or none.
      guard state.panel?.subject == panel.subject else { return }
      state.panel = panel
      library.onChange(.screen)
    }
  }

  /// Esc: ends advice under way first, then closes the open panel; advice gives way to the details it was asked over.
  ///
  /// - Returns: False where nothing was open.
  package func backPressed() -> Bool {
    guard state.panel != nil else { return false }
    if advice != nil {
      stopAdvice()
    } else if state.panel?.subject == .advice, let covered {
      (state.panel, state.panelScroll) = (covered.panel, covered.scroll)
      self.covered = nil
    } else {
      close()
    }
    return true
  }

  private func show(_ panel: AppPanel) {
    state.panel = panel
    state.panelScroll = 0
  }

  private func close() {
    stopAdvice()
    covered = nil
    state.panel = nil
    state.panelScroll = 0
  }

  // MARK: Advice

  /// `t`: asks the model on this machine about the apps of the list, the best candidates first.
  package func advicePressed() {
    showMessage(nil)
    guard !listed.isEmpty, advice == nil else { return }
    if let panel = state.panel, panel.subject != .advice { covered = (panel, state.panelScroll) }
    guard let adviser = dependencies.adviser else { return show(.adviceIsOff(settingsFile: dependencies.settingsFile)) }
    let candidates = (apps ?? []).filter { (showsAll || $0.isInMenu) && $0.protection == nil }
    guard !candidates.isEmpty else { return show(.nothingToAdviseOn) }
    adviceText = ""
    show(.advice(of: adviser.host, "", isWaiting: true))
    let answer = adviser.ask(LocalAdvice.prompt(about: candidates, at: now))
    let listening = Task { [self] in
      var note: String?
      for await event in answer {
        if Task.isCancelled { return }
        switch event {
        case .text(let text): adviceText += text
        case .cut: note = "The answer grew too long and was cut."
        case .failed(let sentence): note = sentence
        }
        showAdvice(of: adviser.host, note: note, isWaiting: true)
      }
      if Task.isCancelled { return }
      advice = nil
      showAdvice(of: adviser.host, note: note, isWaiting: false)
    }
    advice = listening
    work.run { await listening.value }
  }

  private func showAdvice(of host: String, note: String?, isWaiting: Bool) {
    guard state.panel?.subject == .advice else { return }
    state.panel = .advice(of: host, adviceText, note: note, isWaiting: isWaiting)
    library.onChange(.screen)
  }

  private func stopAdvice() {
    guard let listening = advice else { return }
    listening.cancel()
    advice = nil
    if let adviser = dependencies.adviser, state.panel?.subject == .advice {
      state.panel = .advice(of: adviser.host, adviceText, note: "You stopped it.")
    }
  }
}
