import PhotoAnalysis
import PhotoModel

/// The signs of 21 windows of each photo: those of the whole, of which a quarter is turned round. Made whenever they
/// are asked for, as a scan reads them from its cache.
struct SyntheticWindows: Sendable {
  /// The number of random numbers for the signs of one photo.
  static let randomNumbers = count * 8 * 2
  private static let count = 21

  private var randoms: [SplitMix64?] = []
  /// The signs of the whole pictures, where they are not to be read from their features.
  private var signs: [UInt64] = []

  /// - Parameter random: The generator of the next photo; nil where it is flat.
  mutating func add(_ random: SplitMix64?) { randoms.append(random) }

  mutating func remember(_ descriptor: [Int8]) {
    signs += descriptor.isEmpty ? [UInt64](repeating: 0, count: 8) : Self.words(of: descriptor)
  }

  private static func words(of descriptor: [Int8]) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: 8)
    for (bit, value) in descriptor.enumerated() where value > 0 { words[bit / 64] |= 1 << UInt64(bit % 64) }
    return words
  }

  func signs(of index: Int, in photos: [ScannedPhoto]) -> [UInt8] {
    guard var random = randoms[index] else { return [] }
    let words =
      signs.isEmpty
      ? Self.words(of: photos[index].features?.descriptor ?? []) : Array(signs[index * 8..<index * 8 + 8])
    // Memory of exactly their size, as where they come from a file.
    return [UInt8](unsafeUninitializedCapacity: Self.count * 64) { bytes, count in
      for word in 0..<Self.count * 8 {
        let flipped = words[word % 8] ^ (random.next() & random.next())
        let raw = UnsafeMutableRawBufferPointer(bytes)
        raw.storeBytes(of: flipped.littleEndian, toByteOffset: word * 8, as: UInt64.self)
      }
      count = Self.count * 64
    }
  }

  /// The reader of the windows for a search.
  func reader(of photos: [ScannedPhoto]) -> WindowReader {
    let order = photos.indices.compactMap { index in photos[index].digest.map { (digest: $0, index: Int32(index)) } }
      .sorted { $0.digest < $1.digest }.map(\.index)
    return { contents in
      let asked = contents.sorted()
      var next = firstIndexOfRun(of: asked, in: order, photos)
      var known: [(content: ContentDigest, index: Int)] = []
      for content in asked {
        while next < order.count, let digest = photos[Int(order[next])].digest, digest < content { next += 1 }
        guard next < order.count, photos[Int(order[next])].digest == content else { continue }
        known.append((content, Int(order[next])))
      }
      let made = concurrentBlocks(of: known.count, size: 1024) { [known] in
        known[$0].map { signs(of: $0.index, in: photos) }
      }
      return Dictionary(uniqueKeysWithValues: zip(known.map(\.content), made.joined()))
    }
  }

  private func firstIndexOfRun(of asked: [ContentDigest], in order: [Int32], _ photos: [ScannedPhoto]) -> Int {
    guard let least = asked.first else { return 0 }
    return firstIndex(count: order.count) { index in
      photos[Int(order[index])].digest.map { $0 >= least } ?? true
    }
  }
}
