package import PhotoModel

/// The evidence for and against two photos having one picture.
struct PairEvidence: Hashable, Sendable {
  /// 1 − cosine of the upright descriptors, 0…2.
  var gradientDistance: Double
  /// The least of the seven other dihedral forms, and which one.
  var turnedDistance: Double
  var turnedForm: DihedralForm
  /// Differing bits of 64.
  var hashDistance: Int
  /// Largest and mean difference of the 16 × 16 lightness; nil: not measured, as of two shots of different moments.
  var lumaThumbnail: LumaThumbnail.Difference?
  /// Whether the cameras' own clocks or settings make these two shots, not two copies of one.
  var areDifferentShots: Bool
  /// Whether the photos are of the same camera within ten seconds.
  var areNeighboursInTime: Bool
  /// Whether one camera took both photos within three seconds.
  var areOneBurst: Bool
  /// Whether by the cameras' clocks more than a day lies between the photos.
  var areDaysApart: Bool
  /// Whether the shapes agree within 3 %.
  var haveSameShape: Bool
  var haveSameSize: Bool
  /// Whether both are screenshots or drawings: templates look alike.
  var areDrawn: Bool
  /// The verification by keypoints; nil where there was none.
  var verification: PairVerification?
}

/// Whether two photos are so alike that their pixels decide: copies at any setting of the standard slider, but for
/// those with the same pixels.
package func mayBeCopies(_ first: ScannedPhoto, _ second: ScannedPhoto, _ found: PairVerification) -> Bool {
  guard found.haveSamePixels != true, first.features?.format != .raw, second.features?.format != .raw else {
    return false
  }
  return PairEvidence(ComparedPhoto(first), ComparedPhoto(second), verification: found)?.similarity ?? 0 >= 0.94
}

/// Whether two photos are shots of two moments: no copies of each other, whatever their pixels are. For transparent
/// ones the pixels decide whether they are alike at all.
package func areOfTwoMoments(_ first: ScannedPhoto, _ second: ScannedPhoto) -> Bool {
  guard let a = first.features, let b = second.features, let time = a.facts.capturedAt, let other = b.facts.capturedAt,
    a.contents.alpha != .used || b.contents.alpha != .used
  else { return false }
  return time.differs(from: other)
}

extension PairEvidence {
  /// Compares all eight forms. Nil where the two have nothing in common.
  ///
  /// - Parameter forms: The forms of the left photo, where it is compared with many; nil to compute them.
  init?(
    _ left: ComparedPhoto, _ right: ComparedPhoto, forms: DescriptorForms? = nil, verification: PairVerification? = nil
  ) {
    guard let a = left.coarse, let b = right.coarse else {
      self.init(flat: left, right, verification: verification)
      return
    }
    // A turned form counts only where it is nearer by the handicap.
    let limit = Self.turnedHandicap - Self.hashShare(Self.hashDistance(a, b))
    let distances = (forms ?? DescriptorForms(a)).distances(to: b, beyond: limit)
    self.init(
      left, right, gradientDistance: distances.upright, turnedDistance: distances.turned, turnedForm: distances.form,
      verification: verification)
  }

  /// Creates the evidence of pictures too flat to be compared: nothing but the same pixels joins them.
  private init?(flat left: ComparedPhoto, _ right: ComparedPhoto, verification: PairVerification?) {
    guard verification?.haveSamePixels == true, let a = left.photo.features, let b = right.photo.features else {
      return nil
    }
    gradientDistance = 0
    turnedDistance = 2
    turnedForm = .upright
    hashDistance = 0
    lumaThumbnail = LumaThumbnail.difference(a, b)
    areDifferentShots = false
    areNeighboursInTime = CoarseFeatures(a).isNeighbourInTime(of: CoarseFeatures(b))
    areOneBurst = false
    areDaysApart = CoarseFeatures(a).isDaysApart(from: CoarseFeatures(b))
    haveSameShape = true
    haveSameSize = true
    areDrawn = left.isDrawn && right.isDrawn
    self.verification = verification
  }

  /// Creates the evidence from distances that are known already. Nil where the two have nothing in common: similarity
  /// below 0.50.
  init?(
    _ left: ComparedPhoto, _ right: ComparedPhoto, gradientDistance: Double, turnedDistance: Double = 2,
    turnedForm: DihedralForm = .upright, verification: PairVerification? = nil
  ) {
    guard let a = left.coarse, let b = right.coarse else { return nil }
    self.gradientDistance = gradientDistance
    self.turnedDistance = turnedDistance
    self.turnedForm = turnedForm
    hashDistance = Self.hashDistance(a, b)
    areNeighboursInTime = a.isNeighbourInTime(of: b)
    areOneBurst = areNeighboursInTime && a.isNeighbourInTime(of: b, within: 3000)
    areDaysApart = a.isDaysApart(from: b)
    areDifferentShots = false
    haveSameShape = false
    haveSameSize = a.pixelSize == b.pixelSize
    areDrawn = left.isDrawn && right.isDrawn
    self.verification = verification
    guard verification != nil || (areDrawn ? shapeDistance <= Self.mostOfDrawn : sceneDistance <= 0.60) else {
      return nil
    }
    areDifferentShots = a.isAnotherShot(than: b)
    // Light distinguishes copies; shots of two moments are none.
    if areDrawn || !areDifferentShots { lumaThumbnail = LumaThumbnail.difference(a.features, b.features) }
    let shapes = Double(a.pixelSize.width * b.pixelSize.height) / Double(max(1, b.pixelSize.width * a.pixelSize.height))
    haveSameShape = (0.97...1.03).contains(shapes)
  }

  /// 0…1: from 0.80 on the same scene or an edited copy, from 0.95 on the same picture. Falls with every distance.
  ///
  /// The constants were chosen on labelled photos without one false pair (docs/DETECTION.md).
  var similarity: Double {
    if verification?.haveSamePixels == true { return 1 }
    if verification?.comparison?.isAlikeOnOneGround == true { return 0 }
    if areDrawn { return haveSameSize && copyDistance <= Self.mostOfDrawn ? 1 - 0.05 * copyDistance : 0 }
    var sceneSimilarity = max(Self.sceneScale(sceneDistance), closeSimilarity)
    if !isProven, areDaysApart || hasNoDetailInCommon { sceneSimilarity = min(Self.mostUnproven, sceneSimilarity) }
    guard !areDifferentShots, haveSameShape, verification?.speaksAgainstCopy != true else {
      return min(Self.mostOfAnotherShot, sceneSimilarity)
    }
    let copySimilarity = copyDistance <= 2 ? 1 - 0.05 * copyDistance : 0
    return max(sceneSimilarity, copySimilarity)
  }

  /// Local features or the pixels lie on each other, or one camera took both within seconds (pages are turned in
  /// seconds, too: of these only the features count). Else two pictures are
  /// alike in their main lines only: two rows of windows, two meadows.
  var isProven: Bool { areNeighboursInTime && !areOfText || closeSimilarity >= 0.80 }

  /// Under the limit of duplicates: another shot is none, however alike.
  private static let mostOfAnotherShot = 0.94

  /// The limit below the standard one for photos that merely look alike, taken on another day or without common detail,
  /// which only a lower threshold lists.
  private static let mostUnproven = 0.76

  /// Whether a similarity is only an upper limit for the pair, not a measure of how alike its photos are.
  static func isCap(_ similarity: Double) -> Bool {
    similarity == mostOfAnotherShot || similarity == mostUnproven
  }

  /// Whether the mirrored or turned form is the nearer one.
  var isTurned: Bool { turnedDistance + Self.turnedHandicap < uprightDistance }

  /// Whether the decoded pixels are the same, so that only the rest of the files differs.
  var haveSamePixels: Bool { verification?.haveSamePixels == true }

  /// The pictures are copies up to the noise of a re-save: near enough to propose one for the bin.
  var isSamePicture: Bool { similarity >= 0.975 && lumaThumbnail != nil && !areDifferentShots }

  /// The gradient distance after the corrections by hash and clock; about 0.34 is the limit of the same scene.
  var sceneDistance: Double { min(uprightDistance, turnedDistance + Self.turnedHandicap) }

  /// The hash takes up to 0.13 off or puts 0.04 on; being shot together takes 0.05 off.
  private var uprightDistance: Double {
    max(0, gradientDistance + Self.hashShare(hashDistance) - (areNeighboursInTime ? 0.05 : 0))
  }

  private static func hashShare(_ distance: Int) -> Double { min(0.04, max(-0.13, 0.01 * Double(distance - 22))) }

  private static func hashDistance(_ a: CoarseFeatures, _ b: CoarseFeatures) -> Int {
    if let x = a.perceptualHash, let y = b.perceptualHash { bitDistance(x, y) } else { 64 }
  }

  /// A turned copy has to fit within 0.20, since seven more forms are seven more chances to be wrong.
  private static let turnedHandicap = 0.14

  /// The distance of copies: 0 for the same pixels, 1 at the limit of a resize or a re-save.
  ///
  /// Without a luma thumbnail a picture can be a copy, but is never proposed for the bin.
  private var copyDistance: Double {
    guard let lumaThumbnail else { return max(0.6, 3 * shapeDistance) }
    return max(shapeDistance, Double(lumaThumbnail.largest) / 10, lumaThumbnail.mean / 2.5)
  }

  /// The copy distance as far as light has no part in it.
  private var shapeDistance: Double { max(gradientDistance / 0.06, Double(hashDistance) / 8) }

  /// The copy distance up to which two drawings are one.
  private static let mostOfDrawn = 0.5

  private static func sceneScale(_ distance: Double) -> Double {
    var near = scenePoints[0]
    for far in scenePoints.dropFirst() {
      if distance <= far.distance {
        let share = (distance - near.distance) / (far.distance - near.distance)
        return near.similarity + share * (far.similarity - near.similarity)
      }
      near = far
    }
    return 0
  }

  private static let scenePoints: [(distance: Double, similarity: Double)] = [
    (0, 0.94), (0.10, 0.90), (0.34, 0.80), (0.45, 0.65), (0.60, 0.50), (1, 0),
  ]
}
