import CSandbox
import Glibc
import PhotoModel
import Synchronization

/// One decode worker, seen from its parent: started, asked one thing at a time, ended. Every call may block, so none
/// belongs on a thread that others wait for.
final class WorkerProcess: Sendable {
  let layers: SandboxLayers
  private let child: sandbox_child
  private let limits: WorkerLimits
  private let state = Mutex(State())

  private struct State {
    var lastNumber: UInt32 = 0
    var isEnded = false
  }

  /// The reason why a decode worker ended over a request.
  enum ExitReason: Error, Equatable {
    /// The worker crashed, or sent an implausible answer.
    case crashed(note: String)
    case outOfMemory(note: String)
    /// Over its processor time, or no answer in time.
    case tookTooLong
    /// The worker was ended by somebody else, or by the kernel when memory was short.
    case endedFromOutside
  }

  /// No decode worker could be started.
  struct StartFailure: Error, Equatable {
    let reason: String
  }

  init(_ program: WorkerProgram, limits: WorkerLimits) throws(StartFailure) {
    self.limits = limits
    var child = sandbox_child()
    let result = withCStrings([program.path, program.argument, String(max(1, limits.memory.bytes))]) { arguments in
      withCStrings(Self.environment) { sandbox_start(program.path, arguments, $0, &child) }
    }
    if result != 0 { throw StartFailure(reason: String(cString: strerror(-result))) }
    self.child = child
    // A worker whose priority cannot be lowered works as well.
    if limits.isLowPriority { _ = sandbox_lower_priority(child.process) }
    let greeting: WorkerGreeting?
    do {
      greeting = try Self.receive(WorkerGreeting.self, 0, from: child, timeout: limits.startTimeout)
    } catch {
      greeting = nil
    }
    guard let greeting, greeting.version == WorkerGreeting.currentVersion else {
      let note = Self.end(child, timeout: .zero).note
      throw StartFailure(reason: note.isEmpty ? "it ended before it was ready" : note)
    }
    layers = greeting.layers
  }

  deinit { end() }

  var processID: Int32 { child.process }

  /// - Parameters:
  ///   - files: At most two open descriptors, which the caller keeps.
  ///   - timeout: The longest time for the answer.
  /// - Throws: The reason why the worker ended: `ask` must not be called again.
  func ask(
    _ request: WorkerRequest, files: [CInt], timeout: Duration
  ) throws(ExitReason) -> WorkerAnswer {
    let number = state.withLock { state in
      state.lastNumber &+= 1
      return state.lastNumber
    }
    let receiveError: ReceiveError
    do {
      let frame = try WorkerFrame.make(number, request)
      let allowed = limits.processorSeconds * request.processorFactor
      _ = sandbox_allow_processor_time(child.process, CInt(allowed))
      let sent = frame.withUnsafeBytes { bytes in
        files.withUnsafeBufferPointer {
          sandbox_send(child.channel, bytes.baseAddress, bytes.count, $0.baseAddress, CInt($0.count))
        }
      }
      // Where the process has ended already, receiving the answer shows it.
      guard sent == 0 || sent == -EPIPE || sent == -ECONNRESET else { throw ReceiveError.nonsense }
      let first = timeout + .seconds(allowed - limits.processorSeconds)
      let answer = try Self.receive(WorkerAnswer.self, number, from: child, timeout: first)
      guard case .working(let work) = answer else { return answer }
      let seconds = limits.processorSeconds(for: work) * request.processorFactor
      _ = sandbox_allow_processor_time(child.process, CInt(seconds))
      let longer = timeout + .seconds(seconds - limits.processorSeconds)
      return try Self.receive(WorkerAnswer.self, number, from: child, timeout: longer)
    } catch let error as ReceiveError {
      receiveError = error
    } catch {
      receiveError = .nonsense
    }
    throw exitReason(after: receiveError)
  }

  /// Ends the worker after an implausible answer.
  ///
  /// - Returns: The reason of its end.
  func discard() -> ExitReason { exitReason(after: .nonsense) }

  /// Ends the worker, or kills it; no request is under way.
  func end() {
    let isFirst = state.withLock { state in
      defer { state.isEnded = true }
      return !state.isEnded
    }
    if isFirst { _ = Self.end(child, timeout: .seconds(1)) }
  }

  private func exitReason(after receiveError: ReceiveError) -> ExitReason {
    state.withLock { $0.isEnded = true }
    let ended = Self.end(child, timeout: receiveError == .closed ? .seconds(5) : .zero)
    if receiveError == .late { return .tookTooLong }
    if receiveError == .nonsense { return .crashed(note: "an answer that makes no sense") }
    switch ended.ending.signal {
    case SIGXCPU: return .tookTooLong
    case SIGKILL, SIGTERM, SIGHUP, SIGINT: return .endedFromOutside
    default:
      // The messages of Swift and C++ when they run out of memory.
      let wantedMemory = ["allocate", "bad_alloc", "out of memory"].contains { ended.note.contains($0) }
      let note = ended.ending.signal == 0 ? "it left" : "signal \(ended.ending.signal)"
      let whole = ended.note.isEmpty ? note : "\(note): \(ended.note)"
      return wantedMemory ? .outOfMemory(note: whole) : .crashed(note: whole)
    }
  }

  // MARK: Frames

  private enum ReceiveError: Error { case closed, late, nonsense }

  private static func receive<Value: Decodable>(
    _ type: Value.Type, _ number: UInt32, from child: sandbox_child, timeout: Duration
  ) throws -> Value {
    // One byte more than the longest frame, so that a longer one is noticed.
    var bytes = [UInt8](repeating: 0, count: WorkerFrame.longest + 1)
    var count = Int64(-ETIMEDOUT)
    var left = timeout.nanoseconds
    var waited = sandbox_waited_for_processor(child.process)
    while count == -Int64(ETIMEDOUT), left > 0 {
      count = bytes.withUnsafeMutableBytes { sandbox_receive(child.channel, $0.baseAddress, $0.count, left) }
      // On a busy computer the worker waits for other processes: that time is not counted as its own.
      let now = sandbox_waited_for_processor(child.process)
      (left, waited) = (now - waited, now)
    }
    switch count {
    case 0: throw ReceiveError.closed
    case -Int64(ETIMEDOUT): throw ReceiveError.late
    case 5...Int64(WorkerFrame.longest):
      let frame = bytes[..<Int(count)]
      guard WorkerFrame.number(of: frame) == number else { throw ReceiveError.nonsense }
      guard let value = try? WorkerFrame.value(type, in: frame) else { throw ReceiveError.nonsense }
      return value
    default: throw ReceiveError.nonsense
    }
  }

  // MARK: Start and end

  /// The environment of a worker: from the parent's only the variables of the loader, of libheif with its plugins and
  /// of developers' tools. A crash report would hang for minutes in a process that may open nothing.
  private static var environment: [String] {
    let passedOn = [
      "LD_LIBRARY_PATH", "LIBHEIF_PLUGIN_PATH", "DECKLE_INSTRUCTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS",
      "UBSAN_OPTIONS",
    ]
    return ["SWIFT_BACKTRACE=enable=no", "LC_ALL=C"] + memory
      + passedOn.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
  }

  /// The settings of malloc by which the memory of one photo is reused for the next. With malloc's defaults blocks from
  /// 128 KB on are given back to the kernel and come again zeroed, page by page, 2500 times a photo and a tenth of its
  /// processor time. Here only blocks over 32 MB are given back.
  private static let memory = [
    "MALLOC_ARENA_MAX=1", "MALLOC_MMAP_THRESHOLD_=33554432", "MALLOC_TRIM_THRESHOLD_=67108864",
  ]

  /// Ends a worker.
  ///
  /// - Parameter timeout: The time before it is killed.
  private static func end(_ child: sandbox_child, timeout: Duration) -> (ending: sandbox_ending, note: String) {
    _ = sandbox_close(child.channel)
    var ending = sandbox_ending()
    if sandbox_reap(child.process, timeout.nanoseconds, &ending) == -ETIMEDOUT {
      sandbox_kill(child.process)
      // A process that hangs in the kernel, on a drive that does not answer, ends when the drive lets go of it.
      if sandbox_reap(child.process, Duration.seconds(1).nanoseconds, &ending) == -ETIMEDOUT {
        Unreaped.add(child.process)
      }
    }
    Unreaped.reap()
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = bytes.withUnsafeMutableBytes { sandbox_read_messages(child.messages, $0.baseAddress, $0.count) }
    _ = sandbox_close(child.messages)
    let note = String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
    return (ending, note.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
  }
}

/// Processes that were killed and have not gone yet.
private enum Unreaped {
  private static let processes = Mutex<[CInt]>([])

  static func add(_ process: CInt) { processes.withLock { $0.append(process) } }

  static func reap() {
    processes.withLock { processes in
      processes.removeAll { process in
        var ending = sandbox_ending()
        return sandbox_reap(process, 0, &ending) != -ETIMEDOUT
      }
    }
  }
}

/// Lends a NULL-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
}
