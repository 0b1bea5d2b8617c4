package import PhotoModel

/// A reader of the signs of windows of these contents, as far as they are known; the same at each call.
package typealias WindowReader = @Sendable (Set<ContentDigest>) -> [ContentDigest: [UInt8]]

/// The photos of a search for near ones, none of them flat, each with its index among them.
struct SearchedPhotos: Sendable {
  private let photos: [ScannedPhoto]
  private let indices: [Int32]
  private let readWindows: WindowReader?
  /// All photos in the order of the library, which is that of their features on the disk.
  let inReadingOrder: [Int32]

  /// - Parameter indices: The indices in `photos`.
  init(_ photos: [ScannedPhoto], indices: [Int32], windows: WindowReader?) {
    self.photos = photos
    self.indices = indices
    readWindows = windows
    var subjects = [Int32](repeating: -1, count: photos.count)
    for (subject, index) in indices.enumerated() { subjects[Int(index)] = Int32(subject) }
    inReadingOrder = subjects.filter { $0 >= 0 }
  }

  var count: Int { indices.count }

  func descriptor(_ photo: Int) -> [Int8] { photos[Int(indices[photo])].features?.descriptor ?? [] }
  func hash(_ photo: Int) -> UInt64? { photos[Int(indices[photo])].features?.perceptualHash }
  func pdqHash(_ photo: Int) -> LongHash? { LongHash(photos[Int(indices[photo])].features?.pdqHash ?? []) }

  /// The values of all photos, read in reading order.
  func map<Value>(_ value: (Int) -> Value?) -> [Value?] {
    inReadingOrder.reduce(into: [Value?](repeating: nil, count: count)) { $0[Int($1)] = value(Int($1)) }
  }

  /// The signs of the windows of some photos, one after the other; of a photo without any, empty.
  func windows(of some: some Collection<Int>) -> [[UInt8]] {
    let own = some.map { photos[Int(indices[$0])].features?.windowDescriptors ?? [] }
    guard let readWindows, own.contains(where: \.isEmpty) else { return own.map(whole) }
    let digests = some.map { photos[Int(indices[$0])].digest }
    let read = readWindows(Set(zip(digests, own).compactMap { $1.isEmpty ? $0 : nil }))
    return zip(digests, own).map { digest, own in
      whole(own.isEmpty ? digest.flatMap { read[$0] } ?? [] : own)
    }
  }

  private func whole(_ signs: [UInt8]) -> [UInt8] {
    signs.count == DescriptorWindows.count * DescriptorSigns.words * 8 ? signs : []
  }

  /// Calls `body` with all photos and the signs of their windows, block by block: of a million photos these take 1.3
  /// GB. The next block is read while `body` works.
  func forEachBlock(_ body: @Sendable (_ photos: Range<Int>, _ windows: [[UInt8]]) -> Void) {
    var range = block(after: 0)
    var read = windows(of: range)
    while !range.isEmpty {
      let next = block(after: range.upperBound)
      let (_, ahead) = concurrently({ [range, read] in body(range, read) }, { windows(of: next) })
      (range, read) = (next, ahead)
    }
  }

  private func block(after start: Int) -> Range<Int> { start..<min(count, start + Self.block) }

  /// The number of photos of a block, which a cache reads in one go.
  private static let block = 10_000
}
