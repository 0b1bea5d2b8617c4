import FileSafety
import PhotoAnalysis
import PhotoModel
import TestSupport
import Testing

/// Which of two files of one size was there first.
@Suite struct OriginalTests {
  private let scene: Scene

  init() throws { scene = try Scene() }

  private func pixels(_ bytes: [UInt8]) async throws -> ComparedPixels {
    let path = try scene.write(bytes, to: "photo")
    return try #require(await localInspector.comparedPixels(of: path, identity: fileStatus(of: path).identity))
  }

  /// A picture with the grain of a camera.
  private func picture(_ seed: UInt64) -> RGBPicture {
    TestPictures.scene(seed: seed, size: PixelSize(width: 960, height: 720)).luma.noisy(7, seed: seed).gray
  }

  @Test(arguments: [75, 80, 88], [true, false])
  func `what was saved again is told from its original`(quality: Int, isJPEG: Bool) async throws {
    let picture = picture(500)
    let original = try await pixels(isJPEG ? jpegData(of: picture, quality: 97) : pngData(of: picture))
    let again = try await pixels(jpegData(of: isJPEG ? original.picture : picture, quality: quality))

    let comparison = comparison(of: original, again)
    #expect(comparison.firstRoundsToSecond && !comparison.secondRoundsToFirst)
    #expect(!PhotoAnalysis.comparison(of: again, original).firstRoundsToSecond)
  }

  @Test(arguments: [75, 80, 88])
  func `what an edit made of a JPEG is not taken for its original`(quality: Int) async throws {
    let jpeg = try await pixels(jpegData(of: picture(501), quality: quality))
    let edits: [(String, (LumaPlane) -> LumaPlane)] = [
      ("grain", { $0.noisy(2, seed: 9) }), ("strong grain", { $0.noisy(6, seed: 9) }),
      ("lighter", { plane in plane.changed { min(255, $0 * 1.1 + 4) } }),
      ("shifted", { plane in plane.shifted }), ("as it is", { $0 }),
    ]
    for (name, edit) in edits {
      var edited = jpeg
      edited.steps = []
      edited.part = edit(jpeg.part)
      let comparison = comparison(of: edited, jpeg)
      #expect(!comparison.firstRoundsToSecond && !comparison.secondRoundsToFirst, "\(name)")
    }
  }
}

extension LumaPlane {
  fileprivate func changed(_ change: (Double) -> Double) -> LumaPlane {
    LumaPlane(width: width, height: height, pixels: pixels.map { UInt8(max(0, min(255, change(Double($0))))) })
  }

  fileprivate var shifted: LumaPlane {
    LumaPlane(width: width, height: height, pixels: [pixels[0]] + pixels.dropLast())
  }
}
