/// A descriptor in all eight forms, to be compared with many others: turning the one is as good as turning each of
/// them.
struct DescriptorForms {
  /// Form after form, each as 64 fields of eight directions.
  private let words: [UInt64]
  private let squares: Int32

  init(_ verification: CoarseFeatures) {
    squares = verification.squares
    words = verification.features.withDescriptor { bytes in
      let fields = (0..<64).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
      return [UInt64](unsafeUninitializedCapacity: 8 * 64) { words, count in
        for (number, form) in DihedralForm.all.enumerated() {
          let sources = Self.fields[number]
          for field in 0..<64 { words[number &* 64 &+ field] = form.turned(fields[sources[field]]) }
        }
        count = 8 * 64
      }
    }
  }

  /// The distances, as 1 − cosine: that of the upright form, and the least of the seven others with its form.
  ///
  /// - Parameter limit: The upright distance up to which the other forms are not compared; their distance is then 2.
  func distances(
    to other: CoarseFeatures, beyond limit: Double = -1
  ) -> (upright: Double, turned: Double, form: DihedralForm) {
    words.withUnsafeBytes { mine in
      other.features.withDescriptor { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return (1, 1, .upright) }
        func distance(_ form: Int) -> Double {
          let dot = dotProduct(mine + form * DescriptorGrid.count, theirs)
          return 1 - Double(cosine(dot: Double(dot), Double(squares), Double(other.squares)))
        }
        var turned: (distance: Double, form: Int) = (2, 0)
        let upright = distance(0)
        for form in 1..<8 where upright > limit {
          let distance = distance(form)
          if distance < turned.distance { turned = (distance, form) }
        }
        return (upright, turned.distance, DihedralForm.all[turned.form])
      }
    }
  }

  /// The field of the grid, for each rotation or mirroring, that each of the 64 fields comes from when that turn is
  /// undone.
  private static let fields: [[Int]] = DihedralForm.all.map { form in
    (0..<64).map { form.inverse.sources[$0 * 8] / 8 }
  }
}

extension DihedralForm {
  /// A mirrored one undoes itself.
  fileprivate var inverse: DihedralForm {
    isMirrored ? self : DihedralForm(isMirrored: false, quarterTurns: (4 - quarterTurns) % 4)
  }

  /// The eight directions of a field, the first in the lowest byte.
  @inline(__always)
  fileprivate func turned(_ field: UInt64) -> UInt64 {
    let half = quarterTurns & 1 == 0 ? field : field << 32 | field >> 32
    guard isMirrored else { return half }
    let reversed = half.byteSwapped
    return reversed << 8 | reversed >> 56
  }
}
