import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Photos of several files: all of them move and come back, or none.
@Suite struct CompanionTests {
  let scenery: Scenery

  init() throws { scenery = try Scenery() }

  private func file(_ path: FilePath, survivors: FilePath...) throws -> RemovalItem.File {
    RemovalItem.File(
      path: path, identity: try .now(path),
      survivors: try survivors.map { Survivor(path: $0, identity: try .now($0)) })
  }

  @Test(arguments: ["changed", "gone", "a link"])
  func `a companion that is not what it was keeps the whole photo`(_ trouble: String) throws {
    var item = try RemovalItem.only(try scenery.photo("a.jpg"))
    let raw = try scenery.photo("a.raw", "raw")
    item.companions = [try file(raw)]
    switch trouble {
    case "changed": try TemporaryFolder.write(Array("other".utf8), to: raw)
    case "gone": _ = raw.withPlatformString { unlink($0) }
    default:
      _ = raw.withPlatformString { unlink($0) }
      _ = raw.withPlatformString { symlink("a.jpg", $0) }
    }

    let report = try scenery.move([item])

    #expect(report.movedFiles == 0)
    #expect(report.outcomes[0].obstacle == .otherFileOfPhoto(item.path, obstacle: raw))
    #expect(report.outcomes[1].obstacle?.path == raw)
    #expect(TemporaryFolder.exists(item.path))
    #expect(scenery.trashedNames.isEmpty && scenery.notes.isEmpty)
  }

  @Test func `a companion that is said to have a copy goes only while that copy has the same bytes`() throws {
    let keeper = try scenery.photo("keeper.jpg", "twin")
    let copy = try scenery.photo("copy.jpg", "twin")
    let keptRAW = try scenery.photo("keeper.raw", "same")
    let raw = try scenery.photo("copy.raw", "same")
    var item = try RemovalItem.copy(copy, of: keeper)
    item.companions = [try file(raw, survivors: keptRAW)]
    let other = try scenery.photo("other.raw", "else")
    var wrong = item
    wrong.companions = [try file(raw, survivors: other)]

    let refused = try scenery.move([wrong], as: "first")
    #expect(refused.movedFiles == 0)
    #expect(refused.outcomes[1].obstacle == .survivorDiffers(raw, survivor: other))
    #expect(try scenery.move([item], as: "second").movedFiles == 2)
  }

  @Test func `a plan in which no copy of a companion would stay is none`() throws {
    let one = try scenery.photo("one.jpg", "1")
    let two = try scenery.photo("two.jpg", "2")
    let raws = try ["one.raw", "two.raw"].map { try scenery.photo($0, "same") }
    var items = try [RemovalItem.only(one), .only(two)]
    items[0].companions = [try file(raws[0], survivors: raws[1])]
    items[1].companions = [try file(raws[1])]

    #expect(throws: FileSafetyError.wouldEmptySet(raws[0])) { try scenery.plan(items) }
    #expect(throws: Never.self) { try scenery.plan([items[0]]) }
  }

  @Test func `a copy of a companion that goes away at the last moment keeps the photo`() throws {
    let keptRAW = try scenery.photo("keeper.raw", "same")
    var item = try RemovalItem.only(try scenery.photo("a.jpg"))
    let raw = try scenery.photo("a.raw", "same")
    item.companions = [try file(raw, survivors: keptRAW)]
    let gate = FaultGate(.action(before: .createInfo) { _ = keptRAW.withPlatformString { unlink($0) } })

    let report = try scenery.move([item], operations: gate.operations())

    #expect(report.movedFiles == 0)
    #expect(TemporaryFolder.exists(raw) && TemporaryFolder.exists(item.path))
    #expect(scenery.notes.isEmpty)
  }

  @Test func `a stop comes between two photos, never inside of one, on the way back too`() throws {
    var items: [RemovalItem] = []
    for name in ["a", "b"] {
      var item = try RemovalItem.only(try scenery.photo("\(name).jpg"))
      item.companions = [try file(try scenery.photo("\(name).raw"))]
      items.append(item)
    }
    try scenery.move(items)
    let batch = try #require(scenery.journal.batch(BatchID("batch")))
    var asked = 0

    let report = try Restorer(environment: scenery.environment, journal: scenery.journal).restore(
      batch,
      isStopped: {
        asked += 1
        return asked > 1
      })

    #expect(report.outcomes.map(\.isRestored) == [true, true, false, false])
    #expect(scenery.trashedNames == ["b.jpg", "b.raw"])
  }

  @Test func `a folder is listed without what is below it and what is no file`() throws {
    try scenery.photo("x/b.jpg")
    try scenery.photo("x/a.jpg")
    try scenery.photo("x/deep/c.jpg")
    _ = scenery.folder("library/x/link.jpg").withPlatformString { symlink("a.jpg", $0) }

    let files = try regularFiles(in: scenery.folder("library/x"))

    #expect(files.map { String(decoding: $0.path.nameBytes, as: UTF8.self) } == ["a.jpg", "b.jpg"])
    #expect(throws: FileSafetyError.vanished(scenery.folder("library/none"))) {
      try regularFiles(in: scenery.folder("library/none"))
    }
  }
}
