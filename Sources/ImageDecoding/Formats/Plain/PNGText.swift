import CPNG

/// A text chunk of a PNG (PNG 1.2, 4.2.3): a keyword and its text.
struct PNGText {
  let keyword: String
  private let content: ArraySlice<UInt8>
  private let isCompressed: Bool

  /// The text, at most 2 MB, inflated on each call: most texts are never needed.
  var value: ArraySlice<UInt8> { isCompressed ? inflated(content, limit: 2_000_000)[...] : content }

  /// Creates the text of tEXt, or of zTXt, which is compressed; nil where it is malformed.
  init?(_ chunk: ArraySlice<UInt8>, isCompressed: Bool) {
    guard let end = chunk.prefix(80).firstIndex(of: 0) else { return nil }
    keyword = String(decoding: chunk[..<end], as: UTF8.self)
    let rest = chunk[(end + 1)...]
    // The method comes first.
    content = isCompressed ? rest.dropFirst() : rest
    self.isCompressed = isCompressed
  }

  /// Creates the text of iTXt: a compression flag and method, the language and the translated keyword precede it.
  init?(international chunk: ArraySlice<UInt8>) {
    guard let end = chunk.prefix(80).firstIndex(of: 0) else { return nil }
    keyword = String(decoding: chunk[..<end], as: UTF8.self)
    var rest = chunk[(end + 1)...]
    isCompressed = rest.first != 0
    rest = rest.dropFirst(2)
    for _ in 0..<2 { rest = rest.drop { $0 != 0 }.dropFirst() }
    content = rest
  }

  var isRawProfile: Bool { keyword.hasPrefix("Raw profile type ") }

  enum RawProfile { case exif, xmp, iptc }

  /// The profile that ImageMagick, exiv2 and others write into a text for want of a chunk: the keyword "Raw profile
  /// type exif", then a line with the kind, one with the number of bytes, and the bytes in hexadecimal.
  var rawProfile: (kind: RawProfile, bytes: [UInt8])? {
    guard isRawProfile else { return nil }
    // The first line may be empty.
    let lines = value.split(separator: 10, maxSplits: 2)
    guard lines.count == 3 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in lines[2] {
      let number: UInt8
      switch digit {
      case 0x30...0x39: number = digit - 0x30
      case 0x41...0x46: number = digit - 0x41 + 10
      case 0x61...0x66: number = digit - 0x61 + 10
      default: continue
      }
      if let first = high {
        bytes.append(first << 4 | number)
        high = nil
      } else {
        high = number
      }
    }
    let exif = Array("Exif\0\0".utf8)
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    switch keyword.dropFirst("Raw profile type ".count).lowercased() {
    // A segment of a JPEG is called APP1, whatever is in it.
    case "exif", "app1":
      if bytes.starts(with: xmp) { return (.xmp, Array(bytes.dropFirst(xmp.count))) }
      return (.exif, bytes.starts(with: exif) ? Array(bytes.dropFirst(exif.count)) : bytes)
    case "xmp": return (.xmp, bytes)
    case "iptc", "8bim": return (.iptc, bytes)
    default: return nil
    }
  }
}

/// A zlib stream inflated; empty where it is invalid or larger than the limit. The size is unknown, so the buffer grows
/// fourfold each time.
func inflated(_ stream: ArraySlice<UInt8>, limit: Int) -> [UInt8] {
  let stream = Array(stream)
  var size = 1024
  while true {
    var target = [UInt8](repeating: 0, count: size)
    let length = pnginflate_some(stream, stream.count, &target, size)
    if length > 0 { return Array(target.prefix(length)) }
    guard size < limit else { return [] }
    size = min(limit, size * 4)
  }
}
