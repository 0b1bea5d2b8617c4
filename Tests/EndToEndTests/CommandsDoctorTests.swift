import Foundation
import SystemPackage
import TestSupport
import Testing

/// `deckle doctor` and `deckle cache`.
@Suite(.waits) struct CommandsDoctorTests {
  @Test func `a healthy place is exit code 0, and nothing is made by looking`() throws {
    let room = try CommandRoom()
    let before = room.folder.list()

    let process = try room.deckle("doctor", "photos", "--json")
    let document = try Document(process)

    #expect(process.status == .exited(0))
    #expect(document.text("schema") == "deckle.doctor/1")
    #expect(document.flag("ok") == true)
    let areas = Set(try document.list("checks").compactMap { $0.text("area") })
    #expect(areas == ["terminal", "pictures", "formats", "folders", "files"])
    let folder = try #require(try document.list("folders").first)
    #expect(folder.text("access") == "authorized")
    #expect(folder.text("trashPath") == room.folder["home/data/Trash"].string)
    #expect(try #require(folder.part("volume").number("availableBytes")) > 0)
    #expect(room.folder.list() == before)
  }

  @Test func `every format is listed with what reads it`() throws {
    let room = try CommandRoom()

    let document = try Document(try room.deckle("doctor", "photos", "--json"))
    let text = try room.deckle("doctor", "photos").outputText

    let formats = try document.list("checks").filter { $0.text("area") == "formats" }
    let names = formats.compactMap { $0.text("name") }
    #expect(
      names == [
        "JPEG", "PNG", "HEIC", "AVIF", "WebP", "GIF", "BMP", "TIFF", "JPEG XL", "JPEG 2000", "RAW", "XMP",
        "recognised only", "opened in",
        "scans run",
      ])
    for library in ["libjpeg-turbo", "libpng", "libheif", "libwebp", "libtiff", "expat"] {
      let numbered = try Regex(library + #" \d+\.\d+"#)
      #expect(formats.contains { $0.text("finding")?.contains(numbered) == true }, "\(library)")
      #expect(text.contains(library))
    }
  }

  @Test func `what is broken has a mark, an advice and exit code 1`() throws {
    let room = try CommandRoom()
    try room.folder.write("in the way", to: "home/state")

    let state = try room.deckle("doctor", "photos")
    let folder = try room.deckle("doctor", "nowhere")

    #expect(state.status == .exited(1))
    #expect(state.outputText.contains("✕ state"))
    #expect(state.outputText.contains("XDG_STATE_HOME"))
    #expect(folder.status == .exited(1))
    #expect(folder.outputText.contains("✕ nowhere"))
  }

  @Test func `a damaged session is named and left as it is`() throws {
    let room = try CommandRoom()
    let damaged = [UInt8](repeating: 0x41, count: 8192)
    try room.folder.write(damaged, to: "home/state/deckle/session.sqlite")

    let doctor = try room.deckle("doctor")
    let history = try room.deckle("history")

    #expect(doctor.status == .exited(1))
    #expect(doctor.outputText.contains("✕ session"))
    #expect(history.status == .exited(1))
    #expect(history.errorText.contains("session.sqlite"))
    #expect(try room.folder.read("home/state/deckle/session.sqlite") == damaged)
  }

  @Test func `a session in use by another Deckle is told`() throws {
    let room = try CommandRoom()
    try room.addPhoto("a.jpg", seed: 1)
    _ = try room.deckle("trash", "--yes", "photos/a.jpg")
    let lock = try FileDescriptor.open(
      room.folder["home/state/deckle/session.sqlite.lock"], .readWrite, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    #expect(flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0)

    let doctor = try room.deckle("doctor", "photos")
    let history = try room.deckle("history")
    try lock.close()

    #expect(doctor.status == .exited(0))
    #expect(doctor.outputText.contains("in use by another Deckle"))
    #expect(history.status == .exited(0))
  }

  @Test func `without a folder it looks at the pictures folder of the desktop`() throws {
    let room = try CommandRoom()
    try room.folder.makeFolder("home/Pictures")

    let process = try room.deckle("doctor", "--json")

    #expect(try Document(process).list("folders").first?.text("path") == room.folder["home/Pictures"].string)
  }

  @Test func `the cache can be looked at and cleared, and photos and history stay`() throws {
    let room = try CommandRoom()
    for name in ["a.jpg", "b.jpg"] { try room.addPhoto(name, seed: 1) }
    let none = try room.deckle("cache", "info")
    #expect(none.status == .exited(0))
    #expect(none.outputText.contains("empty"))
    _ = try room.deckle("scan", "photos")
    _ = try room.deckle("trash", "--yes", "photos/a.jpg")
    let before = try room.content()

    let info = try room.deckle("cache", "info")
    let clear = try room.deckle("cache", "clear")
    let after = try room.deckle("cache", "info")

    for process in [info, clear, after] { #expect(process.status == .exited(0)) }
    #expect(info.outputText.contains("2 files"))
    #expect(clear.outputText.contains("Forgotten: the measurements of 2 files"))
    #expect(after.outputText.contains("0 files"))
    #expect(try room.content() == before)
    #expect(try Document(try room.deckle("history", "--json")).list("batches").count == 1)
  }
}
