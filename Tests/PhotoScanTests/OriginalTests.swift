import FileSafety
import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Which of two files of one picture was there first.
@Suite struct OriginalTests {
  private let scene: Scene

  init() throws { scene = try Scene() }

  private func pixels(_ bytes: [UInt8]) async throws -> ComparedPixels {
    let path = try scene.write(bytes, to: "photo")
    return try #require(await localDecoder.comparedPixels(of: path, identity: fileStatus(of: path).identity))
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

  @Test(arguments: [(1.12, true), (0.88, true), (1, false)])
  func `stronger and weaker colours are other colours, saved again they are the same`(factor: Double, isOther: Bool)
    async throws
  {
    let picture = TestPictures.scene(seed: 502, size: PixelSize(width: 960, height: 720))
    var changed = picture.pixels
    for first in stride(from: 0, to: changed.count, by: 3) {
      let gray = (first..<first + 3).reduce(0.0) { $0 + Double(picture.pixels[$1]) / 3 }
      for index in first..<first + 3 {
        changed[index] = UInt8(clamping: Int((gray + factor * (Double(picture.pixels[index]) - gray)).rounded()))
      }
    }
    let edited = RGBPicture(width: picture.width, height: picture.height, pixels: changed)
    let comparison = try await comparison(
      of: pixels(pngData(of: picture)), pixels(jpegData(of: edited, quality: 80)))
    #expect(comparison.hasOtherColours == isOther)
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

  @Test(arguments: [0.7, 0.5, 0.3])
  func `what was shrunk and saved is told from its original, by whatever kernel`(scale: Double) async throws {
    let picture = picture(502).luma
    let original = try await pixels(jpegData(of: picture.gray, quality: 97))
    let size = PixelSize(width: Int(960 * scale), height: Int(720 * scale))
    for smaller in [original.part.areaAveraged(to: size), original.part.resampled(to: size)] {
      for quality in [75, 85] {
        let copy = try await pixels(jpegData(of: smaller.gray, quality: quality))
        #expect(comparison(of: original, copy).firstRoundsToSecond, "\(quality)")
        #expect(comparison(of: copy, original).secondRoundsToFirst, "\(quality)")
        #expect(!comparison(of: copy, original).firstRoundsToSecond, "\(quality)")
      }
    }
  }

  @Test func `a smaller copy of an edit with more contrast is not one of the original`() async throws {
    let original = try await pixels(jpegData(of: picture(504), quality: 97))
    let size = PixelSize(width: 480, height: 360)
    let edited = original.part.changed { ($0 - 128) * 1.03 + 128 }
    for (plane, isCopy) in [(original.part, true), (edited, false)] {
      let copy = try await pixels(jpegData(of: plane.areaAveraged(to: size).gray, quality: 80))
      #expect(comparison(of: original, copy).firstRoundsToSecond == isCopy)
    }
  }

  @Test(arguments: [3.0, 0])
  func `a spot that was changed is told from saving again`(change: Double) async throws {
    let original = try await pixels(jpegData(of: picture(505), quality: 97))
    var levels = original.part.pixels
    for (x, y) in (400..<420).flatMap({ x in (300..<320).map { (x, $0) } }) {
      let index = y * original.part.width + x
      levels[index] = UInt8(((Double(levels[index]) * (4 - change) + 128 * change) / 4).rounded())
    }
    let spotted = LumaPlane(width: original.part.width, height: original.part.height, pixels: levels)
    let again = try await pixels(jpegData(of: spotted.gray, quality: 75))
    #expect(comparison(of: original, again).firstRoundsToSecond == (change == 0))
  }

  @Test(arguments: [1.5, 2, 3], [80, 92])
  func `an enlargement is no original, whatever was done to it`(scale: Double, quality: Int) async throws {
    let smaller = try await pixels(jpegData(of: picture(503), quality: quality))
    let size = PixelSize(width: Int(960 * scale), height: Int(720 * scale))
    let plain = smaller.part.resampled(to: size)
    let sharp = plain.sharpened(1.5)
    let edits = [
      "plain": plain, "sharpened": sharp, "grained": plain.noisy(4, seed: 3), "both": sharp.noisy(4, seed: 4),
    ]
    for (name, plane) in edits {
      let larger = try await pixels(jpegData(of: plane.gray, quality: 95))
      #expect(!comparison(of: larger, smaller).firstRoundsToSecond, "\(name)")
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
