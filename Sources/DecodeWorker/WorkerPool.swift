import Dispatch
import Synchronization

/// A pool of decode workers of limited number: each serves one caller at a time, is started when first needed, and
/// ended when idle.
///
/// Blocking calls run on a queue of each decode worker's own, so that the threads of Swift's tasks stay free.
final class WorkerPool: Sendable {
  private let program: WorkerProgram
  private let limits: WorkerLimits
  private let most: Int
  private let state = Mutex(State())

  private struct State {
    var free: [Slot] = []
    var count = 0
    var waiting: [CheckedContinuation<Slot, Never>] = []
    var isTimerSet = false
    var lastUse = ContinuousClock.now
  }

  /// A place for a decode worker, and the thread that waits for its answers.
  final class Slot: Sendable {
    private let queue = DispatchQueue(label: "deckle.worker")
    private let process = Mutex<WorkerProcess?>(nil)
    private let program: WorkerProgram
    private let limits: WorkerLimits

    fileprivate init(_ program: WorkerProgram, _ limits: WorkerLimits) {
      self.program = program
      self.limits = limits
    }

    fileprivate func run<Value: Sendable>(_ work: @escaping @Sendable (Slot) -> Value) async -> Value {
      await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: work(self)) } }
    }

    /// The decode worker here, which is started where there is none.
    func startedProcess() throws(WorkerProcess.StartFailure) -> WorkerProcess {
      if let running = process.withLock({ $0 }) { return running }
      let started = try WorkerProcess(program, limits: limits)
      process.withLock { $0 = started }
      return started
    }

    /// Forgets the decode worker here, which has ended.
    func vacate() { process.withLock { $0 = nil } }

    fileprivate func end() async {
      await run { slot in
        slot.process.withLock { decoder in
          decoder?.end()
          decoder = nil
        }
      }
    }

    var processID: Int32? { process.withLock { $0?.processID } }
  }

  init(_ program: WorkerProgram, limits: WorkerLimits, most: Int) {
    self.program = program
    self.limits = limits
    self.most = max(1, most)
  }

  /// Does work with the decode worker of a slot; waits while all are busy.
  func run<Value: Sendable>(_ work: @escaping @Sendable (Slot) -> Value) async -> Value {
    let slot = await take()
    let value = await slot.run(work)
    giveBack(slot)
    return value
  }

  private func take() async -> Slot {
    await withCheckedContinuation { continuation in
      let slot = state.withLock { state -> Slot? in
        state.lastUse = .now
        if let slot = state.free.popLast() { return slot }
        if state.count < most {
          state.count += 1
          return Slot(program, limits)
        }
        state.waiting.append(continuation)
        return nil
      }
      if let slot { continuation.resume(returning: slot) }
    }
  }

  private func giveBack(_ slot: Slot) {
    let (next, setsTimer) = state.withLock { state -> (CheckedContinuation<Slot, Never>?, Bool) in
      state.lastUse = .now
      if !state.waiting.isEmpty { return (state.waiting.removeFirst(), false) }
      state.free.append(slot)
      defer { state.isTimerSet = true }
      return (nil, !state.isTimerSet)
    }
    next?.resume(returning: slot)
    if setsTimer { setTimer(limits.idleTime) }
  }

  /// Sets the timer for the next check of idle workers. There is one at a time, and none without workers: an idle pool
  /// costs nothing.
  private func setTimer(_ time: Duration) {
    let deadline = DispatchTime.now() + .nanoseconds(Int(time.nanoseconds))
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: deadline) { [weak self] in self?.checkIdle() }
  }

  private func checkIdle() {
    let left = state.withLock { state -> Duration? in
      let left = limits.idleTime - (ContinuousClock.now - state.lastUse)
      if left > .zero { return left }
      state.isTimerSet = false
      return nil
    }
    if let left { setTimer(left) } else { Task { await endFree() } }
  }

  /// Ends the idle decode workers.
  func endFree() async {
    let slots = state.withLock { state -> [Slot] in
      defer { state.free = [] }
      state.count -= state.free.count
      return state.free
    }
    for slot in slots { await slot.end() }
  }

  /// The process IDs of the idle decode workers.
  var processIDs: [Int32] { state.withLock { $0.free }.compactMap(\.processID) }
}
