/// The layout of features: the same bytes in the answer of a decode worker, in the cache and in memory.
///
/// | bytes | what | in the cache | in memory |
/// |---|---|---|---|
/// | 121 | `Numbers`, as they are in memory | the record, in a row of `inspection` | `Header` |
/// | any | texts of the camera (`CaptureTexts`) | ″ | shared by the photos of a camera |
/// | any, 0 or 16 | `contents`, `regionSharpness` | ″ | behind the header |
/// | 0 or 512, 256, 32 | the vectors: `descriptor`, `lumaThumbnail`, `pdqHash` | in a row of `vectors` | there, or in a pool |
/// | 0 or 1344 | `windowDescriptors`, to the end | in a row of `windows` | behind the vectors, until they are stored |
///
/// The bytes never leave the machine, and have its byte order.
extension PhotoFeatures {
  /// A part of the layout whose length may vary, in their order.
  enum Part: Int, CaseIterable {
    case contents, regionSharpness, descriptor, lumaThumbnail, pdqHash, windowDescriptors
  }

  /// The numeric values of a photo. Stored properties by size, the largest first, so that there is no padding; a change
  /// of them, or of the order of an enumeration stored in them, is a new `analysisVersion`.
  struct Numbers: BitwiseCopyable, Sendable {
    // Each value is zero where `present` lacks its flag.
    private var hash: UInt64 = 0
    /// The checksum of the vectors.
    var checksum: UInt64 = 0
    private var captureTime: Int64 = 0
    private var exposure = 0.0
    private var aperture = 0.0
    private var focal = 0.0
    private var bias = 0.0
    private var sharp = 0.0
    private var evidence = 0.0
    private var sharpestX = 0.0
    private var sharpestY = 0.0
    private var speed: Int32 = 0
    /// Bytes of the texts.
    var textCount: UInt32 = 0
    private var present = Present()
    // The values are clamped, so that impossible ones stay impossible.
    private var width: UInt16 = 0
    private var height: UInt16 = 0
    private var warnings: Int16 = 0
    private var contentCount: UInt16 = 0
    private var regionCount: UInt16 = 0
    private var descriptorBytes: UInt16 = 0
    private var thumbnailCount: UInt16 = 0
    private var pdqCount: UInt16 = 0
    private var formatIndex: UInt8 = 0
    private var orientation: UInt8 = 0
    private var light = noTones

    private struct Present: OptionSet {
      let rawValue: UInt16
      static let hash = Present(rawValue: 1)
      static let capturedAt = Present(rawValue: 2)
      static let iso = Present(rawValue: 4)
      static let exposureSeconds = Present(rawValue: 8)
      static let fNumber = Present(rawValue: 16)
      static let focalLength = Present(rawValue: 32)
      static let exposureBias = Present(rawValue: 64)
      static let sharpness = Present(rawValue: 128)
      static let evidence = Present(rawValue: 256)
      static let sharpest = Present(rawValue: 512)
      static let tones = Present(rawValue: 1024)
      /// No value of its own: the features were measured in part.
      static let partial = Present(rawValue: 2048)
    }

    private static let formats = ImageFormat.allCases
    private static let noTones = Tones(mean: 0, shadow: 0, light: 0, nearBlack: 0, clippedWhite: 0)

    init() {}

    /// Reads the numbers; nil where the format or the orientation is undefined.
    init?(_ bytes: UnsafeRawBufferPointer) {
      guard bytes.count == MemoryLayout<Numbers>.size else { return nil }
      self = bytes.loadUnaligned(as: Numbers.self)
      guard Self.formats.indices.contains(Int(formatIndex)), Orientation(rawValue: Int(orientation)) != nil else {
        return nil
      }
    }

    private func given<Value>(_ value: Value, _ which: Present) -> Value? { present.contains(which) ? value : nil }

    private mutating func number<Value: AdditiveArithmetic>(_ value: Value?, _ which: Present) -> Value {
      mark(which, value != nil)
      return value ?? .zero
    }

    private mutating func mark(_ which: Present, _ isGiven: Bool) {
      if isGiven { present.insert(which) } else { present.remove(which) }
    }

    var format: ImageFormat {
      get { Self.formats[Int(formatIndex)] }
      set { formatIndex = UInt8(Self.formats.firstIndex(of: newValue) ?? 0) }
    }
    var pixelSize: PixelSize {
      get { PixelSize(width: Int(width), height: Int(height)) }
      set { (width, height) = (UInt16(clamping: newValue.width), UInt16(clamping: newValue.height)) }
    }
    var decodeWarnings: Int {
      get { Int(warnings) }
      set { warnings = Int16(clamping: newValue) }
    }
    var perceptualHash: UInt64? {
      get { given(hash, .hash) }
      set { hash = number(newValue, .hash) }
    }
    var sharpness: Double? {
      get { given(sharp, .sharpness) }
      set { sharp = number(newValue, .sharpness) }
    }
    var screenEvidence: Double? {
      get { given(evidence, .evidence) }
      set { evidence = number(newValue, .evidence) }
    }
    var sharpestRegion: RelativePoint? {
      get { given(RelativePoint(x: sharpestX, y: sharpestY), .sharpest) }
      set { (sharpestX, sharpestY) = (number(newValue?.x, .sharpest), number(newValue?.y, .sharpest)) }
    }
    var tones: Tones? {
      get { given(light, .tones) }
      set {
        light = newValue ?? Self.noTones
        mark(.tones, newValue != nil)
      }
    }
    var isPartial: Bool {
      get { present.contains(.partial) }
      set { mark(.partial, newValue) }
    }

    var capturedAt: CaptureTime? { given(CaptureTime(milliseconds: captureTime), .capturedAt) }

    var hasCameraNumbers: Bool { !present.isDisjoint(with: [.exposureSeconds, .fNumber, .iso, .focalLength]) }

    func facts(_ texts: CaptureTexts) -> CaptureFacts {
      var facts = CaptureFacts()
      texts.write(to: &facts)
      facts.orientation = Orientation(rawValue: Int(orientation)) ?? .up
      facts.capturedAt = capturedAt
      facts.exposureSeconds = given(exposure, .exposureSeconds)
      facts.fNumber = given(aperture, .fNumber)
      facts.iso = given(Int(speed), .iso)
      facts.focalLength = given(focal, .focalLength)
      facts.exposureBias = given(bias, .exposureBias)
      return facts
    }

    mutating func set(_ facts: CaptureFacts) {
      orientation = UInt8(facts.orientation.rawValue)
      captureTime = number(facts.capturedAt?.milliseconds, .capturedAt)
      exposure = number(facts.exposureSeconds, .exposureSeconds)
      aperture = number(facts.fNumber, .fNumber)
      speed = Int32(clamping: number(facts.iso, .iso))
      focal = number(facts.focalLength, .focalLength)
      bias = number(facts.exposureBias, .exposureBias)
    }

    /// The number of bytes of a part; that of the window descriptors is not known here.
    func count(of part: Part) -> Int {
      switch part {
      case .contents: Int(contentCount)
      case .regionSharpness: Int(regionCount)
      case .descriptor: Int(descriptorBytes)
      case .lumaThumbnail: Int(thumbnailCount)
      case .pdqHash: Int(pdqCount)
      case .windowDescriptors: 0
      }
    }

    /// Sets the numbers of bytes of the parts.
    ///
    /// - Parameter parts: The parts in the order of `Part`, each of at most 65 535 bytes.
    mutating func setCounts(of parts: [ArraySlice<UInt8>]) {
      let counts = parts.map { UInt16($0.count) }
      (contentCount, regionCount, descriptorBytes) = (counts[0], counts[1], counts[2])
      (thumbnailCount, pdqCount) = (counts[3], counts[4])
    }

    /// Bytes of contents and sharpness of the regions, which stay with the numbers.
    var keptCount: Int { Int(contentCount) + Int(regionCount) }

    /// Bytes of the vectors.
    var vectorCount: Int { Int(descriptorBytes) + Int(thumbnailCount) + Int(pdqCount) }
  }
}
