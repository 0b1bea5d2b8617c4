import PhotoModel

/// The class of the colour space that an ICC profile (ISO 15076-1) describes, by its primaries.
///
/// - Parameter profile: Bytes of the whole profile; hostile ones are `.other`.
/// - Returns: `.srgb` for gray profiles and RGB ones up to 1.08 times the area of sRGB in the chromaticity diagram;
///   profiles by table, for printers and for scanners are `.other`.
func gamut(ofICCProfile profile: [UInt8]) -> PhotoContents.Gamut {
  let view = ByteView(profile)
  if view.has("GRAY", at: 16) { return .srgb }
  guard view.has("RGB ", at: 16), let red = primary("rXYZ", view), let green = primary("gXYZ", view),
    let blue = primary("bXYZ", view)
  else { return .other }
  return gamut(ofPrimaries: red, green, blue, adapted: true)
}

/// The class by the corners of a colour space.
///
/// - Parameter adapted: Whether the corners are adapted to D50, as in an ICC profile, or those of the standard.
func gamut(
  ofPrimaries red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>, adapted: Bool
) -> PhotoContents.Gamut {
  let (across, down) = (green - red, blue - red)
  let area = abs(across.x * down.y - across.y * down.x) / 2
  guard area.isFinite else { return .other }
  // The area of sRGB, IEC 61966-2-1: unadapted, and adapted to D50 by Bradford's matrix.
  let standard = adapted ? 0.11260 : 0.11205
  return area > standard * 1.08 ? .wide : .srgb
}

/// The class by the number of the primaries in ITU-T H.273, table 2.
func gamut(ofCodedPrimaries number: Int) -> PhotoContents.Gamut {
  switch number {
  case 0, 2, 3: .none
  case 1, 4...7: .srgb
  case 8...12: .wide
  default: .other
  }
}

/// Whether a transfer function by its number in ITU-T H.273, table 3, is PQ or HLG.
func isHDR(codedTransfer number: Int) -> Bool { number == 16 || number == 18 }

/// The chromaticity in an XYZ tag.
private func primary(_ name: StaticString, _ view: ByteView) -> SIMD2<Double>? {
  guard let count = view.big(at: 128, length: 4) else { return nil }
  for index in 0..<min(count, 100) {
    let entry = 132 + index * 12
    guard view.has(name, at: entry) else { continue }
    guard let offset = view.big(at: entry + 4, length: 4) else { return nil }
    let values = (0..<3).compactMap { view.big(at: offset + 8 + $0 * 4, length: 4) }
      .map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    guard values.count == 3, values.reduce(0, +) != 0 else { return nil }
    return SIMD2(values[0], values[1]) / values.reduce(0, +)
  }
  return nil
}
