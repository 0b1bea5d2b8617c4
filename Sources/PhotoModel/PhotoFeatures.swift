/// Everything that one look at the pixels of a photo leaves behind, about 2 KB, stored so that no slider
/// and no second scan has to decode it again.
package struct PhotoFeatures: Hashable, Sendable, Codable {
  package var format: ImageFormat
  /// Upright.
  package var pixelSize: PixelSize
  package var facts: CaptureFacts
  /// The decoder complained (truncated, bad data): such a file is never the keeper over a clean one.
  package var decodeWarnings: Int
  /// 64-bit DCT hash; nil where the picture is too flat for any hash to be trusted.
  package var perceptualHash: UInt64?
  /// Descriptor G of docs/DETECTION.md: unit length before it was rounded to signed bytes. Empty where too flat.
  package var descriptor: [Int8]
  /// 16 × 16 luma means without margins, row-major: what the two above do not see, light and small changes. Empty
  /// where nobody measured it; then no pair is near enough to be preselected.
  package var lightness: [UInt8]
  /// PDQ, 256 bits in 32 bytes. Empty where too flat.
  package var fineHash: [UInt8]
  /// The signs of descriptor G of 21 parts of the picture, 64 bytes each: by them a crop finds what it was cut
  /// from. Empty where too flat, and in a photo of the cache: only a search for candidates asks for them.
  package var windowSigns: [UInt8]
  /// 0…1, 1 is sharp; nil: cannot tell (flat, tiny, all black).
  package var sharpness: Double?
  /// 0…1: how much the native pixels look like an interface. Nil where a camera took it, so nobody looked.
  package var screenEvidence: Double?
  /// How narrow the edges are in each of 4 × 4 fields, row-major: 64 / (their spread in pixels of a picture of 512 px),
  /// 0 where a field has too few edges. Comparable field by field with another picture of the same framing. Empty where
  /// nobody measured it.
  package var regionSharpness: [UInt8]
  /// The middle of the sharpest part, where a loupe should look; nil where nothing has edges.
  package var sharpestRegion: RelativePoint?
  /// Nil where nobody measured them.
  package var tones: Tones?

  package init(
    format: ImageFormat, pixelSize: PixelSize, facts: CaptureFacts = CaptureFacts(), decodeWarnings: Int = 0,
    perceptualHash: UInt64? = nil, descriptor: [Int8] = [], lightness: [UInt8] = [],
    fineHash: [UInt8] = [], windowSigns: [UInt8] = [],
    sharpness: Double? = nil, screenEvidence: Double? = nil,
    regionSharpness: [UInt8] = [], sharpestRegion: RelativePoint? = nil, tones: Tones? = nil
  ) {
    self.format = format
    self.pixelSize = pixelSize
    self.facts = facts
    self.decodeWarnings = decodeWarnings
    self.perceptualHash = perceptualHash
    self.descriptor = descriptor
    self.lightness = lightness
    self.fineHash = fineHash
    self.windowSigns = windowSigns
    self.sharpness = sharpness
    self.screenEvidence = screenEvidence
    self.regionSharpness = regionSharpness
    self.sharpestRegion = sharpestRegion
    self.tones = tones
  }
}
