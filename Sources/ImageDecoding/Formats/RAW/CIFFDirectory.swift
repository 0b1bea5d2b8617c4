import PhotoModel

/// A directory of Canon's CRW files (CIFF): its entries by tag, including those of nested directories.
///
/// A heap ends with the offset of its directory; an entry has a tag, a length and an offset in the heap, or eight bytes
/// of its own.
struct CIFFDirectory {
  private var ranges: [Int: Range<Int>] = [:]
  private let view: ByteView

  /// Reads the directories of a file; nil where the bytes are no CRW file.
  init?(_ view: ByteView) {
    guard view.has("HEAPCCDR", at: 6), view.has("II", at: 0), let start = view.little(at: 2, length: 4),
      start < view.count
    else { return nil }
    self.view = view
    read(start..<view.count, depth: 0)
  }

  /// The range of the value of a tag in the file; of several the first.
  func range(_ tag: Int) -> Range<Int>? { ranges[tag] }

  func number(_ tag: Int, at offset: Int) -> Int? {
    range(tag).flatMap { $0.count >= offset + 4 ? view.little(at: $0.lowerBound + offset, length: 4) : nil }
  }

  /// Texts that end with a zero each.
  func texts(_ tag: Int) -> [String] {
    range(tag).map { view.slice($0).split(separator: 0).compactMap { text($0.prefix(64)) } } ?? []
  }

  private mutating func read(_ heap: Range<Int>, depth: Int) {
    guard depth < 8, heap.count >= 4, let start = view.little(at: heap.upperBound - 4, length: 4), start < heap.count,
      let count = view.little(at: heap.lowerBound + start, length: 2)
    else { return }
    for index in 0..<min(count, 512) {
      let entry = heap.lowerBound + start + 2 + 10 * index
      guard entry + 10 <= heap.upperBound, let tag = view.little(at: entry, length: 2),
        let length = view.little(at: entry + 2, length: 4), let offset = view.little(at: entry + 6, length: 4)
      else { return }
      let number = tag & 0x3FFF
      guard tag & 0xC000 == 0 else {
        if ranges[number] == nil { ranges[number] = entry + 2..<entry + 10 }
        continue
      }
      // A value outside of its heap is skipped alone.
      guard offset <= heap.count - length else { continue }
      let range = heap.lowerBound + offset..<heap.lowerBound + offset + length
      if [0x2800, 0x3000].contains(tag & 0x3800) {
        read(range, depth: depth + 1)
      } else if ranges[number] == nil {
        ranges[number] = range
      }
    }
  }
}

extension RAWContents {
  /// The JPEG is one of the file's values, as are the size, the time and the camera's name.
  mutating func readCRW(_ directory: CIFFDirectory) {
    // Ready-made JPEGs: at the size of the picture or the screen, and a thumbnail.
    jpegs = [0x2007, 0x2008].compactMap { directory.range($0) }
    if let width = directory.number(0x1810, at: 0), let height = directory.number(0x1810, at: 4) {
      sizes = [PixelSize(width: width, height: height)]
    }
    let names = directory.texts(0x080A)
    facts.make = names.first
    facts.model = names.dropFirst().first
    // Seconds of the camera's clock.
    if let seconds = directory.number(0x180E, at: 0), seconds > 0 {
      facts.capturedAt = CaptureTime(milliseconds: Int64(seconds) * 1000)
    }
    switch directory.number(0x1810, at: 12) {
    case 90: facts.orientation = .right
    case 180: facts.orientation = .down
    case 270: facts.orientation = .left
    default: break
    }
  }

  /// Reads the previews of Sigma's X3F: sections of a directory whose offset is at the end of the file.
  mutating func readX3F(_ view: ByteView) {
    guard let directory = view.little(at: view.count - 4, length: 4), view.has("SECd", at: directory),
      let count = view.little(at: directory + 8, length: 4)
    else {
      isCutOff = true
      return
    }
    for index in 0..<min(count, 256) {
      let entry = directory + 12 + 12 * index
      guard let start = view.little(at: entry, length: 4), let length = view.little(at: entry + 4, length: 4) else {
        return
      }
      // A processed picture (2) as JPEG (18); the head has 28 bytes.
      guard view.has("SECi", at: start), view.little(at: start + 8, length: 4) == 2,
        view.little(at: start + 12, length: 4) == 18
      else { continue }
      addJPEG(at: start + 28, length: length - 28, fileSize: view.count)
    }
    let largest = jpegs.max { $0.count < $1.count }
    if let largest { facts = captureFacts(of: Array(view.slice(largest)), format: .jpeg) }
    // Columns and rows of the sensor's picture.
    if let width = view.little(at: 28, length: 4), let height = view.little(at: 32, length: 4) {
      sizes = [PixelSize(width: width, height: height)]
    }
  }
}
