import Synchronization
import SystemPackage
import Testing

@testable import FileSafety

/// Who waits for the disk, seen without a word from those who ask it.
@Suite struct IOWatchdogTests {
  private let scenery: Scenery
  private let watchdog = IOWatchdog()

  init() throws { scenery = try Scenery() }

  @Test func `work that was handed no watch is seen where it stands`() throws {
    let photo = try scenery.photo("deep/photo.jpg")
    let watchdog = watchdog
    let call = watchdog.begin(at: "/begun")

    try IOWatchdog.$current.withValue(call) {
      #expect(watchdog.longest?.place == "/begun")
      _ = try fileStatus(of: photo)
      #expect(watchdog.longest?.place == photo.removingLastComponent())
    }
  }

  @Test func `a call that hangs is older than the one before it`() throws {
    let photo = try scenery.photo("photo.jpg", "content")
    let watchdog = watchdog
    let stalls = Mutex<[Duration]>([])
    // Each call to the disk is asked for how long the watch has waited: for no longer than for the call before it.
    let operations = FileOperations { _ in
      stalls.withLock { $0.append(watchdog.longest?.stall ?? .seconds(-1)) }
      return nil
    }

    let clock = ContinuousClock()
    let begun = clock.now
    let call = watchdog.begin(at: "/begun")
    _ = try IOWatchdog.$current.withValue(call) { try contentDigest(of: photo, operations: operations) }
    let all = clock.now - begun

    let seen = stalls.withLock { $0 }
    #expect(seen.count > 3)
    #expect(seen.reduce(.zero, +) <= all && seen.allSatisfy { $0 >= .zero })
  }

  @Test func `while a person thinks nothing is waited for`() throws {
    let photo = try scenery.photo("photo.jpg")
    let call = watchdog.begin(at: "/begun")

    call.rests()
    #expect(watchdog.longest == nil)
    try IOWatchdog.$current.withValue(call) { _ = try fileStatus(of: photo) }

    #expect(watchdog.longest?.place == photo.removingLastComponent())
  }

  @Test func `of two the one that has waited longer is named`() throws {
    let first = watchdog.begin(at: "/first")
    let second = watchdog.begin(at: "/second")
    #expect(watchdog.longest?.place == "/first")
    first.rests()
    #expect(watchdog.longest?.place == "/second")
    withExtendedLifetime(second) {}
  }
}
