import CPixels
package import PhotoModel

/// The features that `PhotoFeatures` has of a luma plane, measured together: the margins are searched once.
package struct LumaFeatures: Hashable, Sendable {
  /// The value of `PhotoFeatures.perceptualHash`.
  package var perceptualHash: UInt64?
  /// The value of `PhotoFeatures.descriptor`.
  package var descriptor: [Int8]
  /// The value of `PhotoFeatures.lumaThumbnail`.
  package var lumaThumbnail: [UInt8]
  /// The value of `PhotoFeatures.pdqHash`.
  package var pdqHash: [UInt8]
  /// The value of `PhotoFeatures.windowDescriptors`.
  package var windowDescriptors: [UInt8]
  /// The value of `PhotoFeatures.sharpness`.
  package var sharpness: Double?
  /// The value of `PhotoFeatures.regionSharpness`.
  package var regionSharpness: [UInt8]
  /// The value of `PhotoFeatures.sharpestRegion`.
  package var sharpestRegion: RelativePoint?
  /// The value of `PhotoFeatures.tones`.
  package var tones: Tones?

  /// - Parameter luma: The upright luma plane, as large as available up to 1024 px on the long side; more does not
  ///   help.
  package init(of luma: LumaPlane) {
    let trimmed = luma.trimmed
    let flat = isFlat(trimmed)
    perceptualHash = flat ? nil : frequencyHash(of: trimmed)
    descriptor = flat ? [] : DescriptorGrid.quantised(DescriptorGrid.vector(of: trimmed))
    lumaThumbnail = trimmed.squared(to: LumaThumbnail.side).pixels
    pdqHash = flat ? [] : pdqFrequencyHash(of: trimmed)
    windowDescriptors = flat ? [] : DescriptorWindows.signs(of: trimmed)
    let blur = BlurMeasures(of: luma)
    sharpness = blur?.sharpness
    regionSharpness = blur?.regionSharpness ?? []
    sharpestRegion = blur?.sharpestRegion
    tones = luma.tones
  }
}

/// 16 × 16 luma means of the picture without its margins, row-major: light, and small changes, that the gradient
/// descriptor does not see. Compared cell by cell.
package func lumaThumbnail(of luma: LumaPlane) -> [UInt8] {
  luma.trimmed.squared(to: LumaThumbnail.side).pixels
}

enum LumaThumbnail {
  static let side = 16

  /// The difference of the cells of two luma thumbnails, in gray levels.
  struct Difference: Hashable, Sendable {
    var largest: Int
    var mean: Double
  }

  /// The difference of two thumbnails; nil where one was not measured.
  static func difference(_ left: PhotoFeatures, _ right: PhotoFeatures) -> Difference? {
    left.withLumaThumbnail { left in right.withLumaThumbnail { difference(left, $0) } }
  }

  private static func difference(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Difference? {
    guard left.count == right.count, left.count == side * side,
      let one = left.bindMemory(to: UInt8.self).baseAddress, let other = right.bindMemory(to: UInt8.self).baseAddress
    else { return nil }
    var largest: UInt8 = 0
    let sum = pixels_levels_between(one, other, left.count, &largest)
    return Difference(largest: Int(largest), mean: Double(sum) / Double(left.count))
  }
}
