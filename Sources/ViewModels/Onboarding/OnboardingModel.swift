package import PhotoModel
import SystemPackage

/// The first steps: folder, trash, apps. Every check is a real one, and every step can be skipped.
@MainActor
package final class OnboardingModel {
  /// The state that the first steps are drawn from.
  package private(set) var state = OnboardingState()
  private let library: LibraryModel
  /// The number of the round: answers for an earlier round are dropped.
  private var round = 0
  /// Whether the step is stored: a user who leaves before the last step is over comes back to it at the next start.
  var keepsRoute = false
  /// Called when the last step is done, or all were skipped; with a sentence about the skip, or nil.
  package var onFinish: (String?) -> Void = { _ in }

  /// Creates the model; `begin(at:)` starts the first steps.
  package init(library: LibraryModel) { self.library = library }

  /// Begins the first steps anew at a step; the folders of the library come first.
  package func begin(at step: FirstStep = .folder) {
    round += 1
    let round = round
    state = OnboardingState()
    state.step = step
    state.note = keep(step)
    state.folders = library.roots.map { OnboardingState.Folder(path: $0, title: library.title($0)) }
    state.isSearching = true
    library.work.run { [self] in
      let suggestions = await library.dependencies.onboarding.suggestions()
      guard round == self.round else { return }
      for path in suggestions where !state.folders.contains(where: { $0.path == path }) {
        state.folders.append(OnboardingState.Folder(path: path, title: library.title(path)))
      }
      state.isSearching = false
      library.onChange(.screen)
      for folder in state.folders {
        let count = await library.dependencies.onboarding.count(folder.path)
        guard round == self.round else { return }
        if let row = state.folders.firstIndex(where: { $0.path == folder.path }) { state.folders[row].count = count }
        library.onChange(.screen)
      }
    }
  }

  /// Moves the highlight among the folders, clamped to their list; does nothing in the other steps.
  package func move(by rows: Int) {
    guard state.step == .folder else { return }
    state.selection = state.folders.nearestIndex(to: state.selection + rows)
  }

  /// Highlights a folder; does nothing for a row that is not there.
  package func select(_ row: Int) { if state.folders.indices.contains(row) { state.selection = row } }

  /// Enter: runs the check of the step, or goes on to the next.
  package func enterPressed() -> KeyOutcome {
    guard !state.isChecking else { return .stay }
    switch state.step {
    case .folder:
      guard let chosen = state.chosen else { return .go(.folderEntry) }
      return .go(.chosenFolder(chosen.path))
    case .trash:
      let roots = library.roots
      if roots.isEmpty {
        showMessage("No photo folder is chosen yet, so no trash can be tested")
      } else if state.results == nil {
        check { await $0.trash(roots) }
      } else {
        advance()
      }
    case .apps: if state.results == nil { check { await $0.apps() } } else { advance() }
    }
    return .stay
  }

  /// Goes on after a folder was chosen: from the first step to the next; in a later step, results about the folder
  /// before are dropped.
  package func chosen() {
    if state.step == .folder { return advance() }
    round += 1
    state.isChecking = false
    if state.step == .trash { state.results = nil }
    state.isTrashTested = false
  }

  /// `s`: skips the step, with a sentence about what that means where its check did not run.
  package func skipPressed() { advance(note: state.results == nil ? state.step.missed : nil) }

  /// Shows why a folder cannot be chosen, or a key does nothing; nil takes the sentence away.
  package func showMessage(_ problem: String?) { state.note = problem }

  /// Esc: skips all steps that are left.
  package func leave() {
    let isOver = state.step.next == nil && state.results != nil
    finish(isOver ? nil : "Skipped: the first steps can be gone through from Settings at any time.")
  }

  private func check(_ checks: @escaping @Sendable (OnboardingDependencies) async -> [CheckLine]) {
    state.isChecking = true
    let round = round
    let step = state.step
    library.work.run { [self] in
      let results = await checks(library.dependencies.onboarding)
      guard round == self.round, step == state.step else { return }
      state.isChecking = false
      state.results = results
      // The note about the skipped step is replaced by the results of this check.
      state.note = nil
      if step == .trash { state.isTrashTested = true }
      library.onChange(.screen)
    }
  }

  private func advance(note: String? = nil) {
    guard let next = state.step.next else { return finish(note) }
    state.step = next
    state.results = nil
    state.isChecking = false
    state.note = keep(next) ?? note
  }

  private func finish(_ note: String?) {
    round += 1
    let problem = keep(nil)
    keepsRoute = false
    onFinish(problem ?? note)
  }

  /// Stores the step that the user has come to; nil is the end.
  ///
  /// - Returns: The reason why that was not possible, as a sentence; nil where it was.
  private func keep(_ step: FirstStep?) -> String? {
    guard keepsRoute else { return nil }
    do { try library.dependencies.session.setFirstStep(step) } catch { return LibraryModel.sentence(error) }
    return nil
  }
}
