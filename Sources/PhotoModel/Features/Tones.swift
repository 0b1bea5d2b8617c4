/// The light and dark parts of a picture, in gray levels 0…255 and in per cent of its pixels.
package struct Tones: Hashable, Sendable, BitwiseCopyable {
  /// The mean gray level, 0…255.
  package var mean: UInt8
  /// The gray level below which 5 % of the pixels lie.
  package var shadow: UInt8
  /// The gray level above which 5 % of the pixels lie.
  package var light: UInt8
  /// Per cent of pixels below 16.
  package var nearBlack: UInt8
  /// Per cent of pixels over 249: white without detail.
  package var clippedWhite: UInt8

  /// Creates tones from their measures; nothing is checked.
  package init(mean: UInt8, shadow: UInt8, light: UInt8, nearBlack: UInt8, clippedWhite: UInt8) {
    self.mean = mean
    self.shadow = shadow
    self.light = light
    self.nearBlack = nearBlack
    self.clippedWhite = clippedWhite
  }

  /// A short description of the light, where it is remarkable; else nil. The text never causes a photo to be listed.
  ///
  /// White alone is not called over-exposed: paper is white, and so is the ground of a drawing. The shadows have to
  /// be light as well.
  package var text: String? {
    if nearBlack >= 95 { return "nearly black" }
    if mean < 40 { return "very dark" }
    if clippedWhite >= 20, mean >= 170, shadow >= 60 { return "over-exposed" }
    if Int(light) - Int(shadow) < 60 { return "low contrast" }
    return nil
  }
}

extension LumaPlane {
  /// The tones of the picture; nil for one without pixels.
  package var tones: Tones? {
    guard !pixels.isEmpty else { return nil }
    var histogram = [Int](repeating: 0, count: 256)
    for pixel in pixels { histogram[Int(pixel)] &+= 1 }
    let count = pixels.count
    var sum = 0
    for (level, number) in histogram.enumerated() { sum += level * number }
    func level(leaving share: Int) -> UInt8 {
      var below = 0
      for (level, number) in histogram.enumerated() {
        below += number
        if below * 100 > count * share { return UInt8(level) }
      }
      return 255
    }
    func percent(_ levels: Range<Int>) -> UInt8 { UInt8(histogram[levels].reduce(0, +) * 100 / count) }
    return Tones(
      mean: UInt8(sum / count), shadow: level(leaving: 5), light: level(leaving: 95), nearBlack: percent(0..<16),
      clippedWhite: percent(250..<256))
  }
}
