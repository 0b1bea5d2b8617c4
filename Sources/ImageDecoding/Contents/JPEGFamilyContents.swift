import CJXL
import PhotoModel

extension PhotoContents {
  /// Reads the header and the boxes of a JPEG XL.
  mutating func addJXL(_ bytes: [UInt8]) {
    let view = ByteView(bytes)
    let boxes = JXLBoxes(view)
    bytes.withUnsafeBufferPointer { buffer in
      guard let reader = jxlreader_open(buffer.baseAddress, buffer.count) else { return }
      defer { jxlreader_close(reader) }
      var header = JXLReaderHeader()
      guard jxlreader_header(reader, &header) == JXLREADER_OK else { return }
      bitsPerChannel = max(1, min(32, Int(header.bits)))
      hasDepthMap = header.has_other_channels
      addColors(of: reader)
      guard header.is_animated else { return }
      var (count, milliseconds): (Int32, Int64) = (0, 0)
      _ = jxlreader_frames(reader, Int32(DecodingLimits.frames), &count, &milliseconds)
      frames = max(1, Int(count))
      duration = frames > 1 ? Int(clamping: milliseconds) : 0
    }
    (hasGainMap, hasStoredJPEG) = (boxes.hasGainMap, boxes.hasStoredJPEG)
    if let exif = boxes.exif { EXIFBlock(exif).map { add($0) } }
    for packet in boxes.packets { addXMP(packet[...]) }
    addMedia(behindPicture: boxes.codestream.last, of: view)
  }

  private mutating func addColors(of reader: OpaquePointer) {
    var colors = JXLReaderColors()
    guard jxlreader_colors(reader, &colors) == JXLREADER_OK else { return }
    isHDR = ImageDecoding.isHDR(codedTransfer: Int(colors.transfer))
    gamut = ImageDecoding.gamut(ofCodedPrimaries: Int(colors.primaries))
    guard gamut == .none, (1...DecodingLimits.heifBlockBytes).contains(colors.profile_bytes) else { return }
    var profile = [UInt8](repeating: 0, count: colors.profile_bytes)
    let status = profile.withUnsafeMutableBufferPointer { jxlreader_profile(reader, $0.baseAddress, $0.count) }
    if status == JXLREADER_OK { gamut = ImageDecoding.gamut(ofICCProfile: profile) }
  }

  /// Reads the boxes of a JPEG 2000.
  mutating func addJP2(_ view: ByteView) {
    let boxes = JP2Boxes(view)
    bitsPerChannel = max(1, min(32, boxes.bitsPerChannel))
    pages = max(1, boxes.codestreams.count)
    switch boxes.colorSpace {
    case .enumerated(20), .enumerated(21), .enumerated(24): gamut = .wide
    case .enumerated: gamut = .srgb
    case .profile(let profile): gamut = ImageDecoding.gamut(ofICCProfile: profile)
    case .coded(let primaries, let transfer, _):
      gamut = ImageDecoding.gamut(ofCodedPrimaries: primaries)
      isHDR = ImageDecoding.isHDR(codedTransfer: transfer)
    case nil: break
    }
    for block in boxes.exif { EXIFBlock(block).map { add($0) } }
    for packet in boxes.packets { addXMP(packet) }
    for record in boxes.iptc { addIPTC(record) }
    for resources in boxes.photoshop { addPhotoshopResources(resources) }
    addMedia(behindPicture: boxes.codestreams.last, of: view)
  }

  /// Adds media behind the picture. A bare codestream, which is the whole file, has no stated length.
  private mutating func addMedia(behindPicture stream: Range<Int>?, of view: ByteView) {
    addMedia(behind: stream.map { $0.lowerBound == 0 ? 0 : $0.upperBound } ?? view.count, of: view)
  }
}
