import Foundation
import PhotoModel
import Testing

@Suite struct PhotoFeaturesTests {
  private let one = PhotoFeatures(
    format: .jpeg, pixelSize: PixelSize(width: 4, height: 3), descriptor: [1, -2], lumaThumbnail: [3], sharpness: 0.5)

  @Test func `a copy that is changed leaves the other as it was`() {
    var copy = one
    copy.facts.model = "X"
    copy.lumaThumbnail[0] = 9

    #expect(one.facts.model == nil && one.lumaThumbnail == [3])
    #expect(
      copy.facts.model == "X" && copy.lumaThumbnail == [9] && copy.descriptor == [1, -2] && copy.sharpness == 0.5)
    #expect(copy != one && copy.hashValue != one.hashValue)
    copy.facts.model = nil
    copy.lumaThumbnail = [3]
    #expect(copy == one && copy.hashValue == one.hashValue)
  }

  @Test func `written and read again they are the same, as one array of bytes`() throws {
    var all = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 4, height: 3), sharpness: 0.5)
    all.facts.model = "X"
    all.tones = Tones(mean: 1, shadow: 0, light: 2, nearBlack: 3, clippedWhite: 4)
    let written = try JSONEncoder().encode(all)

    #expect(try JSONDecoder().decode(PhotoFeatures.self, from: written) == all)
    #expect(try [UInt8](JSONDecoder().decode(Data.self, from: written)) == all.bytes)
    // Of this length is no descriptor.
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(PhotoFeatures.self, from: JSONEncoder().encode(one))
    }
  }
}
