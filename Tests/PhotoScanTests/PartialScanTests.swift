import FileSafety
import PhotoAnalysis
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

/// Photos of phones that are measured in part, and whole where something hangs on it.
@Suite struct PartialScanTests {
  private let scene: Scene
  private let cache = MemoryCache()
  private let decoder = PhoneDecoder()

  init() throws { scene = try Scene() }

  @Test func `a phone's photo like no other is measured in part, and those that may belong together whole`()
    async throws
  {
    let size = PixelSize(width: 2048, height: 1536)
    func picture(_ seed: UInt64) -> RGBPicture { TestPictures.scene(seed: seed, size: size) }
    func phone(_ seed: UInt64) -> [UInt8] {
      var phone = PhoneHEIC(of: picture(seed))
      phone.tileSide = 256
      phone.exif = exifBlock(make: "Maker", model: "Phone")
      phone.thumbnail = phone.picture.areaAveraged(to: PixelSize(width: 320, height: 240))
      return phone.bytes
    }
    try scene.write(phone(5), to: "alone.heic")
    try scene.write(phone(9), to: "first.heic")
    try scene.write(jpegData(of: picture(9), quality: 80), to: "second.jpg")
    var request = scene.request()

    let report = try await scene.scan(request)
    request.settings.measuresWhole = true
    let whole = try await scene.scan(request)

    #expect(try isPartial(report) == ["alone.heic": true, "first.heic": false, "second.jpg": false])
    #expect(try !isPartial(whole).values.contains(true))
    #expect(report.photos[1...] == whole.photos[1...] && report.verified.merging(whole.verified) == whole.verified)
  }

  @Test func `the next scan measures nothing again, and says the same`() async throws {
    try write(["a": 1, "b": 2, "c": 2])
    let first = try await scan()
    let asked = decoder.asked
    let second = try await scan()

    #expect(try isPartial(first) == ["a": true, "b": false, "c": false])
    #expect(try isPartial(second) == isPartial(first))
    #expect(second.verified == first.verified && decoder.asked == asked)
  }

  @Test func `a photo that was alone is measured whole once another is like it, and its copies with it`() async throws {
    try write(["a": 1, "b": 3])
    let before = try await scan()
    try write(["c": 1])
    try scene.write(PhoneDecoder.file(1, of: "a"), to: "copy of a")
    let after = try await scan()

    #expect(try isPartial(before) == ["a": true, "b": true])
    #expect(try isPartial(after) == ["a": false, "b": true, "c": false, "copy of a": false])
    #expect(after.verified.count == 1)
  }

  @Test func `a copy that was measured in part counts as the one that was measured whole`() async throws {
    try write(["a": 1, "b": 1])
    try scene.write(PhoneDecoder.file(1, of: "a"), to: "copy")
    let before = try await scan()
    try await measureInPart(before, "copy")
    let after = try await scan()

    #expect(try isPartial(after) == ["a": false, "b": false, "copy": false])
    #expect(after.photos.map(\.features?.sharpness) == [0.8, 0.8, 0.8])
  }

  @Test func `what is known of a pair is not lost when its photos are measured in part again`() async throws {
    try write(["a": 1, "b": 1])
    let before = try await scan()
    for name in ["a", "b"] { try await measureInPart(before, name) }
    let after = try await scan()

    #expect(try isPartial(after) == ["a": false, "b": false])
    #expect(after.verified == before.verified && !after.verified.isEmpty)
  }

  @Test(arguments: [true, false])
  func `limits at which a part is not enough measure all`(isOfBlur: Bool) async throws {
    try write(["a": 1, "b": 2])
    let before = try await scan()
    func others(_ settings: inout ScanSettings) {
      if isOfBlur { settings.blurThreshold = 0.65 } else { settings.similarThreshold = 0.65 }
    }
    let after = try await scan(others)
    let fresh = try await scan(cache: MemoryCache(), others)
    let again = try await scan()

    #expect(try isPartial(before) == ["a": true, "b": true])
    #expect(try isPartial(after) == ["a": false, "b": false])
    #expect(after.verified == fresh.verified && !after.verified.isEmpty)
    // What is known is not forgotten.
    #expect(try isPartial(again) == isPartial(after) && again.verified == after.verified)
  }

  @Test func `a photo that cannot be measured whole now is told, joins nothing, and is tried again`() async throws {
    try write(["a": 1, "b": 1, "c": 2])
    decoder.refuses.withLock { $0 = ["a"] }
    let before = try await scan()
    decoder.refuses.withLock { $0 = [] }
    let after = try await scan()

    #expect(try isPartial(before) == ["a": true, "b": false, "c": true])
    #expect(before.skipped.map { $0.path.lastComponent?.string } == ["a"] && before.verified.isEmpty)
    #expect(
      FindingsIndex(photos: before.photos, verified: before.verified).findings(settings: ScanSettings()).groups.isEmpty)
    #expect(try isPartial(after) == ["a": false, "b": false, "c": true])
    #expect(after.skipped.isEmpty && after.verified.count == 1)
  }

  @Test func `a photo that ends its process when it is measured whole is told, and not tried for ever`() async throws {
    try write(["a": 1, "b": 1])
    decoder.kills.withLock { $0 = ["a"] }
    let first = try await scan()
    let second = try await scan()
    let asked = decoder.asked
    let third = try await scan()

    for report in [first, second, third] {
      #expect(report.skipped.map { $0.path.lastComponent?.string } == ["a"])
      #expect(report.photos.first { $0.path == scene.path("a") }?.features == nil)
    }
    #expect(decoder.asked == asked)
  }

  @Test func `what is known counts only where the settings take it`() async throws {
    try write(["a": 1])
    _ = try await scan()
    var request = scene.request()
    let known = await scene.engine(decoder, cache: cache).cachedPhotos(request)
    request.settings.similarThreshold = 0.65
    let atLowerLimit = await scene.engine(decoder, cache: cache).cachedPhotos(request)

    #expect(known.photos.map(\.isPartial) == [true] && known.unseen.isEmpty)
    #expect(atLowerLimit.photos.isEmpty && atLowerLimit.unseen == [scene.path("a")])
  }

  /// Seeds of what they show, by name.
  private func write(_ files: [String: UInt64]) throws {
    for (name, seed) in files { try scene.write(PhoneDecoder.file(seed, of: name), to: name) }
  }

  private func scan(
    cache: MemoryCache? = nil, _ settings: (inout ScanSettings) -> Void = { _ in }
  ) async throws -> ScanReport {
    var request = scene.request()
    settings(&request.settings)
    return try await scene.scan(request, decoder: decoder, cache: cache ?? self.cache)
  }

  /// As a scan does that knows nothing of others.
  private func measureInPart(_ report: ScanReport, _ name: String) async throws {
    let photo = try #require(report.photos.first { $0.path == scene.path(name) })
    let options = Inspection.Options(Inspection.Measures(mayBePartial: true))
    let inspection = await decoder.inspect(photo.path, identity: photo.identity, wants: options)
    #expect(inspection.features?.isPartial == true)
    try cache.store(CachedInspection(path: photo.path, identity: photo.identity, inspection: inspection))
  }

  private func isPartial(_ report: ScanReport) throws -> [String: Bool] {
    try report.photos.reduce(into: [:]) { names, photo in
      names[photo.path.lastComponent?.string ?? ""] = try #require(photo.features).isPartial
    }
  }
}

/// Files that are a seed and a name: the picture of that seed, with some noise of the name's.
private final class PhoneDecoder: PhotoDecoder {
  /// Names of files that cannot be measured whole.
  let refuses = Mutex<Set<String>>([])
  /// Names of files that end the process that measures them whole.
  let kills = Mutex<Set<String>>([])
  private let count = Mutex(0)

  /// How often pixels were asked for.
  var asked: Int { count.withLock { $0 } }

  /// Begins as a JPEG does, so that it is taken for a picture.
  static func file(_ seed: UInt64, of name: String) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, UInt8(seed)] + name.utf8
  }

  private func picture(_ path: FilePath) -> (bytes: [UInt8], luma: LumaPlane)? {
    guard let bytes = try? readFile(path), bytes.count > 4 else { return nil }
    let scene = TestPictures.scene(seed: UInt64(bytes[3]), size: PixelSize(width: 360, height: 270)).luma
    let noise = Int(bytes.dropFirst(4).reduce(0) { $0 &+ $1 })
    return (
      bytes,
      LumaPlane(
        width: scene.width, height: scene.height,
        pixels: scene.pixels.enumerated().map { UInt8(clamping: Int($1) + ($0 &* noise) % 5 - 2) })
    )
  }

  func inspect(_ path: FilePath, identity: FileIdentity, wants: Inspection.Options) async -> Inspection {
    guard let (bytes, luma) = picture(path) else { return Inspection() }
    let digest = contentDigest(of: bytes)
    if let known = digest.flatMap(wants.known) { return known }
    count.withLock { $0 += 1 }
    if !wants.measures.mayBePartial, refuses.withLock({ $0.contains(path.lastComponent?.string ?? "") }) {
      return Inspection(problem: Inspection.Problem(reason: .readError, message: "The disk does not answer."))
    }
    let isPartial = wants.measures.mayBePartial
    if !isPartial, kills.withLock({ $0.contains(path.lastComponent?.string ?? "") }) {
      let problem = Inspection.Problem(reason: .corrupt, message: "It ended its process.", crashes: 1)
      return Inspection(digest: digest, problem: problem)
    }
    let measured = LumaFeatures(of: isPartial ? luma.areaAveraged(to: PixelSize(width: 240, height: 180)) : luma)
    return Inspection(
      digest: digest,
      features: PhotoFeatures(
        format: .heic, pixelSize: PixelSize(width: 4032, height: 3024), perceptualHash: measured.perceptualHash,
        descriptor: measured.descriptor, lumaThumbnail: measured.lumaThumbnail, pdqHash: measured.pdqHash,
        windowDescriptors: measured.windowDescriptors, sharpness: isPartial ? 0.7 : 0.8, tones: measured.tones,
        isPartial: isPartial))
  }

  func readKeypoints(at path: FilePath, identity: FileIdentity, wants: KeypointFeatures.Options) async
    -> KeypointFeatures
  {
    count.withLock { $0 += 1 }
    guard let (bytes, luma) = picture(path) else { return KeypointFeatures() }
    return KeypointFeatures(
      features: LocalFeatures(
        of: wants.ofThumbnail ? luma.areaAveraged(to: PixelSize(width: 240, height: 180)) : luma),
      pixelDigest: contentDigest(of: bytes), wasRead: true)
  }

  func comparedPixels(of path: FilePath, identity: FileIdentity) async -> ComparedPixels? { nil }
}
