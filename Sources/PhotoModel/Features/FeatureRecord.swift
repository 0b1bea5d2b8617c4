import Glibc

/// Features as two records of a file: numbers and texts, with the sharpness of the regions and a checksum behind
/// them; and the vectors as they are in memory, without window descriptors.
extension PackedFeatures {
  func write(to writer: inout RecordWriter) {
    let header = header
    writer.write(UInt64(header.present.rawValue))
    writer.write(header.tones?.word ?? 0)
    for number in [header.orientation.rawValue, header.pixelSize.width, header.pixelSize.height, header.decodeWarnings]
    {
      writer.write(number)
    }
    writer.write(header.hash)
    writer.write(header.capturedAt)
    writer.write(Int(header.iso))
    for number in [
      header.exposureSeconds, header.fNumber, header.focalLength, header.exposureBias, header.sharpnessValue,
      header.evidence, header.sharpestX, header.sharpestY,
    ] { writer.write(number) }
    for end in [header.ends.0, header.ends.1, header.ends.2, header.ends.3] { writer.write(UInt64(end)) }
    var texts = RecordWriter()
    texts.write(header.format.rawValue)
    let facts = header.facts
    for text in [facts.make, facts.model, facts.lens, facts.software, facts.userComment] { texts.write(text) }
    writer.write(texts.bytes.count)
    texts.bytes.withUnsafeBytes { writer.write($0) }
    writer.write(header.contents.count)
    header.contents.withUnsafeBytes { writer.write($0) }
    with(.regionSharpness) { writer.write($0) }
    writer.write(checksum)
  }

  /// Nil where something is there that no photo has.
  init?(_ reader: inout RecordReader, _ words: inout FeatureReader, at path: PackedPath, _ stored: StoredFeatures) {
    guard let header = Header(&reader, &words) else { return nil }
    let regions = reader.slice(Int(header.ends.3 - header.ends.2))
    let checksum = reader.word()
    if reader.isCut { return nil }
    // Then there is nothing to read.
    guard header.ends.3 > 0 else {
      self.init(header, rows: regions)
      return
    }
    let row = stored.expect(path, checksum: checksum, count: Int(header.ends.3))
    self.init(header, row, of: stored, checksum: checksum, regions: regions)
  }
}

extension PackedFeatures.Header {
  fileprivate init?(_ reader: inout RecordReader, _ words: inout FeatureReader) {
    present = Present(rawValue: UInt16(truncatingIfNeeded: reader.word()))
    let tones = reader.word()
    self.tones = present.contains(.tones) ? Tones(word: tones) : nil
    guard let orientation = Orientation(rawValue: reader.number()) else { return nil }
    self.orientation = orientation
    (width, height) = (UInt16(clamping: reader.number()), UInt16(clamping: reader.number()))
    warnings = Int16(clamping: reader.number())
    hash = reader.word()
    capturedAt = reader.integer()
    iso = Int32(clamping: reader.number())
    (exposureSeconds, fNumber, focalLength) = (reader.real(), reader.real(), reader.real())
    (exposureBias, sharpnessValue, evidence) = (reader.real(), reader.real(), reader.real())
    (sharpestX, sharpestY) = (reader.real(), reader.real())
    let last = (reader.word(), reader.word(), reader.word(), reader.word())
    guard last.0 <= last.1, last.1 <= last.2, last.2 <= last.3, last.3 <= UInt64(UInt16.max) else { return nil }
    ends = (UInt16(last.0), UInt16(last.1), UInt16(last.2), UInt16(last.3), UInt16(last.3))
    guard let (format, texts) = words.words(reader.slice(reader.number())) else { return nil }
    (self.format, self.texts) = (format, texts)
    contents = Array(reader.slice(reader.number()))
  }
}

extension PhotoFeatures {
  /// Appends the numbers and the checksum of the stored features, for a `FeatureReader`.
  package func write(to writer: inout RecordWriter) { packed.write(to: &writer) }

  /// Calls `body` with the features that are stored apart: all but the window descriptors. The bytes are valid as
  /// long as the call lasts.
  package func withStoredFeatures<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    let end = Int(packed.header.ends.3)
    return try packed.withFeatures { try body(UnsafeRawBufferPointer(rebasing: $0.prefix(end))) }
  }
}

/// Reads the records of photos one after the other. Most have the same format and camera texts as the photo before,
/// which are decoded only where they change.
package struct FeatureReader {
  /// Packs the paths of the photos.
  package let paths = PathPacker()
  private var recent: [(bytes: [UInt8], format: ImageFormat, texts: CaptureTexts)] = []
  private static let most = 8

  /// Creates a reader that knows no texts yet.
  package init() {}

  /// The features of the next photo; nil where a value is none that a photo has.
  ///
  /// - Parameters:
  ///   - path: The path of the photo.
  ///   - stored: Reads the features that are stored apart.
  package mutating func features(
    _ reader: inout RecordReader, at path: PackedPath, _ stored: StoredFeatures
  ) -> PhotoFeatures? {
    plausible(PackedFeatures(&reader, &self, at: path, stored))
  }

  private func plausible(_ packed: PackedFeatures?) -> PhotoFeatures? {
    guard let features = packed.map(PhotoFeatures.init), features.isPlausible else { return nil }
    return features
  }

  fileprivate mutating func words(_ bytes: UnsafeRawBufferPointer) -> (ImageFormat, CaptureTexts)? {
    guard let start = bytes.baseAddress else { return nil }
    if let known = recent.last(where: { $0.bytes.count == bytes.count && memcmp($0.bytes, start, bytes.count) == 0 }) {
      return (known.format, known.texts)
    }
    var reader = RecordReader(bytes)
    guard let format = reader.text().flatMap(ImageFormat.init(rawValue:)) else { return nil }
    var facts = CaptureFacts()
    facts.make = reader.text()
    facts.model = reader.text()
    facts.lens = reader.text()
    facts.software = reader.text()
    facts.userComment = reader.text()
    guard reader.isAtEnd else { return nil }
    let texts = CaptureTexts.shared(of: facts)
    if recent.count == Self.most { recent.removeFirst() }
    recent.append((Array(bytes), format, texts))
    return (format, texts)
  }
}

extension Tones {
  /// One byte each, in the order of the properties, the first lowest.
  fileprivate var word: UInt64 {
    [clippedWhite, nearBlack, light, shadow, mean].reduce(0) { $0 << 8 | UInt64($1) }
  }

  fileprivate init(word: UInt64) {
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> (8 * index)) }
    self.init(mean: byte(0), shadow: byte(1), light: byte(2), nearBlack: byte(3), clippedWhite: byte(4))
  }
}
