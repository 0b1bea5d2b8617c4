import FileSafety
import Foundation
import Glibc
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// `deckle restore` and `deckle history`.
@Suite(.waits) struct CommandsRestoreTests {
  @Test func `by batch, by path and the last one`() throws {
    let fixture = try CommandFixture()
    for (seed, name) in ["a.jpg", "b.jpg", "c.jpg", "d.jpg"].enumerated() {
      try fixture.addPhoto(name, seed: UInt64(seed) + 1)
    }
    let before = try fixture.content()
    let first = try Document(try fixture.deckle("trash", "--yes", "--json", "photos/a.jpg", "photos/b.jpg"))
    _ = try fixture.deckle("trash", "--yes", "photos/c.jpg", "photos/d.jpg")

    let path = try fixture.deckle("restore", "photos/c.jpg", "--json")
    let last = try fixture.deckle("restore", "--last", "--json")
    let batch = try fixture.deckle("restore", "--batch", try #require(first.text("batch")), "--json")

    for process in [path, last, batch] { #expect(process.status == .exited(0)) }
    let document = try Document(path)
    #expect(document.keys == ["schema", "batch", "files", "restored", "refused", "failed", "unknown", "bytes"])
    #expect(document.text("schema") == "deckle.restore/1")
    #expect(try document.list("files").map { $0.text("path") } == [fixture.folder["photos/c.jpg"].string])
    #expect(try document.list("files").first?.text("outcome") == "restored")
    #expect(try Document(last).number("restored") == 1)
    #expect(try Document(batch).number("restored") == 2)
    #expect(try fixture.content() == before)
    let info = fixture.folder.listing().filter { $0.hasSuffix(".trashinfo") }
    #expect(info.isEmpty)
  }

  @Test func `what was marked before it went is no longer marked once it is back`() throws {
    let fixture = try CommandFixture()
    let path = try fixture.addPhoto("a.jpg", seed: 1)
    func session() throws -> SessionDatabase {
      try SessionDatabase(path: fixture.folder["home/state/deckle/session.sqlite"], timestamp: "x")
    }
    func mark() throws -> [DecisionAction.Item] {
      let item = DecisionAction.Item(
        path: path, identity: try fileStatus(of: path).identity, category: .blurry, decision: .delete,
        previous: .pending)
      return try session().record(DecisionAction(items: [item]), in: [fixture.photos]).items
    }
    #expect(try mark().count == 1)

    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    #expect(try session().session(of: [fixture.photos]).actions.isEmpty)
    // By another program, while it lay in the trash.
    let identity = FileIdentity(device: 1, inode: 1, size: 1, modified: 1, changed: 1)
    let item = DecisionAction.Item(
      path: path, identity: identity, category: .blurry, decision: .delete, previous: .pending)
    _ = try session().record(DecisionAction(items: [item]), in: ["/elsewhere"])
    _ = try fixture.deckle("restore", "--last")

    #expect(fixture.folder.contains("photos/a.jpg"))
    #expect(try session().session(of: ["/elsewhere"]).actions.isEmpty)
  }

  @Test func `never overwrites`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.addPhoto("b.jpg", seed: 2)
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg", "photos/b.jpg")
    try fixture.folder.write("something new", to: "photos/a.jpg")

    let process = try fixture.deckle("restore", "--last", "--json")

    #expect(process.status == .exited(2))
    let files = try Document(process).list("files")
    #expect(files.map { $0.text("outcome") } == ["refused", "restored"])
    #expect(files[0].text("reason")?.contains("already") == true)
    #expect(try fixture.folder.read("photos/a.jpg") == Array("something new".utf8))
    #expect(fixture.folder.contains("home/data/Trash/files/a.jpg"))
    let again = try fixture.deckle("restore", "--last")
    #expect(again.status == .exited(1))
  }

  @Test func `a newer batch that is passed over is named`() throws {
    let fixture = try CommandFixture()
    for (seed, name) in ["old.jpg", "new.jpg"].enumerated() {
      try fixture.addPhoto(name, seed: UInt64(seed) + 1)
      _ = try fixture.deckle("trash", "--yes", "photos/\(name)")
    }
    try fixture.folder.write("something new", to: "photos/new.jpg")
    let newest = try #require(try Document(try fixture.deckle("history", "--json")).list("batches").first?.text("id"))

    let process = try fixture.deckle("restore", "--last")

    #expect(process.status == .exited(0))
    #expect(fixture.folder.contains("photos/old.jpg"))
    #expect(process.errorText.contains("Batch \(newest) is newer, but nothing of it can be put back now."))
    // Once it is back, nothing is passed over.
    #expect(unlink(fixture.folder["photos/new.jpg"].string) == 0)
    #expect(try fixture.deckle("restore", "--last").errorText.isEmpty)
  }

  @Test func `the last batch is the newest of which something can come back`() throws {
    let fixture = try CommandFixture()
    for (seed, name) in ["old.jpg", "new.jpg"].enumerated() { try fixture.addPhoto(name, seed: UInt64(seed) + 1) }
    _ = try fixture.deckle("trash", "--yes", "photos/old.jpg")
    let newer = try Document(try fixture.deckle("trash", "--yes", "--json", "photos/new.jpg"))
    try fixture.folder.write("in its place for ever", to: "photos/new.jpg")

    let first = try fixture.deckle("restore", "--last", "--json")
    let second = try fixture.deckle("restore", "--last", "--json")

    #expect(first.status == .exited(0))
    #expect(try Document(first).list("files").map { $0.text("path") } == [fixture.folder["photos/old.jpg"].string])
    // Nothing else is left: then it is said of this one why not.
    #expect(second.status == .exited(1))
    #expect(try Document(second).text("batch") == newer.text("batch"))
    #expect(try Document(second).list("files").first?.text("reason")?.contains("already") == true)
    #expect(try fixture.folder.read("photos/new.jpg") == Array("in its place for ever".utf8))
  }

  @Test func `history tells its times with a zone, and a person the time of their clock`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let moved = try fixture.shell("TZ=Asia/Tokyo $deckle trash --yes photos/a.jpg && date -u +%s")
    let timestamp = try #require(moved.outputText.split(separator: "\n").last.flatMap { Int($0) })

    let tokyo = try fixture.shell("TZ=Asia/Tokyo $deckle history --json")
    let text = try #require(try Document(tokyo).list("batches").first?.text("startedAt"))
    let date = try #require(try? Date(text, strategy: .iso8601))

    #expect(text.hasSuffix("Z") && text.count == 20)
    #expect(abs(Int(date.timeIntervalSince1970) - timestamp) < 300)
    let clock = DateFormatter()
    clock.locale = Locale(identifier: "en_US_POSIX")
    clock.timeZone = TimeZone(identifier: "Asia/Tokyo")
    clock.dateFormat = "yyyy-MM-dd HH:mm:ss"
    let local = clock.string(from: date)
    #expect(try fixture.shell("TZ=Asia/Tokyo $deckle history").outputText.contains(local))
  }

  @Test func `makes the folder again that was removed meanwhile`() throws {
    let fixture = try CommandFixture()
    let path = try fixture.addPhoto("gone/a.jpg", seed: 1)
    _ = try fixture.deckle("trash", "--yes", "photos/gone/a.jpg")
    #expect(rmdir(fixture.folder["photos/gone"].string) == 0)

    let process = try fixture.deckle("restore", "photos/gone/a.jpg")

    #expect(process.status == .exited(0))
    #expect(try readFile(path) == CommandFixture.photo(seed: 1))
  }

  @Test func `what of a photo had to wait in the trash comes back by the name of the photo`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("what belongs to it", to: "photos/a.xmp")
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    try fixture.folder.write("another", to: "photos/a.xmp")
    let first = try fixture.deckle("restore", "photos/a.jpg")
    #expect(first.status == .exited(2) && first.outputText.contains("a.xmp"), "\(first.outputText)")
    #expect(try fixture.folder.read("photos/a.jpg") == CommandFixture.photo(seed: 1))
    #expect(unlink(fixture.folder["photos/a.xmp"].string) == 0)

    let second = try fixture.deckle("restore", "photos/a.jpg")

    #expect(second.status == .exited(0), "\(second.errorText)")
    #expect(try fixture.folder.read("photos/a.xmp") == Array("what belongs to it".utf8))
    #expect(try fixture.deckle("restore", "photos/a.jpg").status == .exited(1))
  }

  @Test func `what of a photo had to wait is not put beside another one, nor alone`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("what belongs to it", to: "photos/a.xmp")
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    try fixture.folder.write("another", to: "photos/a.xmp")
    _ = try fixture.deckle("restore", "photos/a.jpg")
    for name in ["a.xmp", "a.jpg"] { #expect(unlink(fixture.folder["photos/\(name)"].string) == 0) }

    #expect(try fixture.deckle("restore", "photos/a.jpg").status == .exited(1))
    try fixture.addPhoto("a.jpg", seed: 2)
    #expect(try fixture.deckle("restore", "photos/a.jpg").status == .exited(1))

    #expect(!fixture.folder.listing().contains("photos/a.xmp"))
  }

  @Test func `brings back by its path what another program put into the trash`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.write("photo", to: "home/data/Trash/files/x.jpg")
    let path = fixture.folder["photos/x.jpg"].string
    try fixture.folder.write(
      "[Trash Info]\nPath=\(path)\nDeletionDate=2026-01-31T12:00:00\n", to: "home/data/Trash/info/x.jpg.trashinfo")
    chmod(fixture.folder["home/data/Trash"].string, 0o700)

    let process = try fixture.deckle("restore", path)

    #expect(process.status == .exited(0))
    #expect(try fixture.folder.read("photos/x.jpg") == Array("photo".utf8))
  }

  @Test func `without its batch a photo comes back with a word about what may belong to it`() throws {
    let fixture = try CommandFixture()
    for (seed, name) in ["IMG_1.jpg", "IMG_10.jpg"].enumerated() { try fixture.addPhoto(name, seed: UInt64(seed + 1)) }
    let companions = try ["IMG_1.CR2", "IMG_1.jpg.xmp"].map { try fixture.folder.write("of it", to: "photos/\($0)") }
    #expect(try fixture.deckle("trash", "--yes", "photos/IMG_1.jpg", "photos/IMG_10.jpg").status == .exited(0))
    try FileManager.default.removeItem(atPath: fixture.folder["home/state"].string)

    let process = try fixture.deckle("restore", "photos/IMG_1.jpg")

    #expect(process.status == .exited(0))
    #expect(process.errorText.contains("and 1 other file in the trash may belong to"), "\(process.errorText)")
    #expect(!process.errorText.contains("IMG_10"))
    let command = try #require(process.errorText.split(separator: "To put back: deckle ").last)
    #expect(try fixture.shell("$deckle \(command)").status == .exited(0))
    for path in companions { #expect(try readFile(path) == Array("of it".utf8)) }
    #expect(try fixture.deckle("restore", "photos/IMG_10.jpg").errorText.isEmpty)
  }

  @Test func `without its batches says how what is in the trash comes back`() throws {
    let fixture = try CommandFixture()
    let photo = try fixture.addPhoto("one.jpg", seed: 1)
    #expect(try fixture.deckle("trash", "--yes", photo.string).status == .exited(0))
    try fixture.folder.write(Array("no database".utf8), to: "home/state/deckle/session.sqlite")

    let last = try fixture.deckle("restore", "--last")

    #expect(last.status == .exited(1))
    #expect(last.errorText.contains("deckle restore and the photo's old path"), "\(last.errorText)")
    #expect(!last.errorText.contains("nothing to put back"))
    #expect(try fixture.deckle("restore", photo.string).status == .exited(0))
    #expect(fixture.folder.contains("photos/one.jpg"))
  }

  @Test func `with nothing to put back says so`() throws {
    let fixture = try CommandFixture()

    let last = try fixture.deckle("restore", "--last")
    let batch = try fixture.deckle("restore", "--batch", "20260131-120000-abcd")
    let path = try fixture.deckle("restore", "photos/never.jpg")

    for process in [last, batch, path] { #expect(process.status == .exited(1)) }
    #expect(last.errorText.contains("nothing to put back"))
    #expect(batch.errorText.contains("no batch of that name"))
    #expect(path.outputText.contains("photos/never.jpg"))
  }

  @Test func `history is empty at first, then the newest batch comes first, with totals`() throws {
    let fixture = try CommandFixture()
    for (seed, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() { try fixture.addPhoto(name, seed: UInt64(seed) + 1) }
    let empty = try fixture.deckle("history")
    let emptyDocument = try Document(try fixture.deckle("history", "--json"))
    #expect(empty.status == .exited(0))
    #expect(empty.outputText == "Nothing was moved to the trash yet.\n")
    #expect(try emptyDocument.list("batches").isEmpty)

    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    let second = try Document(try fixture.deckle("trash", "--yes", "--json", "photos/b.jpg", "photos/c.jpg"))
    _ = try fixture.deckle("restore", "photos/b.jpg")
    let document = try Document(try fixture.deckle("history", "--json"))

    #expect(document.text("schema") == "deckle.history/1")
    let batches = try document.list("batches")
    #expect(batches.map { $0.number("photos") } == [2, 1])
    #expect(batches.first?.text("id") == second.text("batch"))
    #expect(batches.map { $0.text("state") } == ["partlyRestored", "inTrash"])
    #expect(batches.first?.number("restored") == 1)
    #expect(try batches[0].list("files").map { $0.text("outcome") } == ["restored", "moved"])
    let totals = try document.part("totals")
    #expect(totals.number("batches") == 2)
    #expect(totals.number("photos") == 3)
    let size = (1...3).map { CommandFixture.photo(seed: $0).count }.reduce(0, +)
    #expect(totals.number("bytes") == Double(size))
  }

  @Test func `a trash that was moved away is said to be gone, and what is in it comes back with it`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    let (trash, elsewhere) = (fixture.folder["home/data/Trash"].string, fixture.folder["unplugged"].string)
    try FileManager.default.moveItem(atPath: trash, toPath: elsewhere)

    let last = try fixture.deckle("restore", "--last")
    let history = try Document(try fixture.deckle("history", "--json"))
    let batch = try #require(try history.list("batches").first)
    let named = try fixture.deckle("restore", "--batch", try #require(batch.text("id")), "--json")

    #expect(last.status == .exited(1))
    #expect(last.errorText.contains("no batch has anything in the trash"), "\(last.errorText)")
    #expect(batch.text("state") == "gone")
    #expect(try batch.list("files").first?.text("reason") == "It is not in the trash any more.")
    #expect(try Document(named).list("files").first?.text("reason")?.contains("is not in the trash any more") == true)
    try FileManager.default.moveItem(atPath: elsewhere, toPath: trash)
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `history knows that the trash was emptied`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    #expect(unlink(fixture.folder["home/data/Trash/files/a.jpg"].string) == 0)

    let document = try Document(try fixture.deckle("history", "--json"))

    #expect(try document.list("batches").first?.text("state") == "gone")
  }
}
