internal import CVLFeat
import Foundation
package import PhotoModel

/// The scale-invariant keypoints of one picture (SIFT, Lowe 2004) with their descriptors, by which a pair in doubt is
/// verified once more. At most 63 KB, in memory only.
package struct SIFTFeatures: Hashable, Sendable {
  /// The size of the picture without its margins, long side at most `workingSide`.
  let size: PixelSize
  let keypoints: [SIFTKeypoint]
  /// 128 numbers from 0 to 127 for each keypoint, one keypoint after the other.
  let descriptors: [Int8]

  /// The largest number of keypoints: as many as an answer of a decode worker holds.
  package static let mostKeypoints = 460
  static let descriptorLength = 128
  /// The largest long side, in pixels, of a picture in which keypoints are detected: at 640 px it costs nearly twice
  /// the time, and decides no more pairs of the labelled photos.
  package static let workingSide = 480
  /// The least side of a picture in pixels for keypoints.
  private static let leastSide = 16

  /// The features of a picture in which nothing is found.
  package static let none = SIFTFeatures(size: PixelSize(width: 1, height: 1), keypoints: [], descriptors: [])
}

extension SIFTFeatures {
  /// Detects the keypoints.
  ///
  /// - Parameter luma: The upright luma plane; one larger than `workingSide` is averaged down first. Margins are cut
  ///   off.
  /// - Complexity: About 18 ms for 480 × 360 pixels.
  package init(of luma: LumaPlane) {
    let working = luma.areaAveraged(to: luma.size.fitted(longSide: Self.workingSide)).trimmed
    guard working.size.shortSide >= Self.leastSide else {
      self = .none
      return
    }
    precondition(working.pixels.count == working.size.pixels)
    var found = [sift_keypoint](repeating: sift_keypoint(), count: Self.mostKeypoints)
    var descriptors = [Int8](repeating: 0, count: Self.mostKeypoints * Self.descriptorLength)
    let count = sift_read(
      working.pixels, Int32(working.width), Int32(working.height), Int32(Self.mostKeypoints), &found, &descriptors)
    let keypoints = found.prefix(max(0, Int(count))).map { SIFTKeypoint($0, in: working.size) }
    self.init(
      size: working.size, keypoints: keypoints,
      descriptors: Array(descriptors.prefix(keypoints.count * Self.descriptorLength)))
  }

  /// The number of keypoints.
  package var keypointCount: Int { keypoints.count }
}

/// A point of a picture that can be found again in another one of another size and rotation, in the integers of its
/// stored form, so that sending it from a decode worker loses nothing.
struct SIFTKeypoint: Hashable, Sendable {
  /// The position in 1/64 pixels from the upper left.
  var x: UInt16
  var y: UInt16
  /// The standard deviation of the blur at which the keypoint was found, in 1/64 pixels.
  var scale: UInt16
  /// The angle in shares of 1/65536 of a full turn, clockwise.
  var angle: UInt16

  static let unit = 64.0
}

extension SIFTKeypoint {
  fileprivate init(_ found: sift_keypoint, in size: PixelSize) {
    func number(_ value: Float, _ range: ClosedRange<Double>) -> UInt16 {
      UInt16(min(range.upperBound, max(range.lowerBound, Double(value))) * Self.unit)
    }
    x = number(found.x, 0...Double(size.width))
    y = number(found.y, 0...Double(size.height))
    scale = number(found.scale, 1 / Self.unit...1000)
    let turns = Double(found.angle) / (2 * Double.pi)
    angle = UInt16(truncatingIfNeeded: Int((turns - turns.rounded(.down)) * 65536))
  }

  /// The position in pixels from the upper left.
  var position: SIMD2<Double> { SIMD2(Double(x), Double(y)) / Self.unit }
  var radians: Double { Double(angle) * 2 * Double.pi / 65536 }
}

/// Features as bytes, little-endian: width and height (16 bits each), then 136 bytes a keypoint: x, y, scale, angle (16
/// bits each), descriptor.
extension SIFTFeatures: ByteCodable {
  private static let bytesOfKeypoint = 8 + descriptorLength

  /// Size and keypoints in the layout above.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 + keypoints.count * Self.bytesOfKeypoint)
    func append(_ number: UInt16) { bytes += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
    append(UInt16(clamping: size.width))
    append(UInt16(clamping: size.height))
    for (index, keypoint) in keypoints.enumerated() {
      for number in [keypoint.x, keypoint.y, keypoint.scale, keypoint.angle] { append(number) }
      let start = index * Self.descriptorLength
      bytes += descriptors[start..<start + Self.descriptorLength].lazy.map { UInt8(bitPattern: $0) }
    }
    return bytes
  }

  /// Reads the keypoints; nil for bytes that no picture could have given: they may come from a process that was taken
  /// over.
  package init?(bytes: [UInt8]) {
    guard bytes.count >= 4, (bytes.count - 4) % Self.bytesOfKeypoint == 0,
      (bytes.count - 4) / Self.bytesOfKeypoint <= Self.mostKeypoints
    else { return nil }
    func number(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }
    let size = PixelSize(width: Int(number(0)), height: Int(number(2)))
    let sides = 1...Self.workingSide
    guard sides.contains(size.width), sides.contains(size.height) else { return nil }
    var keypoints: [SIFTKeypoint] = []
    var descriptors: [Int8] = []
    for start in stride(from: 4, to: bytes.count, by: Self.bytesOfKeypoint) {
      let keypoint = SIFTKeypoint(
        x: number(start), y: number(start + 2), scale: number(start + 4), angle: number(start + 6))
      let descriptor = bytes[start + 8..<start + Self.bytesOfKeypoint]
      guard keypoint.position.x <= Double(size.width), keypoint.position.y <= Double(size.height), keypoint.scale > 0,
        descriptor.allSatisfy({ $0 <= 127 })
      else { return nil }
      keypoints.append(keypoint)
      descriptors += descriptor.lazy.map { Int8(bitPattern: $0) }
    }
    self.init(size: size, keypoints: keypoints, descriptors: descriptors)
  }
}
