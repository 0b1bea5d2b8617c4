import FileSafety
import Foundation
import PhotoModel
import Removal
import SystemPackage
import TestSupport
import Testing

/// The look before a move, the move, and what became of each photo.
@Suite struct RemovalRunTests {
  private let scene: RemovalScene
  private var run: RemovalRun { RemovalRun(trash: scene.trash, journal: scene.session, naming: scene.naming) }

  init() throws {
    scene = try RemovalScene()
    for (seed, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() { try scene.add(name, seed: UInt64(seed + 1)) }
    try scene.write("the raw", to: "a.cr2")
  }

  /// A photo as a review asks for it.
  private func item(
    _ name: String, with companions: [String] = [], _ safeguard: RemovalItem.Safeguard = .onlyOne
  ) throws -> RemovalItem {
    RemovalItem(
      path: scene.path(name), identity: try fileStatus(of: scene.path(name)).identity,
      companions: try companions.map {
        RemovalItem.File(path: scene.path($0), identity: try fileStatus(of: scene.path($0)).identity)
      }, safeguard: safeguard)
  }

  /// The RAW of a photo, of which the JPEG stays, under the name of the photo.
  private func rawOfA() throws -> RemovalItem {
    let jpeg = Survivor(path: scene.path("a.jpg"), identity: try fileStatus(of: scene.path("a.jpg")).identity)
    var item = try item("a.cr2", .similar(keeper: jpeg))
    item.photo = scene.path("a.jpg")
    item.parts = .raw
    return item
  }

  private func request(_ items: RemovalItem...) -> RemovalRequest { RemovalRequest(items: items, protectedFolders: []) }

  private func preflight(_ request: RemovalRequest, protected: [FilePath] = []) -> RemovalPreflight {
    run.preflight(request, protectedNow: { protected })
  }

  private func move(
    _ request: RemovalRequest, protected: [FilePath] = [], isStopped: () -> Bool = { false },
    progress: (RemovalProgress) -> Void = { _ in }
  ) -> RemovalReceipt {
    run.move(request, protectedNow: { protected }, isStopped: isStopped, progress: progress)
  }

  private func named(_ refused: [FilePath: String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: refused.map { (scene.naming($0.key), $0.value) })
  }

  // MARK: Before

  @Test func `a look before the move refuses nothing that is as it was, and changes nothing`() throws {
    let before = scene.folder.listing()

    let preflight = try preflight(request(item("a.jpg", with: ["a.cr2"]), item("b.jpg")))

    #expect(preflight == RemovalPreflight(refused: [:], trashCount: 1, blocked: nil))
    #expect(scene.folder.listing() == before)
  }

  @Test func `a look before the move says which names photos get in a folder of the user's`() throws {
    let family = try scene.folder.makeFolder("family")
    try scene.folder.write([1], to: "family/a.cr2")
    var (first, second) = (try item("a.jpg", with: ["a.cr2"]), try item("b.jpg"))
    (first.destination, second.destination) = (family, family)

    #expect(
      preflight(request(first, second)).remarks
        == ["a.jpg becomes a (2).jpg there, its other files likewise: a name is taken."])
    #expect(preflight(request(second)).remarks.isEmpty)
  }

  @Test func `a look before the move refuses each photo that changed, went away or lost what stays for it`() throws {
    let keeper = Survivor(path: scene.path("c.jpg"), identity: try fileStatus(of: scene.path("c.jpg")).identity)
    let asked = try request(
      item("a.jpg", with: ["a.cr2"]), item("b.jpg", .similar(keeper: keeper)))
    try scene.write("another raw", to: "a.cr2")
    try scene.remove("c.jpg")

    let preflight = preflight(asked)

    #expect(Set(named(preflight.refused).keys) == ["a.jpg", "b.jpg"])
    #expect(named(preflight.refused)["a.jpg"]?.hasPrefix("a.cr2 has changed") == true)
    #expect(preflight.blocked == "a.jpg: \(named(preflight.refused)["a.jpg"] ?? "")")
  }

  @Test func `a photo is refused by its own name where only its RAW goes`() throws {
    let asked = request(try rawOfA())
    try scene.remove("a.cr2")

    let preflight = preflight(asked)
    let receipt = move(asked)

    #expect(Set(named(preflight.refused).keys) == ["a.jpg"])
    #expect(preflight.blocked?.hasPrefix("a.cr2: It ") == true, "it is shown by the file that would go")
    #expect(named(receipt.refused) == named(preflight.refused))
  }

  @Test func `folders that are protected by now keep their photos before and in the move`() throws {
    let asked = try request(item("b.jpg"))

    let preflight = preflight(asked, protected: [scene.photos])
    let receipt = move(asked, protected: [scene.photos])

    #expect(preflight.blocked?.contains("protected folder") == true)
    #expect(named(receipt.refused)["b.jpg"]?.contains("protected folder") == true)
    #expect(receipt.batch == nil && scene.contains("b.jpg"))
  }

  @Test func `where nobody knows what is protected nothing is moved`() throws {
    let asked = try request(item("b.jpg"), item("c.jpg"))
    func unknown() throws(RemovalError) -> [FilePath] { throw .protectionUnknown("Line 3 is wrong.") }

    let preflight = run.preflight(asked, protectedNow: unknown)
    let receipt = run.move(asked, protectedNow: unknown, isStopped: { false }, progress: { _ in })

    let sentence = "Nothing is moved, because it is not known what is protected. Line 3 is wrong."
    #expect(preflight.blocked == sentence)
    #expect(named(receipt.refused) == ["b.jpg": sentence, "c.jpg": sentence])
    #expect(scene.contains("b.jpg") && scene.contains("c.jpg"))
  }

  @Test func `what other names keep in use is counted before the move`() throws {
    try FileManager.default.linkItem(atPath: scene.path("b.jpg").string, toPath: scene.folder["other.jpg"].string)
    let asked = try request(item("b.jpg"), item("c.jpg"))

    #expect(preflight(asked).inUse == ByteCount(try fileStatus(of: scene.path("b.jpg")).identity.size))
  }

  // MARK: The move

  @Test func `a move tells of each photo and of each file`() throws {
    let before = try scene.content
    var notified: [Int] = []

    let receipt = try move(
      request(item("a.jpg", with: ["a.cr2"]), item("b.jpg")), progress: { notified.append($0.done) })

    #expect(receipt.moved.map(scene.naming) == ["a.jpg", "b.jpg"])
    #expect(receipt.files == 3 && receipt.outcomes.count == 3 && receipt.refused.isEmpty && receipt.unknown == 0)
    #expect(receipt.outcomes.values.allSatisfy { $0.outcome == .moved && $0.reason == nil })
    #expect(receipt.trashPaths[scene.path("a.jpg")]?.lastComponent?.string == "a.jpg")
    #expect(receipt.trashFolders == [scene.trash.homeTrash])
    #expect(receipt.isRecorded && !receipt.wasStopped && receipt.warnings.isEmpty)
    #expect(notified == [1, 1, 2])
    let batch = try batch(of: receipt)
    #expect(batch.id.text.hasPrefix("20260131-120000-") && batch.files.map(\.state) == [.moved, .moved, .moved])
    #expect(try scene.content.count == before.count - 3)
  }

  @Test func `only the RAW of a photo is moved under the name of the photo`() throws {
    let receipt = move(request(try rawOfA()))

    #expect(receipt.moved == [scene.path("a.jpg")])
    #expect(receipt.trashPaths[scene.path("a.jpg")]?.lastComponent?.string == "a.cr2")
    #expect(receipt.outcomes.keys.map(scene.naming) == ["a.cr2"])
    #expect(scene.contains("a.jpg") && !scene.contains("a.cr2"))
  }

  @Test func `what changed since it was looked at stays, and the others go`() throws {
    let asked = try request(item("a.jpg", with: ["a.cr2"]), item("b.jpg"))
    try scene.write("another raw", to: "a.cr2")

    let receipt = move(asked)

    #expect(receipt.moved.map(scene.naming) == ["b.jpg"])
    #expect(named(receipt.refused)["a.jpg"]?.hasPrefix("a.cr2 has changed") == true)
    #expect(scene.contains("a.jpg") && scene.contains("a.cr2"))
  }

  @Test func `files that change after the look are refused by the move, each with its reason`() throws {
    let selection = scene.select("a.jpg", "b.jpg")
    try scene.write("another raw", to: "a.cr2")

    let receipt = try scene.move(selection)
    let outcomes = selection.outcomes(by: receipt)

    #expect(outcomes.map(\.outcome) == [.refused, .refused, .moved])
    #expect(outcomes[0].reason?.hasPrefix("a.jpg stays with a.cr2") == true)
    #expect(outcomes[1].reason?.hasPrefix("a.cr2 has changed") == true)
    #expect(named(receipt.refused)["a.jpg"]?.hasPrefix("a.cr2 has changed") == true)
    #expect(receipt.files == 1 && receipt.moved.map(scene.naming) == ["b.jpg"])
  }

  @Test func `a stop leaves all others where they are, and is told`() throws {
    var moved = 0

    let receipt = try move(
      request(item("b.jpg"), item("c.jpg")), isStopped: { moved > 0 }, progress: { _ in moved += 1 })

    #expect(receipt.wasStopped)
    #expect(receipt.moved.map(scene.naming) == ["b.jpg"])
    #expect(named(receipt.refused).keys.map(\.self) == ["c.jpg"])
    #expect(scene.contains("c.jpg"))
  }

  @Test func `the receipt of a batch that cannot be written down refuses each of its photos`() throws {
    scene.session.close()

    let receipt = try move(request(item("b.jpg")))

    #expect(named(receipt.refused) == ["b.jpg": "The batch could not be written down, so nothing was moved."])
    #expect(receipt.batch == nil && receipt.warnings.first?.hasPrefix("a batch could not be begun: ") == true)
    #expect(scene.contains("b.jpg"))
    #expect(throws: (any Error).self) { try scene.move(scene.select("b.jpg")) }
  }

  // MARK: Back

  private func batch(of receipt: RemovalReceipt) throws -> RemovalBatch {
    let id = try #require(receipt.batch)
    return try #require(try scene.session.batch(id))
  }

  @Test func `a batch comes back, told photo by photo and file by file`() throws {
    let before = try scene.content
    let moved = try move(request(item("a.jpg", with: ["a.cr2"]), item("b.jpg")))
    var notified: [RemovalProgress] = []

    let receipt = try run.restore(batch(of: moved), isStopped: { false }, progress: { notified.append($0) })

    #expect(receipt.restored.map(scene.naming) == ["a.jpg", "b.jpg"])
    #expect(receipt.files == 3 && receipt.bytes == moved.bytes && receipt.refused.isEmpty && receipt.isRecorded)
    #expect(receipt.outcomes.map(\.outcome) == [.restored, .restored, .restored])
    #expect(receipt.outcomes.map(\.trashPath) == receipt.outcomes.map { moved.outcomes[$0.path]?.trashPath })
    #expect(notified.map(\.done) == [1, 1, 2] && notified.allSatisfy { $0.total == 2 })
    #expect(try scene.content == before)
  }

  @Test func `one photo of a batch comes back by any of its files, and the others stay in the trash`() throws {
    let moved = try move(request(item("a.jpg", with: ["a.cr2"]), item("b.jpg")))

    let receipt = try run.restore(batch(of: moved), photo: scene.path("a.cr2"), isStopped: { false })

    #expect(receipt.restored.map(scene.naming) == ["a.jpg"] && receipt.outcomes.count == 2)
    #expect(scene.contains("a.jpg") && scene.contains("a.cr2") && !scene.contains("b.jpg"))
  }

  @Test func `a photo whose place is taken stays in the trash with its files, and the reason names it alone`() throws {
    let moved = try move(request(item("a.jpg", with: ["a.cr2"]), item("b.jpg")))
    try scene.write("another photo", to: "a.jpg")

    let receipt = try run.restore(batch(of: moved), isStopped: { false })

    #expect(receipt.restored.map(scene.naming) == ["b.jpg"])
    #expect(Set(named(receipt.refused).keys) == ["a.jpg"])
    #expect(receipt.outcomes.map(\.outcome) == [.refused, .refused, .restored])
    #expect(try scene.folder.read("photos/a.jpg") == Array("another photo".utf8) && !scene.contains("a.cr2"))
  }

  @Test func `batches have names that sort by time and are never used twice`() throws {
    let times = try ["2026-01-31T12:00:00", "2026-01-31T12:00:01"].map { try #require(DeletionDate($0)) }

    let names = times.flatMap { time in (0..<20).map { _ in BatchID(startedAt: time).text } }

    #expect(names.allSatisfy { $0.wholeMatch(of: /20260131-12000[01]-[0-9a-f]{4}/) != nil })
    #expect(names[0] < names[20] && Set(names).count > 30)
  }
}
