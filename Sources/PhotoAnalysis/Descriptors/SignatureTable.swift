import PhotoModel

/// The signatures of a library: 80 bytes a photo side by side in memory, and 464 that are read from the first to the
/// last, and go out of memory where they are too many.
struct SignatureTable: Sendable {
  /// Eight forms and the windows.
  static let probeCount = 8 + DescriptorWindows.count
  let upright: LargeTable<BinarySignature>
  /// The signatures by which each photo is searched.
  let probes: SpillableTable<BinarySignature>
  /// The distance from zero of the value behind each bit of the upright signature, in half a byte: only the least ones
  /// are used, and those are exact.
  let certainty: LargeTable<UInt8>
  static let certaintyBytes = BinarySignature.bitCount / 2

  init(_ photos: SearchedPhotos, _ signs: DescriptorSigns, _ spill: SpillAllocator?) {
    let upright = LargeTable<BinarySignature>(count: photos.count)
    let probes = SpillableTable<BinarySignature>(count: photos.count * Self.probeCount, spill)
    let certainty = LargeTable<UInt8>(count: photos.count * Self.certaintyBytes)
    _ = concurrentBlocks(of: photos.count, size: 1024) { range in
      for photo in photos.inReadingOrder[range].lazy.map(Int.init) {
        Self.write(photos.descriptor(photo), to: certainty.start + photo * Self.certaintyBytes)
      }
    }
    photos.forEachBlock { range, windows in
      let part = LargeTable<BinarySignature>(count: range.count * Self.probeCount)
      _ = concurrentBlocks(of: range.count, size: 1024) { block in
        for index in block {
          let photo = range.lowerBound + index
          let own = part.start + index * Self.probeCount
          Self.write(signs.forms(photo), windows[index], to: own)
          upright[photo] = own[0]
        }
      }
      probes.write(part, at: range.lowerBound * Self.probeCount)
    }
    self.upright = upright
    self.probes = probes
    self.certainty = certainty
  }

  private static func write(_ descriptor: [Int8], to certainty: UnsafeMutablePointer<UInt8>) {
    func half(_ bit: Int) -> UInt8 { min(15, descriptor[BinarySignature.sources[bit]].magnitude) }
    for byte in 0..<certaintyBytes { certainty[byte] = half(2 * byte) | half(2 * byte + 1) << 4 }
  }

  private static func write(_ forms: [UInt64], _ windows: [UInt8], to probes: UnsafeMutablePointer<BinarySignature>) {
    forms.withUnsafeBytes { forms in
      for form in 0..<8 { probes[form] = BinarySignature(signs: forms, from: form * 64) }
    }
    windows.withUnsafeBytes { windows in
      for window in 0..<DescriptorWindows.count {
        // A photo without window descriptors is looked up by its whole once more, which finds nothing new.
        probes[8 + window] = windows.isEmpty ? probes[0] : BinarySignature(signs: windows, from: window * 64)
      }
    }
  }
}
