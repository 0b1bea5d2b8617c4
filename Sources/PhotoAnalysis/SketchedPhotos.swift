/// The sketches of a library side by side in memory: 544 bytes a photo.
struct SketchedPhotos: Sendable {
  /// Eight forms and the windows.
  static let probeCount = 8 + DescriptorWindows.count
  let upright: LargeTable<SignSketch>
  /// Of each photo all it is looked for by.
  let probes: LargeTable<SignSketch>
  /// For each bit of the upright sketch how far the value behind it is from zero, in half a byte: those that are asked
  /// for are the least, which it holds.
  let certainty: LargeTable<UInt8>
  static let certaintyBytes = SignSketch.bitCount / 2

  init(_ photos: SearchedPhotos, _ signs: DescriptorSigns) {
    let upright = LargeTable<SignSketch>(count: photos.count)
    let probes = LargeTable<SignSketch>(count: photos.count * Self.probeCount)
    let certainty = LargeTable<UInt8>(count: photos.count * Self.certaintyBytes)
    photos.forEachBlock { range, windows in
      _ = concurrentBlocks(of: range.count, size: 1024) { block in
        for place in block {
          let photo = range.lowerBound + place
          Self.write(signs.forms(photo), windows[place], to: probes.start + photo * Self.probeCount)
          upright[photo] = probes[photo * Self.probeCount]
          Self.write(photos.descriptor(photo), to: certainty.start + photo * Self.certaintyBytes)
        }
      }
    }
    self.upright = upright
    self.probes = probes
    self.certainty = certainty
  }

  private static func write(_ descriptor: [Int8], to certainty: UnsafeMutablePointer<UInt8>) {
    func half(_ bit: Int) -> UInt8 { min(15, descriptor[SignSketch.sources[bit]].magnitude) }
    for byte in 0..<certaintyBytes { certainty[byte] = half(2 * byte) | half(2 * byte + 1) << 4 }
  }

  private static func write(_ forms: [UInt64], _ windows: [UInt8], to probes: UnsafeMutablePointer<SignSketch>) {
    forms.withUnsafeBytes { forms in
      for form in 0..<8 { probes[form] = SignSketch(signs: forms, from: form * 64) }
    }
    windows.withUnsafeBytes { windows in
      for window in 0..<DescriptorWindows.count {
        // Without any looked for by its whole again, which finds nothing new.
        probes[8 + window] = windows.isEmpty ? probes[0] : SignSketch(signs: windows, from: window * 64)
      }
    }
  }
}
