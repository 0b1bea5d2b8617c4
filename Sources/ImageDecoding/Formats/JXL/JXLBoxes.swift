import CJXL

/// The boxes of a JPEG XL file (ISO/IEC 18181-2), read without the decoder. A bare codestream has none.
struct JXLBoxes {
  /// The TIFF structure of the Exif box, up to the number of bytes that are read.
  private(set) var exif: [UInt8]?
  /// XML, as a rule XMP.
  private(set) var packets: [[UInt8]] = []
  /// The picture: one stream, in pieces.
  private(set) var codestream: [Range<Int>] = []
  /// A picture for bright screens (`jhgm`).
  private(set) var hasGainMap = false
  /// Whether the file holds the rest of the JPEG that was made into the picture (`jbrd`).
  private(set) var hasStoredJPEG = false
  /// A box ends behind the end of the file, or a compressed one does not inflate.
  private(set) var isDamaged = false

  init(_ view: ByteView) {
    guard view.has("JXL ", at: 4) else {
      codestream = [0..<view.count]
      return
    }
    for box in view.boxes(in: 0..<view.count) {
      let content = box.content
      switch box.type {
      case ISOBox.type("jxlc"): codestream.append(content)
      // The sequence number of the piece precedes the data.
      case ISOBox.type("jxlp"): codestream.append(min(content.lowerBound + 4, content.upperBound)..<content.upperBound)
      case ISOBox.type("brob"): add(view.big(at: content.lowerBound, length: 4) ?? 0, inflated(view.slice(content)))
      default: add(box.type, view.slice(content))
      }
      if box.isCut { isDamaged = true }
    }
  }

  /// - Parameter content: The content of the box; nil where it cannot be read.
  private mutating func add(_ type: Int, _ content: ArraySlice<UInt8>?) {
    switch (type, content) {
    case (ISOBox.type("jhgm"), _): hasGainMap = true
    case (ISOBox.type("jbrd"), _): hasStoredJPEG = true
    case (ISOBox.type("Exif"), let content?): exif = exif ?? exifBlock(ofItem: Array(content))
    case (ISOBox.type("xml "), let content?):
      if packets.count < DecodingLimits.exifBlocks { packets.append(Array(content)) }
    case (ISOBox.type("Exif"), nil), (ISOBox.type("xml "), nil): isDamaged = true
    default: break
    }
  }

  /// The content of a box that is compressed by Brotli; nil where it is not needed, or breaks off.
  private func inflated(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard ["Exif", "xml "].contains(where: { content.starts(with: $0.utf8) }) else { return nil }
    return content.withUnsafeBufferPointer { box in
      var count = 0
      guard let bytes = jxlreader_inflated(box.baseAddress, box.count, DecodingLimits.exifBytes, &count) else {
        return nil
      }
      defer { jxlreader_free(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))[...]
    }
  }
}
