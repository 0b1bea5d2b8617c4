import Synchronization
package import SystemPackage

/// Records the calls to the disk that are under way, and so for how long it has not answered.
package final class IOWatchdog: Sendable {
  private struct Question {
    var place: FilePath
    /// The time of the open question; nil while the disk has answered and is asked nothing.
    var askedAt: ContinuousClock.Instant?
  }

  private struct State {
    var questions: [Int: Question] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Creates a watchdog with no call under way.
  package init() {}

  /// The work under way on this thread or task: each of its calls to the disk shows that the one before was answered.
  @TaskLocal package static var current: Call?

  /// Work on the disk that is under way until this object is released.
  package final class Call: Sendable {
    private let watchdog: IOWatchdog
    private let number: Int

    fileprivate init(_ watchdog: IOWatchdog, _ number: Int) {
      self.watchdog = watchdog
      self.number = number
    }

    deinit { watchdog.end(number) }

    /// Notes that the disk has answered, and is asked the next thing.
    package func goesOn(at place: FilePath? = nil) { watchdog.touch(number, place) }

    /// Notes that the disk has answered, and is not asked until the next `goesOn`: while the user thinks, for
    /// instance.
    package func rests() { watchdog.rest(number) }

    /// The calls as they are, watched one by one: each call shows that the one before it was answered.
    package func watching(_ operations: FileOperations) -> FileOperations {
      var watched = operations
      watched.watchdog = self
      return watched
    }
  }

  /// Begins work on the disk.
  ///
  /// - Parameter place: The path for the user: a photo, a folder, a drive.
  package func begin(at place: FilePath) -> Call {
    let number = state.withLock { state in
      state.next += 1
      state.questions[state.next] = Question(place: place, askedAt: .now)
      return state.next
    }
    return Call(self, number)
  }

  /// The path that has waited longest for an answer, and how long. Nil while nothing is asked.
  package var longest: (place: FilePath, stall: Duration)? {
    let open = state.withLock { state in
      state.questions.values.compactMap { question in question.askedAt.map { (place: question.place, since: $0) } }
    }
    return open.min { $0.since < $1.since }.map { ($0.place, .now - $0.since) }
  }

  private func touch(_ number: Int, _ place: FilePath?) {
    state.withLock { state in
      state.questions[number]?.askedAt = .now
      if let place { state.questions[number]?.place = place }
    }
  }

  private func rest(_ number: Int) { state.withLock { $0.questions[number]?.askedAt = nil } }

  private func end(_ number: Int) { state.withLock { _ = $0.questions.removeValue(forKey: number) } }
}

extension ContinuousClock.Instant {
  fileprivate static func - (left: Self, right: Self) -> Duration { right.duration(to: left) }
}
