import Foundation
import PhotoModel
import TestSupport
import Testing

/// "One place differs" is said of what somebody changed, and not of what saving again, scaling or another format did.
@Suite(.waits) struct OneRegionTests {
  private enum Change: String, CaseIterable {
    case savedAt60, savedAt40, savedAt30, half, seventyPercent, webp, spot, recoloured, tone

    var isSavingAlone: Bool { ![.spot, .recoloured, .tone].contains(self) }

    func data(of picture: RGBPicture) -> [UInt8] {
      let size = PixelSize(width: picture.width / 2, height: picture.height / 2)
      switch self {
      case .savedAt60: return jpegData(of: picture, quality: 60)
      case .savedAt40: return jpegData(of: picture, quality: 40)
      case .savedAt30: return jpegData(of: picture, quality: 30)
      case .half: return jpegData(of: TestPictures.resized(picture, to: size), quality: 60)
      case .seventyPercent:
        let size = PixelSize(width: picture.width * 7 / 10, height: picture.height * 7 / 10)
        return jpegData(of: TestPictures.resized(picture, to: size), quality: 60)
      case .webp: return webpData(of: picture)
      case .spot: return jpegData(of: painted(picture) { [$0[2], 255 - $0[1], $0[0]] }, quality: 60)
      case .recoloured: return jpegData(of: painted(picture) { [$0[2], $0[0], $0[1]] }, quality: 60)
      case .tone: return jpegData(of: TestPictures.brightened(picture, by: 12), quality: 85)
      }
    }
  }

  private static let side = PixelSize(width: 1000, height: 700)

  /// A scene crossed by hair lines of full colours, whose edges a JPEG with halved chroma moves most.
  private static func drawing(seed: UInt64) -> RGBPicture {
    let scene = TestPictures.scene(seed: seed, size: side)
    var random = SeededGenerator(seed: seed)
    let colours: [[UInt8]] = [[235, 20, 30], [20, 40, 230], [20, 220, 40], [240, 230, 20], [220, 20, 230]]
    var pixels = scene.pixels
    for line in 0..<24 {
      let from = Int.random(in: 0..<side.width, using: &random)
      let to = Int.random(in: 0..<side.width, using: &random)
      for y in 0..<side.height {
        let index = y * side.width + from + (to - from) * y / side.height
        pixels.replaceSubrange(index * 3..<index * 3 + 3, with: colours[line % 5])
      }
    }
    return RGBPicture(width: side.width, height: side.height, pixels: pixels)
  }

  @Test func `one place is said of what somebody changed, and not of saving again`() throws {
    let fixture = try CommandFixture()
    for (number, change) in Change.allCases.enumerated() {
      for (kind, picture) in [
        ("scene", TestPictures.scene(seed: UInt64(900 + number), size: Self.side)),
        ("drawing", Self.drawing(seed: UInt64(950 + number))),
      ] {
        try fixture.folder.write(jpegData(of: picture, quality: 92), to: "photos/\(change)-\(kind)/a.jpg")
        let ending = change == .webp ? "webp" : "jpg"
        try fixture.folder.write(change.data(of: picture), to: "photos/\(change)-\(kind)/b.\(ending)")
      }
    }

    let scan = try Document(try fixture.deckle("scan", "photos", "--json"))
    let groups = try scan.list("groups")
    for change in Change.allCases {
      for kind in ["scene", "drawing"] {
        let group = try #require(
          groups.first { $0.text("keeper")?.contains("/\(change)-\(kind)/") == true },
          "\(change) of a \(kind) is no pair")
        let holdings = try group.list("members").flatMap { $0.object["onlyHere"] as? [String] ?? [] }
        #expect(holdings.contains("region") != change.isSavingAlone, "\(change) of a \(kind): \(holdings)")
      }
    }
  }
}

/// The picture with the colours of a square in its middle, 3 % of its width, changed.
private func painted(_ picture: RGBPicture, _ change: ([UInt8]) -> [UInt8]) -> RGBPicture {
  var pixels = picture.pixels
  let half = picture.width * 3 / 200
  for y in picture.height / 2 - half..<picture.height / 2 + half {
    for x in picture.width / 2 - half..<picture.width / 2 + half {
      let range = (y * picture.width + x) * 3..<(y * picture.width + x) * 3 + 3
      pixels.replaceSubrange(range, with: change(Array(pixels[range])))
    }
  }
  return RGBPicture(width: picture.width, height: picture.height, pixels: pixels)
}
