import CJP2
import PhotoModel

/// The boxes of a JPEG 2000 file (ISO/IEC 15444-1, annex I) and the first header of its codestream (annex A.5.1), read
/// before the decoder is used. A bare codestream has no boxes.
struct JP2Boxes {
  /// The colour space that a file declares.
  enum ColorSpace {
    /// A colour space by its number (ISO/IEC 15444-2, table M.25).
    case enumerated(Int)
    case profile([UInt8])
    /// A colour space by the numbers of ITU-T H.273: primaries, transfer function, matrix.
    case coded(primaries: Int, transfer: Int, matrix: Int)
  }

  /// One of the planes of the picture.
  struct Component {
    var bits: Int
    /// The distances between samples in columns and rows of the picture.
    var step: PixelSize
    var size: PixelSize
  }

  private(set) var codestreams: [Range<Int>] = []
  private(set) var components: [Component] = []
  private(set) var tiles = 0
  private(set) var colorSpace: ColorSpace?
  /// Bits of an entry of the palette.
  private(set) var paletteBits: Int?
  /// TIFF structures.
  private(set) var exif: [[UInt8]] = []
  /// XML: XMP, or anything else.
  private(set) var packets: [ArraySlice<UInt8>] = []
  private(set) var iptc: [[UInt8]] = []
  private(set) var photoshop: [[UInt8]] = []
  /// A box ends behind the end of the file, or the codestream has no end of its own.
  private(set) var isCutOff = false

  init(_ view: ByteView) {
    if view.big(at: 0, length: 2) == 0xFF4F {
      codestreams = [0..<view.count]
    } else {
      for box in view.boxes(in: 0..<view.count) { add(box, of: view) }
    }
    guard let first = codestreams.first else {
      isCutOff = true
      return
    }
    // A box without a length goes to the end of the file.
    let last = view.slice(first).suffix(64)
    isCutOff = isCutOff || !zip(last, last.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
    readSize(view, first.lowerBound)
  }

  /// The size of the largest component: a picture whose components are all smaller than its reference grid has that
  /// size.
  var size: PixelSize {
    PixelSize(width: components.map(\.size.width).max() ?? 0, height: components.map(\.size.height).max() ?? 0)
  }

  var bitsPerChannel: Int { paletteBits ?? components.map(\.bits).max() ?? 8 }

  /// The colours of the components; nil where they are not read here.
  var colors: JP2ReaderColors? {
    let isSubsampled = components.count >= 3 && components[1].step.width > components[0].step.width
    let rgb = isSubsampled ? JP2READER_YCC : JP2READER_RGB
    switch colorSpace {
    case .enumerated(15), .enumerated(17): return JP2READER_GRAY
    case .enumerated(16), .enumerated(20), .enumerated(21): return rgb
    case .enumerated(3), .enumerated(18), .enumerated(24): return JP2READER_YCC
    case .enumerated(11): return JP2READER_CMY
    case .enumerated(12): return JP2READER_CMYK
    case .enumerated: return nil
    case .coded(_, _, let matrix): return components.count < 3 ? JP2READER_GRAY : matrix == 0 ? rgb : JP2READER_YCC
    case .profile(let profile):
      let view = ByteView(profile)
      if view.has("GRAY", at: 16) { return JP2READER_GRAY }
      if view.has("RGB ", at: 16) { return rgb }
      return view.has("CMYK", at: 16) ? JP2READER_CMYK : nil
    case nil: return components.count < 3 && paletteBits == nil ? JP2READER_GRAY : rgb
    }
  }

  // MARK: Boxes

  private mutating func add(_ box: ISOBox, of view: ByteView) {
    let content = box.content
    switch box.type {
    case ISOBox.type("jp2c"): codestreams.append(content)
    case ISOBox.type("jp2h"): for inner in view.boxes(in: content) { add(inner, of: view) }
    case ISOBox.type("colr"): if colorSpace == nil { colorSpace = Self.colorSpace(view, content) }
    case ISOBox.type("pclr"):
      // Two bytes of entries, one of columns, then the bits of each less one.
      paletteBits = view.big(at: content.lowerBound + 3, length: 1).map { ($0 & 0x7F) + 1 }
    case ISOBox.type("xml "): if packets.count < DecodingLimits.exifBlocks { packets.append(view.slice(content)) }
    case ISOBox.type("uuid"): addBlock(view, content)
    default: break
    }
    if box.isCut { isCutOff = true }
  }

  private static func colorSpace(_ view: ByteView, _ content: Range<Int>) -> ColorSpace? {
    let start = content.lowerBound + 3
    switch view.big(at: content.lowerBound, length: 1) {
    case 1: return view.big(at: start, length: 4).map { .enumerated($0) }
    case 2, 3: return .profile(Array(view.slice(min(start, content.upperBound)..<content.upperBound)))
    case 5:
      let numbers = (0..<3).compactMap { view.big(at: start + $0 * 2, length: 2) }
      return numbers.count < 3 ? nil : .coded(primaries: numbers[0], transfer: numbers[1], matrix: numbers[2])
    default: return nil
    }
  }

  /// Adds a box of a program, by its sixteen first bytes.
  private mutating func addBlock(_ view: ByteView, _ content: Range<Int>) {
    let start = content.lowerBound + 16
    guard start <= content.upperBound,
      exif.count + packets.count + iptc.count + photoshop.count < DecodingLimits.exifBlocks
    else { return }
    let block = view.slice(start..<content.upperBound)
    switch (view.big(at: content.lowerBound, length: 4), view.big(at: content.lowerBound + 4, length: 4)) {
    // The UUIDs "JpgTiffExif->JP2", and one that Photoshop once wrote.
    case (0x4A70_6754, 0x6966_6645), (0x0537_CDAB, 0x9D0C_4431):
      let hasName = block.starts(with: "Exif\0\0".utf8)
      exif.append(Array(block.dropFirst(hasName ? 6 : 0).prefix(DecodingLimits.exifBytes)))
    case (0xBE7A_CFCB, 0x97A9_42E8): packets.append(block)
    case (0x33C7_A4D2, 0xB81D_4723), (0x09A1_4E97, 0xC0B4_42E0): iptc.append(Array(block))
    case (0x2C4C_0100, 0x8504_40B9): photoshop.append(Array(block))
    default: break
    }
  }

  // MARK: The codestream

  /// Reads the SIZ marker: the reference grid, the tiles and the components.
  private mutating func readSize(_ view: ByteView, _ start: Int) {
    guard view.big(at: start, length: 4) == 0xFF4F_FF51 else { return }
    let numbers = (0..<8).compactMap { view.big(at: start + 8 + $0 * 4, length: 4) }
    guard numbers.count == 8, let count = view.big(at: start + 40, length: 2), numbers[4] > 0, numbers[5] > 0,
      numbers[0] > numbers[2], numbers[1] > numbers[3], numbers[0] > numbers[6], numbers[1] > numbers[7]
    else { return }
    func steps(_ length: Int, of step: Int) -> Int { (length + step - 1) / step }
    tiles = steps(numbers[0] - numbers[6], of: numbers[4]) * steps(numbers[1] - numbers[7], of: numbers[5])
    for index in 0..<count {
      let entry = start + 42 + index * 3
      guard let depth = view.big(at: entry, length: 1), let across = view.big(at: entry + 1, length: 1),
        let down = view.big(at: entry + 2, length: 1), across > 0, down > 0
      else { return components.removeAll() }
      let size = PixelSize(
        width: steps(numbers[0], of: across) - steps(numbers[2], of: across),
        height: steps(numbers[1], of: down) - steps(numbers[3], of: down))
      components.append(Component(bits: (depth & 0x7F) + 1, step: PixelSize(width: across, height: down), size: size))
    }
  }
}
