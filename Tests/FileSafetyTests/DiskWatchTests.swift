import Synchronization
import SystemPackage
import Testing

@testable import FileSafety

/// Who waits for the disk, seen without a word from those who ask it.
@Suite struct DiskWatchTests {
  private let scenery: Scenery
  private let watch = DiskWatch()

  init() throws { scenery = try Scenery() }

  @Test func `work that was handed no watch is seen where it stands`() throws {
    let photo = try scenery.photo("deep/photo.jpg")
    let watch = watch
    let call = watch.begin(at: "/begun")

    try DiskWatch.$current.withValue(call) {
      #expect(watch.longest?.place == "/begun")
      _ = try fileStatus(of: photo)
      #expect(watch.longest?.place == photo.removingLastComponent())
    }
  }

  @Test func `a call that hangs is older than the one before it`() throws {
    let photo = try scenery.photo("photo.jpg", "content")
    let watch = watch
    let silences = Mutex<[Duration]>([])
    // Each call to the disk is asked for how long the watch has waited: for no longer than for the call before it.
    let operations = FileOperations { _ in
      silences.withLock { $0.append(watch.longest?.silence ?? .seconds(-1)) }
      return nil
    }

    let clock = ContinuousClock()
    let begun = clock.now
    let call = watch.begin(at: "/begun")
    _ = try DiskWatch.$current.withValue(call) { try contentDigest(of: photo, operations: operations) }
    let all = clock.now - begun

    let seen = silences.withLock { $0 }
    #expect(seen.count > 3)
    #expect(seen.reduce(.zero, +) <= all && seen.allSatisfy { $0 >= .zero })
  }

  @Test func `while a person thinks nothing is waited for`() throws {
    let photo = try scenery.photo("photo.jpg")
    let call = watch.begin(at: "/begun")

    call.rests()
    #expect(watch.longest == nil)
    try DiskWatch.$current.withValue(call) { _ = try fileStatus(of: photo) }

    #expect(watch.longest?.place == photo.removingLastComponent())
  }

  @Test func `of two the one that has waited longer is named`() throws {
    let first = watch.begin(at: "/first")
    let second = watch.begin(at: "/second")
    #expect(watch.longest?.place == "/first")
    first.rests()
    #expect(watch.longest?.place == "/second")
    withExtendedLifetime(second) {}
  }
}
