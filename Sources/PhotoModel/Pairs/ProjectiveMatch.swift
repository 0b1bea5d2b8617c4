/// The result of a second, dearer verification of two pictures: keypoints of both that one homography, a change of
/// viewpoint included, maps onto each other.
package struct ProjectiveMatch: Hashable, Sendable, Codable {
  /// The number of these keypoints, counted as distinct 3 px cells of both pictures at 480 px. 0…460.
  package var inliers: Int
  /// The share that they are of all keypoints, in the picture that has fewer of them. 0…1.
  package var share: Double
  /// The share of the picture over which the keypoints are spread, the smaller of both pictures. Of a long and thin
  /// area at most a third of the picture's length counts. 0.35 for an even spread; 0 for keypoints on a line, and for
  /// those that look like others of their own picture.
  package var spread: Double
  /// The median distance between a keypoint in the first picture and the same in the second, each in shares of the
  /// sides of its picture. 0…1.5.
  package var shift: Double

  /// Creates a match from its measures; nothing is checked.
  package init(inliers: Int, share: Double = 0, spread: Double, shift: Double) {
    self.inliers = inliers
    self.share = share
    self.spread = spread
    self.shift = shift
  }

  /// The match of two pictures that have nothing in common.
  package static let nothing = ProjectiveMatch(inliers: 0, spread: 0, shift: 0)
}
