import CHeif
import CTIFF
import PhotoModel

extension PhotoContents {
  /// Reads the chunks of a WebP.
  mutating func addWebP(_ view: ByteView) {
    var position = 12
    var count = 0
    for _ in 0..<DecodingLimits.chunks {
      guard let length = view.little(at: position + 4, length: 4) else { break }
      let content = position + 8..<position + 8 + length
      switch String(decoding: view.slice(position..<position + 4), as: UTF8.self) {
      case "ANMF":
        count += 1
        duration += view.little(at: content.lowerBound + 12, length: 3) ?? 0
      case "ICCP": gamut = ImageDecoding.gamut(ofICCProfile: Array(view.slice(content)))
      case "XMP ": addXMP(view.slice(content))
      case "EXIF":
        var block = view.slice(content)
        if block.starts(with: "Exif\0\0".utf8) { block = block.dropFirst(6) }
        EXIFBlock(Array(block)).map { add($0) }
      default: break
      }
      position = content.upperBound + length % 2
    }
    frames = max(1, count)
    addMedia(behind: min(view.count, 8 + (view.little(at: 4, length: 4) ?? view.count)), of: view)
  }

  /// Counts the pictures of a GIF and their delays, in hundredths of a second.
  mutating func addGIF(_ view: ByteView) {
    var count = 0
    var end = view.count
    forEachGIFBlock(view) { block in
      switch block {
      case .control(let start): duration += 10 * (view.little(at: start + 1, length: 2) ?? 0)
      case .picture: count += 1
      case .extension(let block): addApplicationData(block, of: view)
      case .end(let position): end = position
      }
    }
    frames = max(1, count)
    if frames == 1 { duration = 0 }
    addMedia(behind: end, of: view)
  }

  /// Reads XMP, which a GIF has unencoded: the blocks end behind it by a trailer of 258 bytes (XMP specification 3,
  /// 1.1.2).
  private mutating func addApplicationData(_ block: Range<Int>, of view: ByteView) {
    guard view.has("XMP DataXMP", at: block.lowerBound + 2) else { return }
    let start = block.lowerBound + 13
    addXMP(view.slice(start..<max(start, block.upperBound - 258)))
  }

  /// Reads the directories of a TIFF. Pages are counted up to 10 000.
  mutating func addTIFF(_ bytes: [UInt8]) {
    EXIFBlock(bytes).map { add($0) }
    bytes.withUnsafeBufferPointer { buffer in
      guard let reader = tiffreader_open(buffer.baseAddress, buffer.count, DecodingLimits.pieceBytes) else { return }
      defer { tiffreader_close(reader) }
      var header = TIFFReaderHeader()
      guard tiffreader_header(reader, 0, &header) == TIFFREADER_OK else { return }
      bitsPerChannel = max(1, min(64, Int(header.bits)))
      func block(_ kind: TIFFReaderBlock) -> [UInt8]? {
        var count = 0
        guard let start = tiffreader_block(reader, kind, &count) else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: count))
      }
      if let profile = block(TIFFREADER_PROFILE) { gamut = ImageDecoding.gamut(ofICCProfile: profile) }
      if let packet = block(TIFFREADER_XMP) { addXMP(packet[...]) }
      if let record = block(TIFFREADER_IPTC) { addIPTC(record) }
      pages = Int(tiffreader_pages(reader, 10_000))
    }
  }

  /// Reads the boxes of a HEIC or AVIF, through libheif where it knows them.
  mutating func addHEIF(_ bytes: [UInt8]) {
    let view = ByteView(bytes)
    let end = view.endOfFirstFile
    bytes.withUnsafeBufferPointer { buffer in
      guard let reader = openHEIF(bytes, buffer, HEIFItems(bytes)) else { return }
      defer { heifreader_close(reader) }
      var header = HEIFReaderHeader()
      var found = HEIFReaderContents()
      guard heifreader_header(reader, &header) == HEIFREADER_OK, heifreader_contents(reader, &found) == HEIFREADER_OK
      else { return }
      func block(_ size: Int, _ read: (UnsafeMutablePointer<UInt8>?) -> HEIFReaderStatus) -> [UInt8]? {
        guard (1...DecodingLimits.heifBlockBytes).contains(size) else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        return bytes.withUnsafeMutableBufferPointer { read($0.baseAddress) } == HEIFREADER_OK ? bytes : nil
      }
      bitsPerChannel = max(1, min(16, Int(found.bits)))
      pages = max(1, Int(found.pictures))
      hasDepthMap = found.has_depth || found.has_other_auxiliary
      hasGainMap = found.has_gain_map
      gamut = ImageDecoding.gamut(ofCodedPrimaries: Int(found.primaries))
      isHDR = ImageDecoding.isHDR(codedTransfer: Int(found.transfer))
      if let profile = block(found.profile_bytes, { heifreader_profile(reader, $0) }) {
        gamut = ImageDecoding.gamut(ofICCProfile: profile)
      }
      if let packet = block(found.xmp_bytes, { heifreader_xmp(reader, $0) }) { addXMP(packet[...]) }
      if let exif = block(header.exif_bytes, { heifreader_exif(reader, $0) }) {
        EXIFBlock(exifBlock(ofItem: exif)).map { add($0) }
      }
    }
    addBoxes(of: view, to: end)
    // Data behind the coded picture may be no box at all, such as the trailer of Samsung's phones.
    if SEFTrailer(view)?.hasDepthMap == true { hasDepthMap = true }
    let picture = view.boxes(in: 0..<end).last { [ISOBox.type("meta"), ISOBox.type("mdat")].contains($0.type) }
    addMedia(behind: picture?.content.upperBound ?? end, of: view)
  }

  /// Sequences, stereo pairs, gain maps as ISO 21496-1 has them, movies of motion photos, and depth as Samsung's phones
  /// write it.
  private mutating func addBoxes(of view: ByteView, to end: Int) {
    for box in view.boxes(in: 0..<end) {
      switch box.type {
      case ISOBox.type("moov"): addSequence(box.content, of: view)
      case ISOBox.type("mpvd"): add(EmbeddedMedia(view, in: box.content))
      case ISOBox.type("sefd"):
        if SEFTrailer(view, endingAt: box.content.upperBound)?.hasDepthMap == true { hasDepthMap = true }
      case ISOBox.type("meta"):
        let inner = min(box.content.lowerBound + 4, box.content.upperBound)..<box.content.upperBound
        if let groups = view.box("grpl", in: inner), view.box("ster", in: groups) != nil { isStereo = true }
        if let items = view.box("iinf", in: inner), view.slice(items).contains(sequence: "tmap") { hasGainMap = true }
      default: break
      }
    }
  }

  /// The samples of the first track of pictures.
  private mutating func addSequence(_ movie: Range<Int>, of view: ByteView) {
    let media = EmbeddedMedia(view, in: 0..<view.count)
    for track in view.boxes(in: movie) where track.type == ISOBox.type("trak") {
      guard let media = view.box("mdia", in: track.content), let handler = view.box("hdlr", in: media),
        ["pict", "vide"].contains(where: {
          view.slice(handler.lowerBound + 8..<handler.lowerBound + 12).elementsEqual($0.utf8)
        }),
        let information = view.box("minf", in: media), let table = view.box("stbl", in: information),
        let sizes = view.box("stsz", in: table), let count = view.big(at: sizes.lowerBound + 8, length: 4)
      else { continue }
      frames = max(frames, min(count, 1_000_000))
    }
    if frames > 1 { duration = media.length }
  }
}

/// A part of a GIF; where its contents begin.
enum GIFBlock {
  /// A graphic control extension: the flags, the delay, the transparent entry.
  case control(Int)
  /// Another extension: from its label to behind its blocks.
  case `extension`(Range<Int>)
  /// A picture: from its place and size to behind its coded pixels.
  case picture(Range<Int>)
  /// The trailer, with the offset behind it.
  case end(Int)
}

/// Calls `body` with each part of a GIF in order, up to the trailer or the end of the file.
func forEachGIFBlock(_ view: ByteView, _ body: (GIFBlock) -> Void) {
  func afterPalette(_ flags: Int, _ position: Int) -> Int {
    flags & 0x80 == 0 ? position : position + (3 << ((flags & 7) + 1))
  }
  func afterSubBlocks(_ start: Int) -> Int {
    var position = start
    while let length = view.big(at: position, length: 1), length > 0 { position += 1 + length }
    return position + 1
  }
  guard let flags = view.big(at: 10, length: 1) else { return }
  var position = afterPalette(flags, 13)
  for _ in 0..<1_000_000 {
    switch view.big(at: position, length: 1) {
    case 0x21:
      let isControl = view.big(at: position + 1, length: 1) == 0xF9
      let label = position + 1
      position = afterSubBlocks(label + 1)
      body(isControl ? .control(label + 2) : .extension(label..<max(label, min(position, view.count))))
    case 0x2C:
      let start = position + 1
      let flags = view.big(at: start + 8, length: 1)
      position = flags.map { afterSubBlocks(afterPalette($0, start + 9) + 1) } ?? view.count
      // A picture that is cut off ends with the file.
      body(.picture(start..<max(start, min(position, view.count))))
    case 0x3B: return body(.end(position + 1))
    default: return
    }
  }
}
