import CTestImages
package import PhotoModel

/// An EXIF block from the byte order mark on, with a main and an Exif directory, and the JPEG of a thumbnail behind
/// them. What is nil is not written.
package func exifBlock(
  orientation: Orientation? = nil, capturedAt: CaptureTime? = nil, make: String? = nil, model: String? = nil,
  lens: String? = nil, software: String? = nil, userComment: String? = nil, exposureSeconds: Double? = nil,
  fNumber: Double? = nil, iso: Int? = nil, focalLength: Double? = nil, exposureBias: Double? = nil,
  pixelSize: PixelSize? = nil, thumbnail: [UInt8]? = nil, dateText: String? = nil, isBigEndian: Bool = false
) -> [UInt8] {
  func number(_ value: Int, _ length: Int) -> [UInt8] {
    let little = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? little.reversed() : little
  }
  typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])
  func text(_ tag: Int, _ value: String?) -> Entry? {
    value.map { (tag, 2, $0.utf8.count + 1, Array($0.utf8) + [0]) }
  }
  func fraction(_ tag: Int, _ value: Double?, type: Int = 5) -> Entry? {
    value.map { (tag, type, 1, number(Int(($0 * 100_000).rounded()), 4) + number(100_000, 4)) }
  }
  func directory(_ entries: [Entry], at offset: Int, next: Int = 0) -> [UInt8] {
    var head = number(entries.count, 2)
    var tail: [UInt8] = []
    let values = offset + 2 + entries.count * 12 + 4
    for entry in entries {
      head += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
      if entry.value.count <= 4 {
        head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        head += number(values + tail.count, 4)
        tail += entry.value
      }
    }
    return head + number(next, 4) + tail
  }
  let time = capturedAt.map { $0.iso8601.replacing("-", with: ":").replacing("T", with: " ") }
  let milliseconds = capturedAt.map { Int(($0.milliseconds % 1000 + 1000) % 1000) }
  let subSeconds = milliseconds.flatMap { $0 == 0 ? nil : String(String(1000 + $0).dropFirst()) }
  let shooting: [Entry] = [
    fraction(0x829A, exposureSeconds), fraction(0x829D, fNumber), iso.map { (0x8827, 3, 1, number($0, 2)) },
    text(0x9003, dateText ?? time), fraction(0x9204, exposureBias, type: 10), fraction(0x920A, focalLength),
    userComment.map { (0x9286, 7, $0.utf8.count + 8, Array("ASCII\0\0\0".utf8) + Array($0.utf8)) },
    text(0x9291, subSeconds), pixelSize.map { (0xA002, 4, 1, number($0.width, 4)) },
    pixelSize.map { (0xA003, 4, 1, number($0.height, 4)) }, text(0xA434, lens),
  ].compactMap { $0 }
  let main: [Entry?] = [
    text(0x010F, make), text(0x0110, model), orientation.map { (0x0112, 3, 1, number($0.rawValue, 2)) },
    text(0x0131, software),
  ]
  func whole(exifAt offset: Int, thumbnailAt next: Int = 0) -> [UInt8] {
    directory(main.compactMap { $0 } + [(0x8769, 4, 1, number(offset, 4))], at: 8, next: next)
  }
  let shootingOffset = 8 + whole(exifAt: 0).count
  let camera = directory(shooting, at: shootingOffset)
  let thumbnailOffset = shootingOffset + camera.count
  // The directory has three entries: 2 + 3 × 12 + 4 bytes.
  let small = thumbnail.map { jpeg -> [UInt8] in
    directory(
      [
        (0x0103, 3, 1, number(6, 2)), (0x0201, 4, 1, number(thumbnailOffset + 42, 4)),
        (0x0202, 4, 1, number(jpeg.count, 4)),
      ], at: thumbnailOffset) + jpeg
  }
  return (isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, 2) + number(8, 4)
    + whole(exifAt: shootingOffset, thumbnailAt: small == nil ? 0 : thumbnailOffset) + camera + (small ?? [])
}
