import Glibc
import PhotoModel

/// A JPEG in a file: its segments up to its pixels, and its end. MPO and phones put several behind each other.
struct JPEGPicture {
  /// The second byte of each marker, and the content behind its length.
  var segments: [(marker: UInt8, content: Range<Int>)] = []
  /// The offset behind the end marker, or the end of the file.
  var end: Int

  private static let mostSegments = 4096

  /// The offset of the content of its frame header (ITU-T T.81, B.2.2): a byte of depth, then height and width.
  var frame: Int? {
    segments.first { 0xC0...0xCF ~= $0.marker && ![0xC4, 0xC8, 0xCC].contains($0.marker) }?.content.lowerBound
  }

  /// - Parameters:
  ///   - start: The offset of its first marker, FF D8.
  ///   - endsAtScan: Whether the segments before the first scan are enough; the end of the picture is not determined
  ///     then.
  init(_ view: ByteView, at start: Int, endsAtScan: Bool = false) {
    var position = start + 2
    end = view.count
    while segments.count < Self.mostSegments, let mark = view.big(at: position, length: 2) {
      guard mark >> 8 == 0xFF, mark & 0xFF != 0xFF, mark & 0xFF != 0 else {
        position += 1
        continue
      }
      let marker = UInt8(mark & 0xFF)
      position += 2
      // Restart markers and TEM stand alone.
      if (0xD0...0xD8).contains(marker) || marker == 0x01 { continue }
      if marker == 0xD9 {
        end = position
        return
      }
      guard !endsAtScan || marker != 0xDA, let length = view.big(at: position, length: 2) else { return }
      let next = position + max(2, length)
      segments.append((marker, min(position + 2, view.count)..<min(next, view.count)))
      position = marker == 0xDA ? view.endOfScan(from: next) : next
    }
  }
}

extension ByteView {
  /// The offset of the first marker behind the coded pixels of a scan.
  fileprivate func endOfScan(from start: Int) -> Int {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return buffer.count }
      var position = max(0, start)
      while position + 1 < buffer.count, let found = memchr(base + position, 0xFF, buffer.count - 1 - position) {
        position = UnsafeRawPointer(found) - base
        let next = buffer[position + 1]
        if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return position }
        position += next == 0xFF ? 1 : 2
      }
      return buffer.count
    }
  }

  /// The offset of the first occurrence of these bytes from `start` on; nil without one.
  func first(_ pattern: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { firstOffset(of: pattern, in: $0, from: start) }
  }
}

/// The offset of the first occurrence of a pattern from `start` on; nil without one.
private func firstOffset(of pattern: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
  guard let base = bytes.baseAddress, let first = pattern.first, start >= 0 else { return nil }
  var position = start
  let last = bytes.count - pattern.count
  while position <= last, let found = memchr(base + position, Int32(first), last - position + 1) {
    let offset = UnsafeRawPointer(found) - base
    if memcmp(found, pattern, pattern.count) == 0 { return offset }
    position = offset + 1
  }
  return nil
}

extension PhotoContents {
  /// Reads the contents of a JPEG: its segments, the pictures behind it, and other data after it.
  mutating func addJPEG(_ view: ByteView) {
    let primary = JPEGPicture(view, at: 0)
    var profile: [UInt8] = []
    var types: [Int] = []
    for (marker, content) in primary.segments {
      switch marker {
      case 0xE1:
        if view.has("Exif\0", at: content.lowerBound), content.count > 6 {
          EXIFBlock(Array(view.slice(content.lowerBound + 6..<content.upperBound))).map { add($0) }
        } else if view.has("http://ns.adobe.com/xap/1.0/\0", at: content.lowerBound) {
          addXMP(view.slice(content.lowerBound + 29..<max(content.lowerBound + 29, content.upperBound)))
        }
      case 0xE2:
        if view.has("ICC_PROFILE\0", at: content.lowerBound), content.count > 14 {
          profile += view.slice(content.lowerBound + 14..<content.upperBound)
        } else if view.has("MPF\0", at: content.lowerBound) {
          types = pictureTypes(inMPF: Array(view.slice(content.lowerBound + 4..<content.upperBound)))
        } else if view.has("urn:iso:std:iso:ts:21496:-1\0", at: content.lowerBound) {
          hasGainMap = true
        } else if view.has("FPXR\0", at: content.lowerBound), view.slice(content).contains(sequence: "RIFF") {
          hasSound = true
        }
      case 0xE3: if view.has("_JPSJPS_", at: content.lowerBound) { isStereo = true }
      case 0xED: addPhotoshop(view.slice(content))
      default: break
      }
    }
    if let frame = primary.frame { bitsPerChannel = view.big(at: frame, length: 1) ?? 8 }
    if !profile.isEmpty { gamut = ImageDecoding.gamut(ofICCProfile: profile) }
    // Announced by the first picture; a copy of that picture alone announces it, too.
    let announcesGainMap = hasGainMap
    hasGainMap = announcesGainMap && view.first([0xFF, 0xD8, 0xFF], from: primary.end) != nil
    addPictures(behind: primary, of: view, types)
    addMedia(behind: primary.end, of: view)
    addMark(behind: primary.end, of: view)
    if SEFTrailer(view)?.hasDepthMap == true { hasDepthMap = true }
  }

  /// Adds the mark that Samsung's phones write behind a screenshot, among the last entries of their trailer (SEF, type
  /// 0x0C51).
  private mutating func addMark(behind end: Int, of view: ByteView) {
    let mark = "Screenshot"
    if view.first(Array("Samsung_Capture_Info\(mark)".utf8), from: max(end, view.count - 65_536)) != nil {
      systemMark = mark
    }
  }

  /// JPEGs behind the first: views of a stereo pair or a panorama, gain maps, depth maps.
  private mutating func addPictures(behind primary: JPEGPicture, of view: ByteView, _ types: [Int]) {
    // CIPA DC-007, table 4: disparity, multi-angle, panorama.
    let views = types.count { [0x020001, 0x020002, 0x020003].contains($0) }
    if types.contains(0x020002) { isStereo = true }
    // A picture of unstated kind may be another view where it has the size of the first.
    var others = 0
    let size = primary.frame.flatMap { view.big(at: $0 + 1, length: 4) }
    defer { if max(views, 1 + others) > 1 { pages = max(views, 1 + others) } }
    var start = primary.end
    for _ in 0..<16 {
      guard let next = view.first([0xFF, 0xD8, 0xFF], from: start) else { return }
      let picture = JPEGPicture(view, at: next)
      var isMap = hasGainMap
      for (marker, content) in picture.segments where marker == 0xE1 || marker == 0xE2 {
        let segment = view.slice(content)
        if segment.contains(sequence: "hdrgm:Version") || segment.contains(sequence: "HDRGainMap")
          || segment.contains(sequence: "urn:iso:std:iso:ts:21496")
        {
          (hasGainMap, isMap) = (true, true)
        }
        if segment.contains(sequence: "DepthData") || segment.contains(sequence: "PortraitEffectsMatte") {
          (hasDepthMap, isMap) = (true, true)
        }
      }
      if !isMap, let size, picture.frame.flatMap({ view.big(at: $0 + 1, length: 4) }) == size { others += 1 }
      start = picture.end
    }
  }

  /// The IPTC record in a Photoshop segment.
  private mutating func addPhotoshop(_ segment: ArraySlice<UInt8>) {
    guard segment.starts(with: "Photoshop 3.0\0".utf8) else { return }
    addPhotoshopResources(Array(segment.dropFirst(14)))
  }
}

extension ArraySlice<UInt8> {
  /// The letters stand somewhere in it.
  func contains(sequence letters: String) -> Bool {
    withUnsafeBytes { firstOffset(of: Array(letters.utf8), in: $0, from: 0) != nil }
  }
}

/// The types of the pictures that a multi-picture index (CIPA DC-007) lists.
func pictureTypes(inMPF bytes: [UInt8]) -> [Int] {
  guard let block = TIFFBlock(bytes), let directory = block.directory(at: block.firstDirectory),
    let entries = block.bytes(0xB002, in: directory, limit: 16 * 256)
  else { return [] }
  let view = ByteView(Array(entries))
  return stride(from: 0, to: view.count, by: 16).compactMap { start in
    (block.isBigEndian ? view.big(at: start, length: 4) : view.little(at: start, length: 4)).map { $0 & 0xFF_FFFF }
  }
}
