/// All measurements of the pixels of a photo, about 1 KB, stored so that no change of a threshold and no second scan
/// has to decode the photo again.
///
/// One reference to one piece of memory (`Storage`) in the layout of `Numbers`: a library is kept in several
/// collections, and separate values would be copied each time. To change a value costs a copy of all.
///
/// Sendable by contract: nothing changes the storage once it is made.
package struct PhotoFeatures: Hashable, @unchecked Sendable {
  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  /// The format of the file by its content, whatever its name promises.
  package var format: ImageFormat {
    get { numbers.format }
    set { numbers.format = newValue }
  }
  /// The size of the upright picture.
  package var pixelSize: PixelSize {
    get { numbers.pixelSize }
    set { numbers.pixelSize = newValue }
  }
  /// The values that the camera wrote.
  package var facts: CaptureFacts {
    get { numbers.facts(texts) }
    set {
      var numbers = numbers
      numbers.set(newValue)
      self = PhotoFeatures(numbers, .shared(of: newValue), parts)
    }
  }
  /// The number of complaints of the decoder (truncated, bad data), at most 32 767: a file with any is never the keeper
  /// over a clean one.
  package var decodeWarnings: Int {
    get { numbers.decodeWarnings }
    set { numbers.decodeWarnings = newValue }
  }
  /// Whether the decoder complained about the file.
  package var isDamaged: Bool { decodeWarnings > 0 }
  /// 64-bit DCT hash; nil where the picture is too flat for any hash to be trusted.
  package var perceptualHash: UInt64? {
    get { numbers.perceptualHash }
    set { numbers.perceptualHash = newValue }
  }
  /// Descriptor G of docs/DETECTION.md: unit length before it was rounded to signed bytes. Empty where the picture is
  /// too flat.
  package var descriptor: [Int8] {
    get { with(.descriptor) { Array($0.bindMemory(to: Int8.self)) } }
    set { self[.descriptor] = newValue.map(UInt8.init(bitPattern:)) }
  }
  /// 16 × 16 luma means without margins, row-major: they show differences of light and small changes, which hash and
  /// descriptor do not. Empty where not measured; then no pair is near enough to be preselected.
  package var lumaThumbnail: [UInt8] {
    get { self[.lumaThumbnail] }
    set { self[.lumaThumbnail] = newValue }
  }
  /// PDQ, 256 bits in 32 bytes. Empty where too flat.
  package var pdqHash: [UInt8] {
    get { self[.pdqHash] }
    set { self[.pdqHash] = newValue }
  }
  /// The signs of descriptor G of 21 parts of the picture, 64 bytes each: they match a crop to the picture it was cut
  /// from. Empty where the picture is too flat, and in a photo of the cache: only a search for candidates needs them.
  package var windowDescriptors: [UInt8] {
    get { self[.windowDescriptors] }
    set { self[.windowDescriptors] = newValue }
  }
  /// 0…1, 1 is sharp; nil where nothing can be measured (flat, tiny, all black).
  package var sharpness: Double? {
    get { numbers.sharpness }
    set { numbers.sharpness = newValue }
  }
  /// 0…1: how much the native pixels resemble an interface. Nil where a camera took the photo, so that nothing was
  /// measured.
  package var screenEvidence: Double? {
    get { numbers.screenEvidence }
    set { numbers.screenEvidence = newValue }
  }
  /// The narrowness of edges in each of 4 × 4 fields, row-major: 64 / (their spread in pixels of a picture of 512 px),
  /// 0 where a field has too few edges. Comparable field by field with another picture of the same framing. Empty where
  /// not measured.
  package var regionSharpness: [UInt8] {
    get { self[.regionSharpness] }
    set { self[.regionSharpness] = newValue }
  }
  /// The middle of the sharpest part, where a loupe begins; nil where nothing has edges.
  package var sharpestRegion: RelativePoint? {
    get { numbers.sharpestRegion }
    set { numbers.sharpestRegion = newValue }
  }
  /// Light and dark of the picture; nil where not measured.
  package var tones: Tones? {
    get { numbers.tones }
    set { numbers.tones = newValue }
  }

  /// Whether only the embedded thumbnail and the tiles with the most detail were measured. Such a photo is in focus,
  /// at least as sharp as `sharpness`, and belongs to no group but that of its exact copies: a scan measures each
  /// photo whole that resembles another (docs/DETECTION.md).
  package var isPartial: Bool {
    get { numbers.isPartial }
    set { numbers.isPartial = newValue }
  }

  /// The least sharpness by which a photo may be measured in part. None was found less sharp than 0.59 by the whole
  /// (docs/DETECTION.md).
  package static let surelySharp = 0.60
  /// The similarity of two thumbnails below which the photos are not alike at any limit from this on
  /// (docs/DETECTION.md).
  package static let surelyNotAlike = 0.70

  /// The contents of the file beside its first picture, without those of sidecars.
  package var contents: PhotoContents {
    get { PhotoContents(bytes: self[.contents]) ?? PhotoContents() }
    set { self[.contents] = newValue.bytes }
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
    var numbers = Numbers()
    (numbers.format, numbers.pixelSize, numbers.decodeWarnings) = (format, pixelSize, decodeWarnings)
    (numbers.perceptualHash, numbers.sharpness, numbers.screenEvidence) = (perceptualHash, sharpness, screenEvidence)
    (numbers.sharpestRegion, numbers.tones, numbers.isPartial) = (sharpestRegion, tones, isPartial)
    numbers.set(facts)
    let descriptor = descriptor.map(UInt8.init(bitPattern:))
    self.init(
      numbers, .shared(of: facts),
      [contents.bytes, regionSharpness, descriptor, lumaThumbnail, pdqHash, windowDescriptors])
  }

  /// Whether all values are equal; of the vectors the checksums are compared, so that none is read from the cache.
  package static func == (left: PhotoFeatures, right: PhotoFeatures) -> Bool {
    left.isIdentical(to: right)
      || left.record == right.record && left.windowDescriptors == right.windowDescriptors
  }

  /// Hashes the record, which has a checksum in place of the vectors: none is read from the cache.
  package func hash(into hasher: inout Hasher) { withRecord { hasher.combine(bytes: $0) } }

  // MARK: Without a copy

  /// Whether the file has camera metadata, as `facts.hasCameraMetadata`.
  package var hasCameraMetadata: Bool { texts.hasCamera || numbers.hasCameraNumbers }

  /// The time of capture, as `facts.capturedAt`.
  package var capturedAt: CaptureTime? { numbers.capturedAt }

  /// The number of values of the descriptor.
  package var descriptorCount: Int { numbers.count(of: .descriptor) }

  /// The bytes of the descriptor, as long as the call lasts.
  package func withDescriptor<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try with(.descriptor, body)
  }

  /// The bytes of the luma thumbnail, as long as the call lasts.
  package func withLumaThumbnail<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try with(.lumaThumbnail, body)
  }

  /// The checksum of the vectors (descriptor, luma thumbnail, PDQ hash), which are not read for it.
  package var checksum: UInt64 { numbers.checksum }
}
