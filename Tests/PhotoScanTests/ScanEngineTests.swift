import FileSafety
import Glibc
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@Suite struct ScanEngineTests {
  @Test func `pictures are found, read and counted`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "b.jpg")
    try scene.write(Pictures.png(2), to: "deep/er/a.PNG")
    try scene.write(Array("notes".utf8), to: "notes.txt")

    let report = try await scene.scan()

    #expect(report.photos.map(\.path) == [scene.path("b.jpg"), scene.path("deep/er/a.PNG")])
    #expect(report.photos.map { $0.features?.format } == [.jpeg, .png])
    #expect(
      report.photos.map { $0.features?.pixelSize } == [
        PixelSize(width: 64, height: 48), PixelSize(width: 40, height: 30),
      ])
    #expect(report.photos.allSatisfy { $0.digest != nil && $0.size.bytes > 0 && !$0.isProtected })
    #expect(report.foundCount == 2 && report.scannedCount == 2 && report.fromCacheCount == 0)
    #expect(report.skipped == [] && !report.isInterrupted)
    #expect(report.roots.map(\.access) == [.authorized])
  }

  @Test func `a folder without pictures gives an empty report`() async throws {
    let report = try await Scene().scan()

    #expect(report.photos == [] && report.skipped == [] && report.foundCount == 0 && !report.isInterrupted)
  }

  @Test func `damaged files are listed with the reason and the scan goes on`() async throws {
    let scene = try Scene()
    try scene.write(Array(Pictures.jpeg(1).prefix(40)), to: "damaged.jpg")
    try scene.write([], to: "empty.jpg")
    try scene.write(Array("I am no picture".utf8), to: "text.jpg")
    try scene.write(Pictures.jpeg(2), to: "whole.jpg")

    let report = try await scene.scan()

    #expect(
      report.skipped.map { $0.path.nameBytes } == ["damaged.jpg", "empty.jpg", "text.jpg"].map { Array($0.utf8) })
    #expect(report.skipped.map(\.reason) == [.corrupt, .corrupt, .corrupt])
    #expect(report.skipped.allSatisfy { $0.message.hasSuffix(".") })
    #expect(report.foundCount == 4 && report.scannedCount == 1)
  }

  @Test func `a file whose name says nothing is a picture by its first bytes only`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "picture")
    try scene.write(Pictures.png(2), to: "picture.xyz")
    try scene.write(Pictures.jpeg(3), to: "film.mov")
    try scene.write(Array("letters".utf8), to: "letter")
    try scene.write([], to: "nothing")

    let report = try await scene.scan()

    #expect(report.photos.map(\.path) == [scene.path("picture"), scene.path("picture.xyz")])
    #expect(report.foundCount == 2 && report.skipped == [])
  }

  @Test func `the content decides about the format and not the name`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.png(1), to: "really-a-png.jpg")

    #expect(try await scene.scan().photos.map { $0.features?.format } == [.png])
  }

  @Test func `a picture that cannot be read is listed and still matched by its bytes`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.heic, to: "a.heic")
    try scene.write(Pictures.heic, to: "copy/a.heic")
    try scene.write(Pictures.heic + [1], to: "other.heic")

    let report = try await scene.scan()

    #expect(report.skipped.map(\.reason) == [.corrupt, .corrupt, .corrupt])
    #expect(report.photos.count == 3 && report.scannedCount == 0)
    let groups = FindingsIndex(photos: report.photos).findings(settings: ScanSettings()).groups
    #expect(groups.map { Set($0.members.map(\.path)) } == [[scene.path("a.heic"), scene.path("copy/a.heic")]])
  }

  @Test func `names that are no text, hold line breaks or look like options are read`() async throws {
    let scene = try Scene()
    let names: [[UInt8]] = [
      [0xFF, 0xFE] + Array(".jpg".utf8), Array("-rf.jpg".utf8), Array("new\nline\u{1B}[31m.jpg".utf8),
      Array("e\u{301}.jpg".utf8), Array("\u{E9}.jpg".utf8), [UInt8](repeating: 0x61, count: 251) + Array(".jpg".utf8),
    ]
    for (seed, name) in names.enumerated() {
      try scene.folder.write(Pictures.jpeg(UInt64(seed)), nameBytes: Array("library/".utf8) + name)
    }

    let report = try await scene.scan()

    #expect(Set(report.photos.map(\.path.nameBytes)) == Set(names))
    #expect(report.scannedCount == names.count)
  }

  @Test func `a file that goes away after it was found is listed as vanished`() async throws {
    let scene = try Scene()
    let path = try scene.write(Pictures.jpeg(1), to: "a.jpg")
    let decoder = ObservedDecoder()
    decoder.whenAsked { _ in _ = path.withPlatformString { unlink($0) } }
    let cache = MemoryCache()

    let report = try await scene.scan(decoder: decoder, cache: cache)

    #expect(report.photos == [] && report.skipped.map(\.reason) == [.vanished])
    #expect(cache.count == 0)
  }

  @Test(arguments: [1, 2, 8]) func `the report does not depend on the number of workers`(jobs: Int) async throws {
    let scene = try Scene()
    for number in 0..<12 { try scene.write(Pictures.jpeg(UInt64(number / 2)), to: "\(number % 3)/\(number).jpg") }
    try scene.write([], to: "empty.jpg")
    try scene.write(Array("letters".utf8), to: "letter")
    let one = try await scene.scan(scene.request(jobs: 1))

    let many = try await scene.scan(scene.request(jobs: jobs))

    #expect(many.photos == one.photos && many.skipped == one.skipped && many.roots == one.roots)
    #expect(many.foundCount == 13 && one.foundCount == 13)
  }

  @Test func `symbolic links are not followed`() async throws {
    let scene = try Scene()
    let outside = try scene.folder.write(Pictures.jpeg(1), to: "outside/a.jpg")
    try scene.write(Pictures.jpeg(2), to: "b.jpg")
    try scene.link("link.jpg", to: outside)
    try scene.link("linked", to: scene.folder["outside"])
    try scene.link("loop", to: scene.library)
    try scene.link("dangling.jpg", to: "/nowhere")

    let report = try await scene.scan()

    #expect(report.photos.map(\.path) == [scene.path("b.jpg")])
    #expect(report.foundCount == 1 && report.skipped == [])
  }

  @Test func `a folder that is reached twice is read once`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    try scene.write(Pictures.jpeg(2), to: "inner/b.jpg")
    try scene.link("alias", to: scene.path("inner"))
    let roots = [scene.library, scene.path("inner"), scene.path("alias"), scene.library]
    let decoder = ObservedDecoder()

    let report = try await scene.scan(scene.request(roots), decoder: decoder)

    #expect(decoder.names == ["a.jpg", "b.jpg"])
    #expect(report.photos.map(\.path) == [scene.path("a.jpg"), scene.path("inner/b.jpg")])
  }

  @Test func `an inner folder given before the outer one is read once too`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    try scene.write(Pictures.jpeg(2), to: "inner/b.jpg")

    let report = try await scene.scan(scene.request([scene.path("inner"), scene.library]))

    #expect(report.photos.map(\.path) == [scene.path("a.jpg"), scene.path("inner/b.jpg")])
    #expect(report.foundCount == 2)
  }

  @Test func `photos below a protected folder are marked, also where a link leads to it`() async throws {
    let scene = try Scene()
    for name in ["keep/a.jpg", "keepsake/b.jpg", "real/c.jpg", "d.jpg"] { try scene.write(Pictures.jpeg(1), to: name) }
    try scene.link("link", to: scene.path("real"))
    var request = scene.request()
    request.protectedFolders = [scene.path("keep"), scene.path("link")]

    let report = try await scene.scan(request)

    #expect(report.photos.filter(\.isProtected).map(\.path) == [scene.path("keep/a.jpg"), scene.path("real/c.jpg")])
    #expect(report.photos.count == 4)
  }

  @Test func `excluded folders, trashes and the home trash are not entered`() async throws {
    let scene = try Scene()
    for name in ["a.jpg", "Raw/b.jpg", ".Trash-1000/files/c.jpg", ".git/d.jpg"] {
      try scene.write(Pictures.jpeg(1), to: name)
    }
    try scene.folder.write(Pictures.jpeg(1), to: "home/.local/share/Trash/files/e.jpg")
    var request = scene.request([scene.folder.path])
    request.settings.excludedFolders = ["Raw"]

    let report = try await scene.scan(request)

    #expect(report.photos.map(\.path) == [scene.path("a.jpg")])
  }

  @Test func `pipes are told only where their name claims a picture`() async throws {
    let scene = try Scene()
    for name in ["pipe", "pipe.jpg"] { #expect(scene.path(name).withPlatformString { mkfifo($0, 0o600) } == 0) }

    let report = try await scene.scan()

    #expect(report.skipped.map(\.path) == [scene.path("pipe.jpg")])
    #expect(report.skipped.map(\.reason) == [.specialFile] && report.foundCount == 0)
  }

  @Test func `a root that is not there is denied and the others are read`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")

    let report = try await scene.scan(scene.request([scene.folder["gone"], scene.library]))

    #expect(report.photos.count == 1)
    #expect(report.roots.map(\.access) == [.denied, .authorized])
    #expect(report.skipped.map(\.path) == [scene.folder["gone"]])
  }
}
