import FileSafety
import Glibc
import PhotoModel
import PhotoScan
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// As of a disk with room: the folder of a test may lie on one without, or in memory.
private let plenty: KeypointFile.FreeBytes = { _ in 100 << 30 }

/// Looks of a scan on the disk, until it has no use for them.
@Suite struct KeypointFileTests {
  private let folder = TemporaryFolder()
  private let contents = (1...20).compactMap { Samples.digest($0) }
  private let file: ScratchFile
  private var name: String { String(decoding: file.path.nameBytes, as: UTF8.self) }

  init() throws { file = try #require(ScratchFile(in: folder.path, for: [1])) }

  private func featureBytes(_ number: Int) -> [UInt8] {
    [UInt8]((0..<40_000 + number).lazy.map { UInt8(truncatingIfNeeded: ($0 * 31) ^ ($0 >> 5) &+ number) })
  }

  private func begun() throws -> KeypointFile { try #require(KeypointFile(file, isToBegin: true, freeBytes: plenty)) }
  private func left() -> KeypointFile? { KeypointFile(file, isToBegin: false, freeBytes: plenty) }

  /// One with the first so many looks in it, that a scan has left behind.
  private func leave(_ count: Int) throws {
    let file = try begun()
    for number in 0..<count { #expect(file.keep(featureBytes(number), of: contents[number])) }
  }

  @Test func `what a scan that was stopped has kept is there for the next one`() throws {
    try leave(12)

    let next = try #require(left())

    #expect((0..<20).map { next.features(of: contents[$0]) } == (0..<20).map { $0 < 12 ? featureBytes($0) : nil })
    #expect(
      next.hasSpace && next.keep(featureBytes(12), of: contents[12])
        && next.features(of: contents[12]) == featureBytes(12))
    // The same photo, decoded once more.
    #expect(next.keep(featureBytes(3), of: contents[0]) && next.features(of: contents[0]) == featureBytes(3))
  }

  @Test func `it is for this user only`() throws {
    try leave(1)
    #expect(try fileStatus(of: file.path).permissions == 0o600)
  }

  @Test func `nothing is left of what is discarded, and nothing more is kept`() throws {
    let keypoints = try begun()
    #expect(keypoints.keep(featureBytes(1), of: contents[1]))

    keypoints.discard(after: ContentSet(contents))

    #expect(folder.listing() == [])
    #expect(
      !keypoints.hasSpace && !keypoints.keep(featureBytes(2), of: contents[2])
        && keypoints.features(of: contents[1]) == nil)
    #expect(left() == nil)
    keypoints.discard(after: ContentSet(contents))
    #expect(try begun().features(of: contents[1]) == nil)
  }

  @Test(arguments: [0, 1, 4, 5, 10])
  func `looks at photos of which a scan saw less than half stay for the next one`(seen: Int) throws {
    try leave(10)
    let keypoints = try #require(left())

    keypoints.discard(after: ContentSet(contents[..<seen] + contents[15...]))

    #expect(folder.contains(name) == (seen < 5))
    #expect(!keypoints.hasSpace && left()?.features(of: contents[9]) == (seen < 5 ? featureBytes(9) : nil))
  }

  @Test func `one scan has it, and no other`() throws {
    let keypoints = try begun()
    #expect(keypoints.keep(featureBytes(1), of: contents[1]))

    #expect(KeypointFile(file, isToBegin: true, freeBytes: plenty) == nil)
    #expect(keypoints.keep(featureBytes(2), of: contents[2]))
    #expect([1, 2].map { keypoints.features(of: contents[$0]) } == [featureBytes(1), featureBytes(2)])
  }

  @Test func `what another scan has under the same name by now stays`() throws {
    let first = try begun()
    #expect(first.keep(featureBytes(1), of: contents[1]))
    KeypointFolder(beside: folder["features.sqlite"]).forgetAll()
    let second = try begun()
    #expect(second.keep(featureBytes(2), of: contents[2]))

    #expect(first.features(of: contents[1]) == featureBytes(1))
    first.discard(after: ContentSet(contents))

    #expect(folder.contains(name) && second.features(of: contents[2]) == featureBytes(2))
  }

  @Test(arguments: [Array("no database at all, but a note of a page or more".utf8), []])
  func `what is no such file gives way to one`(bytes: [UInt8]) throws {
    try folder.write(bytes + [UInt8](repeating: 7, count: bytes.isEmpty ? 0 : 40_000), to: name)

    try leave(3)

    #expect(left()?.features(of: contents[2]) == featureBytes(2))
    #expect(folder.listing() == [name])
  }

  @Test func `what cannot be opened stays as it is`() throws {
    // To read a folder fails, for whoever asks.
    try folder.makeFolder(name)

    #expect(KeypointFile(file, isToBegin: true, freeBytes: plenty) == nil)

    #expect(folder.listing() == [name + "/"])
  }

  @Test func `what another version kept is not asked`() throws {
    try leave(3)
    var bytes = try folder.read(name)
    // The number that a program gives to its file, in its head.
    try #require(bytes[63] == UInt8(analysisVersion))
    bytes[63] += 1
    try folder.write(bytes, to: name)

    let next = try #require(left())

    #expect(contents.allSatisfy { next.features(of: $0) == nil } && next.keep(featureBytes(5), of: contents[5]))
  }

  @Test func `of a file with changed bytes each look is the same or is not there`() throws {
    try leave(12)
    let whole = try folder.read(name)
    var random = SeededGenerator(seed: 12)
    var lost = 0
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<8 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try folder.write(bytes, to: name)
      guard let keypoints = KeypointFile(file, isToBegin: true, freeBytes: plenty) else { continue }
      for (number, content) in contents.enumerated() {
        guard let found = keypoints.features(of: content) else {
          lost += number < 12 ? 1 : 0
          continue
        }
        #expect(found == featureBytes(number))
      }
    }
    #expect(lost > 60)
  }

  @Test func `the disk keeps room for what is decided`() throws {
    let free = Mutex(5 << 30)
    let asked = Mutex(0)
    let bytes: KeypointFile.FreeBytes = { _ in
      asked.withLock { $0 += 1 }
      return free.withLock { $0 }
    }
    let keypoints = try #require(KeypointFile(file, isToBegin: true, grant: 200_000, freeBytes: bytes))
    #expect(keypoints.keep(featureBytes(0), of: contents[0]))

    free.withLock { $0 = 3 << 30 }
    var kept = 1
    while keypoints.keep(featureBytes(1), of: contents[1]) { kept += 1 }

    // It was granted so much when there was room.
    #expect(kept == 4 && asked.withLock { $0 } == 3)
    #expect(
      !keypoints.hasSpace && [0, 1].map { keypoints.features(of: contents[$0]) } == [featureBytes(0), featureBytes(1)])
  }

  @Test func `where others take the room of the disk it is given up at once`() throws {
    let free = Mutex(5 << 30)
    let made = KeypointFile(file, isToBegin: true, grant: 100, freeBytes: { _ in free.withLock { $0 } })
    let keypoints = try #require(made)
    #expect(keypoints.keep(featureBytes(0), of: contents[0]))

    free.withLock { $0 = 1 << 29 }
    #expect(!keypoints.keep(featureBytes(1), of: contents[1]))

    #expect(!keypoints.hasSpace && folder.listing() == [])
  }

  @Test func `what was left is erased where the disk is short by then, and nothing is begun in memory`() throws {
    try leave(2)
    #expect(KeypointFile(file, isToBegin: true, freeBytes: { _ in nil }) == nil)
    #expect(folder.contains(name))

    #expect(KeypointFile(file, isToBegin: false, freeBytes: { _ in 3 << 30 }) == nil)

    #expect(folder.listing() == [])
    #expect(KeypointFile(file, isToBegin: true, freeBytes: { _ in 3 << 30 }) == nil)
    #expect(KeypointFile(file, isToBegin: true, freeBytes: { _ in nil }) == nil)
    #expect(folder.listing() == [])
  }
}

/// Those of all libraries that share a cache.
@Suite struct KeypointFolderTests {
  private let folder = TemporaryFolder()
  private let content = Samples.digest(1)
  private var keypoints: KeypointFolder { KeypointFolder(beside: folder["features.sqlite"]) }

  private func open(isReadOnly: Bool = false) throws -> FeatureStore {
    try FeatureStore(path: folder["features.sqlite"], isReadOnly: isReadOnly, timestamp: timestamp)
  }

  private func kept(_ store: FeatureStore, _ scope: [UInt8], isToBegin: Bool = true) -> (any KeypointStore)? {
    store.keypointStore(of: scope, isToBegin: isToBegin, freeBytes: plenty)
  }

  @Test func `what goes through something else has its own`() throws {
    let store = try open()
    let content = try #require(content)
    let first = try #require(kept(store, [1]))
    let second = try #require(kept(store, [2]))

    #expect(first.keep([1, 2], of: content) && second.features(of: content) == nil)
    #expect(kept(store, [1]) == nil, "the first scan has it")
    #expect(kept(store, [3], isToBegin: false) == nil)
    second.discard(after: ContentSet([content]))
    #expect(first.features(of: content) == [1, 2])
  }

  @Test func `they count in the size of the cache, and go with it`() throws {
    let store = try open()
    let content = try #require(content)
    let empty = try store.size()
    #expect(try #require(kept(store, [1])).keep([UInt8](repeating: 3, count: 100_000), of: content))
    #expect(try store.size() > empty + ByteCount(100_000) && keypoints.size > ByteCount(100_000))
    #expect(try open(isReadOnly: true).size() == store.size())

    try store.clear()

    #expect(kept(store, [1], isToBegin: false) == nil)
    #expect(keypoints.size == .zero)
  }

  @Test func `all are forgotten, whatever their time and however many names they have`() throws {
    let name = try #require(ScratchFile(in: folder.path, for: [1])).path
    try folder.write([1], to: "keypoints-0123456789abcdef.sqlite", modified: 4_000_000_000)
    let linked = folder["keypoints-0123456789abcdef.sqlite"].withPlatformString { old in
      name.withPlatformString { link(old, $0) }
    }
    try #require(linked == 0)

    keypoints.forgetAll()

    #expect(folder.listing() == [])
  }

  @Test func `what nobody went on with for a month is gone with the next scan`() throws {
    let store = try open()
    let others = [
      "keypoints of mine", "keypoints-.sqlite", "keypoints-0123456789ABCDEF.sqlite",
      "keypoints-0123456789abcdef.sqlite.jpg",
    ]
    for name in others { try folder.write([3], to: name, modified: 1_000_000_000) }
    // By a clock that was wrong.
    try folder.write([0], to: "keypoints-00000000000000aa.sqlite", modified: 4_000_000_000)
    try folder.write([1], to: "keypoints-00000000000000bb.sqlite", modified: 1_000_000_000)
    try folder.write([2], to: "keypoints-00000000000000cc.sqlite")
    let before = folder.listing()

    #expect(kept(store, [1], isToBegin: false) == nil)
    #expect(folder.listing() == before)
    let keypoints = try #require(kept(store, [1]))
    keypoints.discard(after: ContentSet([]))

    let gone = ["keypoints-00000000000000aa.sqlite", "keypoints-00000000000000bb.sqlite"]
    #expect(folder.listing() == before.filter { !gone.contains($0) })
  }

  @Test func `whoever only looks at a cache keeps nothing there`() throws {
    _ = try open()
    #expect(try kept(open(isReadOnly: true), [1]) == nil)
    #expect(keypoints.size == .zero)
  }
}
