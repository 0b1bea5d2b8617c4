import Foundation
import PhotoAnalysis
import PhotoModel

/// The time of a step of a slider over a library made up of numbers: bursts, copies and strangers, as they lie in a
/// collection of a few years, and no picture at all.
struct SliderClock {
  private let photos: Int
  private let clock = ContinuousClock()

  init(photos: Int) { self.photos = photos }

  /// The processor times of every step of every slider, there and back.
  func document() -> String {
    var library: [ScannedPhoto] = []
    let made = clock.measure { library = SyntheticLibrary(seed: 1).photos(photos) }
    var index = FindingsIndex(photos: [])
    let indexed = clock.measure { index = FindingsIndex(photos: library) }
    var settings = ScanSettings()
    var board = ThresholdPreview(index: index, settings: settings, ledger: Ledger())
    let laidOut = clock.measure { board = ThresholdPreview(index: index, settings: settings, ledger: Ledger()) }
    var findings = Findings()
    let fresh = clock.measure { findings = index.findings(settings: settings) }
    var lines = [
      "photos \(photos), made in \(made.milliseconds), compared in \(indexed.milliseconds), "
        + "board in \(laidOut.milliseconds), all findings in \(fresh.milliseconds) (\(findings.issues.count) listed)"
    ]
    let prepared = clock.measure { board.prepare(0..<board.componentCount) }
    lines[0] += ", steps made ready in \(prepared.milliseconds)"
    for (name, slider, key) in [
      ("blur", ThresholdSlider.blur, \ScanSettings.blurThreshold),
      ("similar", .similarity, \ScanSettings.similarThreshold),
      ("duplicate", .similarity, \ScanSettings.duplicateThreshold),
    ] {
      var times: [Duration] = []
      var crossed = 0
      for value in slider.values.reversed() + slider.values {
        settings[keyPath: key] = value
        let start = Spent.processorTime
        crossed = max(crossed, board.move(to: settings).crossings.map(\.count).reduce(0, +))
        times.append(Spent.processorTime - start)
      }
      settings = ScanSettings()
      _ = board.move(to: settings)
      let sorted = times.sorted()
      lines.append(
        "\(name): \(times.count) steps, median \(sorted[sorted.count / 2].milliseconds), "
          + "longest \(sorted[sorted.count - 1].milliseconds), at most \(crossed) photos crossed")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
