import PhotoModel
import SystemPackage

/// Features out of random numbers: of ten moments eight have one photo, two a burst of two to eight, and of those every
/// third is a copy of some kind. Every hundredth photo is a black frame, and every thousandth belongs to one
/// time-lapse. Scenes are of 64 kinds, some of which are frequent: as in a real library, many strangers have something
/// in common.
struct SyntheticLibrary {
  let seed: UInt64

  /// The photos, with the signs of their windows.
  func photos(_ count: Int) -> [ScannedPhoto] {
    let (photos, windows) = made(count)
    return photos.indices.map { index in
      var photo = photos[index]
      photo.features?.windowDescriptors = windows.signs(of: index, in: photos)
      return photo
    }
  }

  /// The photos as a scan keeps them: the signs of windows are read where they are needed.
  ///
  /// - Parameter pooled: Puts features into a pool, as where not all fit into memory; the signs of windows do not need
  ///   them then.
  func made(
    _ count: Int, holding pooled: ((PhotoFeatures) -> PhotoFeatures)? = nil
  ) -> (photos: [ScannedPhoto], windows: SyntheticWindows) {
    var windows = SyntheticWindows()
    func hold(_ photo: inout ScannedPhoto) {
      guard let pooled else { return }
      windows.remember(photo.features?.descriptor ?? [])
      photo.features = photo.features.map(pooled)
    }
    var random = SplitMix64(seed: seed)
    let kinds = (0..<64).map { _ in (0..<512).map { _ in random.bell() } }
    let lapse = Scene(random: &random, kinds)
    var photos: [ScannedPhoto] = []
    photos.reserveCapacity(count)
    var time: Int64 = 1_700_000_000_000
    while photos.count < count {
      if photos.count % 100 == 99 {
        photos.append(blackFrame(photos.count, &random))
        hold(&photos[photos.count - 1])
        windows.add(nil)
        continue
      }
      let scene = photos.count % 1000 == 0 ? lapse : Scene(random: &random, kinds)
      time += Int64.random(in: 60_000...600_000, using: &random)
      let shots = Int.random(in: 0..<10, using: &random) < 8 ? 1 : Int.random(in: 2...8, using: &random)
      for shot in 0..<min(shots, count - photos.count) {
        let isCopy = shot > 0 && Int.random(in: 0..<3, using: &random) == 0
        if !isCopy, shot > 0 { time += 1500 }
        photos.append(photo(photos.count, of: scene, isCopy: isCopy, at: time, &random, &windows))
        hold(&photos[photos.count - 1])
      }
    }
    return (photos, windows)
  }

  /// A black frame; every second one is a copy of the first, byte for byte.
  private func blackFrame(_ number: Int, _ random: inout SplitMix64) -> ScannedPhoto {
    var features = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 4000, height: 3000))
    features.lumaThumbnail = [UInt8](repeating: 0, count: 256)
    return photo(number, features, number % 200 == 99 ? 1 : random.next(), size: 90_000)
  }

  private func photo(_ number: Int, _ features: PhotoFeatures, _ content: UInt64, size: Int64) -> ScannedPhoto {
    var numbers = SplitMix64(seed: content)
    return ScannedPhoto(
      path: FilePath("/library/\(number / 500)/IMG_\(number).JPG"),
      identity: FileIdentity(device: 1, inode: UInt64(number + 1), size: size, modified: 0, changed: 0),
      digest: ContentDigest(bytes: (0..<32).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }), features: features)
  }

  private func photo(
    _ number: Int, of scene: Scene, isCopy: Bool, at time: Int64, _ random: inout SplitMix64,
    _ windows: inout SyntheticWindows
  ) -> ScannedPhoto {
    var features = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 4000, height: 3000))
    features.descriptor = scene.descriptor(
      noise: Double.random(in: isCopy ? 0...0.4 : 0.1...1.2, using: &random), &random)
    features.perceptualHash = scene.hash(flipped: Int.random(in: isCopy ? 0...6 : 2...20, using: &random), &random)
    features.lumaThumbnail = scene.lumaThumbnail(
      noise: Double.random(in: isCopy ? 0...6 : 2...20, using: &random), &random)
    features.sharpness = Double.random(in: 0...1, using: &random)
    features.facts.model = "Camera"
    features.facts.make = "Maker"
    features.facts.capturedAt = CaptureTime(milliseconds: time)
    features.pdqHash = scene.pdqHash(flipped: Int.random(in: isCopy ? 0...20 : 10...90, using: &random), &random)
    windows.add(random)
    random.skip(SyntheticWindows.randomNumbers)
    return photo(number, features, random.next(), size: Int64.random(in: 1_000_000...6_000_000, using: &random))
  }

  /// The common values of the shots of one moment.
  private struct Scene {
    private let directions: [Double]
    private let bits: UInt64
    private let pdqBits: [UInt64]
    private let light: [Double]

    init(random: inout SplitMix64, _ kinds: [[Double]]) {
      // The sixth part of the scenes is of the first kind, the third of the first four.
      let share = Double.random(in: 0..<1, using: &random)
      let kind = kinds[Int(share * share * Double(kinds.count))]
      directions = kind.map { 0.7 * $0 + random.bell() }
      pdqBits = (0..<4).map { _ in random.next() }
      bits = random.next()
      light = (0..<256).map { _ in Double.random(in: 30...220, using: &random) }
    }

    func descriptor(noise: Double, _ random: inout SplitMix64) -> [Int8] {
      let values = directions.map { $0 + noise * random.bell() }
      let largest = values.map(abs).max() ?? 1
      return values.map { Int8(($0 / largest * 127).rounded()) }
    }

    func hash(flipped: Int, _ random: inout SplitMix64) -> UInt64 {
      (0..<flipped).reduce(bits) { hash, _ in hash ^ (1 << UInt64.random(in: 0..<64, using: &random)) }
    }

    func pdqHash(flipped: Int, _ random: inout SplitMix64) -> [UInt8] {
      var words = pdqBits
      for _ in 0..<flipped {
        words[Int.random(in: 0..<4, using: &random)] ^= 1 << UInt64.random(in: 0..<64, using: &random)
      }
      return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
    }

    func lumaThumbnail(noise: Double, _ random: inout SplitMix64) -> [UInt8] {
      light.map { UInt8(min(255, max(0, $0 + noise * random.bell()))) }
    }
  }
}

extension SplitMix64 {
  /// About normal: the sum of three, from -1.5 to 1.5.
  mutating func bell() -> Double { (0..<3).reduce(0) { sum, _ in sum + Double.random(in: -0.5...0.5, using: &self) } }
}
