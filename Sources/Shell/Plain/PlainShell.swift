import PhotoModel
import Synchronization
import TextSurface
package import ViewModels

/// What reaches the plain shell from outside.
package enum PlainEvent: Hashable, Sendable {
  /// A line that was typed, without its newline.
  case line(String)
  case endOfInput
  /// SIGINT, SIGTERM or SIGHUP: leave safely, now.
  case terminate(signal: Int32)
  /// A model changed by itself, or work came to its end.
  case changed
}

/// The loop of plain mode: typed lines go to the model, and what the model says is said in lines of text.
///
/// A line is obeyed only after the work that the one before has started, so a script may send all of its lines at once.
/// From a person it counts for what was said when it was typed: a card or a question that came up meanwhile is not
/// answered by it. A person's line also reaches a running scan or move, to stop it.
@MainActor
package final class PlainShell {
  let app: AppModel
  /// A person types: a running scan or move listens, and is left at the end of the input. Otherwise lines wait for it.
  let isInteractive: Bool
  private let now: @MainActor () -> Duration
  private let say: @MainActor ([String]) -> Bool
  private let events: AsyncStream<Arrival>
  private let inbox: AsyncStream<Arrival>.Continuation
  private var waiting: [(line: String, heard: Int)] = []
  /// Counts what was said without having been asked for by the line before.
  private nonisolated let surprises = Atomic<Int>(0)
  private var inputHasEnded = false
  /// The input is at its end and all of its lines are obeyed.
  private var hasReachedEnd = false
  private var isWatchingWork = false
  private var changeIsPosted = false
  /// An event, and how many surprises had been said when it came.
  private struct Arrival: Sendable {
    var event: PlainEvent
    var heard: Int
  }

  /// What was said last, so that it is said again as soon as it is something else.
  private var saidSubject: PlainSubject?
  private var mustSay = true
  /// The choices that were said last: from card to card they stay the same.
  private var saidChoices: [String] = []
  private var mustSayChoices = false
  /// Settings are changed: what comes of it is said in place of the list, as soon as it is known.
  private var settingsBefore: SettingsState?
  private var wasScanning = false
  private var pace = PlainPace()

  /// What ended the loop from outside: SIGINT, SIGTERM or SIGHUP.
  package private(set) var terminatingSignal: Int32?
  /// Nobody reads what is said any more; nothing was obeyed after that.
  package private(set) var isUnheard = false
  /// `run` is over.
  package private(set) var hasLeft = false
  /// Asked right before something new to decide about is said: hands in whatever was typed until now, so that it counts for
  /// what was said before. Only of a person.
  package var takeWhatWasTyped: @MainActor () -> Void = {}
  /// Told after each line that was taken, so that the reader can keep few lines in memory.
  package var onLineTaken: @MainActor () -> Void = {}

  /// - Parameters:
  ///   - isInteractive: Whether a person types.
  ///   - now: A clock that only goes forward; the same that the models use.
  ///   - say: Puts lines out, each printable; false where they cannot be delivered any more.
  package init(
    app: AppModel, isInteractive: Bool, now: @escaping @MainActor () -> Duration,
    say: @escaping @MainActor ([String]) -> Bool
  ) {
    self.app = app
    self.isInteractive = isInteractive
    self.now = now
    self.say = say
    (events, inbox) = AsyncStream.makeStream(of: Arrival.self)
    // Without room for a picture none is decoded, and a decision waits for none.
    app.setPictureAreas(PictureAreas(card: .none, bin: .none))
    app.onChange = { [weak self] in self?.noteChange() }
  }

  /// Hands in an event, from any thread.
  package nonisolated func post(_ event: PlainEvent) {
    inbox.yield(Arrival(event: event, heard: surprises.load(ordering: .acquiring)))
  }

  /// Runs until the user leaves, the input ends, or a signal says so; then says what is kept.
  package func run() async {
    advance()
    if !isOver {
      for await event in events {
        take(event)
        advance()
        if isOver { break }
      }
    }
    await leave()
    hasLeft = true
  }

  // MARK: The loop

  private var isOver: Bool { app.wantsToQuit || hasReachedEnd || terminatingSignal != nil || isUnheard }

  private func take(_ arrival: Arrival) {
    switch arrival.event {
    case .line(let line): waiting.append((line, arrival.heard))
    case .endOfInput: inputHasEnded = true
    case .terminate(let signal): terminatingSignal = signal
    case .changed: changeIsPosted = false
    }
  }

  /// Says what is due and obeys the lines whose turn it is.
  private func advance() {
    while !isOver {
      sayWhatIsDue()
      guard !isOver, isInteractive ? isSettled(app.state) : app.work.isIdle else { break }
      if !waiting.isEmpty {
        let (line, heard) = waiting.removeFirst()
        onLineTaken()
        // It must not decide about what its author had not heard of. A script knows what it is going to meet.
        if isInteractive, heard < surprises.load(ordering: .acquiring), !decidesNothing(line) {
          deliver(["Not used, because it was typed before this: \(PlainLine(line).title)"])
        } else {
          obey(line)
        }
      } else if inputHasEnded {
        // Not by way of the model: a question that stands open must not be answered by this.
        hasReachedEnd = true
      } else {
        break
      }
    }
    watchWork()
  }

  /// What stands there now stands until something is typed, or tells of its own progress.
  private func isSettled(_ state: AppState) -> Bool {
    if app.work.isIdle { return true }
    return switch state.route {
    case .scanning, .moving: true
    case .confirmation: !state.confirmation.isChecking
    // A model may take minutes over its words: they can be left.
    case .apps: state.apps.panel?.subject == .advice
    default: app.library.isScanning
    }
  }

  /// Nobody tells when the last work has come to its end, so somebody waits for it.
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

  /// A scan under way is told to stop; what it has read is in the cache already. A move stops between two photos:
  /// its last outcome is written down before the program ends.
  private func leave() async {
    app.library.cancelScan()
    app.stopMoving()
    if app.isMoving, terminatingSignal == nil || app.state.moving.waiting == nil {
      for await arrival in events {
        // A disk that does not answer must not hold the user: the next start finds out what became of that photo.
        if case .terminate = arrival.event, terminatingSignal != nil { break }
        take(arrival)
        if !app.isMoving { break }
      }
    }
    if terminatingSignal == nil { deliver([app.farewell].compactMap(\.self)) }
  }

  // MARK: Saying

  private func sayWhatIsDue() {
    let state = app.state
    if wasScanning, !app.library.isScanning, state.route == .home { mustSay = true }
    wasScanning = app.library.isScanning
    guard isSettled(state) else {
      // A look into a backup takes its time.
      if let text = PlainScreen.progress(of: state), pace.isDue(of: state, at: now()) { deliver([text]) }
      return
    }
    let subject = PlainSubject(state)
    if let before = settingsBefore {
      settingsBefore = nil
      if state.route == .settings, state.overlay == nil {
        saidSubject = subject
        return deliver(PlainScreen.change(of: state.settings, since: before).map(PlainScreen.spoken))
      }
      // What was typed was not taken, and why is said by what asks for it; or something is asked first.
      mustSay = true
    }
    if mustSay || subject != saidSubject {
      // A question with its counts is always one, because a yes before it was heard is no yes; and so is a card.
      let isCard = state.route.isDeck || state.route == .compare
      let isSurprise =
        subject != saidSubject && (!mustSay || isCard || PlainText.answersOnly.contains(state.plainContext))
      mustSay = false
      saidSubject = subject
      pace = PlainPace(startedAt: now())
      if isSurprise {
        if isInteractive { takeWhatWasTyped() }
        surprises.add(1, ordering: .acquiringAndReleasing)
      }
      deliver(lines(for: state))
    } else if state.overlay == nil, let text = PlainScreen.progress(of: state), pace.isDue(of: state, at: now()) {
      deliver([text])
    }
  }

  /// Says lines. Names in them are escaped already; that nothing but text goes out is made sure of once more.
  func deliver(_ lines: [String]) {
    guard !lines.isEmpty, !isUnheard else { return }
    if !say(lines.map { SafeText($0).text }) { isUnheard = true }
  }

  /// The place, from card to card without the choices that were said with the one before.
  private func lines(for state: AppState) -> [String] {
    let lines = PlainScreen.lines(for: state)
    let choices = PlainScreen.choices(for: state)
    defer {
      mustSayChoices = false
      if !choices.isEmpty { saidChoices = choices }
    }
    let isKnown = choices == saidChoices && !mustSayChoices && (state.route.isDeck || state.route == .compare)
    return isKnown ? Array(lines.dropLast(choices.count)) : lines
  }

  /// The place is said anew before the next line is taken.
  ///
  /// - Parameter withChoices: Also those that were said already.
  func showRoute(withChoices: Bool = false) {
    mustSay = true
    mustSayChoices = withChoices
  }

  /// What came of a change in the settings is said before the next line is taken.
  func sayChange(since before: SettingsState) {
    settingsBefore = before
    // The key has wiped what was said before: the same words again are news.
    settingsBefore?.message = nil
  }

  /// The place that is there now was said before.
  func sayNothing() { saidSubject = PlainSubject(app.state) }
}
