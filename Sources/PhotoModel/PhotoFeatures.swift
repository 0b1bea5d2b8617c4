/// Everything that one look at the pixels of a photo leaves behind, about 2 KB, stored so that no slider
/// and no second scan has to decode it again.
///
/// One reference: a library is handed on and kept in several places, and so many values would be copied each time.
package struct PhotoFeatures: Hashable, Sendable, Codable {
  package var format: ImageFormat {
    get { storage.values.format }
    set { values.format = newValue }
  }
  /// Upright.
  package var pixelSize: PixelSize {
    get { storage.values.pixelSize }
    set { values.pixelSize = newValue }
  }
  package var facts: CaptureFacts {
    get { storage.values.facts }
    set { values.facts = newValue }
  }
  /// The decoder complained (truncated, bad data): such a file is never the keeper over a clean one.
  package var decodeWarnings: Int {
    get { storage.values.decodeWarnings }
    set { values.decodeWarnings = newValue }
  }
  /// 64-bit DCT hash; nil where the picture is too flat for any hash to be trusted.
  package var perceptualHash: UInt64? {
    get { storage.values.perceptualHash }
    set { values.perceptualHash = newValue }
  }
  /// Descriptor G of docs/DETECTION.md: unit length before it was rounded to signed bytes. Empty where too flat.
  package var descriptor: [Int8] {
    get { storage.values.descriptor }
    set { values.descriptor = newValue }
  }
  /// 16 × 16 luma means without margins, row-major: what the two above do not see, light and small changes. Empty
  /// where nobody measured it; then no pair is near enough to be preselected.
  package var lightness: [UInt8] {
    get { storage.values.lightness }
    set { values.lightness = newValue }
  }
  /// PDQ, 256 bits in 32 bytes. Empty where too flat.
  package var fineHash: [UInt8] {
    get { storage.values.fineHash }
    set { values.fineHash = newValue }
  }
  /// The signs of descriptor G of 21 parts of the picture, 64 bytes each: by them a crop finds what it was cut
  /// from. Empty where too flat, and in a photo of the cache: only a search for candidates asks for them.
  package var windowSigns: [UInt8] {
    get { storage.values.windowSigns }
    set { values.windowSigns = newValue }
  }
  /// 0…1, 1 is sharp; nil: cannot tell (flat, tiny, all black).
  package var sharpness: Double? {
    get { storage.values.sharpness }
    set { values.sharpness = newValue }
  }
  /// 0…1: how much the native pixels look like an interface. Nil where a camera took it, so nobody looked.
  package var screenEvidence: Double? {
    get { storage.values.screenEvidence }
    set { values.screenEvidence = newValue }
  }
  /// How narrow the edges are in each of 4 × 4 fields, row-major: 64 / (their spread in pixels of a picture of 512 px),
  /// 0 where a field has too few edges. Comparable field by field with another picture of the same framing. Empty where
  /// nobody measured it.
  package var regionSharpness: [UInt8] {
    get { storage.values.regionSharpness }
    set { values.regionSharpness = newValue }
  }
  /// The middle of the sharpest part, where a loupe should look; nil where nothing has edges.
  package var sharpestRegion: RelativePoint? {
    get { storage.values.sharpestRegion }
    set { values.sharpestRegion = newValue }
  }
  /// Nil where nobody measured them.
  package var tones: Tones? {
    get { storage.values.tones }
    set { values.tones = newValue }
  }

  package init(
    format: ImageFormat, pixelSize: PixelSize, facts: CaptureFacts = CaptureFacts(), decodeWarnings: Int = 0,
    perceptualHash: UInt64? = nil, descriptor: [Int8] = [], lightness: [UInt8] = [],
    fineHash: [UInt8] = [], windowSigns: [UInt8] = [],
    sharpness: Double? = nil, screenEvidence: Double? = nil,
    regionSharpness: [UInt8] = [], sharpestRegion: RelativePoint? = nil, tones: Tones? = nil
  ) {
    storage = Storage(
      Values(
        format: format, pixelSize: pixelSize, facts: facts, decodeWarnings: decodeWarnings,
        perceptualHash: perceptualHash, descriptor: descriptor, lightness: lightness, fineHash: fineHash,
        windowSigns: windowSigns, sharpness: sharpness, screenEvidence: screenEvidence,
        regionSharpness: regionSharpness, sharpestRegion: sharpestRegion, tones: tones))
  }

  package init(from decoder: any Decoder) throws { storage = Storage(try Values(from: decoder)) }
  package func encode(to encoder: any Encoder) throws { try storage.values.encode(to: encoder) }

  package static func == (left: PhotoFeatures, right: PhotoFeatures) -> Bool {
    left.storage === right.storage || left.storage.values == right.storage.values
  }

  package func hash(into hasher: inout Hasher) { storage.values.hash(into: &hasher) }

  private var storage: Storage

  private var values: Values {
    get { storage.values }
    set {
      if isKnownUniquelyReferenced(&storage) { storage.values = newValue } else { storage = Storage(newValue) }
    }
  }

  // Written only while one value alone refers to it.
  private final class Storage: @unchecked Sendable {
    var values: Values

    init(_ values: Values) { self.values = values }
  }

  private struct Values: Hashable, Codable {
    var format: ImageFormat
    var pixelSize: PixelSize
    var facts: CaptureFacts
    var decodeWarnings: Int
    var perceptualHash: UInt64?
    var descriptor: [Int8]
    var lightness: [UInt8]
    var fineHash: [UInt8]
    var windowSigns: [UInt8]
    var sharpness: Double?
    var screenEvidence: Double?
    var regionSharpness: [UInt8]
    var sharpestRegion: RelativePoint?
    var tones: Tones?
  }
}
