import PhotoModel

/// Calls `body` with each part of a file that encodes no pixels: segments, chunks, boxes, the values of tags and
/// properties, and data behind the picture. Two files of one picture are compared by them: parts that Deckle does not
/// know may be worth keeping, too.
///
/// Values that any program writes anew when it saves are left out (the time of a change, its own name, sizes, offsets,
/// thumbnails), and so are values that `PhotoContents` compares by their meaning (most descriptive metadata, the colour
/// space, the place, the time of capture). Dates that contradict that time come last, as parts of the kind "date".
///
/// - Parameters:
///   - bytes: The whole file.
///   - withItems: Whether the data of the items of a HEIF, most of its bytes, are passed as well.
///   - body: Called with the kind of the part, and its bytes.
package func forEachPartBesidePixels(
  of bytes: [UInt8], withItems: Bool = true, _ body: (_ kind: String, _ part: ArraySlice<UInt8>) -> Void
) {
  withoutActuallyEscaping(body) { body in
    let parts = PartsBesidePixels(view: ByteView(bytes), body: body)
    switch imageFormat(of: bytes) {
    case .jpeg: parts.addJPEG()
    case .png: parts.addPNG()
    case .webp: parts.addWebP()
    case .gif: parts.addGIF()
    case .heic, .avif: parts.addHEIF(withItems: withItems)
    case .tiff: parts.addEXIF(bytes[...], isFile: true)
    // A bare stream of coded pixels has no boxes.
    case .jxl, .jp2:
      if bytes.first == 0 { parts.addBoxes(except: ["JXL ", "jxlc", "jxlp", "jxli", "jP  ", "jp2h", "jp2c"]) }
    // The other parts of these formats are unknown, so the file has those of another only where all bytes are the same.
    case .bmp, .raw, nil: body("file", bytes[...])
    }
    for date in parts.dates.contradicting { body("date", Array(date.utf8)[...]) }
  }
}

private struct PartsBesidePixels {
  let view: ByteView
  let body: (_ kind: String, _ part: ArraySlice<UInt8>) -> Void
  let dates = StatedDates()

  /// Adds a part, unless it consists of padding only.
  private func add(_ kind: String, _ part: ArraySlice<UInt8>) {
    if part.contains(where: { $0 != 0 && $0 != 0x20 }) { body(kind, part) }
  }

  // MARK: Formats

  func addJPEG() {
    let picture = JPEGPicture(view, at: 0)
    for (marker, content) in picture.segments {
      let segment = view.slice(content)
      func starts(_ letters: StaticString) -> Bool { view.has(letters, at: content.lowerBound) }
      switch marker {
      case 0xE0 where starts("JFIF") || starts("JFXX"), 0xE2 where starts("MPF\0") || starts("ICC_PROFILE"), 0xEE: break
      case 0xE1 where starts("Exif\0"): addEXIF(segment.dropFirst(6))
      case 0xE1 where starts("http://ns.adobe.com/xap/1.0/\0"): addXMP(segment.dropFirst(29))
      case 0xED where starts("Photoshop 3.0\0"): addPhotoshop(segment)
      case 0xE0...0xEF: add("segment \(marker)", segment)
      case 0xFE: add("comment", segment)
      default: break
      }
    }
    add("end", view.slice(picture.end..<max(picture.end, view.count)))
  }

  func addPNG() {
    var position = 8
    for _ in 0..<DecodingLimits.chunks {
      guard let length = view.big(at: position, length: 4), length <= view.count - position - 12 else { break }
      let chunk = view.slice(position + 8..<position + 8 + length)
      let kind = String(decoding: view.slice(position + 4..<position + 8), as: UTF8.self)
      position += 12 + length
      switch kind {
      // The number of loops; another exponent than that of sRGB shows other tones.
      case "acTL": body("loops", chunk.dropFirst(4))
      case "gAMA": if !chunk.elementsEqual([0, 0, 0xB1, 0x8F]) { add(kind, chunk) }
      case "IEND": return add("end", view.slice(position..<max(position, view.count)))
      case "eXIf": addEXIF(chunk)
      case "tEXt": add(PNGText(chunk, isCompressed: false))
      case "zTXt": add(PNGText(chunk, isCompressed: true))
      case "iTXt": add(PNGText(international: chunk))
      case _ where Self.pixelChunks.contains(kind): break
      case _ where Self.plainChunks.contains(kind): add(kind, chunk)
      default: add("chunk \(kind)", chunk)
      }
    }
  }

  private func add(_ text: PNGText?) {
    guard let text else { return }
    switch text.rawProfile {
    case (.exif, let bytes)?: return addEXIF(bytes[...])
    case (.xmp, let bytes)?: return addXMP(bytes[...])
    case (.iptc, let bytes)?: return addIPTC(bytes)
    case nil: break
    }
    switch text.keyword {
    case "XML:com.adobe.xmp": addXMP(text.value)
    case "Title", "Description", "Copyright", "Software": break
    case let keyword where keyword.hasPrefix("date:"): break
    default: add("text \(text.keyword)", text.value)
    }
  }

  func addWebP() {
    var position = 12
    for _ in 0..<DecodingLimits.chunks {
      guard let length = view.little(at: position + 4, length: 4) else { break }
      let chunk = view.slice(position + 8..<position + 8 + length)
      switch String(decoding: view.slice(position..<position + 4), as: UTF8.self) {
      case "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP": break
      case "EXIF": addEXIF(chunk.starts(with: "Exif\0\0".utf8) ? chunk.dropFirst(6) : chunk)
      case "XMP ": addXMP(chunk)
      case let kind: add("chunk \(kind)", chunk)
      }
      position += 8 + length + length % 2
    }
  }

  func addGIF() {
    forEachGIFBlock(view) { block in
      switch block {
      case .control, .picture: break
      // The number of loops.
      case .extension(let range) where view.has("NETSCAPE2.0", at: range.lowerBound + 2):
        body("loops", view.slice(range.lowerBound + 15..<range.lowerBound + 17))
      case .extension(let range) where view.has("XMP DataXMP", at: range.lowerBound + 2):
        addXMP(view.slice(range).dropFirst(13).dropLast(258))
      case .extension(let range) where view.big(at: range.lowerBound, length: 1) == 0xFE:
        add("comment", view.slice(range).dropFirst(2).dropLast())
      case .extension(let range): add("extension", view.slice(range))
      case .end(let position): add("end", view.slice(position..<max(position, view.count)))
      }
    }
  }

  /// The data of all items, also of coded pictures: two files whose pixels are the same have the same stream of them.
  func addHEIF(withItems: Bool) {
    let items = HEIFItems(view.bytes)
    for (item, ranges) in items?.locations ?? [:] {
      func data() -> ArraySlice<UInt8> { ranges.flatMap { view.slice($0) }[...] }
      switch items?.types[item] {
      case ISOBox.type("Exif"): addEXIF(exifBlock(ofItem: Array(data()))[...])
      case ISOBox.type("mime"): addXMP(data())
      case ISOBox.type("grid"), ISOBox.type("iovl"), ISOBox.type("iden"): break
      default: if withItems { add("item", data()) }
      }
    }
    addBoxes(except: ["meta", "mdat", "moov"])
  }

  func addBoxes(except pixelBoxes: [StaticString]) {
    let known = Set((pixelBoxes + ["ftyp", "free", "skip"]).map { ISOBox.type($0) })
    var end = 0
    for box in view.boxes(in: 0..<view.count) {
      end = box.content.upperBound
      if !known.contains(box.type) { add("box \(box.type)", view.slice(box.content)) }
    }
    add("end", view.slice(end..<max(end, view.count)))
  }

  // MARK: Metadata

  /// - Parameter isFile: Whether the block is a whole TIFF file, whose first directory describes its pixels, too.
  func addEXIF(_ bytes: ArraySlice<UInt8>, isFile: Bool = false) {
    guard let block = TIFFBlock(Array(bytes)) else { return add("exif", bytes) }
    let main = block.directory(at: block.firstDirectory)
    func directory(_ tag: UInt16) -> TIFFBlock.Directory? {
      block.integer(tag, in: main).flatMap { block.directory(at: $0) }
    }
    for (name, directory) in [
      ("exif", main), ("exif", directory(TIFFTag.exifDirectory)), ("gps", directory(TIFFTag.gpsDirectory)),
    ] {
      for (tag, entry) in directory?.entries ?? [:] {
        let value = block.bytes(in: entry.range)[...]
        switch (name, tag) {
        // A day or a year alone is no moment.
        case ("exif", TIFFTag.dateTimeOriginal), ("exif", TIFFTag.dateTimeDigitized):
          if let time = captureTime(value, subSeconds: nil) {
            dates.add(inEXIF: time)
          } else {
            dates.add(String(decoding: value.prefix { $0 != 0 }, as: UTF8.self))
          }
        case ("gps", 0...4),
          ("exif", _) where Self.knownTags.contains(tag) && name == "exif":
          break
        case ("exif", 0xA001) where block.integer(tag, in: directory) == 1: break
        case ("exif", 0x02BC) where isFile: addXMP(value)
        case ("exif", 0x83BB) where isFile: addIPTC(Array(value))
        case ("exif", 0x8649) where isFile: addPhotoshop(value)
        // The character code precedes the text.
        case ("exif", TIFFTag.userComment): add("exif \(tag)", value.dropFirst(8))
        case (_, _) where isFile && name == "exif" && Self.pixelTags.contains(tag): break
        default: add("\(name) \(tag)", value)
        }
      }
    }
  }

  func addXMP(_ packet: ArraySlice<UInt8>) {
    guard let properties = xmpProperties(Array(packet)) else { return add("xmp", packet) }
    dates.add(inXMP: XMPPacket.captureTime(properties)?.time)
    for (name, value) in ExportedMark.withoutExported(properties) {
      var value = value
      switch name {
      // Properties compared by their meaning are compared in their first language.
      case "dc:description", "dc:title", "dc:rights": value = .list(Array(value.elements.dropFirst()))
      // The size that the areas belong to changes with that of the picture.
      case "mwg-rs:Regions": value = value["mwg-rs:RegionList"] ?? value
      case _ where XMPPacket.dates.contains(name):
        if let text = value.text {
          dates.add(text)
          continue
        }
      case "exif:UserComment", "tiff:ImageDescription": break
      case _ where Self.knownProperties.contains(name): continue
      case _ where Self.knownNamespaces.contains(where: name.hasPrefix): continue
      default: break
      }
      add("xmp \(name)", Array(value.plainText.utf8)[...])
    }
  }

  func addPhotoshop(_ bytes: ArraySlice<UInt8>) {
    forEachPhotoshopResource(in: Array(bytes)) { kind, content in
      switch kind {
      case 0x0404: addIPTC(Array(content))
      // Resolution, previews, profile, version, Exif and XMP once more, digest.
      case 0x03ED, 0x0409, 0x040C, 0x040F, 0x0421...0x0425: break
      default: add("resource \(kind)", content)
      }
      return false
    }
  }

  func addIPTC(_ record: [UInt8]) {
    let sets = iptcDataSets(record)
    func text(_ number: Int) -> String? {
      sets.first { $0.number == number }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    let day = text(0x0237)
    if let day { dates.add(inIPTC: day, time: text(0x023C)) }
    for (number, content) in sets where !Self.knownDataSets.contains(number) {
      if day == nil || number != 0x0237 && number != 0x023C { add("iptc \(number)", content) }
    }
  }

  // MARK: What is known

  private static let pixelChunks: Set = [
    "IHDR", "IDAT", "PLTE", "tRNS", "fcTL", "fdAT", "tIME", "pHYs", "cHRM", "sRGB", "iCCP", "cICP",
    "sBIT", "bKGD", "hIST", "iDOT",
  ]

  /// Chunks that tell how to show the pixels, or that programs and systems write into every picture (PNG 3 and its
  /// extensions, ImageMagick, content credentials).
  private static let plainChunks: Set = [
    "sPLT", "mDCv", "mDCV", "cLLi", "cLLI", "oFFs", "gIFg", "gIFx", "gIFt", "dSIG", "caBX", "vpAg", "caNv", "orNT",
  ]

  /// The tags of sizes, resolution, orientation, programs, times of change and of capture, versions, pointers, and
  /// Windows' padding; and of texts that are compared by their meaning.
  private static let knownTags: Set<UInt16> = [
    0x000B, 0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x010E, 0x0112, 0x0115, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132,
    0x0213, 0x4746, 0x4749, 0x8298, 0x8769, 0x8773, 0x8825, 0x9000, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9101,
    0x9102, 0x9C9B, 0x9C9C, 0x9C9E, 0xA000, 0xA002, 0xA003, 0xA005, 0xEA1C, 0xEA1D,
  ]

  /// The tags of TIFF 6.0 that describe the storage of pixels.
  private static let pixelTags: Set<UInt16> = Set(
    [0x00FE, 0x00FF, 0x0107, 0x010A, 0x0111, 0x011C, 0x012D, 0x013D, 0x013E, 0x013F, 0x0140, 0x015B, 0x0214]
      + Array(0x0116...0x0119) + Array(0x011E...0x0125) + Array(0x0141...0x0156) + Array(0x0200...0x0212))

  /// The namespaces of XMP for programs' own records, and for copies of Exif.
  private static let knownNamespaces = ["xmpMM:", "stEvt:", "stRef:", "exif:", "exifEX:", "tiff:", "aux:"]

  private static let knownProperties: Set = [
    "xmp:ModifyDate", "xmp:MetadataDate", "xmp:CreatorTool", "dc:format", "dc:Format", "photoshop:ColorMode",
    "photoshop:ICCProfile", "photoshop:History", "xmp:Rating", "MicrosoftPhoto:Rating", "acdsee:rating", "xmp:Label",
    "digiKam:ColorLabel", "digiKam:PickLabel", "darktable:colorlabels", "photoshop:LabelColor", "xmpDM:pick",
    "xmpDM:good", "acdsee:tagged", "photomechanic:Tagged", "dc:subject", "lr:hierarchicalSubject",
    "mediapro:CatalogSets", "expressionmedia:CatalogSets", "acdsee:keywords", "acdsee:categories",
    "photoshop:SupplementalCategories", "digiKam:TagsList", "MicrosoftPhoto:LastKeywordXMP", "mwg-kw:Keywords",
    "acdsee:notes", "acdsee:caption", "photoshop:Headline", "Iptc4xmpExt:PersonInImage",
    "Iptc4xmpCore:ExtDescrAccessibility", "Iptc4xmpCore:AltTextAccessibility",
  ]

  /// Versions and character sets; keywords, title, headline, caption and copyright.
  private static let knownDataSets: Set = [
    0x0100, 0x015A, 0x0200, 0x0205, 0x0214, 0x0219, 0x0269, 0x0274, 0x0278,
  ]
}

extension XMPValue {
  /// The whole value in one text, for comparison.
  fileprivate var plainText: String {
    switch self {
    case .text(let text): text
    case .list(let values): values.map(\.plainText).joined(separator: "\n")
    case .record(let fields):
      fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.plainText)" }.joined(separator: "\n")
    }
  }
}
