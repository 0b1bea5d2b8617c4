import Dispatch
import Synchronization

/// Hands out inspectors: so many at most, each to one asker at a time, started when first needed, ended when nobody
/// needs them.
///
/// What blocks stands on a queue of each inspector's own, so that the threads of Swift's tasks stay free.
final class InspectorPool: Sendable {
  private let program: InspectorProgram
  private let limits: InspectorLimits
  private let most: Int
  private let state = Mutex(State())

  private struct State {
    var free: [Seat] = []
    var count = 0
    var waiting: [CheckedContinuation<Seat, Never>] = []
    var isTimerSet = false
    var lastUse = ContinuousClock.now
  }

  /// A place for an inspector, and the thread that waits for its answers.
  final class Seat: Sendable {
    private let queue = DispatchQueue(label: "deckle.inspector")
    private let held = Mutex<InspectorProcess?>(nil)
    private let program: InspectorProgram
    private let limits: InspectorLimits

    fileprivate init(_ program: InspectorProgram, _ limits: InspectorLimits) {
      self.program = program
      self.limits = limits
    }

    fileprivate func run<Value: Sendable>(_ work: @escaping @Sendable (Seat) -> Value) async -> Value {
      await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: work(self)) } }
    }

    /// The inspector here, which is started where there is none.
    func inspector() throws(InspectorProcess.StartFailure) -> InspectorProcess {
      if let inspector = held.withLock({ $0 }) { return inspector }
      let inspector = try InspectorProcess(program, limits: limits)
      held.withLock { $0 = inspector }
      return inspector
    }

    /// It is gone.
    func vacate() { held.withLock { $0 = nil } }

    fileprivate func end() async {
      await run { seat in
        seat.held.withLock { inspector in
          inspector?.end()
          inspector = nil
        }
      }
    }

    var processID: Int32? { held.withLock { $0?.processID } }
  }

  init(_ program: InspectorProgram, limits: InspectorLimits, most: Int) {
    self.program = program
    self.limits = limits
    self.most = max(1, most)
  }

  /// Does work that asks the inspector of a seat; waits while all are busy.
  func run<Value: Sendable>(_ work: @escaping @Sendable (Seat) -> Value) async -> Value {
    let seat = await take()
    let value = await seat.run(work)
    giveBack(seat)
    return value
  }

  private func take() async -> Seat {
    await withCheckedContinuation { continuation in
      let seat = state.withLock { state -> Seat? in
        state.lastUse = .now
        if let seat = state.free.popLast() { return seat }
        if state.count < most {
          state.count += 1
          return Seat(program, limits)
        }
        state.waiting.append(continuation)
        return nil
      }
      if let seat { continuation.resume(returning: seat) }
    }
  }

  private func giveBack(_ seat: Seat) {
    let (next, setsTimer) = state.withLock { state -> (CheckedContinuation<Seat, Never>?, Bool) in
      state.lastUse = .now
      if !state.waiting.isEmpty { return (state.waiting.removeFirst(), false) }
      state.free.append(seat)
      defer { state.isTimerSet = true }
      return (nil, !state.isTimerSet)
    }
    next?.resume(returning: seat)
    if setsTimer { setTimer(limits.idleTime) }
  }

  /// One look at a time lies ahead, and none while nothing is left to end: idling costs nothing.
  private func setTimer(_ time: Duration) {
    let deadline = DispatchTime.now() + .nanoseconds(Int(time.nanoseconds))
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: deadline) { [weak self] in self?.lookForIdle() }
  }

  private func lookForIdle() {
    let left = state.withLock { state -> Duration? in
      let left = limits.idleTime - (ContinuousClock.now - state.lastUse)
      if left > .zero { return left }
      state.isTimerSet = false
      return nil
    }
    if let left { setTimer(left) } else { Task { await endFree() } }
  }

  /// Ends the inspectors that nobody asks anything at the moment.
  func endFree() async {
    let seats = state.withLock { state -> [Seat] in
      defer { state.free = [] }
      state.count -= state.free.count
      return state.free
    }
    for seat in seats { await seat.end() }
  }

  /// Of the inspectors that are free.
  var processIDs: [Int32] { state.withLock { $0.free }.compactMap(\.processID) }
}
