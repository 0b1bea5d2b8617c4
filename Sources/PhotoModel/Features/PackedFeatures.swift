/// The values of `PhotoFeatures` in one piece of memory: numbers in front, rows of bytes behind them.
///
/// A million photos lie in memory together: an array of its own for each row, and a word that says whether a number is
/// there, took a third more.
// Sendable by contract: nothing changes it once it is made.
struct PackedFeatures: @unchecked Sendable {
  /// A row of bytes, in the order in which they lie.
  enum Measure {
    case descriptor, lumaThumbnail, pdqHash, regionSharpness, windowDescriptors
  }

  struct Header: Sendable {
    let format: ImageFormat
    let tones: Tones?
    let orientation: Orientation
    let present: Present
    /// Where each row ends. What was measured came in an answer of at most 64 KB; what is longer is cut off.
    let ends: (UInt16, UInt16, UInt16, UInt16, UInt16)
    // In as little room as what is possible takes; what is not stays impossible.
    let width: UInt16
    let height: UInt16
    let warnings: Int16
    fileprivate(set) var index = Place.here
    let iso: Int32
    let texts: CaptureTexts
    /// As `PhotoContents.bytes`; those of most photos are empty, or a few bytes.
    let contents: [UInt8]
    // Zero where `present` says that there is none.
    let hash: UInt64
    let capturedAt: Int64
    let exposureSeconds: Double
    let fNumber: Double
    let focalLength: Double
    let exposureBias: Double
    let sharpnessValue: Double
    let evidence: Double
    let sharpestX: Double
    let sharpestY: Double

    /// The bits are stored: a bit keeps its meaning.
    struct Present: OptionSet {
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
      /// No value, but how they were measured.
      static let partial = Present(rawValue: 2048)
    }

    /// Where the rows are.
    enum Place: UInt8 {
      case here
      /// `FeaturesElsewhere` stands in the place of the rows.
      case elsewhere
      /// `FeaturesToRead` does, and behind it the row that is asked for with the numbers: `regionSharpness`.
      case stored
    }

    fileprivate init(_ values: PhotoFeatures.Values) {
      let facts = values.facts
      var present = Present()
      func number<Value: AdditiveArithmetic>(_ value: Value?, _ which: Present) -> Value {
        if value != nil { present.insert(which) }
        return value ?? .zero
      }
      format = values.format
      tones = values.tones
      if tones != nil { present.insert(.tones) }
      orientation = facts.orientation
      width = UInt16(clamping: values.pixelSize.width)
      height = UInt16(clamping: values.pixelSize.height)
      warnings = Int16(clamping: values.decodeWarnings)
      iso = Int32(clamping: number(facts.iso, .iso))
      texts = CaptureTexts.shared(of: facts)
      contents = values.contents
      hash = number(values.perceptualHash, .hash)
      capturedAt = number(facts.capturedAt?.milliseconds, .capturedAt)
      exposureSeconds = number(facts.exposureSeconds, .exposureSeconds)
      fNumber = number(facts.fNumber, .fNumber)
      focalLength = number(facts.focalLength, .focalLength)
      exposureBias = number(facts.exposureBias, .exposureBias)
      sharpnessValue = number(values.sharpness, .sharpness)
      evidence = number(values.screenEvidence, .evidence)
      sharpestX = number(values.sharpestRegion?.x, .sharpest)
      sharpestY = number(values.sharpestRegion?.y, .sharpest)
      if values.isPartial { present.insert(.partial) }
      self.present = present
      var end: UInt16 = 0
      func after(_ count: Int) -> UInt16 {
        end = UInt16(clamping: Int(end) + count)
        return end
      }
      ends = (
        after(values.descriptor.count), after(values.lumaThumbnail.count), after(values.pdqHash.count),
        after(values.regionSharpness.count), after(values.windowDescriptors.count)
      )
    }

    private func given<Value>(_ value: Value, _ which: Present) -> Value? { present.contains(which) ? value : nil }

    var pixelSize: PixelSize { PixelSize(width: Int(width), height: Int(height)) }
    /// At most 32 767.
    var decodeWarnings: Int { Int(warnings) }
    var perceptualHash: UInt64? { given(hash, .hash) }
    var sharpness: Double? { given(sharpnessValue, .sharpness) }
    var screenEvidence: Double? { given(evidence, .evidence) }
    var sharpestRegion: RelativePoint? { given(RelativePoint(x: sharpestX, y: sharpestY), .sharpest) }

    var isPartial: Bool { present.contains(.partial) }

    /// As of the facts, which are made from it.
    var hasCameraMetadata: Bool {
      texts.namesCamera || !present.isDisjoint(with: [.exposureSeconds, .fNumber, .iso, .focalLength])
    }

    var facts: CaptureFacts {
      var facts = CaptureFacts()
      facts.orientation = orientation
      facts.capturedAt = given(CaptureTime(milliseconds: capturedAt), .capturedAt)
      texts.write(to: &facts)
      facts.exposureSeconds = given(exposureSeconds, .exposureSeconds)
      facts.fNumber = given(fNumber, .fNumber)
      facts.iso = given(Int(iso), .iso)
      facts.focalLength = given(focalLength, .focalLength)
      facts.exposureBias = given(exposureBias, .exposureBias)
      return facts
    }
  }

  private let memory: ManagedBuffer<Header, UInt8>

  /// Where rows are that lie elsewhere, and what holds them.
  private typealias FeaturesElsewhere = (rows: UnsafeRawPointer, holder: Unmanaged<AnyObject>)

  /// Which of the stored rows these are, and their checksum.
  private typealias FeaturesToRead = (row: Int, checksum: UInt64, holder: Unmanaged<StoredFeatures>)

  private final class Memory: ManagedBuffer<Header, UInt8> {
    deinit {
      let index = header.index
      withUnsafeMutablePointerToElements { start in
        switch index {
        case .here: break
        case .elsewhere: UnsafeRawPointer(start).loadUnaligned(as: FeaturesElsewhere.self).holder.release()
        case .stored: UnsafeRawPointer(start).loadUnaligned(as: FeaturesToRead.self).holder.release()
        }
      }
    }
  }

  var header: Header { memory.header }

  init(_ values: PhotoFeatures.Values) {
    let header = Header(values)
    memory = Memory.create(minimumCapacity: Int(header.ends.4)) { _ in header }
    memory.withUnsafeMutablePointerToElements { start in
      let rows = UnsafeMutableRawPointer(start)
      var index = 0
      func write(_ bytes: UnsafeRawBufferPointer) {
        let count = min(bytes.count, Int(header.ends.4) - index)
        if let from = bytes.baseAddress { (rows + index).copyMemory(from: from, byteCount: count) }
        index += count
      }
      values.descriptor.withUnsafeBytes(write)
      for row in [values.lumaThumbnail, values.pdqHash, values.regionSharpness, values.windowDescriptors] {
        row.withUnsafeBytes(write)
      }
    }
  }

  /// - Parameter rows: All of them, one behind the other, as long as the header says.
  init(_ header: Header, rows: UnsafeRawBufferPointer) {
    memory = Memory.create(minimumCapacity: rows.count) { _ in header }
    memory.withUnsafeMutablePointerToElements { start in
      if let from = rows.baseAddress { UnsafeMutableRawPointer(start).copyMemory(from: from, byteCount: rows.count) }
    }
  }

  /// - Parameter index: Where its rows are, as long as the header says.
  init(_ header: Header, _ index: PoolSlice) {
    var header = header
    header.index = .elsewhere
    let rows = FeaturesElsewhere(index.start, Unmanaged.passRetained(index.buffer))
    self = withUnsafeBytes(of: rows) { PackedFeatures(header, rows: $0) }
  }

  /// - Parameters:
  ///   - row: Its place among the stored rows.
  ///   - checksum: Of all its rows.
  ///   - regions: The sharpness of the regions, which is there at once.
  init(_ header: Header, _ row: Int, of holder: StoredFeatures, checksum: UInt64, regions: UnsafeRawBufferPointer) {
    var header = header
    header.index = .stored
    let rows = FeaturesToRead(row, checksum, Unmanaged.passRetained(holder))
    let length = MemoryLayout<FeaturesToRead>.size
    self = withUnsafeTemporaryAllocation(byteCount: length + regions.count, alignment: 8) { bytes in
      bytes.storeBytes(of: rows, as: FeaturesToRead.self)
      UnsafeMutableRawBufferPointer(rebasing: bytes[length...]).copyMemory(from: regions)
      return PackedFeatures(header, rows: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Bytes of all rows.
  var rowBytes: Int { Int(header.ends.4) }

  /// All of them, as long as the call lasts. Empty where they were stored and cannot be read any more.
  func withFeatures<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try memory.withUnsafeMutablePointers { header, start in
      let start = UnsafeRawPointer(start)
      let rows: UnsafeRawPointer?
      switch header.pointee.index {
      case .here: rows = start
      case .elsewhere: rows = start.loadUnaligned(as: FeaturesElsewhere.self).rows
      case .stored:
        let stored = start.loadUnaligned(as: FeaturesToRead.self)
        rows = stored.holder._withUnsafeGuaranteedRef { $0[stored.row] }
      }
      return try body(UnsafeRawBufferPointer(start: rows, count: rows == nil ? 0 : Int(header.pointee.ends.4)))
    }
  }

  /// Reads them where that was not done. False where they cannot be read any more.
  var hasFeatures: Bool { header.index != .stored || withFeatures { !$0.isEmpty } }

  /// They are stored, and nobody may have asked for them.
  var isStored: Bool { header.index == .stored }

  /// Of all rows but the signs of windows.
  var checksum: UInt64 {
    if isStored {
      return memory.withUnsafeMutablePointerToElements {
        UnsafeRawPointer($0).loadUnaligned(as: FeaturesToRead.self).checksum
      }
    }
    let end = Int(header.ends.3)
    return withFeatures { Checksum(of: UnsafeRawBufferPointer(rebasing: $0[..<end])).value }
  }

  /// They are not only equal, but one and the same.
  func isIdentical(to other: PackedFeatures) -> Bool { memory === other.memory }

  /// The bytes of a row, as long as the call lasts.
  func with<Value>(_ measure: Measure, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    let range = range(measure)
    // Asked of photos of the cache, which have no signs of windows: nothing is read for it.
    if range.isEmpty { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    if case .regionSharpness = measure, isStored {
      return try memory.withUnsafeMutablePointerToElements { start in
        let regions = UnsafeRawPointer(start) + MemoryLayout<FeaturesToRead>.size
        return try body(UnsafeRawBufferPointer(start: regions, count: range.count))
      }
    }
    return try withFeatures { try body(UnsafeRawBufferPointer(rebasing: $0.isEmpty ? $0[...] : $0[range])) }
  }

  func count(_ measure: Measure) -> Int { range(measure).count }

  private func range(_ measure: Measure) -> Range<Int> {
    let ends = header.ends
    return switch measure {
    case .descriptor: 0..<Int(ends.0)
    case .lumaThumbnail: Int(ends.0)..<Int(ends.1)
    case .pdqHash: Int(ends.1)..<Int(ends.2)
    case .regionSharpness: Int(ends.2)..<Int(ends.3)
    case .windowDescriptors: Int(ends.3)..<Int(ends.4)
    }
  }
}
