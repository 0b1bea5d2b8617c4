import Synchronization
import TextSurface
package import ViewModels

/// The events of the plain shell.
package enum PlainEvent: Hashable, Sendable {
  /// A line that was typed, without its newline.
  case line(String)
  case endOfInput
  /// SIGINT, SIGTERM or SIGHUP: leave safely, now.
  case terminate(signal: Int32)
  /// A model changed without a line, or work has ended.
  case changed
}

/// The loop of plain mode: typed lines go to the model, and its state is printed as lines of text.
///
/// A line is obeyed only after the work that the one before has started, so a script may send all of its lines at once.
/// A line of a person counts for the lines that were printed when it was typed: a card or a question that came up
/// meanwhile is not answered by it. Such a line also reaches a running scan or move, to stop it.
@MainActor
package final class PlainShell {
  let app: AppModel
  /// Whether a person types: then lines reach a running scan or move, which the end of the input stops. Otherwise lines
  /// wait for it.
  let isInteractive: Bool
  private let now: @MainActor () -> Duration
  private let output: @MainActor ([String]) -> Bool
  private let events: AsyncStream<Arrival>
  private let inbox: AsyncStream<Arrival>.Continuation
  private var waiting: [(line: String, knownSurprises: Int)] = []
  /// The number of texts that were printed without a line that asked for them.
  private nonisolated let surprises = Atomic<Int>(0)
  private var inputHasEnded = false
  /// Whether the input has ended and all of its lines are obeyed.
  private var hasReachedEnd = false
  private var isWatchingWork = false
  private var changeIsPosted = false
  /// An event, with the value of `surprises` when it came.
  private struct Arrival: Sendable {
    var event: PlainEvent
    var knownSurprises: Int
  }

  /// The subject that was printed last, so that a new one is printed as soon as it is there.
  private var shownSubject: PlainSubject?
  private var mustShow = true
  /// The line of choices that was printed last: from card to card it stays the same.
  private var shownChoices: [String] = []
  private var mustShowChoices = false
  /// The settings before a change: the outcome is printed in place of the list, as soon as it is known. Nil where none
  /// is changed.
  private var settingsBefore: SettingsState?
  /// The state in which a folder was named for photos, until the outcome is printed; nil where none was.
  var stateBeforeFolder: AppState?
  private var wasScanning = false
  private var pace = PlainPace()

  /// The signal that ended the loop: SIGINT, SIGTERM or SIGHUP; nil where none did.
  package private(set) var terminatingSignal: Int32?
  /// Whether the output is closed; no line was obeyed after that.
  package private(set) var isOutputClosed = false
  /// Whether `run()` has ended.
  package private(set) var hasLeft = false
  /// Called right before a new subject of decisions is printed, to post all lines that were typed until now, so that
  /// they count for the subject before. Only for a person.
  package var postTypedLines: @MainActor () -> Void = {}
  /// Called for each line that is taken from the queue, so that the reader can keep few lines in memory.
  package var onLineTaken: @MainActor () -> Void = {}

  /// Creates the loop of a program.
  ///
  /// - Parameters:
  ///   - isInteractive: Whether a person types.
  ///   - now: A clock that only goes forward; the same that the models use.
  ///   - output: Prints lines of printable text; false where they cannot be delivered any more.
  package init(
    app: AppModel, isInteractive: Bool, now: @escaping @MainActor () -> Duration,
    output: @escaping @MainActor ([String]) -> Bool
  ) {
    self.app = app
    self.isInteractive = isInteractive
    self.now = now
    self.output = output
    (events, inbox) = AsyncStream.makeStream(of: Arrival.self)
    // Without an area for a picture none is decoded, and a decision waits for none.
    app.setPictureAreas(PictureAreas(card: .none, bin: .none))
    app.setGridCapacity(.list)
    app.onChange = { [weak self] in self?.noteChange() }
  }

  /// Posts an event, from any thread.
  package nonisolated func post(_ event: PlainEvent) {
    inbox.yield(Arrival(event: event, knownSurprises: surprises.load(ordering: .acquiring)))
  }

  /// Runs until the user leaves, the input ends, or a signal comes; then prints the sentence about stored decisions.
  package func run() async {
    advance()
    if !isOver {
      for await event in events {
        receive(event)
        advance()
        if isOver { break }
      }
    }
    await leave()
    hasLeft = true
  }

  // MARK: The loop

  private var isOver: Bool { app.wantsToQuit || hasReachedEnd || terminatingSignal != nil || isOutputClosed }

  private func receive(_ arrival: Arrival) {
    switch arrival.event {
    case .line(let line): waiting.append((line, arrival.knownSurprises))
    case .endOfInput: inputHasEnded = true
    case .terminate(let signal): terminatingSignal = signal
    case .changed: changeIsPosted = false
    }
  }

  /// Prints the texts that are due, and obeys the lines whose turn it is.
  private func advance() {
    while !isOver {
      showDueText()
      guard !isOver, isInteractive ? isSettled(app.state) : app.work.isIdle else { break }
      if !waiting.isEmpty {
        let (line, knownSurprises) = waiting.removeFirst()
        onLineTaken()
        // A line must not decide about something its author had not seen. A script is written for what it will meet.
        if isInteractive, knownSurprises < surprises.load(ordering: .acquiring), !decidesNothing(line) {
          deliver(["Not used, because it was typed before this: \(PlainLine(line).title)"])
        } else {
          obey(line)
        }
      } else if inputHasEnded {
        // The line bypasses the model: it must not answer an open question.
        hasReachedEnd = true
      } else {
        break
      }
    }
    watchWork()
  }

  /// Whether the state stays until something is typed, or prints its own progress.
  private func isSettled(_ state: AppState) -> Bool {
    if app.work.isIdle { return true }
    return switch state.route {
    case .scanning, .moving: true
    case .large: state.large.isMeasuring
    case .confirmation: !state.confirmation.isChecking
    // A model may take minutes for its answer, which can be cancelled.
    case .apps: state.apps.panel?.subject == .advice
    default: app.library.isScanning
    }
  }

  /// Waits for the end of all work, which nobody reports, and posts it.
  private func watchWork() {
    guard !app.work.isIdle, !isWatchingWork else { return }
    isWatchingWork = true
    Task { [self] in
      await app.work.idle()
      isWatchingWork = false
      post(.changed)
    }
  }

  private func noteChange() {
    guard !changeIsPosted else { return }
    changeIsPosted = true
    post(.changed)
  }

  /// Stops a running scan; the photos that it has read are in the cache already. A move stops between two photos: its
  /// last outcome is written down before the program ends.
  private func leave() async {
    app.library.cancelScan()
    app.stopMoving()
    if app.isMoving, terminatingSignal == nil || app.state.moving.waiting == nil {
      for await arrival in events {
        // A disk that does not answer must not hold the user: the next start finds out what became of that photo.
        if case .terminate = arrival.event, terminatingSignal != nil { break }
        receive(arrival)
        if !app.isMoving { break }
      }
    }
    if terminatingSignal == nil { deliver([app.farewell].compactMap(\.self)) }
  }

  // MARK: Saying

  private func showDueText() {
    let state = app.state
    if wasScanning, !app.library.isScanning, state.route == .home { mustShow = true }
    wasScanning = app.library.isScanning
    guard isSettled(state) else {
      // The search in a backup takes time.
      printProgress(in: state)
      return
    }
    let subject = PlainSubject(state)
    if let before = settingsBefore {
      settingsBefore = nil
      if state.route == .settings, state.overlay == nil {
        shownSubject = subject
        return deliver(PlainScreen.change(of: state.settings, since: before).map(PlainScreen.punctuatedForSpeech))
      }
      // The typed text was refused, and the prompt gives the reason; or a question comes first.
      mustShow = true
    }
    if mustShow || subject != shownSubject {
      // A question with its counts always counts as new, because a yes before it was printed is no yes; and so does a
      // card.
      let isCard = state.route.isDeck || state.route == .compare
      let isSurprise =
        subject != shownSubject && (!mustShow || isCard || PlainText.answersOnly.contains(state.plainContext))
      mustShow = false
      shownSubject = subject
      pace = PlainPace(startedAt: now())
      if isSurprise {
        if isInteractive { postTypedLines() }
        surprises.add(1, ordering: .acquiringAndReleasing)
      }
      printMoveFolder(in: state)
      deliver(lines(for: state))
    } else if state.overlay == nil {
      printProgress(in: state)
    }
  }

  private func printProgress(in state: AppState) {
    guard let (text, done) = PlainScreen.progress(of: state), pace.isDue(done, at: now()) else { return }
    deliver([text])
  }

  /// Prints lines. Names in them are escaped already; all other characters than text are removed once more.
  func deliver(_ lines: [String]) {
    guard !lines.isEmpty, !isOutputClosed else { return }
    if !output(lines.map { SafeText($0).text }) { isOutputClosed = true }
  }

  /// The lines about the state, from card to card without the choices that were printed with the one before.
  private func lines(for state: AppState) -> [String] {
    let lines = PlainScreen.lines(for: state)
    let choices = PlainScreen.choices(for: state)
    defer {
      mustShowChoices = false
      if !choices.isEmpty { shownChoices = choices }
    }
    let isKnown = choices == shownChoices && !mustShowChoices && (state.route.isDeck || state.route == .compare)
    return isKnown ? Array(lines.dropLast(choices.count)) : lines
  }

  /// Makes the state be printed anew before the next line is obeyed.
  ///
  /// - Parameter withChoices: Whether choices are printed that were printed already.
  func showRoute(withChoices: Bool = false) {
    mustShow = true
    mustShowChoices = withChoices
  }

  /// Makes the outcome of a change in the settings be printed before the next line is obeyed.
  func showChange(since before: SettingsState) {
    settingsBefore = before
    // The key has cleared the last message: the same text again is news.
    settingsBefore?.message = nil
  }

  /// Notes that the present state was printed before.
  func markAsShown() { shownSubject = PlainSubject(app.state) }
}
