internal import CHamming

/// The signs of the descriptors of some photos, none of them flat: 64 bytes each.
///
/// The share of differing signs is the angle between two descriptors but for noise, and costs no multiplication.
struct DescriptorSigns: Sendable {
  /// The number of 64-bit words of one descriptor.
  static let words = DescriptorGrid.count / 64

  private let whole: LargeTable<UInt64>

  /// - Parameter photos: The photos in the order in which their descriptors are read.
  init(of photos: [Int32], descriptor: @Sendable (Int) -> [Int8]) {
    let whole = LargeTable<UInt64>(count: photos.count * Self.words)
    _ = concurrentBlocks(of: photos.count, size: 1024) { range in
      for photo in photos[range] {
        Self.write(descriptor(Int(photo)), to: whole.start + Int(photo) * Self.words)
      }
    }
    self.whole = whole
  }

  private static func write(_ descriptor: [Int8], to row: UnsafeMutablePointer<UInt64>) {
    descriptor.withUnsafeBufferPointer { values in
      for word in 0..<words {
        row[word] = (0..<64).reduce(0) { $0 | (values[word &* 64 &+ $1] > 0 ? 1 : 0) &<< UInt64($1) }
      }
    }
  }

  /// The signs of one photo.
  func row(_ photo: Int) -> UnsafePointer<UInt64> { UnsafePointer(whole.start + photo * Self.words) }

  /// The signs of the eight forms of one photo, the upright one first.
  func forms(_ photo: Int) -> [UInt64] {
    [UInt64](unsafeUninitializedCapacity: 8 * Self.words) { forms, count in
      if let start = forms.baseAddress { SignForms.write(row(photo), to: start) }
      count = 8 * Self.words
    }
  }

  /// The least number of signs in which one of these rows differs from a photo; a result at or above the limit only
  /// means that it is not below.
  func least(_ rows: UnsafeRawBufferPointer, to photo: Int, below limit: Int) -> Int {
    guard let start = rows.baseAddress else { return limit }
    return Int(hamming_least(start, rows.count / (Self.words * 8), row(photo), UInt32(limit)))
  }

  /// The least distance of rows of words to a photo.
  func least(_ rows: [UInt64], to photo: Int, below limit: Int) -> Int {
    rows.withUnsafeBytes { least($0, to: photo, below: limit) }
  }
}

/// The signs of the turned and mirrored forms of a picture, derived from those of the picture: eight words of eight
/// fields, each field a byte with a bit for each direction.
enum SignForms {
  /// Writes the eight forms in the order of `DihedralForm.all`, 64 words.
  static func write(_ upright: UnsafePointer<UInt64>, to forms: UnsafeMutablePointer<UInt64>) {
    let words = DescriptorSigns.words
    for row in 0..<words {
      forms[row] = upright[row]
      forms[4 * words + row] = mirrored(upright[row])
    }
    for form in [1, 2, 3, 5, 6, 7] { turn(forms + (form - 1) * words, to: forms + form * words) }
  }

  /// Columns from right to left, and of every field direction d where 8 − d was, modulo 8.
  private static func mirrored(_ row: UInt64) -> UInt64 {
    // Reversing all bits reverses the fields and in each its directions, which are then one too low.
    var bits = row.byteSwapped
    bits = bits &>> 1 & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) &<< 1
    bits = bits &>> 2 & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) &<< 2
    bits = bits &>> 4 & 0x0F0F_0F0F_0F0F_0F0F | (bits & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
    return (bits & 0x7F7F_7F7F_7F7F_7F7F) &<< 1 | bits &>> 7 & 0x0101_0101_0101_0101
  }

  /// A quarter to the right: rows become columns, from the last to the first, and directions move on by four.
  private static func turn(_ rows: UnsafePointer<UInt64>, to turned: UnsafeMutablePointer<UInt64>) {
    for row in 0..<8 {
      var word: UInt64 = 0
      for column in 0..<8 { word |= (rows[7 &- column] &>> UInt64(8 &* row) & 0xFF) &<< UInt64(8 &* column) }
      turned[row] = (word & 0x0F0F_0F0F_0F0F_0F0F) &<< 4 | word &>> 4 & 0x0F0F_0F0F_0F0F_0F0F
    }
  }
}
