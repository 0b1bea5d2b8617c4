import Dispatch
import FileSafety
import PhotoAnalysis
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

@Suite struct KeypointVerificationTests {
  private let size = PixelSize(width: 320, height: 240)

  private func picture(_ seed: UInt64) -> RGBPicture { TestPictures.scene(seed: seed, size: size) }

  private func findings(_ report: ScanReport) -> Findings {
    FindingsIndex(photos: report.photos, verified: report.verified).findings(settings: ScanSettings())
  }

  /// The names of each group, sorted.
  private func groups(_ report: ScanReport, _ category: IssueCategory) -> [[String]] {
    findings(report).groups.filter { $0.category == category }.map { group in
      group.members.map { String(decoding: $0.path.nameBytes, as: UTF8.self) }.sorted()
    }
  }

  @Test func `the same pixels with other metadata are a duplicate that may be proposed`() async throws {
    let scene = try Scene()
    let exif = exifBlock(capturedAt: CaptureTime(milliseconds: 1_700_000_000_000), make: "M", model: "X")
    try scene.write(jpegData(of: picture(1), quality: 90, exif: exif), to: "original.jpg")
    try scene.write(jpegData(of: picture(1), quality: 90), to: "stripped.jpg")

    let report = try await scene.scan()

    #expect(groups(report, .duplicate) == [["original.jpg", "stripped.jpg"]])
    let issue = try #require(findings(report).issues.first)
    #expect(issue.path == scene.path("stripped.jpg") && issue.score == 1 && issue.isPreselected)
    #expect(issue.why.hasPrefix("same picture, other metadata"))
  }

  @Test func `what only the other one knows of the camera keeps it from being proposed`() async throws {
    let scene = try Scene()
    let exif = exifBlock(capturedAt: CaptureTime(milliseconds: 1_700_000_000_000), make: "M", model: "X")
    let known = try scene.write(jpegData(of: picture(1), quality: 90, exif: exif), to: "known.jpg")
    try scene.write(jpegData(of: picture(1), quality: 90), to: "keep/stripped.jpg")
    var request = scene.request()
    request.protectedFolders = [scene.path("keep")]

    let issue = try #require(findings(try await scene.scan(request)).issues.first { $0.path == known })

    #expect(issue.category == .duplicate && !issue.isPreselected)
  }

  @Test func `a crop, a mirrored copy and a turned one find their original, and strangers none`() async throws {
    let scene = try Scene()
    let original = picture(2)
    try scene.write(jpegData(of: original, quality: 90), to: "a.jpg")
    try scene.write(
      jpegData(of: TestPictures.cropped(original, x: 20, y: 60, width: 230, height: 170), quality: 85), to: "b.jpg")
    try scene.write(jpegData(of: TestPictures.mirrored(original), quality: 85), to: "c.jpg")
    try scene.write(jpegData(of: TestPictures.stored(original, orientation: .right), quality: 85), to: "d.jpg")
    for seed in 20..<26 { try scene.write(jpegData(of: picture(UInt64(seed)), quality: 85), to: "other\(seed).jpg") }

    let report = try await scene.scan()

    #expect(groups(report, .similar) == [["a.jpg", "b.jpg", "c.jpg", "d.jpg"]])
    #expect(groups(report, .duplicate) == [])
    #expect(findings(report).issues(in: .similar).allSatisfy { !$0.isPreselected })
    let why = findings(report).issues.map(\.why).joined(separator: "\n")
    #expect(why.contains("cropped") && why.contains("mirrored"))
  }

  @Test func `every orientation that a camera writes shows the same picture`() async throws {
    let scene = try Scene()
    for orientation in Orientation.allCases {
      let stored = TestPictures.stored(picture(3), orientation: orientation)
      try scene.write(
        pngData(of: stored, exif: exifBlock(orientation: orientation)), to: "\(orientation.rawValue).png")
    }

    let report = try await scene.scan()

    #expect(groups(report, .duplicate).map(\.count) == [Orientation.allCases.count])
    #expect(findings(report).issues.allSatisfy { $0.score == 1 })
  }

  @Test func `a thumbnail that shows another picture joins nothing and parts nothing`() async throws {
    let scene = try Scene()
    func jpeg(_ seed: UInt64, showing small: UInt64) -> [UInt8] {
      let thumbnail = TestPictures.resized(picture(small), to: PixelSize(width: 160, height: 120))
      return jpegData(of: picture(seed), quality: 90, exif: exifBlock(thumbnail: jpegData(of: thumbnail)))
    }
    try scene.write(jpeg(7, showing: 9), to: "a.jpg")
    try scene.write(jpeg(8, showing: 9), to: "b.jpg")
    try scene.write(jpegData(of: picture(9), quality: 90), to: "c.jpg")
    try scene.write(jpeg(7, showing: 8), to: "d.jpg")

    let report = try await scene.scan()

    #expect(groups(report, .duplicate) == [["a.jpg", "d.jpg"]])
    #expect(groups(report, .similar) == [])
  }

  @Test func `a cut-off copy goes beside its original, and an enlarged one is never proposed for it`() async throws {
    let scene = try Scene()
    let whole = jpegData(of: picture(4), quality: 90)
    try scene.write(whole, to: "whole.jpg")
    try scene.write(Array(whole.prefix(whole.count * 9 / 10)), to: "cut.jpg")
    try scene.write(
      jpegData(of: TestPictures.resized(picture(4), to: PixelSize(width: 640, height: 480)), quality: 90), to: "up.jpg")

    let found = findings(try await scene.scan())

    #expect(found.issues.allSatisfy { !$0.isPreselected || $0.path == scene.path("up.jpg") })
    #expect(found.groups.allSatisfy { $0.keeper == scene.path("whole.jpg") })
  }

  @Test func `findings depend on no order of names, number of workers, or warmth of the cache`() async throws {
    /// Twelve scenes, of each an original, a crop or mirrored copy, and a re-save.
    func library(_ names: (Int) -> String) async throws -> (Scene, [String: [UInt8]]) {
      let scene = try Scene()
      var content: [String: [UInt8]] = [:]
      for number in 0..<12 {
        let original = picture(UInt64(40 + number))
        let edit =
          number % 2 == 0
          ? TestPictures.cropped(original, x: 40, y: 30, width: 240, height: 180) : TestPictures.mirrored(original)
        for (part, bytes) in [
          jpegData(of: original, quality: 92), jpegData(of: edit, quality: 80), jpegData(of: original, quality: 50),
        ].enumerated() {
          let name = names(number * 3 + part)
          content[name] = bytes
          try scene.write(bytes, to: name, modified: 1_000_000)
        }
      }
      return (scene, content)
    }
    /// Which contents lie together, told by their bytes.
    func sets(_ report: ScanReport, _ content: [String: [UInt8]]) -> Set<Set<[UInt8]>> {
      Set(
        findings(report).groups.map { group in
          Set(group.members.compactMap { content[String(decoding: $0.path.nameBytes, as: UTF8.self)] })
        })
    }
    let (scene, content) = try await library { "\($0).jpg" }
    let cache = MemoryCache()
    let first = try await scene.scan(scene.request(jobs: 1), cache: cache)

    let decoder = ObservedDecoder()
    let warm = try await scene.scan(scene.request(jobs: 3), decoder: decoder, cache: cache)
    let cold = try await scene.scan(scene.request(jobs: 3))
    let (other, renamed) = try await library { "\(($0 * 17) % 36 + 100).jpg" }
    let shuffled = try await other.scan(other.request(jobs: 2))

    #expect(decoder.closeNames == [] && decoder.names == [])
    #expect(warm.verified == first.verified && cold.verified == first.verified)
    #expect(findings(warm) == findings(first) && findings(cold) == findings(first))
    #expect(await scene.engine(cache: cache).cachedPhotos(scene.request()) == first.library)
    #expect(shuffled.verified == first.verified)
    #expect(sets(shuffled, renamed) == sets(first, content))
    #expect(findings(first).groups.count >= 12)
  }

  @Test func `what was searched is not searched again, and a new photo is held against all`() async throws {
    let scene = try Scene()
    for name in ["a.jpg", "b.jpg"] {
      try scene.write(jpegData(of: picture(80), quality: name == "a.jpg" ? 90 : 60), to: name)
    }
    let cache = MemoryCache()
    #expect(try await scene.scan(cache: cache).verified.count == 1)
    cache.forgetPairs()
    let decoder = ObservedDecoder()

    #expect(try await scene.scan(decoder: decoder, cache: cache).verified.isEmpty)
    #expect(decoder.closeNames == [])
    try scene.write(jpegData(of: TestPictures.mirrored(picture(80)), quality: 80), to: "c.jpg")
    #expect(try await scene.scan(decoder: decoder, cache: cache).verified.count == 2)
    #expect(Set(decoder.closeNames) == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `where nothing has changed nothing is searched for, and where anything has, it is`() async throws {
    let scene = try Scene()
    for name in ["a.jpg", "b.jpg"] {
      try scene.write(jpegData(of: picture(80), quality: name == "a.jpg" ? 90 : 60), to: name)
    }
    let cache = MemoryCache()
    func searches(_ change: () throws -> Void) async throws -> (Int, [Int]) {
      try change()
      let before = cache.searchCount
      var pairs: [Int] = []
      for await event in scene.engine(cache: cache).scan(scene.request()).events {
        if case .progress(let progress, _) = event, progress.toCompare > 0 { pairs.append(progress.toCompare) }
      }
      return (cache.searchCount - before, pairs)
    }
    #expect(try await searches {} == (1, [1, 1]))

    #expect(try await searches {} == (0, [1]))
    #expect(try await searches { try scene.write(readFile(scene.path("a.jpg")), to: "moved/c.jpg") }.0 == 1)
    #expect(try await searches {}.0 == 0)
    #expect(try await searches { cache.forgetPairs() }.0 == 1)
    #expect(try await searches { try scene.write(jpegData(of: picture(81)), to: "d.jpg") }.0 == 1)
    #expect(try await searches { try scene.write(jpegData(of: picture(82)), to: "d.jpg", modified: 1) }.0 == 1)
    #expect(try await searches {}.0 == 0)
    #expect(try await searches { cache.forgetSearches() }.0 == 1)
  }

  @Test func `a cache that is set aside while its pairs are read costs a search, and no finding`() async throws {
    let scene = try Scene()
    try scene.write(jpegData(of: picture(1), quality: 90), to: "a.jpg")
    try scene.write(jpegData(of: TestPictures.mirrored(picture(1)), quality: 85), to: "b.jpg")
    let cache = MemoryCache()
    let whole = try await scene.scan(cache: cache)
    #expect(groups(whole, .similar) == [["a.jpg", "b.jpg"]])
    cache.damage()

    let report = try await scene.scan(cache: cache)

    #expect(groups(report, .similar) == [["a.jpg", "b.jpg"]])
    #expect(report.verified == whole.verified)
  }

  @Test func `what could not be held against all counts as not searched for`() async throws {
    let scene = try Scene()
    for name in ["a.jpg", "b.jpg"] {
      try scene.write(jpegData(of: picture(80), quality: name == "a.jpg" ? 90 : 60), to: name)
    }
    let cache = MemoryCache()
    let contents = ContentSet(try await scene.scan(cache: cache).photos.compactMap(\.digest))
    #expect(try cache.searched(among: contents).count == 2)
    cache.forgetSearches()
    cache.forgetWindows()

    _ = try await scene.scan(cache: cache)

    #expect(try cache.searched(among: contents).isEmpty)
  }

  @Test func `a new photo is held against one of which the cache had lost what it looks like`() async throws {
    let scene = try Scene()
    for name in ["a.jpg", "b.jpg"] {
      try scene.write(jpegData(of: picture(80), quality: name == "a.jpg" ? 90 : 60), to: name)
    }
    let cache = MemoryCache()
    #expect(groups(try await scene.scan(cache: cache), .duplicate) == [["a.jpg", "b.jpg"]])
    cache.loseVectors()
    try scene.write(jpegData(of: TestPictures.mirrored(picture(80)), quality: 80), to: "c.jpg")

    let lost = try await scene.scan(cache: cache)
    cache.forgetPhotos()
    let found = try await scene.scan(cache: cache)

    #expect(lost.fromCacheCount == 2 && FindingsIndex(photos: lost.photos).isIncomplete)
    #expect(findings(lost).groups.isEmpty)
    #expect(found.verified.count == 3 && !FindingsIndex(photos: found.photos).isIncomplete)
  }

  @Test func `a scan that is stopped while it compares keeps what it knows`() async throws {
    let scene = try Scene()
    for number in 0..<8 {
      try scene.write(jpegData(of: picture(UInt64(60 + number)), quality: 85), to: "\(number).jpg")
    }
    let (began, noted) = AsyncStream.makeStream(of: Void.self)
    let (goesOn, letGo) = AsyncStream.makeStream(of: Void.self)
    let waiting = WaitingDecoder(began: noted, goesOn: goesOn)
    let run = scene.engine(waiting).scan(scene.request(jobs: 1))
    for await _ in began { break }
    run.cancel()
    letGo.finish()

    let report = try await report(of: run)

    #expect(report.photos.count == 8 && report.isInterrupted && report.verified.isEmpty)
  }

  @Test func `after a stop only the pairs that are open are looked at`() async throws {
    let scene = try Scene()
    for number in 0..<8 {
      try scene.write(jpegData(of: picture(UInt64(60 + number)), quality: 85), to: "\(number).jpg")
    }
    let cache = MemoryCache()
    let decoder = ObservedDecoder()
    let stops = Mutex<ScanRun?>(nil)
    let isStarted = DispatchSemaphore(value: 0)
    decoder.whenReadingKeypoints { number in
      guard number == 5 else { return }
      isStarted.wait()
      stops.withLock { $0 }?.cancel()
    }
    let run = scene.engine(decoder, cache: cache).scan(scene.request(jobs: 1))
    stops.withLock { $0 = run }
    isStarted.signal()
    let stopped = try await report(of: run)
    let known = stopped.verified.count

    var counts: [Int] = []
    var whole: ScanReport?
    for event in await events(of: scene.engine(ObservedDecoder(), cache: cache).scan(scene.request())) {
      if case .progress(let progress, _) = event, progress.toCompare > 0 { counts.append(progress.compared) }
      if case .finished(let report) = event { whole = report }
    }

    #expect(stopped.isInterrupted && known > 0 && cache.searchCount == 2)
    #expect(counts.first == known)
    #expect(try await whole?.verified == scene.scan().verified)
  }

  @Test func `a photo that goes away while the scan compares costs its pairs only`() async throws {
    let scene = try Scene()
    for name in ["a.jpg", "b.jpg"] {
      let quality = name == "a.jpg" ? 90 : 60
      try scene.write(jpegData(of: picture(70), quality: quality), to: name)
    }
    try scene.write(jpegData(of: TestPictures.mirrored(picture(70)), quality: 80), to: "c.jpg")
    let cache = MemoryCache()
    let gone = GoneFileDecoder(scene.path("c.jpg"))

    let report = try await scene.scan(decoder: gone, cache: cache)

    #expect(report.photos.count == 3 && report.verified.count == 1)
    #expect(groups(report, .duplicate).count + groups(report, .similar).count >= 1)
    // It is told, although the photo itself was read before.
    #expect(report.skipped.map(\.path) == [scene.path("c.jpg")] && report.skipped.first?.reason == .readError)
    // Nothing is remembered of what could not be read, so the next scan looks again.
    let again = try await scene.scan(cache: cache)
    #expect(again.verified.count == 3 && again.skipped.isEmpty)
  }

  @Test func `that the pixels differ is never said of a file that was not read`() async throws {
    let scene = try Scene()
    let exif = exifBlock(capturedAt: CaptureTime(milliseconds: 1_700_000_000_000), make: "M", model: "X")
    try scene.write(jpegData(of: picture(1), quality: 90, exif: exif), to: "original.jpg")
    try scene.write(jpegData(of: picture(1), quality: 90), to: "stripped.jpg")
    let cache = MemoryCache()

    let blind = try await scene.scan(decoder: GoneFileDecoder(scene.path("stripped.jpg")), cache: cache)
    let seeing = try await scene.scan(cache: cache)

    #expect(blind.verified.isEmpty && blind.skipped.map(\.path) == [scene.path("stripped.jpg")])
    #expect(findings(blind).issues.allSatisfy { !$0.isPreselected })
    #expect(seeing.verified.all.map(\.value.haveSamePixels) == [true] && seeing.skipped.isEmpty)
    #expect(findings(seeing).issues.map(\.score) == [1])
  }

  @Test func `a file that changed since it was walked says so`() async throws {
    let scene = try Scene()
    let path = try scene.write(jpegData(of: picture(1)), to: "a.jpg")
    let options = KeypointFeatures.Options(features: true, pixelDigest: true)
    let identity = try fileStatus(of: path).identity

    let answer = await localDecoder.readKeypoints(at: path, identity: identity, wants: options)
    try scene.write(jpegData(of: picture(2)), to: "a.jpg", modified: 1)
    let changed = await localDecoder.readKeypoints(at: path, identity: identity, wants: options)

    #expect(answer.wasRead && answer.problem == nil && answer.features != nil && answer.pixelDigest != nil)
    #expect(!changed.wasRead && changed.features == nil && changed.pixelDigest == nil)
    #expect(changed.problem?.message.isEmpty == false)
  }
}

/// Says when it is first asked to look closely, and waits to be let go.
private struct WaitingDecoder: PhotoDecoder {
  let began: AsyncStream<Void>.Continuation
  let goesOn: AsyncStream<Void>

  func readKeypoints(at path: FilePath, identity: FileIdentity, wants: KeypointFeatures.Options) async
    -> KeypointFeatures
  {
    began.yield()
    for await _ in goesOn {}
    return await localDecoder.readKeypoints(at: path, identity: identity, wants: wants)
  }
}

/// Cannot read one photo any more when it is to be looked at closely.
private struct GoneFileDecoder: PhotoDecoder {
  let path: FilePath

  init(_ path: FilePath) { self.path = path }

  func readKeypoints(at path: FilePath, identity: FileIdentity, wants: KeypointFeatures.Options) async
    -> KeypointFeatures
  {
    path == self.path
      ? KeypointFeatures() : await localDecoder.readKeypoints(at: path, identity: identity, wants: wants)
  }
}
