package import SystemPackage

/// The limits, rules and exclusions of a scan.
package struct ScanSettings: Hashable, Sendable {
  /// Sharpness below this is listed as blurry. 0.10…0.80; higher lists more.
  package var blurThreshold: Double = 0.30
  /// Similarity from which two photos are called duplicates. 0.50…0.99; lower lists more.
  package var duplicateThreshold: Double = 0.95
  /// Similarity from which two photos are called similar. 0.50…0.99; lower lists more.
  package var similarThreshold: Double = 0.80
  /// Photos handed to the interface at once while a scan runs.
  package var batchSize: Int = 30
  /// The rules that choose the keeper, the first that tells two photos apart decides; rules that are missing are
  /// switched off.
  package var keeperOrder: [KeeperRule] = KeeperRule.standardOrder
  /// Folders whose photos stay before others of the same quality; absolute.
  package var preferredFolders: [FilePath] = []
  /// Whether photos that were rated, labelled, picked or made a favourite are never proposed.
  package var ratingsAreSacred = true
  /// Globs over folder names, or over paths where they contain a slash.
  package var excludedFolders: [String] = []
  /// Names of folders and files of other programs that no scan enters or reads, beside those that Deckle knows.
  package var ignoredPlaces: [String] = []

  /// Whether every photo is measured whole (`PhotoFeatures.isPartial`).
  package var measuresWhole = false

  /// Creates the settings of a new installation.
  package init() {}

  /// Whether photos may be measured in part (`PhotoFeatures.isPartial`) without an effect on the findings at these
  /// limits.
  package var allowPartialFeatures: Bool {
    !measuresWhole && blurThreshold < PhotoFeatures.surelySharp
      && min(similarThreshold, duplicateThreshold) >= PhotoFeatures.surelyNotAlike
  }

  /// The order by which keepers are chosen.
  package var keepers: KeeperOrder { KeeperOrder(keeperOrder, preferredFolders: preferredFolders) }
}

/// A threshold that the user can move.
package struct ThresholdSlider: Hashable, Sendable {
  /// The values from the lowest to the highest.
  package let range: ClosedRange<Double>
  /// The distance between two values, a multiple of 0.01; the last one may be shorter.
  package let step: Double
  /// All values of the slider, in rising order.
  package let values: [Double]

  /// Creates a slider over a range, in steps.
  package init(range: ClosedRange<Double>, step: Double) {
    (self.range, self.step) = (range, step)
    var values = [range.lowerBound]
    while let last = values.last, last < range.upperBound {
      values.append(Self.moved(last, by: 1, in: range, step: step))
    }
    self.values = values
  }

  /// The slider of `ScanSettings.blurThreshold`.
  package static let blur = ThresholdSlider(range: 0.10...0.80, step: 0.05)
  /// The slider of `ScanSettings.duplicateThreshold` and `similarThreshold`.
  package static let similarity = ThresholdSlider(range: 0.50...0.99, step: 0.05)

  /// The value a number of steps up, or down where negative: multiples of the step, the last one ending at the end of
  /// the range.
  package func moved(_ value: Double, by steps: Int) -> Double {
    Self.moved(value, by: steps, in: range, step: step)
  }

  private static func moved(_ value: Double, by steps: Int, in range: ClosedRange<Double>, step: Double) -> Double {
    var hundredths = Int((value * 100).rounded())
    let stepHundredths = Int((step * 100).rounded())
    let low = Int((range.lowerBound * 100).rounded())
    let high = Int((range.upperBound * 100).rounded())
    for _ in 0..<abs(steps) {
      if steps > 0 {
        hundredths = (hundredths / stepHundredths + 1) * stepHundredths
      } else {
        hundredths = ((hundredths + stepHundredths - 1) / stepHundredths - 1) * stepHundredths
      }
      hundredths = min(high, max(low, hundredths))
    }
    return Double(hundredths) / 100
  }
}
