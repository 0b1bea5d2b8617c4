import Foundation
import SystemPackage
import TestSupport
import Testing

/// `deckle doctor` and `deckle cache`.
@Suite(.waits) struct CommandsDoctorTests {
  @Test func `a healthy place is exit code 0, and nothing is made by looking`() throws {
    let fixture = try CommandFixture()
    let before = fixture.folder.list()

    let process = try fixture.deckle("doctor", "photos", "--json")
    let document = try Document(process)

    #expect(process.status == .exited(0))
    #expect(document.text("schema") == "deckle.doctor/1")
    #expect(document.flag("ok") == true)
    let areas = Set(try document.list("checks").compactMap { $0.text("area") })
    #expect(areas == ["terminal", "pictures", "formats", "folders", "files"])
    let folder = try #require(try document.list("folders").first)
    #expect(folder.text("access") == "authorized")
    #expect(folder.text("trashPath") == fixture.folder["home/data/Trash"].string)
    #expect(try #require(folder.part("volume").number("availableBytes")) > 0)
    #expect(fixture.folder.list() == before)
  }

  @Test func `every format is listed with what reads it`() throws {
    let fixture = try CommandFixture()

    let document = try Document(try fixture.deckle("doctor", "photos", "--json"))
    let text = try fixture.deckle("doctor", "photos").outputText

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
    let fixture = try CommandFixture()
    try fixture.folder.write("in the way", to: "home/state")

    let state = try fixture.deckle("doctor", "photos")
    let folder = try fixture.deckle("doctor", "nowhere")

    #expect(state.status == .exited(1))
    #expect(state.outputText.contains("✕ state"))
    #expect(state.outputText.contains("XDG_STATE_HOME"))
    #expect(folder.status == .exited(1))
    #expect(folder.outputText.contains("✕ nowhere"))
  }

  @Test func `a damaged session is named and left as it is`() throws {
    let fixture = try CommandFixture()
    let damaged = [UInt8](repeating: 0x41, count: 8192)
    try fixture.folder.write(damaged, to: "home/state/deckle/session.sqlite")

    let doctor = try fixture.deckle("doctor")
    let history = try fixture.deckle("history")

    #expect(doctor.status == .exited(1))
    #expect(doctor.outputText.contains("✕ session"))
    #expect(history.status == .exited(1))
    #expect(history.errorText.contains("session.sqlite"))
    #expect(try fixture.folder.read("home/state/deckle/session.sqlite") == damaged)
  }

  @Test func `a session in use by another Deckle is told`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    let lock = try FileDescriptor.open(
      fixture.folder["home/state/deckle/session.sqlite.lock"], .readWrite, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    #expect(flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0)

    let doctor = try fixture.deckle("doctor", "photos")
    let history = try fixture.deckle("history")
    try lock.close()

    #expect(doctor.status == .exited(0))
    #expect(doctor.outputText.contains("in use by another Deckle"))
    #expect(history.status == .exited(0))
  }

  @Test func `without a folder it looks at the pictures folder of the desktop`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.makeFolder("home/Pictures")

    let process = try fixture.deckle("doctor", "--json")

    #expect(try Document(process).list("folders").first?.text("path") == fixture.folder["home/Pictures"].string)
  }

  @Test func `the cache can be looked at and cleared, and photos and history stay`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] { try fixture.addPhoto(name, seed: 1) }
    let none = try fixture.deckle("cache", "info")
    #expect(none.status == .exited(0))
    #expect(none.outputText.contains("empty"))
    _ = try fixture.deckle("scan", "photos")
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    let before = try fixture.content()

    let info = try fixture.deckle("cache", "info")
    let clear = try fixture.deckle("cache", "clear")
    let after = try fixture.deckle("cache", "info")

    for process in [info, clear, after] { #expect(process.status == .exited(0)) }
    #expect(info.outputText.contains("2 files"))
    #expect(clear.outputText.contains("Forgotten: the measurements of 2 files"))
    #expect(after.outputText.contains("0 files"))
    #expect(try fixture.content() == before)
    #expect(try Document(try fixture.deckle("history", "--json")).list("batches").count == 1)
  }
}
