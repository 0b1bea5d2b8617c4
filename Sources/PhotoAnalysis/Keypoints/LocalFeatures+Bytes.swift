import PhotoModel

/// Keypoints as bytes, for the answer of a decode worker, and for the keypoint store: at most 48 KB, all little-endian.
/// Size and size of the small copy (four numbers of 32 bits), whether it is of text (1 or 0), the pixels of the copy,
/// then 45 bytes a keypoint: x, y, angle, level, descriptor.
extension LocalFeatures: ByteCodable {
  /// Sizes, small copy and keypoints in the layout above.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(17 + small.pixels.count + keypoints.count * Self.bytesOfKeypoint)
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for side in [size.width, size.height, small.width, small.height] { append(UInt32(clamping: side)) }
    bytes.append(isOfText ? 1 : 0)
    bytes += small.pixels
    for (keypoint, descriptor) in zip(keypoints, descriptors) {
      for number in [keypoint.x, keypoint.y, keypoint.angle] { append(number.bitPattern) }
      append(keypoint.level)
      for word in 0..<4 { append(descriptor.words[word]) }
    }
    return bytes
  }

  private static let bytesOfKeypoint = 45

  /// Reads features from bytes; nil for bytes that no picture could have given: they may come from a process that was
  /// taken over.
  package init?(bytes: [UInt8]) {
    guard let features = bytes.withUnsafeBytes({ Self.read(from: RecordReader($0)) }) else { return nil }
    self = features
  }

  private static func read(from reader: RecordReader) -> LocalFeatures? {
    var reader = reader
    let sides = (0..<4).map { _ in Int(reader.next(UInt32.self)) }
    let size = PixelSize(width: sides[0], height: sides[1])
    let text = reader.next(UInt8.self)
    guard text <= 1, (1...workingSide).contains(size.width), (1...workingSide).contains(size.height),
      (1...smallSide).contains(sides[2]), (1...smallSide).contains(sides[3]),
      case let pixels = Array(reader.bytes(sides[2] * sides[3])), !reader.isCut,
      reader.unread % bytesOfKeypoint == 0, reader.unread / bytesOfKeypoint <= mostKeypoints
    else { return nil }
    var keypoints: [Keypoint] = []
    var descriptors: [BinaryDescriptor] = []
    while reader.unread > 0 {
      let (x, y) = (Float(bitPattern: reader.next(UInt32.self)), Float(bitPattern: reader.next(UInt32.self)))
      let angle = Float(bitPattern: reader.next(UInt32.self))
      let level = reader.next(UInt8.self)
      let words = SIMD4<UInt64>(
        reader.next(UInt64.self), reader.next(UInt64.self), reader.next(UInt64.self), reader.next(UInt64.self))
      guard x >= 0, x <= Float(size.width), y >= 0, y <= Float(size.height), abs(angle) <= 3.1416, level < levels
      else { return nil }
      keypoints.append(Keypoint(x: x, y: y, angle: angle, level: level))
      descriptors.append(BinaryDescriptor(words: words))
    }
    return LocalFeatures(
      size: size, keypoints: keypoints, descriptors: descriptors,
      small: LumaPlane(width: sides[2], height: sides[3], pixels: pixels), isOfText: text == 1)
  }
}
