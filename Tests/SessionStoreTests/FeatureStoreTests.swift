import Foundation
import GRDB
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

@Suite struct FeatureStoreTests {
  private let folder = TemporaryFolder()

  private func contents(_ keys: ContentPair..., and others: ContentDigest...) -> ContentSet {
    ContentSet(keys.flatMap { [$0.first, $0.second] } + others)
  }
  private func open() throws -> FeatureStore { try FeatureStore(path: folder["features.sqlite"], timestamp: timestamp) }

  /// Changes rows as a Deckle would that is mistaken: with the checksum of what they say then.
  private func write(_ change: String) throws {
    try withDatabase(folder["features.sqlite"]) { database in
      try database.execute(sql: change)
      for table in CheckedTable.all { try table.seal(database) }
    }
  }

  private func found(_ store: FeatureStore, under roots: String...) throws -> Set<FilePath> {
    Set(try store.inspections(under: roots.map { FilePath($0) }).map(\.path))
  }

  @Test(arguments: Samples.hostilePaths) func `every field comes back as it was stored`(path: FilePath) throws {
    var movie = Inspection(
      digest: Samples.digest(4), problem: Inspection.Problem(reason: .unsupported, message: "film"))
    movie.movie = MovieFacts(
      contentIdentifier: "A-1", createdAt: -7, capturedAt: CaptureTime(milliseconds: 5), timeOffset: -90, duration: 2500
    )
    var silent = movie
    silent.movie = MovieFacts()
    let inspections = [
      movie, silent, Inspection(digest: Samples.digest(1), features: Samples.features()),
      Inspection(digest: Samples.digest(2), features: Samples.features(full: false)),
      Inspection(features: Samples.features(full: false)),
      Inspection(digest: Samples.digest(3), problem: Inspection.Problem(reason: .unsupported, message: "no\nHEIC")),
      Inspection(problem: Inspection.Problem(reason: .timedOut, message: "slow", crashes: 1)),
      Inspection(problem: Inspection.Problem(reason: .tooLarge, message: "")),
      Inspection(digest: Samples.digest(4), sidecar: SidecarContents()),
      Inspection(digest: Samples.digest(5), sidecar: SidecarContents(timeOffset: -60)),
    ]
    for (number, inspection) in inspections.enumerated() {
      let cached = CachedInspection(
        path: path, identity: Samples.identity(UInt64(number)), inspection: inspection)

      try open().store(cached)

      var withoutSigns = cached
      withoutSigns.inspection.features?.windowDescriptors = []
      #expect(try Array(open().inspections(under: [FilePath("/photos")])) == [withoutSigns], "\(inspection)")
      guard let digest = inspection.digest else { continue }
      let signs = inspection.features?.windowDescriptors ?? []
      #expect(try open().windowDescriptors(of: [digest])[digest] ?? [] == signs)
    }
  }

  @Test func `many contents at once give what they give one by one`() throws {
    let digests = (1...40).compactMap { Samples.digest($0) }
    let keys = zip(digests, digests.dropFirst()).compactMap { ContentPair($0, $1) }
    let store = try open()
    try store.store(VerifiedPairs(Dictionary(uniqueKeysWithValues: keys.map { ($0, .nothing) })))
    try store.store(searched: Dictionary(uniqueKeysWithValues: digests[..<25].map { ($0, 7) }))
    for (number, digest) in digests[..<30].enumerated() {
      try store.store(
        CachedInspection(
          path: FilePath("/p/\(number)"), identity: Samples.identity(UInt64(number)),
          inspection: Inspection(digest: digest, features: Samples.features())))
    }
    let atOnce = try FeatureStore(path: folder["features.sqlite"], timestamp: timestamp, mostLookups: 0)

    for asked in [Set(digests), Set(digests[5..<20]), Set(digests[30...])] {
      #expect(try store.verifications(among: ContentSet(asked)) == atOnce.verifications(among: ContentSet(asked)))
      #expect(try store.searched(among: ContentSet(asked)) == atOnce.searched(among: ContentSet(asked)))
      #expect(try store.windowDescriptors(of: asked) == atOnce.windowDescriptors(of: asked))
    }
    #expect(try atOnce.verifications(among: ContentSet(digests)).count == keys.count)
    #expect(try atOnce.windowDescriptors(of: Set(digests)).count == 30)
  }

  @Test func `verifications come back as they were stored, and only what is asked for`() throws {
    let digests = (1...4).compactMap { Samples.digest($0) }
    let near = try #require(ContentPair(digests[1], digests[0]))
    let far = try #require(ContentPair(digests[2], digests[3]))
    var verification = PairVerification(
      inliers: 77, spread: 1.0 / 3, isMirrored: true, scale: 0.7, rotation: -179.9, across: -0.4,
      down: 2.5, firstOverlap: 1, secondOverlap: 0.5, correlation: -0.25, agreement: 0.9, haveSamePixels: false)
    verification.areOfText = true
    verification.projective = ProjectiveMatch(inliers: 19, share: 0.5, spread: 0.25, shift: 0.25)
    let pairs = VerifiedPairs([near: verification, far: .nothing])

    try open().store(pairs)

    #expect(try open().verifications(among: contents(near, far)) == pairs)
    #expect(try open().verifications(among: contents(near)) == VerifiedPairs([near: pairs[near] ?? .nothing]))
    #expect(try open().verifications(among: contents(near, and: far.first)).count == 1)
    try open().clear()
    #expect(try open().verifications(among: contents(near, far)).isEmpty)
  }

  @Test func `the largest set that was searched together comes back, and what is new belongs to none`() throws {
    let digests = (1...6).compactMap { Samples.digest($0) }
    let one = Dictionary(uniqueKeysWithValues: digests[..<3].map { ($0, 100) })
    let two = [digests[3]: 90, digests[4]: 80]
    try open().store(searched: one)
    try open().store(searched: two)

    #expect(try open().searched(among: ContentSet(digests)) == one)
    #expect(try open().searched(among: ContentSet([digests[0], digests[3], digests[4], digests[5]])) == two)
    #expect(try open().searched(among: ContentSet([digests[5]])).isEmpty)
    try open().store(searched: one.merging(two) { $1 })
    #expect(try open().searched(among: ContentSet(digests)) == one.merging(two) { $1 })
    try withDatabase(folder["features.sqlite"]) { try $0.execute(sql: "UPDATE search SET reach = reach + 1") }
    #expect(try open().searched(among: ContentSet(digests)).isEmpty)
    try open().store(searched: two)
    try open().clear()
    #expect(try open().searched(among: ContentSet(digests)).isEmpty)
  }

  @Test(arguments: [
    PairVerification(inliers: -1), PairVerification(spread: 2), PairVerification(scale: 0),
    PairVerification(scale: .infinity), PairVerification(rotation: 400), PairVerification(across: .infinity),
    PairVerification(down: -20_000), PairVerification(firstOverlap: -0.1), PairVerification(secondOverlap: 1.1),
    PairVerification(correlation: -1.5), PairVerification(agreement: .nan),
  ]) func `a pair with a number that nobody can have measured counts as not there`(pair: PairVerification) throws {
    let store = try open()
    let key = try #require(Samples.digest(1).flatMap { a in Samples.digest(2).flatMap { ContentPair(a, $0) } })
    try store.store(VerifiedPairs([key: pair]))

    #expect(try store.verifications(among: contents(key)).isEmpty)
  }

  @Test(arguments: ["second = x'00'", "record = x''", "record = CAST(record || x'00' AS BLOB)"])
  func `a row of a pair that makes no sense counts as not there`(change: String) throws {
    let store = try open()
    let key = try #require(Samples.digest(1).flatMap { a in Samples.digest(2).flatMap { ContentPair(a, $0) } })
    try store.store(VerifiedPairs([key: .nothing]))
    try write("UPDATE pair SET \(change)")

    #expect(try store.verifications(among: contents(key)).isEmpty)
  }

  @Test(arguments: [
    SkippedFile.Reason.permissionDenied, .corrupt, .unsupported, .tooLarge, .specialFile, .vanished, .timedOut,
    .readError,
  ]) func `every problem comes back`(reason: SkippedFile.Reason) throws {
    let cached = CachedInspection(
      path: FilePath("/photos/a"), identity: Samples.identity(1),
      inspection: Inspection(problem: Inspection.Problem(reason: reason, message: "why")))

    try open().store(cached)

    #expect(try Array(open().inspections(under: [FilePath("/")])) == [cached])
  }

  @Test func `that a file is no picture comes back`() throws {
    let cached = CachedInspection(
      path: FilePath("/photos/letter"), identity: Samples.identity(1), inspection: .ofNoPicture)

    try open().store(cached)

    #expect(try Array(open().inspections(under: [FilePath("/")])) == [cached])
  }

  @Test func `a row with a number that nobody can have measured counts as not there`() throws {
    let changes: [(inout PhotoFeatures) -> Void] = [
      { $0.pixelSize.width = .max }, { $0.pixelSize.height = 0 }, { $0.decodeWarnings = -1 },
      { $0.sharpness = .infinity }, { $0.sharpness = -0.1 }, { $0.screenEvidence = 1.5 }, { $0.facts.iso = 0 },
      { $0.facts.iso = .max }, { $0.facts.exposureSeconds = .infinity }, { $0.facts.exposureSeconds = 0 },
      { $0.facts.fNumber = .nan }, { $0.facts.focalLength = -1 }, { $0.facts.exposureBias = -.infinity },
      { $0.descriptor = [0] }, { $0.lumaThumbnail = [0, 0] }, { $0.pdqHash = [0] },
      { $0.facts.capturedAt = CaptureTime(milliseconds: .min) },
    ]
    for change in changes {
      let store = try open()
      var cached = Samples.cached(FilePath("/p/a"))
      cached.inspection.features.map {
        var features = $0
        change(&features)
        cached.inspection.features = features
      }
      try store.store(cached)
      try store.store(Samples.cached(FilePath("/p/b")))

      #expect(try found(store, under: "/p") == [FilePath("/p/b")], "\(cached.inspection)")
    }
  }

  @Test func `a folder gives what is below it and nothing of its siblings`() throws {
    let store = try open()
    let paths = ["/a/1", "/a/b/2", "/ab/3", "/a.jpg", "/a/", "/a-b/4", "/a0/5", "/A/6", "/z/a/7"]
    for path in paths { try store.store(Samples.cached(FilePath(path))) }
    try store.store(Samples.cached(FilePath(bytes: Array("/a/".utf8) + [0xFF])))

    #expect(
      try found(store, under: "/a") == [
        FilePath("/a/1"), FilePath("/a/b/2"), FilePath(bytes: Array("/a/".utf8) + [0xFF]),
      ])
    #expect(try found(store, under: "/a/b") == [FilePath("/a/b/2")])
    #expect(try found(store, under: "/ab") == [FilePath("/ab/3")])
    #expect(try found(store, under: "/b") == [])
    #expect(try found(store, under: "/ab", "/z") == [FilePath("/ab/3"), FilePath("/z/a/7")])
  }

  @Test func `the root folder gives everything`() throws {
    let store = try open()
    for path in Samples.hostilePaths { try store.store(Samples.cached(path)) }

    #expect(try found(store, under: "/") == Set(Samples.hostilePaths))
  }

  @Test func `the newest inspection of a path replaces the one before`() throws {
    let store = try open()
    try store.store(Samples.cached(FilePath("/p/a"), number: 1))
    try store.store(Samples.cached(FilePath("/p/a"), number: 2))

    #expect(try store.inspections(under: [FilePath("/p")]).map(\.identity) == [Samples.identity(2)])
    #expect(try store.summary().inspections == 1)
  }

  @Test(
    arguments: ["UPDATE grdb_migrations SET identifier = 'analysis 1'", "DELETE FROM grdb_migrations"], [false, true])
  func `a cache of another version is an empty one`(_ change: String, isReadOnly: Bool) throws {
    try open().store(Samples.cached(FilePath("/p/a")))
    try withDatabase(folder["features.sqlite"]) { database in
      try database.execute(sql: "\(change); CREATE TABLE more (value); CREATE INDEX more_values ON more (value)")
    }

    let store = try FeatureStore(path: folder["features.sqlite"], isReadOnly: isReadOnly, timestamp: timestamp)
    #expect(try store.inspections(under: [FilePath("/p")]).isEmpty && store.setAside == nil)
    try store.store(Samples.cached(FilePath("/p/b")))
    #expect(try store.inspections(under: [FilePath("/p")]).count == 1)
    #expect(try open().inspections(under: [FilePath("/p")]).count == (isReadOnly ? 0 : 1))
  }

  @Test(arguments: [
    "record = x''", "record = substr(record, 1, 40)", "record = substr(record, 1, length(record) - 1)",
    "record = CAST(record || x'00' AS BLOB)", "record = zeroblob(length(record))",
  ]) func `a row that makes no sense is measured again`(change: String) throws {
    try open().store(Samples.cached(FilePath("/p/a")))
    try write("UPDATE inspection SET " + change)

    #expect(try open().inspections(under: [FilePath("/p")]).isEmpty)
  }

  @Test func `whatever stands in a row, it says nothing or something that can be`() throws {
    let whole = Samples.cached(FilePath("/p/a"))
    try open().store(whole)
    let record = try withDatabase(folder["features.sqlite"]) {
      try Data.fetchOne($0, sql: "SELECT record FROM inspection")
    }
    var random = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      var changed = try #require(record)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Numbers and lengths are in front.
        changed[Int.random(in: 0..<240, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try withDatabase(folder["features.sqlite"]) { database in
        try database.execute(sql: "UPDATE inspection SET record = ?", arguments: [changed])
        try FeatureStore.inspectionTable.seal(database)
      }

      let found = try open().inspections(under: [FilePath("/p")])

      #expect(found.allSatisfy { $0.inspection.features?.isPlausible ?? true })
    }
  }

  @Test func `a digest of a wrong length is none`() throws {
    try open().store(Samples.cached(FilePath("/p/a")))
    try write("UPDATE inspection SET digest = x'0102'")

    #expect(try open().inspections(under: [FilePath("/p")]).map(\.inspection.digest) == [nil])
  }

  @Test func `clearing forgets all rows and keeps working`() throws {
    let store = try open()
    for path in Samples.hostilePaths { try store.store(Samples.cached(path)) }
    #expect(try store.summary().inspections == Samples.hostilePaths.count)
    #expect(try store.summary().size.bytes > 0)

    try store.clear()

    #expect(try store.summary().inspections == 0)
    try store.store(Samples.cached(FilePath("/p/a")))
    #expect(try store.summary().inspections == 1)
  }

  @Test func `two stores on one file see each other's work`() throws {
    let first = try open()
    let second = try open()

    try first.store(Samples.cached(FilePath("/p/a")))
    try second.store(Samples.cached(FilePath("/p/b")))

    #expect(try found(first, under: "/p") == found(second, under: "/p"))
    #expect(try found(first, under: "/p").count == 2)
  }
}
