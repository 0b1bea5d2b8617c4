import CPNG
package import PhotoModel

/// A picture as a PNG file, written quickly: terminals decode it once and forget it.
///
/// - Returns: Nil where memory is short or the picture has no pixels.
/// - Complexity: 600 000 pixels take about 15 ms and come to 1 megabyte.
package func pngBytes(of picture: RGBPicture) -> [UInt8]? {
  var file: UnsafeMutablePointer<UInt8>?
  var count = 0
  let status = pngwriter_encode(
    picture.pixels, Int32(clamping: picture.width), Int32(clamping: picture.height), 1, &file, &count)
  guard status == 0, let file else { return nil }
  defer { pngwriter_free(file) }
  return Array(UnsafeBufferPointer(start: file, count: count))
}

/// RFC 4648, with padding.
package func base64(_ bytes: [UInt8]) -> [UInt8] {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  let length = (bytes.count + 2) / 3 * 4
  return [UInt8](unsafeUninitializedCapacity: length) { text, filled in
    var out = 0
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let second = left > 1 ? UInt32(bytes[index + 1]) : 0
      let third = left > 2 ? UInt32(bytes[index + 2]) : 0
      let value = UInt32(bytes[index]) << 16 | second << 8 | third
      text[out] = alphabet[Int(value >> 18)]
      text[out + 1] = alphabet[Int(value >> 12 & 63)]
      text[out + 2] = left > 1 ? alphabet[Int(value >> 6 & 63)] : UInt8(ascii: "=")
      text[out + 3] = left > 2 ? alphabet[Int(value & 63)] : UInt8(ascii: "=")
      out += 4
      index += 3
    }
    filled = length
  }
}
