import FileSafety
import Glibc
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@Suite struct ScanCacheTests {
  @Test func `a second scan looks into nothing and says the same`() async throws {
    let scene = try Scene()
    for number in 0..<6 { try scene.write(Pictures.jpeg(UInt64(number)), to: "\(number).jpg") }
    try scene.write(Pictures.heic, to: "a.heic")
    try scene.write(Array("no picture".utf8), to: "text.jpg")
    let cache = MemoryCache()
    let first = try await scene.scan(cache: cache)
    let decoder = ObservedDecoder()

    let second = try await scene.scan(decoder: decoder, cache: cache)

    #expect(decoder.names == [])
    #expect(second.photos == first.photos && second.skipped == first.skipped)
    // That one is no picture is known from before, too, and no photo.
    #expect(second.fromCacheCount == second.scannedCount && second.fromCacheCount >= 6 && second.foundCount == 8)
  }

  @Test func `a file that was touched is looked into again, and only that one`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    try scene.write(Pictures.jpeg(2), to: "b.jpg")
    let cache = MemoryCache()
    _ = try await scene.scan(cache: cache)
    try scene.write(Pictures.jpeg(2), to: "b.jpg", modified: 1_000_000)
    let decoder = ObservedDecoder()

    let report = try await scene.scan(decoder: decoder, cache: cache)

    #expect(decoder.names == ["b.jpg"])
    #expect(report.photos.map(\.identity.modified)[1] == 1_000_000_000_000_000)
  }

  @Test func `two libraries share the cache, alone and together`() async throws {
    let scene = try Scene()
    for number in 0..<3 { try scene.write(Pictures.jpeg(UInt64(number)), to: "one/\(number).jpg") }
    for number in 0..<3 { try scene.write(Pictures.jpeg(UInt64(number + 2)), to: "two/\(number).jpg") }
    let cache = MemoryCache()
    func names(_ folders: String...) async throws -> [String] {
      let decoder = ObservedDecoder()
      var request = scene.request()
      request.roots = folders.map { scene.path($0) }
      _ = try await scene.scan(request, decoder: decoder, cache: cache)
      return decoder.names
    }

    #expect(try await names("one") == ["0.jpg", "1.jpg", "2.jpg"])
    #expect(try await names("two") == ["0.jpg", "1.jpg", "2.jpg"])
    #expect(try await names("one", "two") == [])
    #expect(try await names("one") == [])
  }

  @Test func `what was measured once is not measured again, under whatever name and in whatever library`() async throws
  {
    let scene = try Scene()
    for number in 0..<3 { try scene.write(Pictures.jpeg(UInt64(number)), to: "one/\(number).jpg") }
    let cache = MemoryCache()
    func scan(_ folder: String) async throws -> (measured: [String], report: ScanReport) {
      let decoder = ObservedDecoder()
      let request = scene.request([scene.path(folder)])
      let report = try await scene.scan(request, decoder: decoder, cache: cache)
      #expect(try await report.photos == scene.scan(request, cache: MemoryCache()).photos, "as if it were measured")
      return (decoder.measuredNames, report)
    }
    #expect(try await scan("one").measured == ["0.jpg", "1.jpg", "2.jpg"])

    // A backup with one photo more, then a folder that has another name.
    for number in 0..<4 { try scene.write(Pictures.jpeg(UInt64(number)), to: "backup/copy of \(number).jpg") }
    let backup = try await scan("backup")
    let renamed = scene.path("one").withPlatformString { old in
      scene.path("renamed").withPlatformString { rename(old, $0) }
    }
    try #require(renamed == 0)
    let moved = try await scan("renamed")

    #expect(backup.measured == ["copy of 3.jpg"] && moved.measured == [])
    for (report, count) in [(backup.report, 4), (moved.report, 3)] {
      #expect(report.scannedCount == count && report.fromCacheCount == 0)
    }
  }

  @Test func `of many files that have other names none is opened, and of few each is`() async throws {
    let scene = try Scene()
    for number in 0..<4 { try scene.write(Pictures.jpeg(UInt64(number)), to: "one/\(number).jpg") }
    try scene.write(Pictures.jpeg(1), to: "one/touched.jpg")
    try scene.write(Pictures.heic, to: "one/torn.heic")
    let cache = MemoryCache()
    let before = try await scene.scan(cache: cache)
    let renamed = scene.path("one").withPlatformString { old in
      scene.path("renamed").withPlatformString { rename(old, $0) }
    }
    try #require(renamed == 0)
    try scene.write(Pictures.jpeg(1), to: "renamed/touched.jpg", modified: 1_000_000)
    let few = ObservedDecoder()
    _ = try await report(of: scene.engine(few, cache: cache, fewFiles: 7).scan(scene.request()))
    #expect(few.names.count == 6)
    for number in 0..<6 { cache.forget(scene.path("renamed/\(number).jpg")) }
    let many = ObservedDecoder()

    let found = try await report(of: scene.engine(many, cache: cache, fewFiles: 4).scan(scene.request()))

    #expect(many.names == [])
    #expect(found.fromCacheCount == 5 && found.photos.map(\.digest) == before.photos.map(\.digest))
    #expect(try await found.photos == scene.scan(cache: MemoryCache()).photos)
    #expect(await scene.engine(cache: cache).cachedPhotos(scene.request()).unseen == [], "they have their new names")
  }

  @Test(arguments: [true, false]) func `copies are measured once in a scan`(isCached: Bool) async throws {
    let scene = try Scene()
    for number in 0..<40 { try scene.write(Pictures.jpeg(UInt64(number % 20)), to: "\(number).jpg") }
    let decoder = ObservedDecoder()

    let report = try await scene.scan(
      scene.request(jobs: 1), decoder: decoder, cache: isCached ? MemoryCache() : nil)

    #expect(decoder.names.count == 40 && decoder.measuredNames.count == 20)
    #expect(report.scannedCount == 40 && Set(report.photos.compactMap(\.digest)).count == 20)
    let alone = try await scene.scan(
      decoder: ObservedDecoder { await localDecoder.inspect($0, identity: $1) },
      cache: isCached ? MemoryCache() : nil)
    #expect(report.photos == alone.photos && report.verified == alone.verified)
  }

  @Test func `what was wrong with a file is found out of each copy`() async throws {
    let scene = try Scene()
    for name in ["a.heic", "b.heic"] { try scene.write(Pictures.heic, to: name) }
    let cache = MemoryCache()
    let decoder = ObservedDecoder()

    let report = try await scene.scan(scene.request(jobs: 1), decoder: decoder, cache: cache)

    #expect(decoder.measuredNames == ["a.heic", "b.heic"] && report.skipped.count == 2)
  }

  @Test func `a cache that refuses costs nothing but time`() async throws {
    let scene = try Scene()
    for number in 0..<4 { try scene.write(Pictures.jpeg(UInt64(number)), to: "\(number).jpg") }
    let without = try await scene.scan()

    let report = try await scene.scan(cache: MemoryCache(refuses: true))

    #expect(report.photos == without.photos && report.skipped == [])
    #expect(await scene.engine(cache: MemoryCache(refuses: true)).cachedPhotos(scene.request()).photos == [])
  }

  @Test func `what may pass by itself is not remembered`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    let cache = MemoryCache()
    let failing = ObservedDecoder { _, _ in
      Inspection(problem: Inspection.Problem(reason: .readError, message: "The disk did not answer."))
    }
    _ = try await scene.scan(decoder: failing, cache: cache)
    #expect(cache.count == 0)
    let decoder = ObservedDecoder()

    let report = try await scene.scan(decoder: decoder, cache: cache)

    #expect(decoder.names == ["a.jpg"] && report.scannedCount == 1)
  }

  @Test func `a new device number after a restart makes nothing new`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    let cache = MemoryCache()
    let first = try await scene.scan(cache: cache)
    cache.renumberDevices()
    let decoder = ObservedDecoder()

    let second = try await scene.scan(decoder: decoder, cache: cache)

    #expect(decoder.names == [])
    #expect(second.photos == first.photos)
    #expect(await scene.engine(cache: cache).cachedPhotos(scene.request()) == first.library)
  }

  @Test func `a library behind a symbolic link is remembered as well`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "real/a.jpg")
    try scene.link("link", to: scene.path("real"))
    let request = scene.request([scene.path("link")])
    let cache = MemoryCache()
    let first = try await scene.scan(request, cache: cache)
    let decoder = ObservedDecoder()

    let second = try await scene.scan(request, decoder: decoder, cache: cache)

    #expect(decoder.names == [] && second.photos == first.photos)
    #expect(await scene.engine(cache: cache).cachedPhotos(request) == first.library)
  }

  @Test func `cached photos are those that are still what they were, each once`() async throws {
    let scene = try Scene()
    for name in ["a.jpg", "b.jpg", "inner/c.jpg", "gone.jpg", "touched.jpg"] {
      try scene.write(Pictures.jpeg(1), to: name)
    }
    try scene.write(Array("no picture".utf8), to: "text.jpg")
    try scene.write(Pictures.heic, to: "d.heic")
    let cache = MemoryCache()
    var request = scene.request([scene.library, scene.path("inner")])
    request.protectedFolders = [scene.path("inner")]
    let report = try await scene.scan(request, cache: cache)
    try scene.write(Pictures.jpeg(1), to: "touched.jpg", modified: 1_000_000)
    try #require(scene.path("gone.jpg").withPlatformString { unlink($0) } == 0)

    let cached = await scene.engine(ObservedDecoder(), cache: cache).cachedPhotos(request).photos

    let changed = [scene.path("gone.jpg"), scene.path("touched.jpg")]
    #expect(cached == report.photos.filter { !changed.contains($0.path) })
    #expect(cached.count == 5 && cached.filter(\.isProtected).count == 1)
  }

  @Test func `what was seen to be no picture waits for no scan`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    try scene.write(Array("letters".utf8), to: "letter")
    try scene.write(Array("what a Mac leaves".utf8), to: ".DS_Store")
    let cache = MemoryCache()
    let first = try await scene.scan(cache: cache)
    #expect(first.foundCount == 1 && first.skipped == [])

    let second = try await scene.scan(cache: cache)
    #expect(second.photos == first.photos && second.skipped == [] && second.foundCount == 1)
    #expect(await scene.engine(cache: cache).cachedPhotos(scene.request()) == first.library)

    try scene.write(Pictures.jpeg(2), to: "letter", modified: 1_000_000)
    #expect(await scene.engine(cache: cache).cachedPhotos(scene.request()).unseen == [scene.path("letter")])
    #expect(try await scene.scan(cache: cache).foundCount == 2)
  }

  @Test func `a file whose name says nothing and that cannot be read is looked into again`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    try scene.write(Pictures.jpeg(2), to: "picture")
    try #require(scene.path("picture").withPlatformString { chmod($0, 0) } == 0)
    let cache = MemoryCache()
    let first = try await scene.scan(cache: cache)
    try #require(scene.path("picture").withPlatformString { chmod($0, 0o600) } == 0)

    // Whoever may read everything has read it the first time.
    #expect(first.foundCount == (getuid() == 0 ? 2 : 1))
    #expect(try await scene.scan(cache: cache).foundCount == 2)
  }

  @Test func `without a cache everything is looked into each time`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    let decoder = ObservedDecoder()

    for _ in 0..<2 { _ = try await scene.scan(decoder: decoder) }

    #expect(decoder.names == ["a.jpg", "a.jpg"])
    #expect(await scene.engine().cachedPhotos(scene.request()).photos == [])
  }

  @Test func `a file that ended two decode workers is left alone until it changes`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "slow.jpg")
    let cache = MemoryCache()
    let ended = ObservedDecoder { _, _ in
      Inspection(problem: Inspection.Problem(reason: .timedOut, message: "It took too long.", crashes: 1))
    }
    let first = try await scene.scan(decoder: ended, cache: cache)
    #expect(cache.count == 1)

    let second = try await scene.scan(decoder: ended, cache: cache)
    let third = try await scene.scan(decoder: ended, cache: cache)

    #expect(ended.names == ["slow.jpg", "slow.jpg"], "the third scan does not try")
    for report in [first, second, third] { #expect(report.skipped.map(\.reason) == [.timedOut]) }
    try scene.write(Pictures.jpeg(2), to: "slow.jpg", modified: 1_000_000)
    #expect(try await scene.scan(cache: cache).skipped == [])
  }

  @Test func `a mark against a file goes when it can be opened after all`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    let cache = MemoryCache()
    let ended = ObservedDecoder { _, _ in
      Inspection(problem: Inspection.Problem(reason: .timedOut, message: "It took too long.", crashes: 1))
    }
    _ = try await scene.scan(decoder: ended, cache: cache)

    #expect(try await scene.scan(cache: cache).scannedCount == 1)
    #expect(try await scene.scan(cache: cache).fromCacheCount == 1)
  }
}
