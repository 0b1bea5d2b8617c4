import PhotoModel

/// The descriptors of some photos, none of them flat, as they are estimated by their signs.
///
/// The share of differing signs is the angle between two descriptors but for noise, and costs no multiplication.
struct DescriptorSigns {
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
    var least = limit
    whole.withUnsafeBytes { whole in
      let (mine, theirs) = (asker.place * Self.words * 8, other * Self.words * 8)
      asker.forms.withUnsafeBytes { forms in
        for form in stride(from: 0, to: forms.count, by: Self.words * 8) {
          least = min(least, Self.differing(forms, form, whole, theirs, below: least))
        }
      }
      func look(_ windows: [UInt8], at place: Int) {
        windows.withUnsafeBytes { windows in
          for window in stride(from: 0, to: windows.count, by: Self.words * 8) {
            least = min(least, Self.differing(windows, window, whole, place, below: least))
          }
        }
      }
      look(windows[asker.place], at: theirs)
      look(windows[other], at: mine)
    }
    return least
  }

  /// Half of the words first: where they differ in as many as are allowed, the rest is not looked at.
  @inline(__always)
  private static func differing(
    _ left: UnsafeRawBufferPointer, _ a: Int, _ right: UnsafeRawBufferPointer, _ b: Int, below limit: Int
  ) -> Int {
    @inline(__always)
    func half(_ offset: Int) -> Int {
      let mine = left.loadUnaligned(fromByteOffset: a &+ offset, as: SIMD4<UInt64>.self)
      let theirs = right.loadUnaligned(fromByteOffset: b &+ offset, as: SIMD4<UInt64>.self)
      return BinaryDescriptor(words: mine).distance(to: BinaryDescriptor(words: theirs))
    }
    let upper = half(0)
    guard upper < limit else { return limit }
    return upper &+ half(32)
  }
}
