import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct BatchMoverTests {
  let scenery: Scenery

  init() throws { scenery = try Scenery() }

  @Test func `a photo is in the trash with its note and nowhere else`() throws {
    let path = try scenery.photo("Holiday 1/IMG_1.jpg")

    let report = try scenery.move([.only(path)])

    #expect(report.movedFiles == 1)
    #expect(report.movedBytes == ByteCount(5))
    #expect(report.isRecorded)
    #expect(report.warnings.isEmpty)
    #expect(!TemporaryFolder.exists(path))
    #expect(try TemporaryFolder.read(scenery.trash.appending(name: "files/IMG_1.jpg")) == Array("photo".utf8))
    let note = try TemporaryFolder.read(scenery.trash.appending(name: "info/IMG_1.jpg.trashinfo"))
    let escaped = path.string.replacing(" ", with: "%20")
    #expect(
      String(decoding: note, as: UTF8.self) == "[Trash Info]\nPath=\(escaped)\nDeletionDate=2024-05-12T18:03:21\n")
    #expect(scenery.journal.batch(BatchID("batch"))?.files.map(\.state) == [.moved])
    #expect(scenery.journal.unfinishedBatches().isEmpty)
  }

  @Test func `files of one name are trashed beside each other, and nothing in the trash is overwritten`() throws {
    let paths = try (0..<15).map { try scenery.photo("\($0)/IMG_1.jpg", "photo \($0)") }
    let checker = try SafetyChecker(paths)

    for (number, path) in paths.enumerated() { try scenery.move([.only(path)], as: "\(number)") }

    #expect(checker.problems([(scenery.trash, nil)]).isEmpty)
    #expect(scenery.trashedNames.count == 15)
    #expect(scenery.trashedNames.contains("IMG_1.2.jpg"))
  }

  @Test func `many files of one name in one batch get names of their own`() throws {
    let paths = try (0..<150).map { try scenery.photo("\($0)/IMG_1.jpg", "photo \($0)") }
    let checker = try SafetyChecker(paths)

    let report = try scenery.move(paths.map { try .only($0) })

    #expect(report.movedFiles == 150)
    #expect(checker.problems([(scenery.trash, nil)]).isEmpty)
  }

  @Test func `names of any bytes are trashed and come back`() throws {
    let names: [[UInt8]] = [
      [0xFF, 0xFE], Array("line\nbreak".utf8), [0x1B] + Array("[31m.jpg".utf8), Array("-rf".utf8), Array(" ".utf8),
      [UInt8](repeating: 97, count: 255), Array("e\u{301}.jpg".utf8), Array("\u{E9}.jpg".utf8), Array("%41".utf8),
      Array("a.trashinfo".utf8), Array(String(repeating: "日", count: 85).utf8), Array("..jpg".utf8),
    ]
    let paths = try names.map { try TemporaryFolder.write($0, to: scenery.folder(Array("library/".utf8) + $0)) }
    let checker = try SafetyChecker(paths)

    let moved = try scenery.move(paths.map { try .only($0) })
    #expect(moved.movedFiles == names.count)
    #expect(checker.problems([(scenery.trash, nil)]).isEmpty)

    let restored = try scenery.restore()
    #expect(restored.restoredFiles == names.count)
    for (path, name) in zip(paths, names) { #expect(try TemporaryFolder.read(path) == name) }
    #expect(scenery.notes.isEmpty)
  }

  @Test func `a file that changed since the decision stays`() throws {
    let changed = try scenery.photo("changed.jpg", "before")
    let replaced = try scenery.photo("replaced.jpg", "before")
    let gone = try scenery.photo("gone.jpg", "before")
    let items = try [changed, replaced, gone].map { try RemovalItem.only($0) }
    try TemporaryFolder.write(Array("after".utf8), to: changed)
    try TemporaryFolder.rename(try scenery.photo("new.jpg", "before"), to: replaced)
    _ = gone.withPlatformString { unlink($0) }

    let report = try scenery.move(items)

    #expect(
      report.outcomes.map(\.result) == [
        .refused(.changed(changed)), .refused(.changed(replaced)), .refused(.vanished(gone)),
      ])
    #expect(scenery.notes.isEmpty)
  }

  @Test func `only a new time of change is enough to keep a file`() throws {
    let path = try scenery.photo("photo.jpg")
    var item = try RemovalItem.only(path)
    item.file.identity.changed -= 1

    #expect(try scenery.move([item]).outcomes.map(\.result) == [.refused(.changed(path))])
  }

  @Test func `a folder that became a link is not followed`() throws {
    let path = try scenery.photo("album/photo.jpg", "mine")
    let item = try RemovalItem.only(path)
    try scenery.folder.file("elsewhere/photo.jpg", "canary")
    try TemporaryFolder.rename(scenery.folder("library/album"), to: scenery.folder("library/moved"))
    try TemporaryFolder.symbolicLink(scenery.folder("library/album"), to: scenery.folder("elsewhere"))

    let report = try scenery.move([item])

    #expect(report.outcomes.map(\.result) == [.refused(.symbolicLink(path))])
    #expect(TemporaryFolder.exists(scenery.folder("elsewhere/photo.jpg")))
  }

  @Test func `a file that is replaced by a link stays, and so does the target of the link`() throws {
    let path = try scenery.photo("photo.jpg")
    let item = try RemovalItem.only(path)
    let target = try scenery.folder.file("elsewhere/canary.jpg")
    _ = path.withPlatformString { unlink($0) }
    try TemporaryFolder.symbolicLink(path, to: target)

    #expect(try scenery.move([item]).outcomes.map(\.result) == [.refused(.symbolicLink(path))])
    #expect(TemporaryFolder.exists(target))
  }

  @Test(arguments: [true, false])
  func `a file that is swapped in at the last moment goes back where it was`(_ renamesWithoutReplacing: Bool) throws {
    let path = try scenery.photo("photo.jpg", "decided")
    let other = try scenery.photo("other.jpg", "another")
    let item = try RemovalItem.only(path)
    let aside = scenery.folder("library/aside.jpg")
    let gate = FaultGate(
      .action(before: .rename) {
        try? TemporaryFolder.rename(path, to: aside)
        try? TemporaryFolder.rename(other, to: path)
      })

    let report = try scenery.move([item], operations: gate.operations(renamesWithoutReplacing: renamesWithoutReplacing))

    #expect(gate.wasHit)
    #expect(report.outcomes.map(\.result) == [.refused(.changed(path))])
    #expect(try TemporaryFolder.read(path) == Array("another".utf8))
    #expect(try TemporaryFolder.read(aside) == Array("decided".utf8))
    #expect(scenery.notes.isEmpty)
    #expect(scenery.trashedNames.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a name that another program takes in the trash is not overwritten`(_ renamesWithoutReplacing: Bool) throws {
    let path = try scenery.photo("photo.jpg", "mine")
    let item = try RemovalItem.only(path)
    let intruder = scenery.trash.appending(name: "files/photo.jpg")
    let gate = FaultGate(
      .action(before: .rename) { _ = try? TemporaryFolder.write(Array("theirs".utf8), to: intruder) })

    let report = try scenery.move([item], operations: gate.operations(renamesWithoutReplacing: renamesWithoutReplacing))

    #expect(report.movedFiles == 1)
    #expect(try TemporaryFolder.read(intruder) == Array("theirs".utf8))
    let name = try #require(scenery.trashedNames.first { $0 != "photo.jpg" })
    #expect(try TemporaryFolder.read(scenery.trash.appending(name: "files/\(name)")) == Array("mine".utf8))
    #expect(scenery.notes == [name + ".trashinfo"])
    // Where no rename refuses to replace, the name is one that nobody else can choose.
    #expect((name == "photo.2.jpg") == renamesWithoutReplacing)
  }

  @Test func `a copy goes only if its twin has the same bytes at that moment`() throws {
    let keeper = try scenery.photo("keeper.jpg", "twin")
    let copy = try scenery.photo("copy.jpg", "twin")
    let different = try scenery.photo("different.jpg", "twit")
    let items = try [RemovalItem.copy(copy, of: keeper), .copy(different, of: keeper)]

    let report = try scenery.move(items)

    #expect(report.outcomes[0].isMoved)
    #expect(report.outcomes[1].result == .refused(.survivorDiffers(different, survivor: keeper)))
    #expect(TemporaryFolder.exists(different))
  }

  @Test func `a copy stays if its twin changed, went away or cannot be read`() throws {
    let keepers = try ["changed", "gone"].map { try scenery.photo("keeper-\($0).jpg", "twin") }
    let copies = try ["changed", "gone"].map { try scenery.photo("copy-\($0).jpg", "twin") }
    let items = try zip(copies, keepers).map { try RemovalItem.copy($0, of: $1) }
    try TemporaryFolder.write(Array("xxxx".utf8), to: keepers[0])
    _ = keepers[1].withPlatformString { unlink($0) }

    let report = try scenery.move(items)

    #expect(report.outcomes.map(\.result) == zip(copies, keepers).map { .refused(.survivorChanged($0, survivor: $1)) })
    #expect(copies.allSatisfy(TemporaryFolder.exists))
  }

  @Test func `the second twin counts where the first one fails`() throws {
    let gone = try scenery.photo("gone.jpg", "twin")
    let keeper = try scenery.photo("keeper.jpg", "twin")
    let copy = try scenery.photo("copy.jpg", "twin")
    let item = try RemovalItem.copy(copy, of: gone, keeper)
    _ = gone.withPlatformString { unlink($0) }

    #expect(try scenery.move([item]).movedFiles == 1)
  }

  @Test func `a twin that goes away between the comparison and the move keeps the copy`() throws {
    let keeper = try scenery.photo("keeper.jpg", "twin")
    let copy = try scenery.photo("copy.jpg", "twin")
    let item = try RemovalItem.copy(copy, of: keeper)
    let gate = FaultGate(.action(before: .createInfo) { _ = keeper.withPlatformString { unlink($0) } })

    let report = try scenery.move([item], operations: gate.operations())

    #expect(report.outcomes.map(\.result) == [.refused(.survivorChanged(copy, survivor: keeper))])
    #expect(TemporaryFolder.exists(copy))
    #expect(scenery.notes.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a twin that goes away with the photo brings the photo back`(_ isExactCopy: Bool) throws {
    // As if both were one file under two device numbers: no look before the move can tell.
    let keeper = try scenery.photo("keeper.jpg", "twin")
    let copy = try scenery.photo("copy.jpg", "twin")
    var item = try RemovalItem.copy(copy, of: keeper)
    if !isExactCopy { item.safeguard = .similar(keeper: Survivor(path: keeper, identity: try .now(keeper))) }
    let gate = FaultGate(.action(before: .rename) { _ = keeper.withPlatformString { unlink($0) } })

    let report = try scenery.move([item], operations: gate.operations())

    #expect(gate.wasHit)
    #expect(report.outcomes.map(\.result) == [.refused(.survivorWentAlong(copy, survivor: keeper))])
    #expect(TemporaryFolder.exists(copy))
    #expect(scenery.notes.isEmpty)
    #expect(scenery.trashedNames.isEmpty)
  }

  @Test func `the keeper of similar photos must still be what it was`() throws {
    let keeper = try scenery.photo("keeper.jpg", "like this")
    let path = try scenery.photo("photo.jpg", "like that")
    let survivor = Survivor(path: keeper, identity: try .now(keeper))
    let item = RemovalItem(path: path, identity: try .now(path), safeguard: .similar(keeper: survivor))
    try TemporaryFolder.write(Array("edited".utf8), to: keeper)

    #expect(try scenery.move([item]).outcomes.map(\.result) == [.refused(.survivorChanged(path, survivor: keeper))])
  }

  @Test func `a similar photo that relies on a copy, too, stays where that copy is gone`() throws {
    let keeper = try scenery.photo("keeper.jpg", "like this")
    let path = try scenery.photo("photo.jpg", "like that")
    let copy = try scenery.photo("copy.jpg", "like that")
    var item = RemovalItem(
      path: path, identity: try .now(path),
      safeguard: .similar(keeper: Survivor(path: keeper, identity: try .now(keeper))))
    item.file.survivors = [Survivor(path: copy, identity: try .now(copy))]
    _ = copy.withPlatformString { unlink($0) }

    #expect(try scenery.move([item]).outcomes.map(\.result) == [.refused(.survivorChanged(path, survivor: copy))])

    _ = try scenery.photo("copy.jpg", "like that")
    item.file.survivors = [Survivor(path: copy, identity: try .now(copy))]
    #expect(try scenery.move([item]).movedFiles == 1)
  }

  @Test func `two names of one file both go, although the first move changes the second`() throws {
    let path = try scenery.photo("a.jpg")
    let link = scenery.folder("library/b.jpg")
    try TemporaryFolder.hardLink(link, to: path)

    #expect(try scenery.move([.only(path), .only(link)]).movedFiles == 2)
    #expect(try scenery.restore().restoredFiles == 2)
  }

  @Test func `what other names still lead to is not said to be free`() throws {
    let path = try scenery.photo("a.jpg", "twelve bytes")
    let other = scenery.folder("library/b.jpg")
    try TemporaryFolder.hardLink(other, to: path)
    let alone = try scenery.photo("c.jpg", "ten bytes.")

    let first = try scenery.move([.only(path), .only(alone)])
    let second = try scenery.move([.only(other)], as: "second")

    #expect(first.movedBytes == ByteCount(22) && first.freedBytes == ByteCount(10))
    // The other name lies in the trash and is no part of this move: nothing is promised for it.
    #expect(second.movedBytes == ByteCount(12) && second.freedBytes == .zero)
  }

  @Test func `a file of which all names go is said to be free once`() throws {
    let path = try scenery.photo("a.jpg", "twelve bytes")
    let other = scenery.folder("library/b.jpg")
    try TemporaryFolder.hardLink(other, to: path)

    let report = try scenery.move([.only(path), .only(other)])

    #expect(report.movedBytes == ByteCount(24) && report.freedBytes == ByteCount(12))
  }

  @Test func `the files of one photo go together or not at all`() throws {
    let jpeg = try scenery.photo("photo.jpg")
    let raw = try scenery.photo("photo.raw")
    var item = try RemovalItem.only(jpeg)
    item.companions = [.init(path: raw, identity: try .now(raw))]
    let gate = FaultGate(
      .action(before: .syncFolder) { try? TemporaryFolder.rename(raw, to: jpeg.parentFolder.appending(name: "away")) })

    let report = try scenery.move([item], operations: gate.operations())

    #expect(
      report.outcomes.map(\.result) == [.refused(.otherFileOfPhoto(jpeg, obstacle: raw)), .refused(.vanished(raw))])
    #expect(TemporaryFolder.exists(jpeg))
    #expect(scenery.notes.isEmpty)
    #expect(scenery.trashedNames.isEmpty)
  }

  @Test func `stopping leaves the rest at home and says so`() throws {
    let paths = try (0..<5).map { try scenery.photo("\($0).jpg", "\($0)") }
    var moved = 0

    let report = try scenery.move(
      paths.map { try .only($0) }, isStopped: { moved == 2 }, progress: { if $0.isMoved { moved += 1 } })

    #expect(report.wasStopped)
    #expect(report.isRecorded)
    #expect(report.outcomes.map(\.isMoved) == [true, true, false, false, false])
    #expect(report.outcomes.last?.result == .refused(.stopped(paths[4])))
    #expect(scenery.notes.count == 2)
    #expect(scenery.journal.batch(BatchID("batch"))?.files.map(\.state) == [.moved, .moved, .stayed, .stayed, .stayed])
  }

  @Test func `a batch that cannot be written down moves nothing`() throws {
    let path = try scenery.photo("photo.jpg")
    let gate = FaultGate(.error(.ioError, at: 1))
    let item = try RemovalItem.only(path)

    #expect(throws: (any Error).self) { try scenery.move([item], operations: gate.operations()) }
    #expect(TemporaryFolder.exists(path))
    #expect(TemporaryFolder.names(scenery.environment.homeFolder).isEmpty)
  }

  @Test func `the journal in a file knows after a restart what was moved`() throws {
    let path = try scenery.photo("photo.jpg")
    let file = scenery.folder("journal")
    let plan = try scenery.plan([.only(path)])

    _ = try BatchMover(environment: scenery.environment, journal: FileJournal(file)).move(plan, as: BatchID("b"))

    let again = FileJournal(file)
    #expect(try again.unfinishedBatches().isEmpty)
    let batch = try #require(try again.batch(BatchID("b")))
    #expect(try Restorer(environment: scenery.environment, journal: again).restore(batch).restoredFiles == 1)
    #expect(TemporaryFolder.exists(path))
    #expect(try FileJournal(file).batch(BatchID("b"))?.files.map(\.state) == [.restored])
  }

  @Test func `a photo on a volume where no trash can be made is refused, not copied`() throws {
    let path = FilePath("/proc/\(getpid())/environ")

    let report = try scenery.move([.only(path)])

    let trash = FilePath("/proc/.Trash-\(geteuid())")
    let refusals: [RemovalOutcome.Result] = [
      .refused(.trashNotWritable(path, trash: trash)), .refused(.folderNotWritable(path)),
    ]
    #expect(refusals.contains(report.outcomes[0].result))
    #expect(TemporaryFolder.exists(path))
    #expect(!TemporaryFolder.exists(scenery.trash))
  }

  @Test(.enabled(if: !isRoot, "Permission bits do not bind root"))
  func `a folder that may not be changed keeps its photos`() throws {
    let path = try scenery.photo("closed/photo.jpg")
    let item = try RemovalItem.only(path)
    #expect(path.parentFolder.withPlatformString { chmod($0, 0o555) } == 0)

    #expect(try scenery.move([item]).outcomes.map(\.result) == [.refused(.folderNotWritable(path))])
    #expect(scenery.notes.isEmpty)
  }
}
