import CPNG
import PhotoModel

extension PhotoContents {
  /// Reads the chunks of a PNG: depth, animation (APNG), colours, texts, Exif and XMP.
  mutating func addPNG(_ view: ByteView) {
    var profile: [UInt8]?
    var texts = 0
    for chunk in PNGChunkSequence(view.bytes) {
      let content = chunk.content
      let start = content.lowerBound
      switch chunk.name {
      case "IHDR":
        // The numbers of a palette are indices in a table of eight bits.
        let isPalette = view.big(at: start + 9, length: 1) == 3
        bitsPerChannel = isPalette ? 8 : view.big(at: start + 8, length: 1) ?? 8
      case "acTL": frames = max(1, min(view.big(at: start, length: 4) ?? 1, 100_000))
      case "fcTL": duration += milliseconds(view, start + 20)
      case "iCCP": profile = inflatedProfile(view.slice(content))
      case "sRGB": if gamut == .none { gamut = .srgb }
      case "cICP":
        gamut = ImageDecoding.gamut(ofCodedPrimaries: view.big(at: start, length: 1) ?? 2)
        isHDR = ImageDecoding.isHDR(codedTransfer: view.big(at: start + 1, length: 1) ?? 2)
      case "cHRM": if gamut == .none { addPrimaries(view, start) }
      case "eXIf": EXIFBlock(Array(view.slice(content))).map { add($0) }
      case "tEXt": add(PNGText(view.slice(content), isCompressed: false), &texts)
      case "zTXt": add(PNGText(view.slice(content), isCompressed: true), &texts)
      case "iTXt": add(PNGText(international: view.slice(content)), &texts)
      case "IEND":
        if let profile { gamut = ImageDecoding.gamut(ofICCProfile: profile) }
        addMedia(behind: content.upperBound + 4, of: view)
        return
      default: break
      }
    }
  }

  /// A delay in milliseconds, stored as a fraction of a second; a denominator of 0 means hundredths.
  private func milliseconds(_ view: ByteView, _ offset: Int) -> Int {
    guard let numerator = view.big(at: offset, length: 2), let denominator = view.big(at: offset + 2, length: 2) else {
      return 0
    }
    return numerator * 1000 / (denominator == 0 ? 100 : denominator)
  }

  /// White point, then red, green and blue, in 1/100 000.
  private mutating func addPrimaries(_ view: ByteView, _ offset: Int) {
    let numbers = (0..<8).compactMap { view.big(at: offset + $0 * 4, length: 4).map { Double($0) / 100_000 } }
    guard numbers.count == 8 else { return }
    let corners = stride(from: 2, to: 8, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) }
    gamut = ImageDecoding.gamut(ofPrimaries: corners[0], corners[1], corners[2], adapted: false)
  }

  /// The profile of a chunk: a name, a NUL, the method 0, and a zlib stream; the first number in it is its length.
  private func inflatedProfile(_ chunk: ArraySlice<UInt8>) -> [UInt8] {
    guard let end = chunk.prefix(80).firstIndex(of: 0), end + 2 < chunk.endIndex else { return [] }
    // The largest table that a profile has.
    return inflated(chunk[(end + 2)...], limit: 8_000_000)
  }

  private static let keywords: Set<String> = ["XML:com.adobe.xmp", "Title", "Description", "Copyright"]

  /// Adds a text with a keyword of the format (PNG 1.2, 4.2.3.1), or XMP.
  ///
  /// - Parameter count: The number of texts read so far. It is limited: a file with thousands, each of which inflates
  ///   to megabytes, is hostile.
  private mutating func add(_ found: PNGText?, _ count: inout Int) {
    guard let found, count < DecodingLimits.exifBlocks, found.isRawProfile || Self.keywords.contains(found.keyword)
    else {
      return
    }
    count += 1
    switch found.rawProfile {
    case (.exif, let bytes)?: return EXIFBlock(bytes).map { add($0) } ?? ()
    case (.xmp, let bytes)?: return addXMP(bytes[...])
    case (.iptc, let bytes)?: return addIPTC(bytes)
    case nil: break
    }
    let value = found.value
    switch found.keyword {
    case "XML:com.adobe.xmp": addXMP(value)
    case "Title": metadata.title = metadata.title ?? text(value.prefix(4096))
    case "Description": metadata.caption = metadata.caption ?? text(value.prefix(4096))
    default: metadata.copyright = metadata.copyright ?? text(value.prefix(4096))
    }
  }
}
