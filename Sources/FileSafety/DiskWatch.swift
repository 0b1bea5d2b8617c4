import Synchronization
package import SystemPackage

/// Knows what the disk was asked last and when, and so for how long it has not answered.
package final class DiskWatch: Sendable {
  private struct Question {
    var place: FilePath
    var askedAt: ContinuousClock.Instant
  }

  private struct State {
    var questions: [Int: Question] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Work on the disk that is under way; over when nobody holds it any more.
  package final class Call: Sendable {
    private let watch: DiskWatch
    private let number: Int

    fileprivate init(_ watch: DiskWatch, _ number: Int) {
      self.watch = watch
      self.number = number
    }

    deinit { watch.end(number) }

    /// The disk has answered, and is asked the next thing.
    package func goesOn(at place: FilePath? = nil) { watch.touch(number, place) }

    /// Calls to the disk that are seen by the watch, one by one: each call shows that the one before it was answered.
    package func watching(_ operations: FileOperations) -> FileOperations {
      var watched = FileOperations { [self] operation in
        goesOn()
        return operations.gate?(operation)
      }
      watched.renamesWithoutReplacing = operations.renamesWithoutReplacing
      return watched
    }
  }

  /// - Parameter place: What is asked about, in words for the user: a photo, a folder, a drive.
  package func begin(at place: FilePath) -> Call {
    let number = state.withLock { state in
      state.next += 1
      state.questions[state.next] = Question(place: place, askedAt: .now)
      return state.next
    }
    return Call(self, number)
  }

  /// What has waited longest for an answer, and how long. Nil while nothing is asked.
  package var longest: (place: FilePath, silence: Duration)? {
    let oldest = state.withLock { $0.questions.values.min { $0.askedAt < $1.askedAt } }
    return oldest.map { ($0.place, .now - $0.askedAt) }
  }

  private func touch(_ number: Int, _ place: FilePath?) {
    state.withLock { state in
      state.questions[number]?.askedAt = .now
      if let place { state.questions[number]?.place = place }
    }
  }

  private func end(_ number: Int) { state.withLock { _ = $0.questions.removeValue(forKey: number) } }
}

extension ContinuousClock.Instant {
  fileprivate static func - (left: Self, right: Self) -> Duration { right.duration(to: left) }
}
