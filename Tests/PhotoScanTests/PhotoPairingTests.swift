import FileSafety
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

/// Photos of several files, from the walk to the report.
@Suite struct PhotoPairingTests {
  /// Knows the times of capture that a test gives, and the bytes.
  private func decoder(_ times: [String: Int64]) -> ObservedDecoder {
    ObservedDecoder { path, identity in
      var inspection = await localDecoder.inspect(path, identity: identity)
      let name = String(decoding: path.nameBytes, as: UTF8.self)
      guard let time = times[name] else { return inspection }
      inspection.problem = nil
      if inspection.features == nil {
        inspection.features = PhotoFeatures(format: .raw, pixelSize: PixelSize(width: 64, height: 48))
      }
      inspection.features?.facts.capturedAt = CaptureTime(milliseconds: time)
      return inspection
    }
  }

  private func names(_ photos: [ScannedPhoto]) -> [String] {
    photos.map { photo in
      ([photo.path] + photo.companions.map(\.path)).map { String(decoding: $0.nameBytes, as: UTF8.self) }
        .joined(separator: " + ")
    }
  }

  @Test func `a pair is one photo, counted once, with the bytes of all its files`() async throws {
    let scene = try Scene()
    let jpeg = Pictures.jpeg(1)
    try scene.write(jpeg, to: "IMG_1.JPG")
    try scene.write(Pictures.raw(5000), to: "IMG_1.CR2")
    try scene.write([UInt8](repeating: 8, count: 300), to: "IMG_1.xmp")
    try scene.write([1, 2, 3], to: "alone.mov")
    let cache = MemoryCache()

    let report = try await scene.scan(cache: cache)

    #expect(names(report.photos) == ["IMG_1.JPG + IMG_1.CR2 + IMG_1.xmp"])
    #expect(report.foundCount == 1)
    #expect(report.skipped.isEmpty)
    #expect(report.photos[0].size.bytes == Int64(jpeg.count) + 5300)
    #expect(report.photos[0].fileSize.bytes == Int64(jpeg.count))
    #expect(report.photos[0].companions.map(\.role) == [.raw, .sidecar])
    let again = try await scene.scan(cache: cache)
    #expect(again.photos == report.photos)
    #expect(again.foundCount == 1)
    #expect(again.fromCacheCount == 1)
    #expect(await scene.engine(cache: cache).cachedPhotos(scene.request()).photos == report.photos)
  }

  /// Picasa, ACDSee and their kin; two of them say nothing about `b.jpg`, one nothing that anybody would miss.
  @Test(arguments: [
    (".picasa.ini", "[Picasa]\r\nname=x\r\n[A.JPG]\r\nbackuphash=1\r\nstar=yes\r\n[b.jpg]\r\nbackuphash=2\r\n"),
    ("Picasa.ini", "[a.jpg]\ncrop=rect64(0)\n"),
    ("descript.ion", "A.jpg Grandma in the garden\r\nb.jpg\r\n\"c d.jpg\" \r\n"),
    ("DESCRIPT.ION", "\u{FEFF}\"a.jpg\" Grandma"),
  ])
  func `a list of a folder is said of the photos that it is about`(_ name: String, _ text: String) async throws {
    let scene = try Scene()
    for photo in ["a.jpg", "b.jpg", "c d.jpg"] { try scene.write(Pictures.jpeg(1), to: photo) }
    let list = try scene.write(Array(text.utf8), to: name)

    let report = try await scene.scan()

    let about = NamesakeFile(path: list, reason: .list)
    #expect(report.photos.map(\.namesakes) == [[about], [], []])
  }

  @Test func `a list that cannot be read may be about every photo of its folder`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    try scene.write([UInt8](repeating: 0, count: 4_000_001), to: "descript.ion")
    try scene.write(Pictures.jpeg(2), to: "other/b.jpg")

    #expect(try await scene.scan().photos.map(\.namesakes.count) == [1, 0])
  }

  @Test(arguments: [
    "NKSC_PARAM/IMG_1.NEF.nksc", "CaptureOne/Settings153/img_1.NEF.cos", "SILKYPIX_DS/IMG_1.NEF.9.spd",
    "NKSC_PARAM/IMG_1.nksc", ".comments/IMG_1.NEF.xml", ".comments/img_1.jpg.xml",
  ])
  func `a sidecar that its program keeps in a folder below is said of its photo`(_ name: String) async throws {
    let scene = try Scene()
    for picture in ["IMG_1.NEF", "IMG_1.JPG", "IMG_10.JPG"] { try scene.write(Pictures.jpeg(1), to: picture) }
    let sidecar = try scene.write([1], to: name)

    let photos = try await scene.scan().photos

    #expect(photos.map(\.namesakes) == [[NamesakeFile(path: sidecar, reason: .apart)], []])
    #expect(photos.allSatisfy { $0.companions.allSatisfy { $0.role == .raw } })
  }

  @Test func `a sidecar that is a symbolic link may belong to its photo`() async throws {
    let scene = try Scene()
    let elsewhere = try scene.folder.write([1], to: "store/1.xmp")
    for picture in ["IMG_1.JPG", "IMG_2.JPG"] { try scene.write(Pictures.jpeg(1), to: picture) }
    try scene.link("IMG_1.JPG.xmp", to: elsewhere)

    let photos = try await scene.scan().photos

    #expect(photos.map(\.namesakes) == [[NamesakeFile(path: scene.path("IMG_1.JPG.xmp"), reason: .link)], []])
  }

  @Test(arguments: [(2000, true), (2001, false), (-2001, false)])
  func `a RAW of another moment is a photo of its own`(_ apart: Int64, _ isPair: Bool) async throws {
    let scene = try Scene()
    for name in ["a.jpg", "a.cr2", "a.xmp", "a.jpg.xmp", "a.cr2.xmp"] {
      try scene.write(Pictures.jpeg(UInt64(name.count)), to: name)
    }
    try scene.write(movieData(MovieForm(createdAt: 1_000_000)), to: "a.mov")

    let report = try await scene.scan(decoder: decoder(["a.jpg": 1_000_000, "a.cr2": 1_000_000 + apart]))

    #expect(
      names(report.photos).sorted()
        == (isPair
          ? ["a.jpg + a.cr2 + a.cr2.xmp + a.jpg.xmp + a.mov + a.xmp"]
          : ["a.cr2 + a.cr2.xmp", "a.jpg + a.jpg.xmp + a.mov"]))
    let staying = report.photos.flatMap(\.namesakes)
    #expect(staying == (isPair ? [] : [NamesakeFile(path: scene.path("a.cr2"), reason: .anotherTime)]))
    #expect(report.foundCount == (isPair ? 1 : 2))
  }

  @Test func `copies have the digests of everything beside them, and the next scan does not read them again`()
    async throws
  {
    let scene = try Scene()
    let movieBytes = movieData(MovieForm(createdAt: 1_700_000_000_000))
    for folder in ["one", "two"] {
      try scene.write(Pictures.jpeg(1, at: 1_700_000_000_000), to: "\(folder)/a.jpg")
      try scene.write(movieBytes, to: "\(folder)/a.mov")
    }
    try scene.write(Pictures.jpeg(2, at: 1_700_000_000_000), to: "b.jpg")
    try scene.write(movieBytes, to: "b.mov")
    let cache = MemoryCache()

    let report = try await scene.scan(cache: cache)

    let digests = Dictionary(uniqueKeysWithValues: report.photos.map { ($0.path, $0.companions.map(\.digest)) })
    let movie = try #require(contentDigest(of: movieBytes))
    #expect(digests[scene.path("one/a.jpg")] == [movie])
    #expect(digests[scene.path("two/a.jpg")] == [movie])
    #expect(digests[scene.path("b.jpg")] == [nil])
    let known = await scene.engine(cache: cache).cachedPhotos(scene.request())
    #expect(known.photos == report.photos && known.unseen == [])
    try scene.write(Pictures.jpeg(3), to: "new.jpg")
    try scene.write([5], to: "new.xmp")
    let later = await scene.engine(cache: cache).cachedPhotos(scene.request())
    #expect(later.photos == report.photos && later.unseen == [scene.path("new.jpg")])
  }

  @Test func `a movie belongs to its photo by what it says of itself, and is looked into once`() async throws {
    let scene = try Scene()
    let time: Int64 = 1_700_000_000_000
    let files: [(name: String, movie: [UInt8])] = [
      ("live", movieData(MovieForm(createdAt: time - 7_200_000))),
      ("later", movieData(MovieForm(createdAt: time + 9000))),
      ("other day", movieData(MovieForm(createdAt: time + 17 * 86_400_000))), ("no movie", [1, 2, 3]),
    ]
    for (name, movie) in files {
      try scene.write(Pictures.jpeg(1, at: time), to: "\(name).jpg")
      try scene.write(movie, to: "\(name).mov")
      try scene.write([1], to: "\(name).mov.json")
    }
    try scene.write(Pictures.jpeg(2), to: "no time.jpg")
    try scene.write(files[0].movie, to: "no time.mov")
    let cache = MemoryCache()

    let report = try await scene.scan(cache: cache)

    #expect(
      names(report.photos) == [
        "later.jpg", "live.jpg + live.mov + live.mov.json", "no movie.jpg", "no time.jpg", "other day.jpg",
      ])
    let reasons = report.photos.flatMap(\.namesakes).map(\.reason)
    #expect(
      reasons == [.anotherTime, .anotherTime, .withoutTime, .withoutTime, .photoWithoutTime, .anotherDay, .anotherDay])
    #expect(await scene.engine(cache: cache).cachedPhotos(scene.request()).photos == report.photos)
  }

  @Test func `a link beside a photo is not tied to it, and a protected folder keeps its own`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    let target = try scene.write([1], to: "elsewhere/a.cr2")
    try scene.link("a.cr2", to: target)
    try scene.write(Pictures.jpeg(2), to: "kept/b.jpg")
    try scene.write([2], to: "kept/b.xmp")
    var request = scene.request()
    request.protectedFolders = [scene.path("kept")]

    let report = try await scene.scan(request)

    #expect(names(report.photos) == ["a.jpg", "a.cr2", "b.jpg + b.xmp"])
    #expect(report.photos.map(\.isProtected) == [false, false, true])
  }

  @Test func `a folder that is not known to its end pairs nothing`() {
    let files = ["/p/a.jpg", "/p/a.cr2", "/p/q/b.jpg", "/p/q/b.cr2"].enumerated().map { number, path in
      Inventory.File(
        path: FilePath(path),
        identity: FileIdentity(device: 1, inode: UInt64(number), size: 1, modified: 0, changed: 0),
        needsSniffing: false, mountID: 1, isProtected: false)
    }
    let photos = files.map { ScannedPhoto(path: $0.path, identity: $0.identity) }

    let pairing = PhotoPairing(files, incompleteFolders: [Array("/p/q".utf8)])

    #expect(names(pairing.photos(of: photos) { _, _ in nil }) == ["a.jpg + a.cr2", "b.jpg", "b.cr2"])
  }
}
