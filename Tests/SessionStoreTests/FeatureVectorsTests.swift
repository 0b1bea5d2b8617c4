import Foundation
import GRDB
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// The vectors of features lie apart from the rest, and are read where something is compared.
@Suite struct FeatureVectorsTests {
  private let folder = TemporaryFolder()
  private let paths = ["/p/a", "/p/b", "/p/c", "/q/d"].map { FilePath($0) }

  private func open() throws -> FeatureStore { try FeatureStore(path: folder["features.sqlite"], timestamp: timestamp) }

  private func change(_ sql: String, _ arguments: StatementArguments = []) throws {
    try withDatabase(folder["features.sqlite"]) { try $0.execute(sql: sql, arguments: arguments) }
  }

  private func fill(_ store: FeatureStore) throws {
    for (number, path) in paths.enumerated() { try store.store(Samples.cached(path, number: UInt64(number))) }
  }

  private func features(_ store: FeatureStore, under roots: FilePath...) throws -> [FilePath: PhotoFeatures] {
    let all = try store.inspections(under: roots).compactMap { cached in
      cached.inspection.features.map { (cached.path, $0) }
    }
    return Dictionary(all) { first, _ in first }
  }

  @Test func `vectors come back as they were stored, under whichever folder they are asked for`() throws {
    try fill(open())

    for roots in [["/"], ["/p", "/q"], ["/q", "/p", "/p"]] as [[FilePath]] {
      let all = try open().inspections(under: roots)
      #expect(Set(all.map(\.path)) == Set(paths))
      for features in all.map(\.inspection.features) {
        let whole = Samples.features()
        #expect(features?.hasVectors == true && features?.descriptor == whole.descriptor)
        #expect(features?.lumaThumbnail == whole.lumaThumbnail && features?.pdqHash == whole.pdqHash)
        #expect(features?.regionSharpness == whole.regionSharpness)
      }
    }
  }

  @Test(arguments: [
    "DELETE FROM vectors WHERE path = ?",
    "UPDATE vectors SET vectors = CAST(substr(vectors, 1, 200) || x'7f' || substr(vectors, 202) AS BLOB) WHERE path = ?",
    "UPDATE vectors SET vectors = CAST(vectors || x'00' AS BLOB) WHERE path = ?",
    "UPDATE vectors SET vectors = x'' WHERE path = ?",
  ]) func `vectors that are damaged or missing are noticed where they are read, and measured anew`(damage: String)
    throws
  {
    try fill(open())
    try change(damage, [Data(paths[1].bytes)])

    let store = try open()
    let features = try features(store, under: "/")

    #expect(Set(features.keys) == Set(paths))
    for path in paths { #expect(features[path]?.hasVectors == (path != paths[1])) }
    #expect(try store.inspections(under: ["/"]).map(\.path) == paths.filter { $0 != paths[1] })
    try store.store(Samples.cached(paths[1], number: 1))
    #expect(try self.features(store, under: "/")[paths[1]]?.hasVectors == true)
  }

  @Test func `a content is known by its digest, whatever the file is called that had it`() throws {
    let store = try open()
    let digest = try #require(Samples.digest(9))
    #expect(try store.inspection(of: digest) == nil)
    try fill(store)

    let known = try #require(try store.inspection(of: digest))

    let whole = Samples.features()
    #expect(known.digest == digest && known.features == whole && known.problem == nil)
    #expect(known.features?.descriptor == whole.descriptor && known.features?.pdqHash == whole.pdqHash)
    #expect(try store.inspection(of: #require(Samples.digest(8))) == nil)
    // Stored under another name it takes nothing from the one that had it before.
    try store.store(CachedInspection(path: "/r/e", identity: Samples.identity(7), inspection: known))
    let both = try features(store, under: "/")
    #expect(both.count == 5 && both["/r/e"]?.hasVectors == true && both[paths[0]]?.hasVectors == true)
    // Somebody clears the cache between the look and the word about what was seen.
    try store.clear()
    try store.store(CachedInspection(path: "/r/e", identity: Samples.identity(7), inspection: known))
    #expect(try store.windowDescriptors(of: [digest])[digest] == whole.windowDescriptors)
    #expect(try store.inspection(of: digest)?.features == whole)
  }

  @Test func `a file is known by its number and times, whatever it is called, and on whatever device`() throws {
    let store = try open()
    try fill(store)
    let wanted = [1, 3, 8].map { Samples.identity($0).onAnyDevice }

    let known = try store.paths(ofFiles: Set(wanted))

    #expect(known == [wanted[0]: paths[1], wanted[1]: paths[3]])
    let cached = try #require(try store.inspection(at: paths[1]))
    #expect(cached.identity == Samples.identity(1) && cached.inspection.features == Samples.features())
    try change("DELETE FROM vectors WHERE path = ?", [Data(paths[1].bytes)])
    #expect(try open().inspection(at: paths[1]) == nil && open().inspection(at: "/p/none") == nil)
    // Another of the same content is found all the same.
    #expect(try open().inspection(of: #require(Samples.digest(9))) != nil)
  }

  @Test(arguments: [
    "DELETE FROM vectors", "UPDATE vectors SET vectors = x'00'",
    "DELETE FROM windows", "UPDATE windows SET descriptors = zeroblob(1344)",
    "UPDATE inspection SET record = CAST(substr(record, 1, 40) || x'7f' || substr(record, 42) AS BLOB)",
  ]) func `of a content whose vectors are damaged nothing is known`(damage: String) throws {
    try fill(open())
    try change(damage)

    #expect(try open().inspection(of: #require(Samples.digest(9))) == nil)
  }

  @Test func `what another program stored meanwhile is not taken for what was there, and stays`() throws {
    try fill(open())
    let store = try open()
    let before = try features(store, under: "/")

    var newer = Samples.cached(paths[2], number: 9)
    newer.inspection.features?.lumaThumbnail = [UInt8](repeating: 1, count: 256)
    try open().store(newer)

    #expect(before[paths[2]]?.hasVectors == false && before[paths[0]]?.hasVectors == true)
    let now = try features(store, under: "/")
    #expect(now.count == 4 && now[paths[2]]?.lumaThumbnail == [UInt8](repeating: 1, count: 256))
  }

  @Test func `a cache that is cleared meanwhile has no vectors any more`() throws {
    try fill(open())
    let store = try open()
    let before = try features(store, under: "/")

    try open().clear()

    #expect(before.values.allSatisfy { !$0.hasVectors })
    #expect(try open().inspections(under: ["/"]).isEmpty)
    #expect(
      try withDatabase(folder["features.sqlite"]) { try Int.fetchOne($0, sql: "SELECT count(*) FROM vectors") }
        == 0)
  }

  @Test func `a page of vectors that makes no sense sets the cache aside where it is read`() throws {
    do {
      let store = try open()
      for number in 0..<200 { try store.store(Samples.cached(FilePath("/p/\(number)"))) }
      store.close()
    }
    let page = try withDatabase(folder["features.sqlite"]) {
      try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'vectors'")
    }
    var bytes = try folder.read("features.sqlite")
    let start = (try #require(page) - 1) * FeatureStore.pageSize
    for index in start..<start + 64 { bytes[index] = 0x5A }
    try folder.write(bytes, to: "features.sqlite")

    let store = try open()
    let features = try features(store, under: "/")

    #expect(features.count == 200 && store.setAside == nil)
    #expect(features.values.allSatisfy { !$0.hasVectors })
    #expect(store.setAside == folder["features.sqlite.damaged-" + timestamp])
    #expect(try readFile(folder["features.sqlite.damaged-" + timestamp]) == bytes)
  }
}
