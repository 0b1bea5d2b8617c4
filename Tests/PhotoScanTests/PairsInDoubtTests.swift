import FileSafety
import PhotoAnalysis
import PhotoModel
import PhotoScan
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite struct PairsInDoubtTests {
  private func picture(_ seed: UInt64) -> RGBPicture {
    TestPictures.scene(seed: seed, size: PixelSize(width: 320, height: 240))
  }

  @Test func `a proven copy is not asked for scale-invariant keypoints`() async throws {
    let scene = try Scene()
    try scene.write(jpegData(of: picture(2), quality: 90), to: "a.jpg")
    try scene.write(jpegData(of: picture(2), quality: 60), to: "b.jpg")
    let decoder = SIFTRecorder()

    _ = try await scene.scan(decoder: decoder)

    #expect(decoder.names == [])
  }

  @Test func `unlike shots of one camera within seconds are asked for scale-invariant keypoints once`() async throws {
    let scene = try Scene()
    let cache = MemoryCache()
    for (seed, second) in [(31, 0), (32, 9)] as [(UInt64, Int64)] {
      let time = CaptureTime(milliseconds: 1_700_000_000_000 + 1000 * second)
      let exif = exifBlock(capturedAt: time, make: "M", model: "X")
      try scene.write(jpegData(of: picture(seed), quality: 90, exif: exif), to: "\(seed).jpg")
    }
    let (first, second) = (SIFTRecorder(), SIFTRecorder())

    let report = try await scene.scan(decoder: first, cache: cache)
    let again = try await scene.scan(decoder: second, cache: cache)

    #expect(first.names == ["31.jpg", "32.jpg"] && second.names == [])
    #expect(report.verified.all.map { $0.value.projective != nil } == [true])
    #expect(again.verified == report.verified)
  }
}

/// A decoder that records of which photos scale-invariant keypoints were asked for.
private final class SIFTRecorder: PhotoDecoder {
  private let asked = Mutex<[String]>([])

  var names: [String] { asked.withLock { $0.sorted() } }

  func siftFeatures(of path: FilePath, identity: FileIdentity) async -> SIFTFeatures? {
    asked.withLock { $0.append(String(decoding: path.nameBytes, as: UTF8.self)) }
    return await localDecoder.siftFeatures(of: path, identity: identity)
  }
}
