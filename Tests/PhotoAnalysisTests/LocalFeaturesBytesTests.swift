import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Keypoints come from a process that may have been taken over: as bytes, and not believed.
@Suite struct LocalFeaturesBytesTests {
  private let features = LocalFeatures(of: TestPictures.scene(seed: 4).luma)

  private func decoded(_ bytes: [UInt8]) throws -> LocalFeatures {
    try JSONDecoder().decode(LocalFeatures.self, from: try JSONEncoder().encode(Data(bytes)))
  }

  private var bytes: [UInt8] {
    get throws { [UInt8](try JSONDecoder().decode(Data.self, from: try JSONEncoder().encode(features))) }
  }

  @Test func `keypoints survive the way as bytes, and fit into an answer`() throws {
    #expect(features.keypoints.count > 100)
    #expect(try decoded(try bytes) == features)
    #expect(try bytes.count <= 48_200)
  }

  @Test func `bytes that no picture gives are refused, and none of them traps`() throws {
    let whole = try bytes
    for length in stride(from: 0, to: whole.count, by: 997) where length % 45 != whole.count % 45 {
      #expect(throws: (any Error).self) { try decoded(Array(whole.prefix(length))) }
    }
    var random = SpreadGenerator(seed: 1)
    for _ in 0..<60 {
      var damaged = whole
      for _ in 0..<8 {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = try? decoded(damaged)
    }
    var outside = whole
    // The first keypoint's x, as a number that is none.
    let first = 17 + Int(whole[8]) * Int(whole[12])
    outside.replaceSubrange(first..<first + 4, with: [0, 0, 0xC0, 0x7F])
    #expect(throws: (any Error).self) { try decoded(outside) }
    var neither = whole
    neither[16] = 2
    #expect(throws: (any Error).self) { try decoded(neither) }
  }
}
