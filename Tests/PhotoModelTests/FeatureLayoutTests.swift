import TestSupport
import Testing

@testable import PhotoModel

@Suite struct FeatureLayoutTests {
  @Test func `every value comes back as it was given, whichever of them are missing`() {
    var random = SeededGenerator(seed: 81)
    var all: [Values] = []
    for _ in 0..<300 {
      let values = Self.values(&random)
      let features = Self.features(values)
      #expect(Self.values(of: features) == values)
      #expect(features == Self.features(values))
      #expect(features.hashValue == Self.features(values).hashValue)
      #expect(features.descriptorCount == values.descriptor.count)
      #expect(features.hasCameraMetadata == values.facts.hasCameraMetadata)
      #expect(features.withDescriptor { $0.map { Int8(bitPattern: $0) } } == values.descriptor)
      #expect(features.withLumaThumbnail { Array($0) } == values.lumaThumbnail)
      all.append(values)
    }
    for (one, other) in zip(all, all.dropFirst()) {
      #expect((Self.features(one) == Self.features(other)) == (one == other))
    }
  }

  @Test func `a record and its vectors give every value but the window descriptors, and nothing of a part of itself`() {
    var random = SeededGenerator(seed: 83)
    for _ in 0..<300 {
      var values = Self.values(&random)
      if Bool.random(using: &random) { values = Self.possible(values) }
      let whole = Self.features(values)
      values.windowDescriptors = []
      let bytes = whole.record
      #expect(bytes.count == whole.recordCount)

      func read(_ bytes: [UInt8]) -> (PhotoFeatures?, isWhole: Bool) {
        let pool = FeaturePool(limit: .max, spill: TestSpillBuffer().allocator) { intake in
          Array("/a".utf8).withUnsafeBytes { path in whole.withVectors { intake.add(path, $0) } }
        }
        return bytes.withUnsafeBytes {
          var reader = RecordReader($0)
          return (PhotoFeatures(record: &reader, at: PackedPath("/a"), in: pool), reader.isAtEnd)
        }
      }
      let expected = Self.features(values)
      let (found, isWhole) = read(bytes)
      #expect(isWhole)
      #expect(found == (expected.isPlausible ? expected : nil))
      #expect(found?.hashValue == (expected.isPlausible ? expected.hashValue : nil))
      #expect(found.map(Self.values) == (expected.isPlausible ? values : nil))
      #expect(read(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))).0 == nil)
    }
  }

  @Test func `all bytes give every value, a part of them or more give nothing`() {
    var random = SeededGenerator(seed: 84)
    for _ in 0..<300 {
      var values = Self.values(&random)
      if Bool.random(using: &random) { values = Self.possible(values) }
      let features = Self.features(values)
      let bytes = features.bytes
      let found = PhotoFeatures(bytes: bytes)
      #expect(found == (features.isPlausible ? features : nil))
      #expect(found.map(Self.values) == (features.isPlausible ? values : nil))
      #expect(found.map(\.bytes) == (features.isPlausible ? bytes : nil))
      #expect(PhotoFeatures(bytes: Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))) == nil)
      #expect(PhotoFeatures(bytes: bytes + [0]) == nil)
    }
  }

  @Test func `changed bytes give features that a photo can have, or none`() throws {
    var random = SeededGenerator(seed: 85)
    let bytes = Self.features(Self.possible(Self.values(&random))).bytes
    try #require(PhotoFeatures(bytes: bytes) != nil)
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let end = Bool.random(using: &random) ? 130 : bytes.count
        let index = Int.random(in: 0..<end, using: &random)
        changed[index] = UInt8.random(in: 0...255, using: &random)
      }
      guard let found = PhotoFeatures(bytes: changed) else { continue }
      #expect(found.isPlausible && found.bytes == changed)
      _ = Self.values(of: found)
    }
  }

  @Test func `no byte of the numbers is without a meaning`() {
    let sizes = Mirror(reflecting: PhotoFeatures.Numbers()).children.map { child in
      switch child.value {
      case is UInt64, is Int64, is Double: 8
      case is UInt32, is Int32: 4
      case is UInt16, is Int16: 2
      case is UInt8: 1
      case is Tones: 5
      default: 2
      }
    }
    #expect(sizes.reduce(0, +) == 121 && MemoryLayout<PhotoFeatures.Numbers>.size == 121)
    // A million photos have one each.
    #expect(MemoryLayout<PhotoFeatures.Header>.size <= 152)
  }

  /// Whoever adds a value beside the record finds here that neither equality nor the key of the findings knows it.
  @Test func `nothing but the record and where the rest is stands in the header`() {
    let header = PhotoFeatures(format: .png, pixelSize: PixelSize(width: 1, height: 1)).storage.header
    #expect(
      Mirror(reflecting: header).children.compactMap(\.label) == [
        "numbers", "location", "windowCount", "texts", "position", "holder",
      ])
  }

  @Test func `what no photo has stays so, and too much of it is cut off`() {
    var features = PhotoFeatures(format: .png, pixelSize: PixelSize(width: 9, height: 9))
    #expect(features.isPlausible)
    for size in [Int.max, 70_000, 0, -1, .min] {
      #expect(!PhotoFeatures(format: .png, pixelSize: PixelSize(width: size, height: 9)).isPlausible)
      #expect(!PhotoFeatures(format: .png, pixelSize: PixelSize(width: 9, height: size)).isPlausible)
    }
    features.descriptor = [Int8](repeating: 3, count: 512)
    features.lumaThumbnail = [UInt8](repeating: 7, count: 1_000_000)
    features.pdqHash = [UInt8](repeating: 9, count: 32)
    #expect(!features.isPlausible && features.descriptor == [Int8](repeating: 3, count: 512))
    #expect(features.lumaThumbnail == [UInt8](repeating: 7, count: 65_535) && features.pdqHash.count == 32)
  }

  @Test func `a changed value leaves the others, and whoever had them before, alone`() {
    var random = SeededGenerator(seed: 82)
    for _ in 0..<50 {
      let (first, second) = (Self.values(&random), Self.values(&random))
      let before = Self.features(first)
      var (features, mixed) = (before, first)
      features.format = second.format
      mixed.format = second.format
      features.facts.lens = second.facts.lens
      mixed.facts.lens = second.facts.lens
      features.windowDescriptors = second.windowDescriptors
      mixed.windowDescriptors = second.windowDescriptors
      features.lumaThumbnail = second.lumaThumbnail
      mixed.lumaThumbnail = second.lumaThumbnail
      features.sharpestRegion = second.sharpestRegion
      mixed.sharpestRegion = second.sharpestRegion
      #expect(Self.values(of: features) == mixed)
      #expect(Self.values(of: before) == first)
    }
  }

  private static func features(_ values: Values) -> PhotoFeatures {
    PhotoFeatures(
      format: values.format, pixelSize: values.pixelSize, facts: values.facts,
      contents: PhotoContents(bytes: values.contents) ?? PhotoContents(), decodeWarnings: values.decodeWarnings,
      perceptualHash: values.perceptualHash, descriptor: values.descriptor, lumaThumbnail: values.lumaThumbnail,
      pdqHash: values.pdqHash, windowDescriptors: values.windowDescriptors, sharpness: values.sharpness,
      screenEvidence: values.screenEvidence, regionSharpness: values.regionSharpness,
      sharpestRegion: values.sharpestRegion, tones: values.tones, isPartial: values.isPartial)
  }

  private static func values(of features: PhotoFeatures) -> Values {
    Values(
      format: features.format, pixelSize: features.pixelSize, facts: features.facts,
      contents: features.contents.bytes, decodeWarnings: features.decodeWarnings,
      perceptualHash: features.perceptualHash,
      descriptor: features.descriptor, lumaThumbnail: features.lumaThumbnail, pdqHash: features.pdqHash,
      windowDescriptors: features.windowDescriptors, sharpness: features.sharpness,
      screenEvidence: features.screenEvidence,
      regionSharpness: features.regionSharpness, sharpestRegion: features.sharpestRegion, tones: features.tones,
      isPartial: features.isPartial)
  }

  /// What features are made of, one by one.
  private struct Values: Equatable {
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
    var isPartial: Bool
  }

  /// As a photo can have them.
  private static func possible(_ values: Values) -> Values {
    func numbers<Value: FixedWidthInteger>(_ bytes: [Value], _ count: Int) -> [Value] {
      bytes.isEmpty ? [] : (0..<count).map { bytes[$0 % bytes.count] }
    }
    var values = values
    values.pixelSize.width = 1 + values.pixelSize.width % 65_500
    values.descriptor = numbers(values.descriptor, 512)
    values.lumaThumbnail = numbers(values.lumaThumbnail, 256)
    values.pdqHash = numbers(values.pdqHash, 32)
    values.regionSharpness = numbers(values.regionSharpness, 16)
    values.windowDescriptors = numbers(values.windowDescriptors, 1344)
    values.facts = values.facts.plausible
    return values
  }

  private static func values(_ random: inout SeededGenerator) -> Values {
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    func bytes(_ most: Int) -> [UInt8] {
      (0..<(maybe(Int.random(in: 0...most, using: &random)) ?? 0)).map { _ in UInt8.random(in: 0...255, using: &random)
      }
    }
    var facts = CaptureFacts()
    facts.orientation = Orientation.allCases.randomElement(using: &random) ?? .up
    facts.capturedAt = maybe(CaptureTime(milliseconds: Int64.random(in: -9...9, using: &random)))
    facts.make = maybe("Maker")
    facts.model = maybe("Camera \(Int.random(in: 0..<12, using: &random))")
    facts.lens = maybe("")
    facts.software = maybe("a program with a long name")
    facts.userComment = maybe("ü")
    facts.exposureSeconds = maybe(Double.random(in: 0...1, using: &random))
    facts.fNumber = maybe(0)
    facts.iso = maybe(Int.random(in: 0...9, using: &random))
    facts.focalLength = maybe(35)
    facts.exposureBias = maybe(-0.5)
    var contents = PhotoContents()
    contents.frames = maybe(9) ?? 1
    contents.metadata.rating = maybe(4)
    contents.contentIdentifier = maybe("an identifier")
    return Values(
      format: ImageFormat.allCases.randomElement(using: &random) ?? .jpeg,
      pixelSize: PixelSize(width: Int.random(in: 0...65_535, using: &random), height: 3), facts: facts,
      contents: contents.bytes, decodeWarnings: Int.random(in: 0...2, using: &random),
      perceptualHash: maybe(UInt64.random(in: 0...UInt64.max, using: &random)),
      descriptor: bytes(600).map { Int8(bitPattern: $0) }, lumaThumbnail: bytes(300), pdqHash: bytes(40),
      windowDescriptors: bytes(1400), sharpness: maybe(Double.random(in: 0...1, using: &random)),
      screenEvidence: maybe(0),
      regionSharpness: bytes(20), sharpestRegion: maybe(RelativePoint(x: 0, y: 0.5)),
      tones: maybe(Tones(mean: 0, shadow: 1, light: 2, nearBlack: 3, clippedWhite: 4)),
      isPartial: Bool.random(using: &random))
  }
}
