import CPNG
import PhotoModel

/// The chunks of a PNG that are kept when its pixels are compressed anew, and the file with only the chunks that the
/// pixels need.
struct PNGParts: Equatable {
  struct Chunk: Equatable {
    var name: String
    var content: ArraySlice<UInt8>

    /// Length, name, content and checksum.
    var bytes: [UInt8] {
      func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
      let body = Array(name.utf8) + content
      return big(content.count) + body + big(Int(pnginflate_crc(body, body.count)))
    }

    /// Whether a program that does not know the chunk may copy it after changing the pixels, by a bit of the last
    /// letter.
    fileprivate var isSafeToCopy: Bool { (name.utf8.last ?? 0) & 0x20 != 0 }
    fileprivate var isNeeded: Bool { (name.utf8.first ?? 0x20) & 0x20 == 0 }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The chunks before the pixels, without IHDR, IDAT and IEND.
  var beforePixels: [Chunk] = []
  var behindPixels: [Chunk] = []
  /// IHDR, without the interlacing.
  var header: ArraySlice<UInt8> = []
  var trailer: ArraySlice<UInt8> = []

  /// Chunks that depend on the pixels and stay right, because the pixels stay the same (PNG 3, table 8 and 11.3).
  private static let ofPixels: Set<String> = [
    "tRNS", "bKGD", "hIST", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "sPLT", "cICP", "mDCv", "mDCV", "cLLi", "cLLI",
    "tIME", "eXIf", "oFFs", "pCAL", "sCAL", "sTER", "vpAg", "caNv",
  ]

  /// - Throws: The refusal where the file is not whole, animated, signed, or has chunks that may become wrong.
  init(_ bytes: [UInt8]) throws(ShrinkRefusal) {
    var (isAmongPixels, hasPixels) = (false, false)
    for (number, found) in PNGChunkSequence(bytes).enumerated() {
      guard bytes.withUnsafeBufferPointer(found.hasItsSum), (number == 0) == (found.type == PNGChunk.header) else {
        throw .damaged
      }
      let chunk = Chunk(name: found.name, content: bytes[found.content])
      switch chunk.name {
      case "IHDR":
        guard chunk.content.count == 13 else { throw .damaged }
        header = chunk.content.prefix(12)
      case "IDAT":
        guard isAmongPixels || !hasPixels else { throw .damaged }
        (isAmongPixels, hasPixels) = (true, true)
      case "IEND":
        guard hasPixels else { throw .damaged }
        trailer = bytes[(found.content.upperBound + 4)...]
        if !isRelocatable(trailer) { throw .tiedData }
        return
      default:
        isAmongPixels = false
        try add(chunk, isBehind: hasPixels)
      }
    }
    throw .damaged
  }

  private mutating func add(_ chunk: Chunk, isBehind: Bool) throws(ShrinkRefusal) {
    switch chunk.name {
    case "acTL", "fcTL", "fdAT": throw .severalPictures
    case "caBX", "dSIG": throw .sealed
    // Entry points into the compressed pixels for Apple's programs: wrong for other pixels, and not needed.
    case "iDOT": return
    case "PLTE": if isBehind { throw .damaged }
    default: if chunk.isNeeded || !chunk.isSafeToCopy && !Self.ofPixels.contains(chunk.name) { throw .tiedData }
    }
    if isBehind { behindPixels.append(chunk) } else { beforePixels.append(chunk) }
  }

  /// The file with these compressed pixels, not interlaced.
  func file(pixels: [UInt8]) -> [UInt8] {
    var bytes = Self.signature + Chunk(name: "IHDR", content: header + [0]).bytes
    for chunk in beforePixels { bytes += chunk.bytes }
    bytes += Chunk(name: "IDAT", content: pixels[...]).bytes
    for chunk in behindPixels { bytes += chunk.bytes }
    return bytes + Chunk(name: "IEND", content: []).bytes + trailer
  }
}
