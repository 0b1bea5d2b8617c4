/// All that was measured in the pixels of a photo, about 1 KB, stored so that no slider and no second scan has to
/// decode the photo again.
///
/// One reference to one piece of memory (`PackedFeatures`): a library is handed on and kept in several collections,
/// and so many values would be copied each time. To change a value costs a copy of all.
package struct PhotoFeatures: Hashable, Sendable, Codable {
  /// The format of the file by its content, whatever its name says.
  package var format: ImageFormat {
    get { storage.header.format }
    set { values.format = newValue }
  }
  /// The size of the upright picture.
  package var pixelSize: PixelSize {
    get { storage.header.pixelSize }
    set { values.pixelSize = newValue }
  }
  /// The values that the camera wrote.
  package var facts: CaptureFacts {
    get { storage.header.facts }
    set { values.facts = newValue }
  }
  /// The number of complaints of the decoder (truncated, bad data): such a file is never the keeper over a clean one.
  package var decodeWarnings: Int {
    get { storage.header.decodeWarnings }
    set { values.decodeWarnings = newValue }
  }
  /// 64-bit DCT hash; nil where the picture is too flat for any hash to be trusted.
  package var perceptualHash: UInt64? {
    get { storage.header.perceptualHash }
    set { values.perceptualHash = newValue }
  }
  /// Descriptor G of docs/DETECTION.md: unit length before it was rounded to signed bytes. Empty where too flat.
  package var descriptor: [Int8] {
    get { storage.with(.descriptor) { Array($0.bindMemory(to: Int8.self)) } }
    set { values.descriptor = newValue }
  }
  /// 16 × 16 luma means without margins, row-major: they show differences of light and small changes, which hash and
  /// descriptor do not. Empty where not measured; then no pair is near enough to be preselected.
  package var lumaThumbnail: [UInt8] {
    get { storage.with(.lumaThumbnail, Array.init) }
    set { values.lumaThumbnail = newValue }
  }
  /// PDQ, 256 bits in 32 bytes. Empty where too flat.
  package var pdqHash: [UInt8] {
    get { storage.with(.pdqHash, Array.init) }
    set { values.pdqHash = newValue }
  }
  /// The signs of descriptor G of 21 parts of the picture, 64 bytes each: by them a crop finds the picture it was cut
  /// from. Empty where too flat, and in a photo of the cache: only a search for candidates asks for them.
  package var windowDescriptors: [UInt8] {
    get { storage.with(.windowDescriptors, Array.init) }
    set { values.windowDescriptors = newValue }
  }
  /// 0…1, 1 is sharp; nil where nothing can be measured (flat, tiny, all black).
  package var sharpness: Double? {
    get { storage.header.sharpness }
    set { values.sharpness = newValue }
  }
  /// 0…1: how much the native pixels resemble an interface. Nil where a camera took the photo, so that nothing was
  /// measured.
  package var screenEvidence: Double? {
    get { storage.header.screenEvidence }
    set { values.screenEvidence = newValue }
  }
  /// How narrow the edges are in each of 4 × 4 fields, row-major: 64 / (their spread in pixels of a picture of 512
  /// px), 0 where a field has too few edges. Comparable field by field with another picture of the same framing.
  /// Empty where not measured.
  package var regionSharpness: [UInt8] {
    get { storage.with(.regionSharpness, Array.init) }
    set { values.regionSharpness = newValue }
  }
  /// The middle of the sharpest part, where a loupe begins; nil where nothing has edges.
  package var sharpestRegion: RelativePoint? {
    get { storage.header.sharpestRegion }
    set { values.sharpestRegion = newValue }
  }
  /// Light and dark of the picture; nil where not measured.
  package var tones: Tones? {
    get { storage.header.tones }
    set { values.tones = newValue }
  }

  /// Whether only the embedded thumbnail and the tiles with the most detail were measured. Such a photo is in focus,
  /// at least as sharp as `sharpness`, and belongs to no group but that of its exact copies: a scan measures each
  /// photo whole that resembles another (docs/DETECTION.md).
  package var isPartial: Bool {
    get { storage.header.isPartial }
    set { values.isPartial = newValue }
  }

  /// The least sharpness by which a photo may be measured in part. None was found less sharp than 0.59 by the whole
  /// (docs/DETECTION.md).
  package static let surelySharp = 0.60
  /// The similarity of two thumbnails below which the photos are not alike at any limit from this on
  /// (docs/DETECTION.md).
  package static let surelyNotAlike = 0.70

  /// The contents of the file beside its first picture, without those of sidecars.
  package var contents: PhotoContents {
    get { PhotoContents(bytes: storage.header.contents) ?? PhotoContents() }
    set { values.contents = newValue.bytes }
  }

  /// Creates features from measured values; a value that is left out counts as not measured.
  package init(
    format: ImageFormat, pixelSize: PixelSize, facts: CaptureFacts = CaptureFacts(),
    contents: PhotoContents = PhotoContents(), decodeWarnings: Int = 0,
    perceptualHash: UInt64? = nil, descriptor: [Int8] = [], lumaThumbnail: [UInt8] = [],
    pdqHash: [UInt8] = [], windowDescriptors: [UInt8] = [],
    sharpness: Double? = nil, screenEvidence: Double? = nil,
    regionSharpness: [UInt8] = [], sharpestRegion: RelativePoint? = nil, tones: Tones? = nil,
    isPartial: Bool = false
  ) {
    storage = PackedFeatures(
      Values(
        format: format, pixelSize: pixelSize, facts: facts, contents: contents.bytes, decodeWarnings: decodeWarnings,
        perceptualHash: perceptualHash, descriptor: descriptor, lumaThumbnail: lumaThumbnail, pdqHash: pdqHash,
        windowDescriptors: windowDescriptors, sharpness: sharpness, screenEvidence: screenEvidence,
        regionSharpness: regionSharpness, sharpestRegion: sharpestRegion, tones: tones,
        isPartial: isPartial))
  }

  /// Reads features as a decode worker sends them: all values one by one.
  package init(from decoder: any Decoder) throws { storage = PackedFeatures(try Values(from: decoder)) }
  /// Writes features as a decode worker sends them: all values one by one, read from the store where they are stored.
  package func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

  /// Whether all values are equal. Stored features are compared by their checksum, without reading them.
  package static func == (left: PhotoFeatures, right: PhotoFeatures) -> Bool {
    if left.storage.isIdentical(to: right.storage) { return true }
    guard left.storage.isStored || right.storage.isStored else { return left.values == right.values }
    return left.checksum == right.checksum && left.windowDescriptors == right.windowDescriptors
      && left.withoutFeatures == right.withoutFeatures
  }

  /// Hashes the checksum of the features in place of the features, so that none is read from the store.
  package func hash(into hasher: inout Hasher) {
    withoutFeatures.hash(into: &hasher)
    hasher.combine(checksum)
  }

  // MARK: Without a copy

  /// As `facts.hasCameraMetadata`.
  package var hasCameraMetadata: Bool { storage.header.hasCameraMetadata }

  /// The contents as `PhotoContents.bytes`; empty where the photo carries nothing but its picture.
  package var contentBytes: [UInt8] { storage.header.contents }

  /// The number of values of the descriptor.
  package var descriptorCount: Int { storage.count(.descriptor) }

  /// The bytes of the descriptor, as long as the call lasts.
  package func withDescriptor<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try storage.with(.descriptor, body)
  }

  /// The bytes of the luma thumbnail, as long as the call lasts.
  package func withLumaThumbnail<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try storage.with(.lumaThumbnail, body)
  }

  /// The checksum of descriptor, luma thumbnail, PDQ hash and region sharpness, which are not read for it.
  package var checksum: UInt64 { storage.checksum }

  /// The number of bytes of each measure in `checksum`, in its order.
  package var rowCounts: [Int] {
    [count(.descriptor), count(.lumaThumbnail), count(.pdqHash), count(.regionSharpness)]
  }

  /// Reads descriptor, luma thumbnail and PDQ hash where they are stored. False where they cannot be read any more:
  /// then they are empty, and the photo can be compared by its bytes only.
  package var hasFeatures: Bool { storage.hasFeatures }

  /// How many bytes a measure has.
  func count(_ measure: PackedFeatures.Measure) -> Int { storage.count(measure) }

  // MARK: Private

  // Never changes once it is made.
  private var storage: PackedFeatures

  init(_ packed: PackedFeatures) { storage = packed }

  var packed: PackedFeatures { storage }

  private var values: Values {
    get {
      Values(
        format: format, pixelSize: pixelSize, facts: facts, contents: contentBytes, decodeWarnings: decodeWarnings,
        perceptualHash: perceptualHash, descriptor: descriptor, lumaThumbnail: lumaThumbnail, pdqHash: pdqHash,
        windowDescriptors: windowDescriptors, sharpness: sharpness, screenEvidence: screenEvidence,
        regionSharpness: regionSharpness, sharpestRegion: sharpestRegion, tones: tones,
        isPartial: isPartial)
    }
    set { storage = PackedFeatures(newValue) }
  }

  private var withoutFeatures: Values {
    Values(
      format: format, pixelSize: pixelSize, facts: facts, contents: contentBytes, decodeWarnings: decodeWarnings,
      perceptualHash: perceptualHash, descriptor: [], lumaThumbnail: [], pdqHash: [], windowDescriptors: [],
      sharpness: sharpness, screenEvidence: screenEvidence, regionSharpness: regionSharpness,
      sharpestRegion: sharpestRegion, tones: tones, isPartial: isPartial)
  }

  /// All of them one by one: the shape in which they cross to another process.
  struct Values: Hashable, Codable {
    var format: ImageFormat
    var pixelSize: PixelSize
    var facts: CaptureFacts
    /// As `PhotoContents.bytes`.
    var contents: [UInt8]
    var decodeWarnings: Int
    var perceptualHash: UInt64?
    var descriptor: [Int8]
    var lumaThumbnail: [UInt8]
    var pdqHash: [UInt8]
    var windowDescriptors: [UInt8]
    var sharpness: Double?
    var screenEvidence: Double?
    var regionSharpness: [UInt8]
    var sharpestRegion: RelativePoint?
    var tones: Tones?
    var isPartial = false
  }
}
