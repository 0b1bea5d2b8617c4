import Dispatch
import FileSafety
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis
@testable import PhotoScan

/// Local features that come with the first look at a photo.
@Suite struct EarlyKeypointsTests {
  private let scene: Scene

  /// Twice as large as what is measured, as photos are.
  private static let size = PixelSize(width: 2400, height: 1800)

  init() throws {
    scene = try Scene()
    let picture = TestPictures.scene(seed: 2, size: Self.size)
    let exif = exifBlock(orientation: .right, make: "M", model: "X")
    try scene.write(jpegData(of: picture, quality: 90), to: "a.jpg")
    try scene.write(
      jpegData(of: TestPictures.cropped(picture, x: 150, y: 100, width: 2100, height: 1500), quality: 85, exif: exif),
      to: "b.jpg")
    try scene.write(pngData(of: TestPictures.mirrored(picture)), to: "c.png")
  }

  @Test(arguments: ["a.jpg", "b.jpg", "c.png"])
  func `the first look gives what a second one would`(name: String) async throws {
    let path = scene.path(name)
    let identity = try fileStatus(of: path).identity

    let plain = await localDecoder.inspect(path, identity: identity)
    var close = await localDecoder.inspect(
      path, identity: identity, wants: Inspection.Options(Inspection.Measures(localFeatures: true)))
    let second = await localDecoder.readKeypoints(
      at: path, identity: identity, wants: KeypointFeatures.Options(features: true, pixelDigest: false))

    #expect(close.localFeatures?.keypoints.count ?? 0 > 100 && close.localFeatures == second.features)
    close.localFeatures = nil
    #expect(close == plain)
  }

  @Test func `no photo is looked at twice, and the pairs are the same`() async throws {
    let once = OneReadingDecoder()
    let cache = MemoryCache()

    let early = try await scene.scan(decoder: once, cache: cache)
    let late = try await scene.scan(decoder: ObservedDecoder())

    #expect(once.secondReadingCount == 0)
    #expect(!late.verified.isEmpty && early.verified == late.verified)
    #expect(try cache.inspections(under: [scene.path("a.jpg")]).allSatisfy { $0.inspection.localFeatures == nil })
  }

  @Test func `where a scan goes on after a stop no photo is looked at twice`() async throws {
    let once = OneReadingDecoder()
    let cache = MemoryCache()
    let kept = KeypointsInMemory()
    cache.keep(keypoints: kept)
    let isStarted = DispatchSemaphore(value: 0)
    let running = Mutex<ScanRun?>(nil)
    once.whenAsked { number in
      guard number == 2 else { return }
      isStarted.wait()
      running.withLock { $0?.cancel() }
    }
    let run = scene.engine(once, cache: cache).scan(scene.request(jobs: 1))
    running.withLock { $0 = run }
    isStarted.signal()
    let stopped = try await report(of: run)
    #expect(stopped.isInterrupted && stopped.photos.count == 2 && kept.count == 2 && !kept.isDiscarded)
    once.whenAsked { _ in }

    let resumed = try await scene.scan(decoder: once, cache: cache)

    #expect(once.firstReadingCount == 3 && once.secondReadingCount == 0)
    #expect(kept.isDiscarded, "all pairs are answered")
    #expect(try await resumed.verified == scene.scan(decoder: ObservedDecoder()).verified)
    #expect(!resumed.verified.isEmpty)
  }

  @Test func `what the disk lost or does not take costs second looks only`() async throws {
    let expected = try await scene.scan(decoder: ObservedDecoder()).verified
    // What the disk does not take stays in memory.
    for (kept, second) in [(KeypointsInMemory(most: 0), 0), (KeypointsInMemory(changing: true), 3)] {
      let cache = MemoryCache()
      cache.keep(keypoints: kept)
      let once = OneReadingDecoder()

      #expect(try await scene.scan(decoder: once, cache: cache).verified == expected)

      #expect(once.secondReadingCount == second)
    }
  }

  @Test func `they are bytes on the disk before they are in memory`() throws {
    let (storedFeatures, digests) = (storedFeatures, digests)
    let kept = KeypointsInMemory(most: 1)
    let early = EarlyKeypoints(capacity: storedFeatures[1].byteCount, disk: kept)

    for (keypointBytes, digest) in zip(storedFeatures, digests) { early.keep(keypointBytes, of: digest) }

    #expect(kept.count == 1 && !early.hasSpace)
    #expect(digests.map { early[content: $0] } == [storedFeatures[0], storedFeatures[1], nil])
    early.discard(after: ContentSet(digests))
    #expect(digests.allSatisfy { early[content: $0] == nil } && kept.isDiscarded)
  }

  @Test func `scans that go through the same have one scope`() {
    var settings = ScanSettings()
    settings.excludedFolders = ["b", "a"]
    let request = ScanRequest(roots: ["/x", "/y"], settings: settings, jobs: 1)
    settings.excludedFolders = ["a", "b"]
    #expect(request.scope == ScanRequest(roots: ["/y", "/x"], settings: settings, jobs: 4).scope)
    settings.excludedFolders = ["a"]
    var bounded = request
    bounded.staysOnOneFileSystem = true
    let others = [
      ScanRequest(roots: ["/x", "/y"], settings: settings, jobs: 1), ScanRequest(roots: ["/x"], jobs: 1), bounded,
    ]
    #expect(Set(others.map(\.scope) + [request.scope]).count == 4)
  }

  private var storedFeatures: [LocalFeatures] {
    (0..<3).map { LocalFeatures(of: TestPictures.scene(seed: UInt64($0)).luma) }
  }
  private var digests: [ContentDigest] { (0..<3).compactMap { contentDigest(of: [UInt8($0)]) } }

  @Test func `what does not fit is looked at again`() throws {
    let (storedFeatures, digests) = (storedFeatures, digests)
    let early = EarlyKeypoints(capacity: storedFeatures[0].byteCount + 1)

    #expect(early.hasSpace)
    for (keypointBytes, digest) in zip(storedFeatures, digests) { early.keep(keypointBytes, of: digest) }

    #expect(!early.hasSpace)
    #expect(digests.map { early[content: $0] } == [storedFeatures[0], storedFeatures[1], nil])
    #expect(early[content: nil] == nil)
  }
}

/// Counts the looks that somebody wants.
private final class OneReadingDecoder: PhotoDecoder {
  private let first = Mutex(0)
  private let second = Mutex(0)
  private let before = Mutex<@Sendable (Int) -> Void>({ _ in })

  var firstReadingCount: Int { first.withLock { $0 } }
  var secondReadingCount: Int { second.withLock { $0 } }

  /// Called before each first look with its number, from 1.
  func whenAsked(_ action: @escaping @Sendable (Int) -> Void) { before.withLock { $0 = action } }

  private func count() {
    let number = first.withLock { count in
      count += 1
      return count
    }
    before.withLock { $0 }(number)
  }

  func inspect(_ path: FilePath, identity: FileIdentity, wants: Inspection.Options) async -> Inspection {
    count()
    return await localDecoder.inspect(path, identity: identity, wants: wants)
  }

  func readKeypoints(at path: FilePath, identity: FileIdentity, wants: KeypointFeatures.Options) async
    -> KeypointFeatures
  {
    second.withLock { $0 += 1 }
    return await localDecoder.readKeypoints(at: path, identity: identity, wants: wants)
  }
}

/// In place of the disk, which may be full or give other bytes than it took.
private final class KeypointsInMemory: KeypointStore {
  private let storedFeatures = Mutex<[ContentDigest: [UInt8]]>([:])
  private let discarded = Mutex(false)
  private let most: Int
  private let changes: Bool

  init(most: Int = .max, changing: Bool = false) {
    self.most = most
    changes = changing
  }

  var count: Int { storedFeatures.withLock(\.count) }
  var isDiscarded: Bool { discarded.withLock { $0 } }
  var hasSpace: Bool { count < most }

  func keep(_ keypointBytes: [UInt8], of content: ContentDigest) -> Bool {
    storedFeatures.withLock { storedFeatures in
      guard storedFeatures.count < most else { return false }
      storedFeatures[content] = keypointBytes
      return true
    }
  }

  func features(of content: ContentDigest) -> [UInt8]? {
    let keypointBytes = storedFeatures.withLock { $0[content] }
    return changes ? keypointBytes.map { Array($0.dropLast()) } : keypointBytes
  }

  func discard(after contents: ContentSet) {
    discarded.withLock { $0 = true }
    storedFeatures.withLock { $0 = [:] }
  }
}
