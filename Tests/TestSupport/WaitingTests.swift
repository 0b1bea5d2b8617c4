import Dispatch
import Foundation
import Synchronization
package import Testing

/// The trait of suites whose tests wait for processes.
///
/// Such tests run on threads of their own: Swift gives a test run as many threads as there are cores, and a test that
/// waits on one of those would keep the others from it.
package struct WaitingTests: SuiteTrait, TestTrait, TestScoping {
  /// True, so that each test of the suite is run in this way.
  package var isRecursive: Bool { true }

  /// Runs a test on one of the threads.
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTests {
  /// The tests wait for processes.
  package static var waits: WaitingTests { WaitingTests() }
}

/// Threads for tests that wait, twice as many as there are cores.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  private init() {
    for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount { Thread.detachNewThread { self.run() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  private func run() {
    while true {
      waiting.wait()
      jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
