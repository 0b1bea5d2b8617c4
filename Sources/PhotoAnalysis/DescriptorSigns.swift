internal import CHamming
import PhotoModel

/// The descriptors of some photos, none of them flat, as they are estimated by their signs.
///
/// The share of differing signs is the angle between two descriptors but for noise, and costs no multiplication.
struct DescriptorSigns: Sendable {
  let descriptors: [[Int8]]
  /// In bytes; none where they were not measured.
  let windows: [[UInt8]]
  /// Eight words each.
  private let whole: [UInt64]
  private static let words = DescriptorWindows.words

  init(_ features: [PhotoFeatures]) {
    descriptors = features.map(\.descriptor)
    let size = DescriptorWindows.count * Self.words * 8
    windows = features.map { $0.windowSigns.count == size ? $0.windowSigns : [] }
    whole = descriptors.flatMap { DescriptorWindows.signWords(of: $0, sources: Self.sourcesOfForms[0]) }
  }

  var count: Int { descriptors.count }

  /// One photo, ready to be compared with many.
  struct Asker {
    let place: Int
    /// Signs of the eight forms.
    let forms: [UInt64]
  }

  func asker(_ place: Int) -> Asker {
    let descriptor = descriptors[place]
    return Asker(
      place: place, forms: Self.sourcesOfForms.flatMap { DescriptorWindows.signWords(of: descriptor, sources: $0) })
  }

  private static let sourcesOfForms = DihedralForm.all.map(\.sources)

  /// The least number of differing signs, 0…512, of whole, eight forms, and a window of one in the other; a number at or
  /// above the limit says only that it is not below.
  func differing(_ asker: Asker, _ other: Int, below limit: Int = DescriptorGrid.count) -> Int {
    whole.withUnsafeBufferPointer { whole in
      guard let start = whole.baseAddress else { return limit }
      let (mine, theirs) = (start + asker.place * Self.words, start + other * Self.words)
      let forms = asker.forms.withUnsafeBytes { Self.least($0, to: theirs, below: limit) }
      let own = windows[asker.place].withUnsafeBytes { Self.least($0, to: theirs, below: forms) }
      return windows[other].withUnsafeBytes { Self.least($0, to: mine, below: own) }
    }
  }

  /// - Parameter rows: Signs of descriptors, one after the other.
  @inline(__always)
  private static func least(_ rows: UnsafeRawBufferPointer, to row: UnsafePointer<UInt64>, below limit: Int) -> Int {
    guard let start = rows.baseAddress else { return limit }
    return Int(hamming_least(start, rows.count / (words * 8), row, UInt32(limit)))
  }
}
