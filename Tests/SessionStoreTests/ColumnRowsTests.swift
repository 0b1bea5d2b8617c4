import Foundation
import GRDB
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// A cache whose rows had a column for each value keeps what was measured.
@Suite struct ColumnRowsTests {
  private let folder = TemporaryFolder()
  private let digests = (1...8).compactMap { Samples.digest($0) }

  private var inspections: [CachedInspection] {
    let all = [
      Inspection(digest: digests[0], features: Samples.features()),
      Inspection(digest: digests[1], features: Samples.features(full: false)),
      Inspection(features: Samples.features(full: false)),
      Inspection(digest: digests[2], problem: Inspection.Problem(reason: .unsupported, message: "no\nHEIC")),
      Inspection(
        features: Samples.features(), problem: Inspection.Problem(reason: .timedOut, message: "slow", crashes: 1)),
      Inspection(problem: Inspection.Problem(reason: .tooLarge, message: "")),
    ]
    return zip(Samples.hostilePaths, all).enumerated().map { number, cached in
      var inspection = cached.1
      inspection.features?.windowDescriptors = []
      return CachedInspection(path: cached.0, identity: Samples.identity(UInt64(number)), inspection: inspection)
    }
  }

  private var pairs: [PairKey: PairVerification] {
    let looks = [
      PairVerification(
        inliers: 77, spread: 1.0 / 3, isMirrored: true, scale: 0.7, rotation: -179.9, across: -0.4, down: 2.5,
        firstOverlap: 1, secondOverlap: 0.5, correlation: -0.25, agreement: 0.9, haveSamePixels: false),
      PairVerification(haveSamePixels: true), .nothing,
    ]
    let keys = zip(digests, digests.dropFirst()).compactMap { PairKey($0, $1) }
    return Dictionary(uniqueKeysWithValues: zip(keys, looks))
  }

  /// As the program before wrote it.
  private func writeOldCache() throws {
    let queue = try DatabaseQueue(path: folder["features.sqlite"].string)
    try FeatureStore.migrator.migrate(queue, upTo: "findings")
    try queue.write { database in
      for cached in inspections { try ColumnRows.inspections.insert(Self.columns(cached), into: database) }
      for (key, pair) in pairs { try ColumnRows.pairs.insert(Self.columns(key, pair), into: database) }
      try FeatureStore.searchTable.insert([Data(digests[0].bytes), 1, 7], into: database)
      try FeatureStore.windowTable.insert([Data(digests[0].bytes), Data(repeating: 5, count: 1344)], into: database)
    }
  }

  private func open() throws -> FeatureStore { try FeatureStore(path: folder["features.sqlite"], timestamp: timestamp) }

  @Test func `every photo and every pair comes over as it was measured`() throws {
    try writeOldCache()

    let store = try open()

    #expect(Set(try store.inspections(under: ["/"])) == Set(inspections))
    #expect(try store.verifications(among: ContentSet(digests)) == VerifiedPairs(pairs))
    #expect(try store.searched(among: ContentSet([digests[0]])) == [digests[0]: 7])
    #expect(try store.windowDescriptors(of: [digests[0]])[digests[0]]?.count == 1344)
    #expect(Set(try open().inspections(under: ["/"])) == Set(inspections))
  }

  @Test(arguments: ["iso = 65", "f_number = 2.0", "path = x'2f70'", "descriptor = zeroblob(512)", "version = 3"])
  func `what is damaged, or of another version, is left behind`(change: String) throws {
    try writeOldCache()
    let damaged = inspections[0]
    try withDatabase(folder["features.sqlite"]) {
      try $0.execute(
        sql: "UPDATE inspection SET \(change) WHERE path = ?", arguments: [Data(damaged.path.bytes)])
      try $0.execute(sql: "UPDATE pair SET inliers = inliers + 1")
    }

    #expect(Set(try open().inspections(under: ["/"])) == Set(inspections.dropFirst()))
    #expect(try open().verifications(among: ContentSet(digests)).isEmpty)
  }

  @Test func `a cache from before signs of windows and checksums, too`() throws {
    try writeOldCache()
    try withDatabase(folder["features.sqlite"]) { database in
      try database.execute(
        sql: """
          DROP TABLE windows;
          DROP TABLE findings;
          ALTER TABLE inspection ADD COLUMN window_signs BLOB;
          ALTER TABLE inspection DROP COLUMN checksum;
          ALTER TABLE pair DROP COLUMN checksum;
          ALTER TABLE search DROP COLUMN checksum;
          DELETE FROM grdb_migrations WHERE identifier IN ('signs of windows apart', 'checksums of rows', 'findings')
          """)
      try database.execute(
        sql: "UPDATE inspection SET window_signs = ? WHERE digest = ?",
        arguments: [Data(repeating: 6, count: 1344), Data(digests[0].bytes)])
    }

    let store = try open()

    #expect(Set(try store.inspections(under: ["/"])) == Set(inspections))
    #expect(try store.windowDescriptors(of: [digests[0]]) == [digests[0]: [UInt8](repeating: 6, count: 1344)])
    #expect(try store.verifications(among: ContentSet(digests)) == VerifiedPairs(pairs))
    #expect(try store.searched(among: ContentSet([digests[0]])) == [digests[0]: 7])
  }

  private static func columns(_ cached: CachedInspection) -> [(any DatabaseValueConvertible)?] {
    let (identity, inspection) = (cached.identity, cached.inspection)
    let features = inspection.features
    let facts = features?.facts
    return [
      Data(cached.path.bytes), Int64(bitPattern: identity.device), Int64(bitPattern: identity.inode), identity.size,
      identity.modified, identity.changed, inspection.digest.map { Data($0.bytes) },
      inspection.problem?.reason.rawValue, inspection.problem?.message, inspection.problem?.crashes ?? 0,
      features?.format.rawValue, features?.pixelSize.width, features?.pixelSize.height, features?.decodeWarnings,
      features.map { Data($0.descriptor.map { UInt8(bitPattern: $0) }) }, features.map { Data($0.lumaThumbnail) },
      features.map { Data($0.pdqHash) }, features?.perceptualHash.map { Int64(bitPattern: $0) }, features?.sharpness,
      features?.screenEvidence, facts?.orientation.rawValue, facts?.capturedAt?.milliseconds, facts?.make, facts?.model,
      facts?.lens, facts?.software, facts?.userComment, facts?.exposureSeconds, facts?.fNumber, facts?.iso,
      facts?.focalLength, facts?.exposureBias, features.map { Data($0.regionSharpness) }, features?.sharpestRegion?.x,
      features?.sharpestRegion?.y,
      features?.tones.map { Data([$0.mean, $0.shadow, $0.light, $0.nearBlack, $0.clippedWhite]) },
    ]
  }

  private static func columns(_ key: PairKey, _ pair: PairVerification) -> [(any DatabaseValueConvertible)?] {
    [
      Data(key.first.bytes), Data(key.second.bytes), pair.inliers, pair.spread, pair.isMirrored, pair.scale,
      pair.rotation, pair.across, pair.down, pair.firstOverlap, pair.secondOverlap, pair.correlation, pair.agreement,
      pair.haveSamePixels,
    ]
  }
}
