import PhotoModel
import SystemPackage
import TextSurface

/// Settings that are written as they are: folders and patterns, pictures, the mouse; and the cache.
extension SettingsModel {
  /// Reads the settings file, which may have been changed by hand, applies its values and shows them.
  func readPreferences() {
    do {
      let old = preferences
      let (read, settings) = try library.dependencies.preferences.load()
      preferences = read
      follow(settings)
      if busy == nil { follow(preferences, insteadOf: old, nil) }
    } catch { state.message = Self.sentence(error) }
    library.work.run { [self] in
      cacheSize = await library.dependencies.preferences.cacheSize()
      await readHistory()
      refresh()
      library.onChange(.screen)
    }
  }

  /// Adopts limits that were written into the file by hand. Those that could not be saved stay in force.
  private func follow(_ settings: ScanSettings) {
    let followed = library.settings.following(settings, changedFrom: writtenSettings)
    writtenSettings = settings
    guard followed != library.settings else { return }
    library.change(followed)
    slide()
  }

  /// Writes a change into the file, then applies it, with everything that was changed in the file meanwhile.
  ///
  /// - Parameters:
  ///   - folder: A folder of the change by its real path, where that is known already.
  ///   - change: The change, which is made to the present values of the file, not to those that are shown.
  /// - Returns: Nil, or the reason, as a sentence, why nothing has changed.
  func change(_ message: String, at folder: FilePath? = nil, _ change: (inout Preferences) -> Void) -> String? {
    if let reason = library.readOnlyReason { return reason }
    do {
      let old = preferences
      let changed = try library.dependencies.preferences.change(change)
      preferences = changed
      if changed != old {
        refresh()
        state.message = message
      }
      follow(changed, insteadOf: old, folder)
    } catch { return Self.sentence(error) }
    return nil
  }

  private func follow(_ changed: Preferences, insteadOf old: Preferences, _ folder: FilePath?) {
    let dependencies = library.dependencies.preferences
    var written = dependencies.written(changed)
    if let folder { written.protected.append(folder) }
    guard
      changed.protectedFolders != old.protectedFolders || written.excluded != library.settings.excludedFolders
        || !Set(written.protected).isSubset(of: library.folders.protected)
    else { return }
    let message = state.message
    library.follow(
      written, found: { await dependencies.found(changed) },
      onReleased: { [self] released in
        guard state.message == message else { return }
        state.message = "\(message.map { "\($0); " } ?? "")\(counted(released, "photo")) left the bin"
        library.onChange(.screen)
      })
  }

  /// Shows a sentence; nil leaves the one that `change` has set.
  func showMessage(_ message: String?) { if let message { state.message = message } }

  // MARK: Rows

  /// Takes a pattern off the list of those that scans leave out.
  func includeAgain(_ pattern: String) {
    showMessage(change("The next scan looks there again") { $0.excludedFolders.removeAll { $0 == pattern } })
  }

  /// The question before a pattern or a folder goes off its list, or the cache is emptied; nil for other rows.
  var questionAboutSelected: Question? {
    switch selectedID {
    case .excludedFolder(let pattern):
      Question(
        subject: .includeAgain(pattern), title: "Look there again?",
        lines: [shown(pattern), "The next scan reads what it has left out."],
        safeButton: "Leave it out", actButton: "Look again")
    case .protectedFolder(let folder):
      Question(
        subject: .unprotect(folder), title: "Protect it no longer?",
        lines: [shown(folder), "Its photos may then be proposed, and moved when you confirm it."],
        safeButton: "Stay protected", actButton: "No longer")
    case .cache where cacheSize ?? .zero > .zero:
      Question(
        subject: .clearCache, title: "Forget what scans measured?",
        lines: ["Photos, decisions and batches stay. The next scan measures everything anew."],
        safeButton: "Keep it", actButton: "Forget it")
    case .history: historyQuestion
    default: nil
    }
  }

  /// The dialog of the row under the highlight; nil for a row that nothing is typed into.
  var entryForSelected: EntryDialog? {
    switch selectedID {
    case .excludedFolders:
      EntryDialog(
        .excludedPattern, title: "What shall scans leave out?",
        explanation: "A name or a path, with * and ? as wildcards: *.psd, Thumbnails, ~/Pictures/Old")
    case .protectedFolders:
      EntryDialog(
        .protectedFolder, title: "Which folder shall be protected?",
        explanation: "Nothing in it is ever proposed or moved, like ~/Pictures/Originals.")
    case .moveFolders where preferences.moveFolders.count < FolderChooser.most:
      EntryDialog(
        .moveFolder, title: "Which folder can photos be moved to?",
        explanation: "A folder of yours, like ~/Family/2024. It gets the next digit.")
    case .forgetHistory: historyDialog
    default: nil
    }
  }

  /// Adds a pattern to those that scans leave out.
  ///
  /// - Parameter isMissing: Whether the pattern is a path at which no folder is: one on a drive that is away, or a
  ///   typing error.
  /// - Returns: Nil, or the reason, as a sentence, why it was not added.
  func exclude(_ text: String, isMissing: Bool = false) -> String? {
    let pattern = text.trimmed
    let message = isMissing ? "Left out from now on, but no folder is there now" : "Left out from now on"
    return problem(ofPattern: pattern, among: preferences.excludedFolders)
      ?? busy ?? change(message) { $0.excludedFolders.add(pattern) }
  }

  /// Adds a folder to those that photos are moved to.
  ///
  /// - Returns: Nil, or the reason, as a sentence, why it was not added.
  func remember(moveFolder path: FilePath) -> String? {
    guard path.isValidUTF8 else { return "The name of this folder does not fit into a text file." }
    let name = typedPath(path, home: library.dependencies.environment.home)
    return change("Photos can be moved there") { preferences in
      if !preferences.moveFolders.contains(name) { preferences.moveFolders.append(name) }
    }
  }

  /// Removes a folder from those that photos can be moved to; photos marked for it stay marked.
  func forget(moveFolder folder: String) {
    showMessage(change("No photo is sent there any more") { $0.moveFolders.removeAll { $0 == folder } })
  }

  /// Adds a folder to the protected ones.
  ///
  /// - Parameter path: The folder that was found for the text.
  /// - Returns: Nil, or the reason, as a sentence, why it cannot be protected.
  func protect(_ text: String, _ path: FilePath) -> String? {
    guard path.isValidUTF8 else { return "The name of this folder does not fit into a text file." }
    let typed = text.trimmed
    let name = typed.hasPrefix("/") || typed.hasPrefix("~") ? typed : path.string
    guard !library.folders.protected.contains(path) else { return "It is protected already." }
    return busy ?? change("Nothing in it is proposed or moved any more", at: path) { $0.protectedFolders.add(name) }
  }

  func unprotect(_ folder: String) {
    showMessage(busy ?? change("It is protected no longer") { $0.protectedFolders.removeAll { $0 == folder } })
  }

  func clearCache() {
    if let busy { return showMessage(busy) }
    library.work.run { [self] in
      do {
        try await library.dependencies.preferences.clearCache()
        state.message = "Forgotten; the next scan measures anew"
      } catch { state.message = Self.sentence(error) }
      cacheSize = await library.dependencies.preferences.cacheSize()
      refresh()
      library.onChange(.screen)
    }
  }

  /// The reason why folders and cache cannot be changed now: a running scan keeps to the settings with which it began.
  /// Nil where none runs.
  var busy: String? { library.isScanning ? "A scan is under way. Stop it first, or wait for its end." : nil }

  static func sentence(_ error: any Error) -> String {
    (error as? UserFacingError)?.sentence ?? "The setting could not be saved, so nothing has changed"
  }

  // MARK: What the rows say

  var folderRows: [SettingsState.Row] {
    let (excluded, protected) = (preferences.excludedFolders, preferences.protectedFolders)
    let moves = preferences.moveFolders
    return [
      text(
        .excludedFolders, "Left out", excluded.isEmpty ? "nothing" : counted(excluded.count, "pattern"),
        "no scan looks at these names and paths", enter: "adds one")
    ]
      + excluded.map {
        text(.excludedFolder($0), "  " + shown($0), "", "", enter: "takes it off the list (asks)")
      }
      + [
        text(
          .protectedFolders, "Protected", protected.isEmpty ? "none" : counted(protected.count, "folder"),
          "photos there are compared, never proposed and never moved", enter: "adds a folder")
      ]
      + protected.map {
        text(.protectedFolder($0), "  " + shown($0), "", "", enter: "takes it off the list (asks)")
      }
      + [
        text(
          .moveFolders, "To move to", moves.isEmpty ? "none" : counted(moves.count, "folder"),
          "t and a digit send a photo there with the next move", enter: "adds a folder")
      ]
      + zip(1..., moves).map { number, folder in
        text(
          .moveFolder(folder), "  \(number) \(shown(folder))", "", "", enter: "takes it off the list; photos stay there"
        )
      }
  }

  /// A pattern as it is written, with "~" for the home folder; escaped.
  private func shown(_ pattern: String) -> String {
    // The slash at the end of a pattern counts, which a path does not keep.
    let title = library.title(FilePath(pattern))
    guard pattern.hasPrefix("/"), title.hasPrefix("~") else { return SafeText(pattern).text }
    return title + (pattern.hasSuffix("/") ? "/" : "")
  }

  var displayRows: [SettingsState.Row] {
    [
      choice(
        .pictures, "Pictures", preferences.pictures?.choiceTitle ?? "auto",
        "auto asks the terminal; holds from the next start on, and deckle doctor says what comes of it"),
      choice(
        .mouse, "Mouse", preferences.mouse ? "on" : "off",
        "off leaves it to the terminal, to select text with; holds from the next start on", enter: "switches it"),
    ]
  }

  var cacheRow: SettingsState.Row {
    text(
      .cache, "Measurements", cacheSize.map(\.formatted) ?? "none",
      "what scans need not measure twice; photos and decisions stay", enter: "forgets them (asks)")
  }
}

extension ImageProtocol {
  /// The name of the protocol in the settings.
  fileprivate var choiceTitle: String { self == .iterm ? "iTerm2" : rawValue }
}

extension [String] {
  fileprivate mutating func add(_ text: String) { if !contains(text) { append(text) } }
}

extension String {
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
