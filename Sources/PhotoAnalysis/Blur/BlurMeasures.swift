import Foundation
package import PhotoModel

/// The measures of a picture that its sharpness is computed from. The sharpness itself is `sharpness`.
///
/// All of them are of the content (`contentArea(of:)`). Edge spreads are in pixels of a picture of 512 px, of 1024 px
/// where a name says fine, or of 256 px where the name has coarse: there noise is a quarter, and edges appear that it
/// hides at full size. A measure with too few edges is NaN, and counts neither way.
package struct BlurMeasures: Sendable {
  /// ln of fine against coarse detail, in the direction that has least of it.
  var weakestDetail: Double
  /// The value of `WaveletEdges.fineAgainstMiddle`.
  var fineAgainstMiddle: Double
  /// The value of `WaveletEdges.sparseness`.
  var sparseness: Double
  /// ln of the spread in the sharpest of 4 × 4 fields at 1024 px.
  var fineSharpestField: Double
  /// ln of the edges a pixel at 1024 px.
  var fineDensity: Double
  /// ln of the spread that a tenth of all edges is below.
  var narrowEdges: Double
  /// The value of `EdgeFields.anisotropy`.
  var anisotropy: Double
  /// The value of `EdgeFields.centreBlur`.
  var centreBlur: Double
  /// ln of the spread in the sharpest of 3 × 3 fields at 256 px.
  var coarseSharpestField: Double
  /// ln of the long side, at most 1024 px: small pictures were larger once, and shrinking sharpens.
  var longSide: Double
  /// The value of `WaveletEdges.noise`.
  var noise: [Double]
  /// The number of edges at 512 px, and at 256 px.
  var edges: Int
  var coarseEdges: Int
  /// The standard deviation of the stretched gray levels.
  var deviation: Double
  /// The level that two thirds of the pixels are at most.
  var darkPart: Int
  /// Whether a part is sharp although the picture as a whole is not; false where it is not so blurred as to be
  /// proposed.
  private(set) var hasSharpPart = false
  /// The sharpness at three quarters of the size, of which noise and enlarging take away less; nil where the picture is
  /// not so blurred as to be proposed, or it cannot be measured.
  private(set) var reducedSharpness: Double?
  /// The sharpness of 4 × 4 fields, as `PhotoFeatures.regionSharpness`.
  package var regionSharpness: [UInt8]
  /// The middle of the sharpest part, as `PhotoFeatures.sharpestRegion`.
  package var sharpestRegion: RelativePoint?

  /// - Parameter luma: The luma plane, as large as available; more than 1024 px are averaged down first.
  /// - Returns: Nil for a picture too small to measure, under 32 px on a side.
  package init?(of luma: LumaPlane) {
    self.init(of: luma, isWhole: true)
  }

  /// - Parameter isWhole: False for a picture reduced to three quarters.
  private init?(of luma: LumaPlane, isWhole: Bool) {
    guard luma.size.shortSide >= 32 else { return nil }
    let whole = luma.areaAveraged(to: luma.size.fitted(longSide: 1024))
    let area = contentArea(of: whole)
    let large = whole.cropped(to: area)
    let middle = large.areaAveraged(to: large.size.fitted(longSide: 512))
    let small = middle.areaAveraged(to: large.size.fitted(longSide: 256))
    longSide = log(Double(large.size.longSide))

    // A picture that uses two thirds of the gray levels is left as it is; stretching it would only lift its noise.
    let histogram = large.histogram
    let contrast = Contrast(of: histogram, upTo: 170)
    darkPart = histogram.level(above: large.pixels.count / 3 * 2)
    let plane = FloatPlane(large, stretched: contrast)
    weakestDetail = PhotoAnalysis.weakestDetail(of: plane, gain: contrast.gain) ?? .nan
    let wavelets = WaveletEdges(of: plane)
    fineAgainstMiddle = wavelets.fineAgainstMiddle
    sparseness = wavelets.sparseness
    noise = wavelets.noise
    // Where noise hides all edges they count as wide: narrow ones are steeper than noise. Texture hides them, too.
    let unseen = wavelets.isNoisy ? 5 : Double.nan
    func logarithm(_ spread: Double?) -> Double { log(spread.map { max(0.05, $0) } ?? unseen) }

    let fine = EdgeSpread(of: plane)
    fineSharpestField = logarithm(EdgeFields(of: fine, columns: 4, rows: 4).rising.first)
    fineDensity = fine.count < 30 ? .nan : log(fine.density)

    let stretched = FloatPlane(middle, stretched: middle.contrast())
    deviation = stretched.deviation
    let spread = EdgeSpread(of: stretched)
    let fields = EdgeFields(of: spread, columns: 4, rows: 4)
    edges = spread.count
    narrowEdges = logarithm(spread.percentile(0.1))
    anisotropy = fields.anisotropy
    centreBlur = fields.centreBlur
    regionSharpness = fields.regionSharpness
    sharpestRegion = fields.sharpestRegion.map { $0.moved(from: area, to: whole.size) }

    let coarse = EdgeSpread(of: FloatPlane(small, stretched: small.contrast()))
    coarseEdges = coarse.count
    coarseSharpestField = logarithm(EdgeFields(of: coarse, columns: 3, rows: 3).rising.first)
    if isWhole, PhotoAnalysis.sharpness(blurEvidence: blurEvidence) < strictBlurThreshold {
      hasSharpPart = sharpestPart(of: plane) > sharpPart
      let reduced = large.areaAveraged(to: large.size.fitted(longSide: large.size.longSide * 3 / 4))
      reducedSharpness = BlurMeasures(of: reduced, isWhole: false)?.sharpness
    }
  }
}

extension RelativePoint {
  /// The same point of the whole picture.
  fileprivate func moved(from area: PixelRect, to whole: PixelSize) -> RelativePoint {
    RelativePoint(
      x: (Double(area.x) + x * Double(area.width)) / Double(whole.width),
      y: (Double(area.y) + y * Double(area.height)) / Double(whole.height))
  }
}

/// The stretching of gray levels: level `low` goes to 0, and a step grows by `gain`.
struct Contrast {
  var low: Float
  var gain: Float
}

extension Contrast {
  /// Stretches the gray levels, less the darkest and brightest 0.5 % of pixels, to `range`; the gain is 1…4.
  init(of histogram: [Int], upTo range: Float = 255) {
    let tail = histogram.reduce(0, +) / 200
    let low = Float(histogram.level(above: tail))
    let high = 255 - Float(histogram.reversed().level(above: tail))
    let gain = min(4, max(1, range / max(1, high - low)))
    // Without a gain nothing has to move.
    self.init(low: gain > 1 ? low : 0, gain: gain)
  }
}

extension [Int] {
  /// The first bin of a histogram up to which more than `count` are counted.
  fileprivate func level(above count: Int) -> Int {
    var passed = 0
    for (bin, number) in enumerated() {
      passed += number
      if passed > count { return bin }
    }
    return 0
  }
}

extension LumaPlane {
  /// The number of pixels of each gray level.
  fileprivate var histogram: [Int] {
    var histogram = [Int](repeating: 0, count: 256)
    for value in pixels { histogram[Int(value)] &+= 1 }
    return histogram
  }

  fileprivate func contrast() -> Contrast { Contrast(of: histogram) }
}

extension FloatPlane {
  /// Cut to 0…255.
  init(_ luma: LumaPlane, stretched contrast: Contrast) {
    guard contrast.gain != 1 || contrast.low != 0 else {
      self.init(luma)
      return
    }
    let levels = (0..<256).map { min(255, max(0, (Float($0) - contrast.low) * contrast.gain)) }
    let values = luma.pixels.withUnsafeBufferPointer { pixels in
      levels.withUnsafeBufferPointer { levels in
        [Float](unsafeUninitializedCapacity: pixels.count) { target, count in
          for index in 0..<pixels.count { target[index] = levels[Int(pixels[index])] }
          count = pixels.count
        }
      }
    }
    self.init(width: luma.width, height: luma.height, values: values)
  }
}
