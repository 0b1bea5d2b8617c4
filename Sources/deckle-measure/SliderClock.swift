import Foundation
import Glibc
import PhotoAnalysis
import PhotoModel
import SystemPackage

/// How long a step of a slider takes over a library made up of numbers: bursts, copies and strangers, as they lie in a
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
    var board = SliderBoard(index: index, settings: settings, ledger: Ledger())
    let laidOut = clock.measure { board = SliderBoard(index: index, settings: settings, ledger: Ledger()) }
    var findings = Findings()
    let fresh = clock.measure { findings = index.findings(settings: settings) }
    var lines = [
      "photos \(photos), made in \(milliseconds(made)), compared in \(milliseconds(indexed)), "
        + "board in \(milliseconds(laidOut)), all findings in \(milliseconds(fresh)) (\(findings.issues.count) listed)"
    ]
    let prepared = clock.measure { board.prepare(0..<board.islandCount) }
    lines[0] += ", steps made ready in \(milliseconds(prepared))"
    for (name, slider, key) in [
      ("blur", ThresholdSlider.blur, \ScanSettings.blurThreshold),
      ("similar", .similarity, \ScanSettings.similarThreshold),
      ("duplicate", .similarity, \ScanSettings.duplicateThreshold),
    ] {
      var times: [Duration] = []
      var crossed = 0
      for value in slider.values.reversed() + slider.values {
        settings[keyPath: key] = value
        let start = processorTime
        crossed = max(crossed, board.move(to: settings).crossings.map(\.count).reduce(0, +))
        times.append(processorTime - start)
      }
      settings = ScanSettings()
      _ = board.move(to: settings)
      let sorted = times.sorted()
      lines.append(
        "\(name): \(times.count) steps, median \(milliseconds(sorted[sorted.count / 2])), "
          + "longest \(milliseconds(sorted[sorted.count - 1])), at most \(crossed) photos crossed")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Of this process, so that what else the machine does is not counted; a step runs on one thread.
  private var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private func milliseconds(_ duration: Duration) -> String {
    let value = Double(duration.components.seconds) * 1000 + Double(duration.components.attoseconds) / 1e15
    return "\((value * 10).rounded() / 10) ms"
  }
}

/// Features out of random numbers: of ten moments eight have one photo, two a burst of two to eight, and of those every third
/// is a copy of some kind.
struct SyntheticLibrary {
  let seed: UInt64

  func photos(_ count: Int) -> [ScannedPhoto] {
    var random = Numbers(state: seed)
    var photos: [ScannedPhoto] = []
    var time: Int64 = 1_700_000_000_000
    while photos.count < count {
      let scene = Scene(random: &random)
      time += Int64.random(in: 60_000...600_000, using: &random)
      let shots = Int.random(in: 0..<10, using: &random) < 8 ? 1 : Int.random(in: 2...8, using: &random)
      for shot in 0..<min(shots, count - photos.count) {
        let isCopy = shot > 0 && Int.random(in: 0..<3, using: &random) == 0
        if !isCopy, shot > 0 { time += 1500 }
        photos.append(photo(photos.count, of: scene, isCopy: isCopy, at: time, &random))
      }
    }
    return photos
  }

  private func photo(
    _ number: Int, of scene: Scene, isCopy: Bool, at time: Int64, _ random: inout Numbers
  ) -> ScannedPhoto {
    var features = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 4000, height: 3000))
    features.descriptor = scene.descriptor(
      noise: Double.random(in: isCopy ? 0...0.4 : 0.1...1.2, using: &random), &random)
    features.perceptualHash = scene.hash(flipped: Int.random(in: isCopy ? 0...6 : 2...20, using: &random), &random)
    features.lightness = scene.lightness(noise: Double.random(in: isCopy ? 0...6 : 2...20, using: &random), &random)
    features.sharpness = Double.random(in: 0...1, using: &random)
    features.facts.model = "Camera"
    features.facts.make = "Maker"
    features.facts.capturedAt = CaptureTime(milliseconds: time)
    let identity = FileIdentity(
      device: 1, inode: UInt64(number + 1), size: Int64.random(in: 1_000_000...6_000_000, using: &random), modified: 0,
      changed: 0)
    return ScannedPhoto(
      path: FilePath("/library/\(number / 500)/IMG_\(number).JPG"), identity: identity,
      digest: ContentDigest(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }), features: features)
  }

  /// What the shots of one moment have in common.
  private struct Scene {
    private let directions: [Double]
    private let bits: UInt64
    private let light: [Double]

    init(random: inout Numbers) {
      directions = (0..<512).map { _ in random.bell() }
      bits = random.next()
      light = (0..<256).map { _ in Double.random(in: 30...220, using: &random) }
    }

    func descriptor(noise: Double, _ random: inout Numbers) -> [Int8] {
      let values = directions.map { $0 + noise * random.bell() }
      let largest = values.map(abs).max() ?? 1
      return values.map { Int8(($0 / largest * 127).rounded()) }
    }

    func hash(flipped: Int, _ random: inout Numbers) -> UInt64 {
      (0..<flipped).reduce(bits) { hash, _ in hash ^ (1 << UInt64.random(in: 0..<64, using: &random)) }
    }

    func lightness(noise: Double, _ random: inout Numbers) -> [UInt8] {
      light.map { UInt8(min(255, max(0, $0 + noise * random.bell()))) }
    }
  }

  /// SplitMix64.
  struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }

    /// About normal: the sum of three, from -1.5 to 1.5.
    mutating func bell() -> Double { (0..<3).reduce(0) { sum, _ in sum + Double.random(in: -0.5...0.5, using: &self) } }
  }
}
