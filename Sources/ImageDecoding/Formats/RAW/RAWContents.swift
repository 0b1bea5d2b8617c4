import PhotoModel

/// The contents of a RAW file: its ready-made JPEGs, the facts that the camera wrote, and the size of its picture.
///
/// The sensor's data are not developed here. Cameras put a JPEG of the picture into every RAW file, most of them at
/// full size; the camera shows it on its screen, and Deckle judges by it.
struct RAWContents {
  var facts = CaptureFacts()
  /// The ranges of the JPEGs, none of them checked; lossless ones, which hold sensor data, are among them.
  var jpegs: [Range<Int>] = []
  /// The sizes of the picture in the makers' tags, the most trusted first.
  var sizes: [PixelSize] = []
  /// Whether the file refers to data after its end.
  var isCutOff = false

  /// Reads the directories of a file; nil where the container is none of these: TIFF-like (CR2, NEF, ARW, DNG, ORF,
  /// RW2, PEF, SRW), CR3, RAF, CRW and X3F.
  init?(_ bytes: [UInt8]) {
    let view = ByteView(bytes)
    if view.has("FUJIFILMCCD-RAW ", at: 0) {
      readRAF(view)
    } else if view.has("ftyp", at: 4) {
      readCR3(view)
    } else if let directory = CIFFDirectory(view) {
      readCRW(directory)
    } else if view.has("FOVb", at: 0) {
      readX3F(view)
    } else if let block = TIFFBlock(bytes) {
      readDirectories(of: block, fileSize: bytes.count)
      facts = captureFacts(inEXIF: bytes) ?? CaptureFacts()
    } else {
      return nil
    }
  }

  /// The size of the picture, where one of the sizes fits a preview: of its shape and not smaller. Cameras write the
  /// size of the whole sensor, of the picture, and of previews, side by side. A thumbnail may have another shape.
  func pictureSize(for preview: PixelSize) -> PixelSize? {
    let possible = sizes.filter { (try? DecodingLimits.check($0)) != nil && $0.longSide >= preview.longSide }
    let fitting = possible.first { size in
      let shape = Double(size.longSide) / Double(size.shortSide)
      let shown = Double(preview.longSide) / Double(preview.shortSide)
      return abs(shape / shown - 1) < 0.08
    }
    return fitting ?? (preview.longSide < Self.thumbnailSide ? possible.first : nil)
  }

  /// Shorter ones are no previews.
  private static let thumbnailSide = 320

  mutating func addJPEG(at start: Int?, length: Int?, fileSize: Int) {
    guard let start, let length, start > 0, length > 0 else { return }
    guard start <= fileSize - length else {
      isCutOff = true
      return
    }
    jpegs.append(start..<start + length)
  }
}

// MARK: - TIFF

extension RAWContents {
  /// Directories that are walked: more than any camera writes.
  private static let maximumDirectories = 64

  private mutating func readDirectories(of block: TIFFBlock, fileSize: Int) {
    var waiting = [block.firstDirectory]
    var seen: Set<Int> = []
    var written: [PixelSize] = []
    var cropped: [PixelSize] = []
    while let offset = waiting.popLast(), seen.count < Self.maximumDirectories {
      guard offset > 0, seen.insert(offset).inserted, let directory = block.directory(at: offset) else { continue }
      func size(_ width: UInt16, _ height: UInt16) -> PixelSize? {
        guard let width = block.integer(width, in: directory), let height = block.integer(height, in: directory) else {
          return nil
        }
        return PixelSize(width: width, height: height)
      }
      written += [size(TIFFTag.imageWidth, TIFFTag.imageLength), size(TIFFTag.pixelWidth, TIFFTag.pixelHeight)]
        .compactMap { $0 }
      if let crop = cropSize(block, directory) { cropped.append(crop) }
      readPixels(block, directory, fileSize: fileSize)
      readOlympusNote(block, directory, fileSize: fileSize)
      waiting.append(directory.next)
      waiting += block.integers(TIFFTag.subDirectories, in: directory, limit: 16)
      if let exif = block.integer(TIFFTag.exifDirectory, in: directory) { waiting.append(exif) }
    }
    sizes = cropped + written.sorted { $0.pixels > $1.pixels }
  }

  /// DefaultCropSize of DNG: whole numbers or fractions.
  private func cropSize(_ block: TIFFBlock, _ directory: TIFFBlock.Directory) -> PixelSize? {
    let whole = block.integers(TIFFTag.dngCropSize, in: directory, limit: 2)
    let values = whole.isEmpty ? block.fractions(TIFFTag.dngCropSize, in: directory, limit: 2) : whole.map(Double.init)
    guard values.count == 2, values.allSatisfy({ (1...Double(DecodingLimits.side)).contains($0) }) else { return nil }
    return PixelSize(width: Int(values[0]), height: Int(values[1]))
  }

  private mutating func readPixels(_ block: TIFFBlock, _ directory: TIFFBlock.Directory, fileSize: Int) {
    addJPEG(
      at: block.integer(TIFFTag.jpegOffset, in: directory), length: block.integer(TIFFTag.jpegLength, in: directory),
      fileSize: fileSize)
    if let range = directory.entries[TIFFTag.panasonicJPEG]?.range { jpegs.append(range) }
    for (offsets, lengths) in [
      (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
    ] {
      let starts = block.integers(offsets, in: directory, limit: 100_000)
      let counts = block.integers(lengths, in: directory, limit: 100_000)
      if zip(starts, counts).contains(where: { $0 > fileSize - $1 }) { isCutOff = true }
      // 6 and 7: JPEG, old and new.
      let isJPEG = [6, 7].contains(block.integer(TIFFTag.compression, in: directory))
      if isJPEG, starts.count == 1, counts.count == 1 { addJPEG(at: starts[0], length: counts[0], fileSize: fileSize) }
    }
  }

  /// Reads the preview of Olympus and OM System in the maker's note, in the directory of camera settings; offsets count
  /// from the beginning of the note.
  private mutating func readOlympusNote(_ block: TIFFBlock, _ directory: TIFFBlock.Directory, fileSize: Int) {
    guard let note = directory.entries[TIFFTag.makerNote]?.range, note.count < 16_000_000 else { return }
    let view = ByteView(block.bytes(in: note))
    let start = view.has("OLYMPUS\0", at: 0) ? 8 : view.has("OM SYSTEM\0", at: 0) ? 12 : 0
    guard start > 0 else { return }
    let inner = TIFFBlock(view.bytes, isBigEndian: view.has("MM", at: start), firstDirectory: start + 4)
    guard let settings = inner.directory(at: inner.firstDirectory)?.entries[0x2020]?.range else { return }
    // The type of the entry is IFD (an offset) or, in old files, UNDEFINED (the directory itself).
    let offset = settings.count == 4 ? inner.offset(at: settings.lowerBound) : settings.lowerBound
    guard let offset, let camera = inner.directory(at: offset), let preview = inner.integer(0x101, in: camera) else {
      return
    }
    addJPEG(at: note.lowerBound + preview, length: inner.integer(0x102, in: camera), fileSize: fileSize)
  }
}

// MARK: - Canon CR3 and Fujifilm RAF

extension RAWContents {
  /// Boxes as in a film: facts as TIFF blocks in Canon's own box, a preview in another, and a full-size JPEG as the
  /// first frame of a track.
  private mutating func readCR3(_ view: ByteView) {
    for box in view.boxes(in: 0..<view.count) {
      if box.type == ISOBox.type("moov") { readMovie(box.content, of: view) }
      // eaf42b5e-1c98-4b88-b9fb-b7dc406e4d16, then eight bytes, then the boxes.
      guard box.type == ISOBox.type("uuid"), view.big(at: box.content.lowerBound, length: 4) == 0xEAF4_2B5E,
        box.content.count > 24, let preview = view.box("PRVW", in: box.content.lowerBound + 24..<box.content.upperBound)
      else { continue }
      // Sizes stand before the JPEG.
      let head = view.slice(preview.lowerBound..<min(preview.lowerBound + 32, preview.upperBound))
      if let start = head.indices.dropLast().first(where: { head[$0] == 0xFF && head[$0 + 1] == 0xD8 }) {
        jpegs.append(start..<preview.upperBound)
      }
    }
  }

  private mutating func readMovie(_ movie: Range<Int>, of view: ByteView) {
    for box in view.boxes(in: movie) {
      // 85c0b687-820f-11e0-8111-f4ce462b6a48
      if box.type == ISOBox.type("uuid"), view.big(at: box.content.lowerBound, length: 4) == 0x85C0_B687,
        box.content.count > 16
      {
        readCanonFacts(box.content.lowerBound + 16..<box.content.upperBound, of: view)
      }
      if box.type == ISOBox.type("trak") { readTrack(box.content, of: view) }
    }
  }

  private mutating func readCanonFacts(_ box: Range<Int>, of view: ByteView) {
    func block(_ letters: StaticString) -> TIFFBlock? {
      view.box(letters, in: box).flatMap { TIFFBlock(Array(view.slice($0))) }
    }
    guard let camera = block("CMT1") else { return }
    let main = camera.directory(at: camera.firstDirectory)
    let exposure = block("CMT2") ?? camera
    let gps = block("CMT4") ?? camera
    facts =
      EXIFBlock(
        picture: (camera, main), shooting: (exposure, exposure.directory(at: exposure.firstDirectory)),
        gps: (gps, gps.directory(at: gps.firstDirectory)))?.facts ?? CaptureFacts()
    if let width = camera.integer(TIFFTag.imageWidth, in: main),
      let height = camera.integer(TIFFTag.imageLength, in: main)
    {
      sizes.append(PixelSize(width: width, height: height))
    }
  }

  private mutating func readTrack(_ track: Range<Int>, of view: ByteView) {
    guard let media = view.box("mdia", in: track), let information = view.box("minf", in: media),
      let table = view.box("stbl", in: information), let lengths = view.box("stsz", in: table)
    else { return }
    let common = view.big(at: lengths.lowerBound + 4, length: 4) ?? 0
    let length = common > 0 ? common : view.big(at: lengths.lowerBound + 12, length: 4)
    let short = view.box("stco", in: table).flatMap { view.big(at: $0.lowerBound + 8, length: 4) }
    // The first of eight bytes is 0 in every file that can exist.
    let long = view.box("co64", in: table).flatMap { view.big(at: $0.lowerBound + 9, length: 7) }
    addJPEG(at: short ?? long, length: length, fileSize: view.count)
  }

  /// A head with big-endian offsets; the JPEG carries the EXIF block of the whole.
  private mutating func readRAF(_ view: ByteView) {
    addJPEG(at: view.big(at: 84, length: 4), length: view.big(at: 88, length: 4), fileSize: view.count)
    if let jpeg = jpegs.first { facts = captureFacts(of: Array(view.slice(jpeg)), format: .jpeg) }
    if let start = view.big(at: 100, length: 4), let length = view.big(at: 104, length: 4),
      start > view.count - length
    {
      isCutOff = true
    }
    guard var position = view.big(at: 92, length: 4), let count = view.big(at: position, length: 4) else { return }
    position += 4
    for _ in 0..<min(count, 256) {
      guard let tag = view.big(at: position, length: 2), let length = view.big(at: position + 2, length: 2) else {
        return
      }
      // The size of the picture as cropped (0x111), and of the whole sensor (0x100): height, then width.
      if tag == 0x111 || tag == 0x100, let height = view.big(at: position + 4, length: 2),
        let width = view.big(at: position + 6, length: 2)
      {
        sizes.insert(PixelSize(width: width, height: height), at: tag == 0x111 ? 0 : sizes.count)
      }
      position += 4 + length
    }
  }
}
