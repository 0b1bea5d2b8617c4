import Foundation
import GRDB
import PhotoModel
import PhotoScan
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// What a failing disk turns into another number is not known any more, and never known wrongly.
@Suite struct RowChecksumTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["features.sqlite"] }
  private let digests = (1...24).compactMap { Samples.digest($0) }

  private func open() throws -> FeatureStore { try FeatureStore(path: path, timestamp: timestamp) }

  /// All that a cache says.
  private struct Content: Equatable {
    var inspections: [FilePath: CachedInspection]
    var contents: [ContentDigest: Inspection]
    var signs: [ContentDigest: [UInt8]]
    var pairs: [ContentPair: PairVerification]
    var searched: [ContentDigest: Int]

    init(_ store: FeatureStore, _ digests: [ContentDigest]) throws {
      let all = Set(digests)
      inspections = Dictionary(
        try store.inspections(under: ["/"]).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
      contents = try all.reduce(into: [:]) { contents, digest in contents[digest] = try store.inspection(of: digest) }
      pairs = Dictionary(
        uniqueKeysWithValues: try store.verifications(among: ContentSet(all)).all.map { ($0.key, $0.value) })
      searched = try store.searched(among: ContentSet(all))
      signs = try store.windowDescriptors(of: all)
    }

    /// What is said here that the other one does not say.
    func inventions(beside other: Content) -> [String] {
      func news<Key: Hashable, Value: Equatable>(_ mine: [Key: Value], _ theirs: [Key: Value]) -> [String] {
        mine.filter { theirs[$0.key] != $0.value }.map { "\($0.key): \($0.value)" }
      }
      return news(inspections, other.inspections) + news(contents, other.contents) + news(signs, other.signs)
        + news(pairs, other.pairs)
        + news(searched, other.searched)
    }

    var count: Int { inspections.count + contents.count + signs.count + pairs.count + searched.count }
  }

  /// A cache with every kind of row, closed, all of it in the main file.
  private func fill() throws -> Content {
    var random = SeededGenerator(seed: 4)
    do {
      let store = try open()
      for (number, digest) in digests.enumerated() {
        var inspection = Inspection(digest: digest, features: Samples.features(full: number % 3 > 0))
        // A flat picture has none.
        if number % 3 > 0 { inspection.features?.windowDescriptors = random.bytes(1344) }
        if number % 5 == 0 {
          inspection = Inspection(problem: Inspection.Problem(reason: .corrupt, message: "odd", crashes: 1))
        }
        try store.store(
          CachedInspection(
            path: FilePath("/p/\(number)"), identity: Samples.identity(UInt64(number)), inspection: inspection))
      }
      let keys = zip(digests, digests.dropFirst()).compactMap { ContentPair($0, $1) }
      let pair = PairVerification(
        inliers: 77, spread: 1.0 / 3, isMirrored: true, scale: 0.7, rotation: -179.9, across: -0.0, down: 2.5,
        firstOverlap: 1, secondOverlap: 0.5, correlation: -0.25, agreement: 0.9, haveSamePixels: false)
      try store.store(VerifiedPairs(Dictionary(uniqueKeysWithValues: keys.map { ($0, pair) })))
      try store.store(searched: Dictionary(uniqueKeysWithValues: digests.map { ($0, 300) }))
    }
    try withDatabase(path) { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    return try Content(open(), digests)
  }

  @Test func `a bit that flips in a value of a row makes the row unknown`() throws {
    let whole = try fill()
    let bytes = try folder.read("features.sqlite")
    var random = SeededGenerator(seed: 5)
    for table in ["inspection", "windows", "pair", "search"] {
      let rows = try withDatabase(path) { try Row.fetchAll($0, sql: "SELECT * FROM \(table)") }
      for column in try #require(rows.first).columnNames {
        let row = try #require(rows.randomElement(using: &random))
        let old: DatabaseValue = row[column]
        guard let new = flipped(old, &random) else { continue }
        let keys = table == "pair" ? ["first", "second"] : table == "inspection" ? ["path"] : ["content"]
        let folder = TemporaryFolder()
        let file = try folder.write(bytes, to: "features.sqlite")
        try withDatabase(file) {
          try $0.execute(
            sql: "UPDATE \(table) SET \(column) = ? WHERE \(keys.map { "\($0) = ?" }.joined(separator: " AND "))",
            arguments: StatementArguments([new] + keys.map { row[$0] }))
        }

        let found = try Content(FeatureStore(path: file, timestamp: timestamp), digests)

        #expect(found.inventions(beside: whole) == [], "\(table).\(column): \(old) became \(new)")
        #expect(found.count < whole.count, "\(table).\(column): \(old) became \(new)")
      }
    }
  }

  @Test func `whatever bits of the file flip, nothing is known that was not measured`() throws {
    let whole = try fill()
    let bytes = try folder.read("features.sqlite")
    var random = SeededGenerator(seed: 6)
    var (unchanged, less) = (0, 0)
    for _ in 0..<200 {
      let folder = TemporaryFolder()
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Not the schema: a column of another name is another mistake.
        let index = Int.random(in: 16384..<bytes.count, using: &random)
        changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      try folder.write(changed, to: "features.sqlite")
      guard let store = try? FeatureStore(path: folder["features.sqlite"], timestamp: timestamp),
        let found = try? Content(store, digests)
      else { continue }

      #expect(found.inventions(beside: whole) == [])
      if found == whole { unchanged += 1 } else { less += 1 }
    }
    #expect(less > 40, "\(unchanged) trials met nothing")
  }

  @Test func `a photo whose signs are damaged is measured again`() throws {
    _ = try fill()
    let digest = try #require(digests.dropFirst().first)
    let whole = try #require(try open().inspection(of: digest))
    try withDatabase(path) {
      try $0.execute(
        sql: "UPDATE windows SET descriptors = zeroblob(1344) WHERE content = ?", arguments: [Data(digest.bytes)])
    }
    let store = try open()
    #expect(try store.inspections(under: ["/"]).contains { $0.inspection.digest == digest })

    #expect(try store.windowDescriptors(of: Set(digests))[digest] == nil)

    #expect(try !store.inspections(under: ["/"]).contains { $0.inspection.digest == digest })

    try store.store(CachedInspection(path: "/p/1", identity: Samples.identity(1), inspection: whole))
    #expect(try store.windowDescriptors(of: Set(digests))[digest] == whole.features?.windowDescriptors)
  }

  /// Nil for what has no bits.
  private func flipped(_ value: DatabaseValue, _ random: inout SeededGenerator) -> DatabaseValue? {
    switch value.storage {
    case .null: return nil
    case .int64(let number): return (number ^ (1 << Int64.random(in: 0..<63, using: &random))).databaseValue
    case .double(let number):
      return Double(bitPattern: number.bitPattern ^ (1 << UInt64.random(in: 0..<62, using: &random))).databaseValue
    case .string(let text):
      guard let first = text.unicodeScalars.first, first.isASCII else { return nil }
      return (String(UnicodeScalar(UInt8(first.value) ^ 1)) + text.unicodeScalars.dropFirst().map(String.init).joined())
        .databaseValue
    case .blob(let data):
      guard !data.isEmpty else { return nil }
      var data = data
      data[Int.random(in: 0..<data.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      return data.databaseValue
    }
  }
}
