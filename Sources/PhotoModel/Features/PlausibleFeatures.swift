/// The limits of measurable values. Values outside were damaged or not written by Deckle; arithmetic with them could
/// overflow, and findings from them would be wrong.
extension PhotoFeatures {
  /// Whether every value is one that Deckle measures.
  package var isPlausible: Bool {
    let sides = 1...65_500
    return sides.contains(pixelSize.width) && sides.contains(pixelSize.height) && decodeWarnings >= 0
      && has(512, .descriptor) && has(256, .lumaThumbnail) && has(32, .pdqHash) && has(16, .regionSharpness)
      && (windowCount == 0 || windowCount == 1344) && isNilOr(sharpestRegion?.x, in: 0...1)
      && isNilOr(sharpestRegion?.y, in: 0...1) && tones.map(\.isPlausible) ?? true
      && isNilOr(sharpness, in: 0...1) && isNilOr(screenEvidence, in: 0...1) && facts.isPlausible && texts.areShort
      && PhotoContents(bytes: self[.contents]) != nil
  }

  private func has(_ count: Int, _ part: Part) -> Bool {
    let found = numbers.count(of: part)
    return found == 0 || found == count
  }
}

extension Tones {
  fileprivate var isPlausible: Bool { nearBlack <= 100 && clippedWhite <= 100 && shadow <= light }
}

extension PairVerification {
  /// Whether a keypoint verification could have found these values.
  package var isPlausible: Bool {
    let share = 0.0...1.0
    return (0...100_000).contains(inliers)
      && [spread, firstOverlap, secondOverlap, agreement].allSatisfy(share.contains)
      && (0.01...100).contains(scale) && (-180.001...180.001).contains(rotation) && (-1...1).contains(correlation)
      // A picture that is one line of pixels high may be shifted by thousands of its heights.
      && [across, down].allSatisfy((-10_000.0...10_000.0).contains) && comparison?.isPlausible ?? true
      && projective?.isPlausible ?? true
  }
}

extension ProjectiveMatch {
  fileprivate var isPlausible: Bool {
    (0...100_000).contains(inliers) && (0...1.0).contains(share) && (0...1.0).contains(spread)
      && (0...1.5).contains(shift)
  }
}

extension PairComparison {
  fileprivate var isPlausible: Bool {
    (0...255.0).contains(colour) && (0...1000.0).contains(region) && isNilOr(firstOnSecond, in: 0...1)
      && isNilOr(secondOnFirst, in: 0...1) && isNilOr(ownDetail, in: 0...100)
  }
}

extension CaptureFacts {
  /// 33 000 years to both sides of 1970.
  private static let milliseconds: ClosedRange<Int64> = -1_000_000_000_000_000...1_000_000_000_000_000

  // Cameras reach ISO 3 280 000.
  private var hasPlausibleISO: Bool { isNilOr(iso, in: 1...9_999_999) }
  private var hasPlausibleExposure: Bool { isNilOr(exposureSeconds, in: 1e-7...1e5) }
  private var hasPlausibleFNumber: Bool { isNilOr(fNumber, in: 1e-6...1e6) }
  private var hasPlausibleFocalLength: Bool { isNilOr(focalLength, in: 1e-6...1e6) }
  private var hasPlausibleBias: Bool { isNilOr(exposureBias, in: -1e6...1e6) }
  private var hasPlausibleTime: Bool { isNilOr(capturedAt?.milliseconds, in: Self.milliseconds) }

  fileprivate var isPlausible: Bool {
    hasPlausibleISO && hasPlausibleExposure && hasPlausibleFNumber && hasPlausibleFocalLength && hasPlausibleBias
      && hasPlausibleTime
  }

  /// The facts without values that no camera writes: a file may claim anything.
  package var plausible: CaptureFacts {
    var facts = self
    if !hasPlausibleISO { facts.iso = nil }
    if !hasPlausibleExposure { facts.exposureSeconds = nil }
    if !hasPlausibleFNumber { facts.fNumber = nil }
    if !hasPlausibleFocalLength { facts.focalLength = nil }
    if !hasPlausibleBias { facts.exposureBias = nil }
    if !hasPlausibleTime { facts.capturedAt = nil }
    return facts
  }
}

/// Whether a value is nil or in a range; false for one that is not a number.
private func isNilOr<Value: Comparable>(_ value: Value?, in range: ClosedRange<Value>) -> Bool {
  value.map(range.contains) ?? true
}
