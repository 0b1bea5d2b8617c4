import FileSafety
import PhotoModel
import PhotoScan
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// Looks of a scan on the disk, until it has no use for them.
@Suite struct LookFileTests {
  private let folder = TemporaryFolder()
  private let contents = (1...20).compactMap { Samples.digest($0) }

  private var path: FilePath { folder["looks.sqlite"] }
  private var files: [String] { folder.listing() }

  private func look(_ number: Int) -> [UInt8] {
    [UInt8]((0..<40_000 + number).lazy.map { UInt8(truncatingIfNeeded: ($0 * 31) ^ ($0 >> 5) &+ number) })
  }

  private func begun() throws -> LookFile { try #require(LookFile(path: path, isToBegin: true)) }

  /// One with the first so many looks in it, that a scan has left behind.
  private func leave(_ count: Int) throws {
    let file = try begun()
    for number in 0..<count { #expect(file.keep(look(number), of: contents[number])) }
  }

  @Test func `what a scan that was stopped has kept is there for the next one`() throws {
    try leave(12)

    let next = try #require(LookFile(path: path, isToBegin: false))

    #expect((0..<20).map { next.look(at: contents[$0]) } == (0..<20).map { $0 < 12 ? look($0) : nil })
    #expect(next.hasRoom && next.keep(look(12), of: contents[12]) && next.look(at: contents[12]) == look(12))
    // The same photo, decoded once more.
    #expect(next.keep(look(3), of: contents[0]) && next.look(at: contents[0]) == look(3))
  }

  @Test func `nothing is left of what is discarded, and nothing more is kept`() throws {
    let file = try begun()
    #expect(file.keep(look(1), of: contents[1]))

    file.discard()

    #expect(files == [])
    #expect(!file.hasRoom && !file.keep(look(2), of: contents[2]) && file.look(at: contents[1]) == nil)
    #expect(LookFile(path: path, isToBegin: false) == nil)
    file.discard()
    #expect(try begun().look(at: contents[1]) == nil)
  }

  @Test func `one scan has it, and no other`() throws {
    let file = try begun()
    #expect(file.keep(look(1), of: contents[1]))

    #expect(LookFile(path: path, isToBegin: true) == nil)
    #expect(file.keep(look(2), of: contents[2]))
    #expect([1, 2].map { file.look(at: contents[$0]) } == [look(1), look(2)])
  }

  @Test(arguments: [Array("no database at all, but a note of a page or more".utf8), []])
  func `what is no such file gives way to one`(bytes: [UInt8]) throws {
    try folder.write(bytes + [UInt8](repeating: 7, count: bytes.isEmpty ? 0 : 40_000), to: "looks.sqlite")

    try leave(3)

    #expect(LookFile(path: path, isToBegin: false)?.look(at: contents[2]) == look(2))
    #expect(files == ["looks.sqlite"])
  }

  @Test func `what another version kept is not asked`() throws {
    try leave(3)
    var bytes = try folder.read("looks.sqlite")
    // The number that a program gives to its file, in its head.
    try #require(bytes[63] == UInt8(analysisVersion))
    bytes[63] += 1
    try folder.write(bytes, to: "looks.sqlite")

    let next = try #require(LookFile(path: path, isToBegin: false))

    #expect(contents.allSatisfy { next.look(at: $0) == nil } && next.keep(look(5), of: contents[5]))
  }

  @Test func `of a file with changed bytes each look is the same or is not there`() throws {
    try leave(12)
    let whole = try folder.read("looks.sqlite")
    var random = SeededGenerator(seed: 12)
    var lost = 0
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<8 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try folder.write(bytes, to: "looks.sqlite")
      guard let file = LookFile(path: path, isToBegin: true) else { continue }
      for (number, content) in contents.enumerated() {
        guard let found = file.look(at: content) else {
          lost += number < 12 ? 1 : 0
          continue
        }
        #expect(found == look(number))
      }
    }
    #expect(lost > 60)
  }

  @Test func `the disk keeps room for what is decided`() throws {
    let free = Mutex(5 << 30)
    let asked = Mutex(0)
    let bytes: LookFile.FreeBytes = { _ in
      asked.withLock { $0 += 1 }
      return free.withLock { $0 }
    }
    let file = try #require(LookFile(path: path, isToBegin: true, grant: 200_000, freeBytes: bytes))
    #expect(file.keep(look(0), of: contents[0]))

    free.withLock { $0 = 3 << 30 }
    var kept = 1
    while file.keep(look(1), of: contents[1]) { kept += 1 }

    // It was granted so much when there was room.
    #expect(kept == 4 && asked.withLock { $0 } == 3)
    #expect(!file.hasRoom && [0, 1].map { file.look(at: contents[$0]) } == [look(0), look(1)])
    file.discard()
    #expect(LookFile(path: path, isToBegin: true, freeBytes: bytes) == nil)
    #expect(LookFile(path: path, isToBegin: true, freeBytes: { _ in nil }) == nil)
    #expect(files == [])
  }

  @Test func `there is none in a folder that cannot be written`() {
    #expect(LookFile(path: folder["none/looks.sqlite"], isToBegin: true) == nil)
  }
}

/// Those of all libraries that share a cache.
@Suite struct KeptLooksTests {
  private let folder = TemporaryFolder()
  private let content = Samples.digest(1)

  private func open(isReadOnly: Bool = false) throws -> FeatureStore {
    try FeatureStore(path: folder["features.sqlite"], isReadOnly: isReadOnly, stamp: stamp)
  }

  private func roots(_ names: String...) -> [FilePath] { names.map { FilePath($0) } }

  @Test func `each library has its own, whatever the order of its folders`() throws {
    let store = try open()
    let content = try #require(content)
    let first = try #require(store.keptLooks(of: roots("/a", "/b"), isToBegin: true))
    let second = try #require(store.keptLooks(of: roots("/a"), isToBegin: true))

    #expect(first.keep([1, 2], of: content) && second.look(at: content) == nil)
    #expect(store.keptLooks(of: roots("/b", "/a"), isToBegin: true) == nil, "the first scan has it")
    #expect(store.keptLooks(of: roots("/c"), isToBegin: false) == nil)
    second.discard()
    #expect(first.look(at: content) == [1, 2])
  }

  @Test func `they count in the size of the cache, and go with it`() throws {
    let store = try open()
    let content = try #require(content)
    let empty = try store.size()
    do {
      let looks = try #require(store.keptLooks(of: roots("/a"), isToBegin: true))
      for _ in 0..<3 { #expect(looks.keep([UInt8](repeating: 3, count: 100_000), of: content)) }
    }
    #expect(try store.size() > empty + ByteCount(100_000))
    #expect(try open(isReadOnly: true).size() == store.size())

    try store.clear()

    #expect(store.keptLooks(of: roots("/a"), isToBegin: false) == nil)
    #expect(!folder.listing().contains { $0.hasPrefix("looks") })
  }

  @Test func `what nobody went on with for a month is gone with the next scan`() throws {
    let store = try open()
    try folder.write([1], to: "looks-old.sqlite", modified: 1_000_000_000)
    try folder.write([2], to: "looks-new.sqlite")
    try folder.write([3], to: "looks of mine", modified: 1_000_000_000)

    #expect(store.keptLooks(of: roots("/a"), isToBegin: false) == nil)
    #expect(folder.contains("looks-old.sqlite"))
    _ = store.keptLooks(of: roots("/a"), isToBegin: true)

    #expect(!folder.contains("looks-old.sqlite") && folder.contains("looks-new.sqlite"))
    #expect(folder.contains("looks of mine"))
  }

  @Test func `whoever only looks at a cache keeps nothing there`() throws {
    _ = try open()
    #expect(try open(isReadOnly: true).keptLooks(of: roots("/a"), isToBegin: true) == nil)
    #expect(!folder.listing().contains { $0.hasPrefix("looks") })
  }
}
