/// The features in memory, packed because there may be a million photos: an array for each part, and a word for each
/// optional number, took a third more.
extension PhotoFeatures {
  /// The location of vectors and window descriptors.
  enum Location: UInt8 {
    /// In the storage itself, behind the parts that are always there.
    case here
    /// At the address `position`, in a buffer.
    case buffer
    /// In a pool under the index `position`, which reads them from the cache when one is needed. No window descriptors.
    case pool
  }

  struct Header {
    fileprivate let numbers: Numbers
    fileprivate var location = Location.here
    fileprivate var windowCount: UInt16 = 0
    /// The texts are shared: a copy for each photo took about 100 bytes more, and was decoded for each.
    fileprivate let texts: CaptureTexts
    fileprivate var position = 0
    /// The buffer or the pool. Not counted where vectors are read: all processors would write to one count.
    fileprivate var holder: Unmanaged<AnyObject>?

    fileprivate init(_ numbers: Numbers, _ texts: CaptureTexts) { (self.numbers, self.texts) = (numbers, texts) }

    fileprivate mutating func locate(_ location: Location, at position: Int, in holder: AnyObject) {
      (self.location, self.position, self.holder) = (location, position, Unmanaged.passRetained(holder))
    }
  }

  /// The header, followed by the parts of the layout that are stored here.
  final class Storage: ManagedBuffer<Header, UInt8> {
    deinit { header.holder?.release() }
  }

  private init(
    _ header: Header, _ kept: UnsafeRawBufferPointer, _ vectors: UnsafeRawBufferPointer = .nothing,
    _ windows: UnsafeRawBufferPointer = .nothing
  ) {
    let memory = Storage.create(minimumCapacity: kept.count + vectors.count + windows.count) { _ in header }
    memory.withUnsafeMutablePointerToElements { start in
      var end = UnsafeMutableRawPointer(start)
      func append(_ bytes: UnsafeRawBufferPointer) {
        if let from = bytes.baseAddress { end.copyMemory(from: from, byteCount: bytes.count) }
        end += bytes.count
      }
      append(kept)
      append(vectors)
      append(windows)
    }
    self.init(unsafeDowncast(memory, to: Storage.self))
  }

  /// Creates the storage.
  ///
  /// - Parameter parts: One for each `Part`. Parts longer than 65 535 bytes are cut off: no measure
  ///   has as many.
  init(_ numbers: Numbers, _ texts: CaptureTexts, _ parts: [[UInt8]]) {
    let parts = parts.map { $0.prefix(Int(UInt16.max)) }
    let (kept, vectors, windows) = (parts[0] + parts[1], parts[2] + parts[3] + parts[4], parts[5])
    var numbers = numbers
    numbers.setCounts(of: parts)
    numbers.textCount = UInt32(clamping: texts.bytes.count)
    numbers.checksum = vectors.withUnsafeBytes { Checksum(of: $0).value }
    var header = Header(numbers, texts)
    header.windowCount = UInt16(windows.count)
    self = kept.withUnsafeBytes { kept in
      vectors.withUnsafeBytes { vectors in
        windows.withUnsafeBytes { PhotoFeatures(header, kept, vectors, $0) }
      }
    }
  }

  // MARK: Parts

  var numbers: Numbers {
    get { storage.withUnsafeMutablePointerToHeader { $0.pointee.numbers } }
    set { self = PhotoFeatures(newValue, texts, parts) }
  }

  var texts: CaptureTexts { storage.header.texts }

  var parts: [[UInt8]] { Part.allCases.map { self[$0] } }

  subscript(part: Part) -> [UInt8] {
    get { with(part, Array.init) }
    set {
      var parts = parts
      parts[part.rawValue] = newValue
      self = PhotoFeatures(numbers, texts, parts)
    }
  }

  /// The bytes of a part, as long as the call lasts. Empty where they were in the cache and cannot be read any more.
  func with<Value>(_ part: Part, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    let numbers = numbers
    let range =
      switch part {
      case .contents: 0..<numbers.count(of: .contents)
      case .regionSharpness: numbers.count(of: .contents)..<numbers.keptCount
      case .descriptor: 0..<numbers.count(of: .descriptor)
      case .lumaThumbnail: numbers.count(of: .descriptor)..<numbers.vectorCount - numbers.count(of: .pdqHash)
      case .pdqHash: numbers.vectorCount - numbers.count(of: .pdqHash)..<numbers.vectorCount
      case .windowDescriptors: numbers.vectorCount..<numbers.vectorCount + windowCount
      }
    // Asked of photos of the cache, which have no window descriptors: nothing is read for it.
    if range.isEmpty { return try body(.nothing) }
    func cut(_ bytes: UnsafeRawBufferPointer) throws -> Value {
      try body(bytes.isEmpty ? bytes : UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    return switch part {
    case .contents, .regionSharpness: try withKept(cut)
    case .descriptor, .lumaThumbnail, .pdqHash, .windowDescriptors: try withVectorsAndWindows(cut)
    }
  }

  /// Bytes of the window descriptors.
  var windowCount: Int { storage.withUnsafeMutablePointerToHeader { Int($0.pointee.windowCount) } }

  private func withKept<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try storage.withUnsafeMutablePointers {
      try body(UnsafeRawBufferPointer(start: $1, count: $0.pointee.numbers.keptCount))
    }
  }

  /// Vectors and window descriptors, as long as the call lasts. Empty where they were in the cache and cannot be read
  /// any more.
  func withVectorsAndWindows<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try storage.withUnsafeMutablePointers { header, elements in
      let count = header.pointee.numbers.vectorCount + Int(header.pointee.windowCount)
      let position = header.pointee.position
      let start: UnsafeRawPointer? =
        switch header.pointee.location {
        case .here: UnsafeRawPointer(elements) + header.pointee.numbers.keptCount
        case .buffer: UnsafeRawPointer(bitPattern: position)
        case .pool:
          header.pointee.holder?._withUnsafeGuaranteedRef { unsafeDowncast($0, to: FeaturePool.self)[position] }
        }
      return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
  }

  /// Calls `body` with the vectors (descriptor, luma thumbnail, PDQ hash), which the cache stores apart. The bytes are
  /// valid as long as the call lasts; none where they were in the cache and cannot be read any more.
  package func withVectors<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    let count = numbers.vectorCount
    return try withVectorsAndWindows { try body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
  }

  /// Reads the vectors where that was not done. False where they cannot be read any more: then they are empty, and the
  /// photo can be compared by its bytes only.
  package var hasVectors: Bool {
    let location = storage.withUnsafeMutablePointerToHeader { $0.pointee.location }
    return location != .pool || withVectorsAndWindows { !$0.isEmpty }
  }

  /// Whether the two share one storage, and are not only equal.
  func isIdentical(to other: PhotoFeatures) -> Bool { storage === other.storage }

  /// The same features with vectors and window descriptors elsewhere.
  ///
  /// - Parameter slice: A copy of them.
  func moved(to slice: PoolSlice) -> PhotoFeatures {
    var header = Header(numbers, texts)
    header.windowCount = UInt16(windowCount)
    header.locate(.buffer, at: Int(bitPattern: slice.start), in: slice.buffer)
    return withKept { [header] in PhotoFeatures(header, $0) }
  }

  // MARK: Bytes

  /// Calls `body` with the pieces of the record in their order: all but the vectors, of which the record has a
  /// checksum, and the window descriptors. The bytes are valid as long as the call lasts.
  package func withRecord(_ body: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeBytes(of: numbers, body)
    texts.bytes.withUnsafeBytes(body)
    withKept(body)
  }

  /// Bytes of the record.
  package var recordCount: Int { MemoryLayout<Numbers>.size + Int(numbers.textCount) + numbers.keptCount }

  var record: [UInt8] {
    var record: [UInt8] = []
    withRecord { record += $0 }
    return record
  }

  private static func read(_ reader: inout RecordReader) -> (Header, kept: UnsafeRawBufferPointer)? {
    guard let numbers = Numbers(reader.bytes(MemoryLayout<Numbers>.size)),
      let texts = CaptureTexts.shared(reader.bytes(Int(numbers.textCount)))
    else { return nil }
    let kept = reader.bytes(numbers.keptCount)
    return reader.isCut ? nil : (Header(numbers, texts), kept)
  }

  /// Reads a record of the cache; nil where a value is none that a photo has.
  ///
  /// - Parameters:
  ///   - path: The path of the photo.
  ///   - pool: Reads the vectors when one is asked for.
  package init?(record reader: inout RecordReader, at path: PackedPath, in pool: FeaturePool) {
    guard case (var header, let kept)? = Self.read(&reader) else { return nil }
    let count = header.numbers.vectorCount
    if count > 0 {
      let index = pool.expect(path, checksum: header.numbers.checksum, count: count)
      header.locate(.pool, at: index, in: pool)
    }
    self.init(header, kept)
    guard isPlausible else { return nil }
  }

  /// All bytes, as a decode worker sends them.
  package var bytes: [UInt8] { withVectorsAndWindows { record + $0 } }

  /// Reads all bytes, from any source; nil where they are not exactly features that a photo can have.
  package init?(bytes: [UInt8]) {
    let features = bytes.withUnsafeBytes { bytes -> PhotoFeatures? in
      var reader = RecordReader(bytes)
      guard case (var header, let kept)? = Self.read(&reader) else { return nil }
      let vectors = reader.bytes(header.numbers.vectorCount)
      let windows = reader.rest()
      guard !reader.isCut, let windowCount = UInt16(exactly: windows.count),
        Checksum(of: vectors).value == header.numbers.checksum
      else { return nil }
      header.windowCount = windowCount
      return PhotoFeatures(header, kept, vectors, windows)
    }
    guard let features, features.isPlausible else { return nil }
    self = features
  }
}

extension PhotoFeatures: ByteCodable {}

extension UnsafeRawBufferPointer {
  fileprivate static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}
