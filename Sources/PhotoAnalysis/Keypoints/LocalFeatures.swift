import Foundation
package import PhotoModel

/// The keypoints of one picture and a small gray copy, by which it is verified against others. About 40 KB, in memory
/// only.
package struct LocalFeatures: Hashable, Sendable {
  /// The size of the picture without its margins, long side at most `workingSide`.
  package let size: PixelSize
  let keypoints: [Keypoint]
  /// One descriptor for each keypoint.
  let descriptors: [BinaryDescriptor]
  /// The picture without its margins at a long side of at most 160 px.
  let small: LumaPlane
  /// Whether the picture is one of text: such pictures have similar layouts whatever the text is.
  let isOfText: Bool

  /// The long side at which keypoints are detected.
  package static let workingSide = 640
  static let mostKeypoints = 500
  static let levels = 8
  private static let step = 1.2
  static let smallSide = 160

  /// - Parameter luma: The upright luma plane; one larger than `workingSide` is averaged down first. Margins are cut
  ///   off.
  package init(of luma: LumaPlane) {
    let working = luma.areaAveraged(to: luma.size.fitted(longSide: Self.workingSide)).trimmed
    size = working.size
    isOfText = working.isOfText
    small = working.areaAveraged(to: working.size.fitted(longSide: Self.smallSide))
    var keypoints: [Keypoint] = []
    var descriptors: [BinaryDescriptor] = []
    for level in 0..<Self.levels {
      let scale = pow(Self.step, Double(level))
      let levelSize = PixelSize(
        width: Int((Double(size.width) / scale).rounded()), height: Int((Double(size.height) / scale).rounded()))
      guard levelSize.shortSide > 2 * CornerDetector.border else { break }
      let plane = level == 0 ? working : working.areaAveraged(to: levelSize)
      // Keypoints that one level does not have may come from the next ones.
      let quota = Self.quota(upTo: level) - keypoints.count
      let describer = PatchDescriber(plane)
      let scaleX = Float(size.width) / Float(plane.width)
      let scaleY = Float(size.height) / Float(plane.height)
      for corner in CornerDetector.corners(of: plane, count: quota) {
        let (angle, descriptor) = describer.description(at: corner)
        keypoints.append(
          Keypoint(
            x: (Float(corner.x) + 0.5) * scaleX, y: (Float(corner.y) + 0.5) * scaleY, angle: angle,
            level: UInt8(level)))
        descriptors.append(descriptor)
      }
    }
    self.keypoints = keypoints
    self.descriptors = descriptors
  }

  init(
    size: PixelSize, keypoints: [Keypoint], descriptors: [BinaryDescriptor], small: LumaPlane, isOfText: Bool = false
  ) {
    self.size = size
    self.keypoints = keypoints
    self.descriptors = descriptors
    self.small = small
    self.isOfText = isOfText
  }

  /// About the number of bytes in memory.
  package var byteCount: Int {
    keypoints.count * (MemoryLayout<Keypoint>.stride + MemoryLayout<BinaryDescriptor>.stride) + small.pixels.count + 200
  }

  /// Keypoints of all levels up to this one, in proportion to their length of side.
  private static func quota(upTo level: Int) -> Int {
    let share = (1 - pow(1 / step, Double(level + 1))) / (1 - pow(1 / step, Double(levels)))
    return Int((Double(mostKeypoints) * share).rounded())
  }
}
