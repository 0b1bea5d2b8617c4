import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

/// Photos of phones that are measured in part, and whole where something hangs on it.
@Suite struct PartialScanTests {
  private static let size = PixelSize(width: 2048, height: 1536)

  private func phone(seed: UInt64, shift: Int = 0, hasThumbnail: Bool = true) -> [UInt8] {
    let all = TestPictures.scene(seed: seed, size: PixelSize(width: Self.size.width + 64, height: Self.size.height))
    var phone = PhoneHEIC(
      of: TestPictures.cropped(all, x: shift, y: 0, width: Self.size.width, height: Self.size.height))
    phone.tileSide = 256
    phone.exif = exifBlock(make: "Maker", model: "Phone")
    if hasThumbnail { phone.thumbnail = phone.picture.areaAveraged(to: PixelSize(width: 320, height: 240)) }
    return phone.bytes
  }

  @Test func `what is like nothing is measured in part, and what may belong together whole`() async throws {
    let scene = try Scene()
    try scene.write(phone(seed: 5), to: "alone.heic")
    try scene.write(phone(seed: 9), to: "first.heic")
    try scene.write(phone(seed: 9, shift: 40), to: "second.heic")
    let cache = MemoryCache()

    let report = try await scene.scan(cache: cache)

    #expect(try isPartial(report) == ["alone.heic": true, "first.heic": false, "second.heic": false])
    // As they are without thumbnails.
    let other = try Scene()
    try other.write(phone(seed: 9, hasThumbnail: false), to: "first.heic")
    try other.write(phone(seed: 9, shift: 40, hasThumbnail: false), to: "second.heic")
    let whole = try await other.scan()
    for name in ["first.heic", "second.heic"] {
      var mine = try #require(report.photos.first { $0.path == scene.path(name) }?.features)
      var theirs = try #require(whole.photos.first { $0.path == other.path(name) }?.features)
      (mine.windowSigns, theirs.windowSigns) = ([], [])
      #expect(mine == theirs)
    }
    // The next scan decodes nothing.
    let again = try await scene.scan(inspector: RefusingInspector(), cache: cache)
    #expect(try isPartial(again) == isPartial(report) && again.verified == report.verified)
    #expect(again.fromCacheCount == 3)
  }

  @Test func `a photo that was alone is measured whole once another is like it`() async throws {
    let scene = try Scene()
    try scene.write(phone(seed: 5), to: "a.heic")
    let cache = MemoryCache()
    let before = try await scene.scan(cache: cache)
    try scene.write(jpegData(of: TestPictures.scene(seed: 5, size: Self.size), quality: 90), to: "b.jpg")
    try scene.write(phone(seed: 5), to: "copy of a.heic")

    let after = try await scene.scan(cache: cache)

    #expect(try isPartial(before) == ["a.heic": true])
    #expect(try isPartial(after) == ["a.heic": false, "b.jpg": false, "copy of a.heic": false])
    #expect(!after.verified.isEmpty)
  }

  private func isPartial(_ report: ScanReport) throws -> [String: Bool] {
    try report.photos.reduce(into: [:]) { names, photo in
      names[photo.path.lastComponent?.string ?? ""] = try #require(photo.features).isPartial
    }
  }
}

/// Fails a test that asks it.
private struct RefusingInspector: PhotoInspector {
  func inspect(_ path: FilePath, identity: FileIdentity, wants: Inspection.Wish) async -> Inspection {
    Issue.record("\(path) was measured again")
    return Inspection()
  }

  func lookClosely(at path: FilePath, identity: FileIdentity, wants: CloseLook.Wish) async -> CloseLook {
    Issue.record("\(path) was looked at again")
    return CloseLook()
  }
}
