import Glibc

/// A colour as lightness, red–green and yellow–blue: equal distances look about equally large. Source: Björn Ottosson,
/// A perceptual color space for image processing, 2020.
typealias Oklab = SIMD3<Float>

func oklab(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Oklab {
  let (r, g, b) = (linearLight[Int(red)], linearLight[Int(green)], linearLight[Int(blue)])
  let l = cbrtf(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
  let m = cbrtf(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
  let s = cbrtf(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
  return Oklab(
    0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s)
}

extension Oklab {
  /// The square of the length.
  var square: Float { (self * self).sum() }
  /// The distance from gray.
  var chroma: Float { (y * y + z * z).squareRoot() }
}

/// The linear light of each value, with the light that a lit room adds to a screen: without it the darkest shades,
/// which nobody can distinguish, would be far apart.
private let linearLight: [Float] = (0...255).map { value in
  let part = Float(value) / 255
  let light = part <= 0.04045 ? part / 12.92 : powf((part + 0.055) / 1.055, 2.4)
  return (light + glare) / (1 + glare)
}

private let glare: Float = 0.005
