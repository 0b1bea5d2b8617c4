import PhotoModel

/// As bytes, for the way from the process that looked: at most 48 KB, everything little-endian. Size and size of the small
/// copy (four numbers of 32 bits), its pixels, then 45 bytes a keypoint: x, y, angle, level, descriptor.
extension LocalFeatures: Codable {
  package init(from decoder: any Decoder) throws {
    let bytes = try decoder.singleValueContainer().decode([UInt8].self)
    guard let features = LocalFeatures(bytes: bytes) else {
      throw Swift.DecodingError.dataCorrupted(
        Swift.DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no keypoints"))
    }
    self = features
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }

  private var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for side in [size.width, size.height, small.width, small.height] { append(UInt32(clamping: side)) }
    bytes += small.pixels
    for (keypoint, descriptor) in zip(keypoints, descriptors) {
      for number in [keypoint.x, keypoint.y, keypoint.angle] { append(number.bitPattern) }
      append(keypoint.level)
      for word in 0..<4 { append(descriptor.words[word]) }
    }
    return bytes
  }

  private static let bytesOfKeypoint = 45

  /// Nil for bytes that no picture could have given: they may come from a process that was taken over.
  private init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    let sides = (0..<4).map { _ in Int(reader.next(UInt32.self)) }
    let size = PixelSize(width: sides[0], height: sides[1])
    guard (1...Self.workingSide).contains(size.width), (1...Self.workingSide).contains(size.height),
      (1...Self.smallSide).contains(sides[2]), (1...Self.smallSide).contains(sides[3]),
      let pixels = reader.bytes(sides[2] * sides[3]), reader.rest % Self.bytesOfKeypoint == 0,
      reader.rest / Self.bytesOfKeypoint <= Self.mostKeypoints
    else { return nil }
    var keypoints: [Keypoint] = []
    var descriptors: [BinaryDescriptor] = []
    while reader.rest > 0 {
      let (x, y) = (Float(bitPattern: reader.next(UInt32.self)), Float(bitPattern: reader.next(UInt32.self)))
      let angle = Float(bitPattern: reader.next(UInt32.self))
      let level = reader.next(UInt8.self)
      let words = SIMD4<UInt64>(
        reader.next(UInt64.self), reader.next(UInt64.self), reader.next(UInt64.self), reader.next(UInt64.self))
      guard x >= 0, x <= Float(size.width), y >= 0, y <= Float(size.height), abs(angle) <= 3.1416, level < Self.levels
      else { return nil }
      keypoints.append(Keypoint(x: x, y: y, angle: angle, level: level))
      descriptors.append(BinaryDescriptor(words: words))
    }
    self.init(
      size: size, keypoints: keypoints, descriptors: descriptors,
      small: LumaPlane(width: sides[2], height: sides[3], pixels: pixels))
  }
}

/// Numbers one after the other; zeros past the end.
private struct ByteReader {
  private let all: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { all = bytes }

  var rest: Int { all.count - place }

  mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    let count = Number.bitWidth / 8
    guard let bytes = bytes(count) else {
      place = all.count
      return 0
    }
    return bytes.reversed().reduce(0) { ($0 << 8) | Number(truncatingIfNeeded: $1) }
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= rest else { return nil }
    defer { place += count }
    return Array(all[place..<place + count])
  }
}
