package import PhotoModel

/// The containers cameras write, around JPEGs that tests make. The sensor's data are zeros.
package enum RAWContainer: String, CaseIterable, Sendable {
  case cr2, cr3, nef, arw, dng, raf, orf, rw2
}

/// A RAW file that carries a JPEG.
///
/// - Parameters:
///   - thumbnail: A smaller JPEG beside it, where the container allows one.
///   - size: The size of the RAW picture.
///   - sensorBytes: The number of zeros in place of the sensor data, at the end.
package func rawData(
  _ container: RAWContainer, jpeg: [UInt8], thumbnail: [UInt8], size: PixelSize, orientation: Orientation = .up,
  sensorBytes: Int = 512
) -> [UInt8] {
  let sensor = [UInt8](repeating: 0, count: sensorBytes)
  switch container {
  case .cr3: return cr3Data(jpeg: jpeg, thumbnail: thumbnail, size: size, orientation: orientation) + sensor
  case .raf: return rafData(jpeg: jpeg, size: size, sensor: sensor)
  default: return TIFFLikeRAW(container, jpeg, thumbnail, size, orientation, sensor).bytes
  }
}

private typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])

private func little(_ value: Int, _ length: Int) -> [UInt8] {
  (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func big(_ value: Int, _ length: Int) -> [UInt8] { little(value, length).reversed() }

private func whole(_ tag: Int, _ value: Int) -> Entry { (tag, 4, 1, little(value, 4)) }

private func text(_ tag: Int, _ value: String) -> Entry { (tag, 2, value.utf8.count + 1, Array(value.utf8) + [0]) }

/// A directory that will lie at `offset`, with its longer values behind it.
private func directory(_ entries: [Entry], at offset: Int, next: Int = 0) -> [UInt8] {
  var head = little(entries.count, 2)
  var tail: [UInt8] = []
  for entry in entries.sorted(by: { $0.tag < $1.tag }) {
    head += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
    if entry.value.count <= 4 {
      head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
    } else {
      head += little(offset + 2 + entries.count * 12 + 4 + tail.count, 4)
      tail += entry.value
    }
  }
  return head + little(next, 4) + tail
}

/// A RAW file like TIFF: every directory has a fixed offset in the first kilobytes; the data follow.
private struct TIFFLikeRAW {
  private enum Place {
    static let first = 64
    static let sub = 1024
    static let other = 1536
    static let exif = 2048
    static let note = 3072
    static let data = 4096
  }

  let bytes: [UInt8]

  init(
    _ container: RAWContainer, _ jpeg: [UInt8], _ thumbnail: [UInt8], _ size: PixelSize, _ orientation: Orientation,
    _ sensor: [UInt8]
  ) {
    let thumbnailIndex = Place.data + jpeg.count
    let sensorIndex = thumbnailIndex + thumbnail.count
    var first: [Entry] = [
      text(0x10F, "Maker"), text(0x110, "Model \(container.rawValue)"), (0x112, 3, 1, little(orientation.rawValue, 2)),
      whole(0x8769, Place.exif),
    ]
    var sub: [Entry] = []
    var other: [Entry] = []
    var exif: [Entry] = [text(0x9003, "2024:05:12 18:03:21"), (0x8827, 3, 1, little(400, 2))]
    var next = 0
    let jpegEntries = [whole(0x201, Place.data), whole(0x202, jpeg.count)]
    let thumbnailEntries = [whole(0x201, thumbnailIndex), whole(0x202, thumbnail.count)]
    let sensorEntries = [
      whole(0x100, size.width), whole(0x101, size.height), whole(0x111, sensorIndex), whole(0x117, sensor.count),
    ]
    var note: [UInt8] = []
    switch container {
    case .cr2:
      first += [whole(0x103, 6), whole(0x111, Place.data), whole(0x117, jpeg.count)]
      (next, sub) = (Place.sub, thumbnailEntries)
      exif += [whole(0xA002, size.width), whole(0xA003, size.height)]
    case .nef:
      first += [whole(0xFE, 1), (0x14A, 4, 2, little(Place.sub, 4) + little(Place.other, 4))]
      (sub, other) = (jpegEntries, [whole(0xFE, 0), whole(0x103, 34_713)] + sensorEntries)
    case .dng:
      first += [
        whole(0xFE, 1), (0x14A, 4, 2, little(Place.sub, 4) + little(Place.other, 4)), (0xC612, 1, 4, [1, 4, 0, 0]),
      ]
      sub = [whole(0xFE, 1), whole(0x103, 7), whole(0x111, Place.data), whole(0x117, jpeg.count)]
      // The sensor has a margin of 16 around the picture.
      other = [
        whole(0x100, size.width + 32), whole(0x101, size.height + 32), whole(0x106, 32_803),
        (0xC620, 3, 2, little(size.width, 2) + little(size.height, 2)), whole(0x111, sensorIndex),
        whole(0x117, sensor.count),
      ]
    case .arw:
      first += [whole(0xFE, 1), whole(0x14A, Place.sub)] + jpegEntries
      sub = [whole(0x103, 32_767)] + sensorEntries
      (next, other) = (Place.other, thumbnailEntries)
    case .orf:
      first += sensorEntries
      // Offsets in the note count from its beginning.
      let head = Array("OLYMPUS\0II".utf8) + [3, 0] + directory([(0x2020, 13, 1, little(64, 4))], at: 12)
      note =
        head + [UInt8](repeating: 0, count: 64 - head.count)
        + directory([whole(0x101, Place.data - Place.note), whole(0x102, jpeg.count)], at: 64)
      exif.append((0x927C, 7, note.count, little(Place.note, 4)))
    case .rw2: first += [(0x2E, 7, jpeg.count, little(Place.data, 4))]
    case .cr3, .raf: break
    }
    var file = [UInt8](repeating: 0, count: Place.data)
    func put(_ part: [UInt8], at index: Int) { file.replaceSubrange(index..<index + part.count, with: part) }
    let mark = container == .orf ? "IIRO" : container == .rw2 ? "IIU\0" : "II*\0"
    put(Array(mark.utf8) + little(Place.first, 4), at: 0)
    if container == .cr2 { put(Array("CR".utf8) + [2, 0], at: 8) }
    put(directory(first, at: Place.first, next: next), at: Place.first)
    put(directory(sub, at: Place.sub), at: Place.sub)
    put(directory(other, at: Place.other), at: Place.other)
    put(directory(exif, at: Place.exif), at: Place.exif)
    put(note, at: Place.note)
    bytes = file + jpeg + thumbnail + sensor
  }
}

/// A CR3 file: the JPEG is the first frame of a track, the smaller one is in Canon's preview box.
private func cr3Data(jpeg: [UInt8], thumbnail: [UInt8], size: PixelSize, orientation: Orientation) -> [UInt8] {
  func box(_ type: String, _ content: [UInt8]) -> [UInt8] { big(content.count + 8, 4) + Array(type.utf8) + content }
  func tiff(_ entries: [Entry]) -> [UInt8] { Array("II*\0".utf8) + little(8, 4) + directory(entries, at: 8) }
  let zeros = [UInt8](repeating: 0, count: 8)
  let facts = tiff([
    whole(0x100, size.width), whole(0x101, size.height), text(0x10F, "Maker"), text(0x110, "Model cr3"),
    (0x112, 3, 1, little(orientation.rawValue, 2)),
  ])
  let shooting = tiff([text(0x9003, "2024:05:12 18:03:21"), (0x8827, 3, 1, little(400, 2))])
  let canon: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]
  let previewID: [UInt8] = [
    0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
  ]
  func head(jpegAt index: Int) -> [UInt8] {
    let table =
      box("stsz", Array(zeros.prefix(4)) + big(0, 4) + big(1, 4) + big(jpeg.count, 4))
      + box("co64", Array(zeros.prefix(4)) + big(1, 4) + big(index, 8))
    let track = box("trak", box("mdia", box("minf", box("stbl", table))))
    return box("ftyp", Array("crx ".utf8) + big(1, 4) + Array("crx isom".utf8))
      + box("moov", box("uuid", canon + box("CMT1", facts) + box("CMT2", shooting)) + track)
      + box("uuid", previewID + zeros + box("PRVW", zeros + big(0, 4) + big(thumbnail.count, 4) + thumbnail))
  }
  let index = head(jpegAt: 0).count + 8
  return head(jpegAt: index) + box("mdat", jpeg)
}

/// The JPEG carries the facts of the whole; sizes are big-endian, height first.
private func rafData(jpeg: [UInt8], size: PixelSize, sensor: [UInt8]) -> [UInt8] {
  let index = 160
  let sizes =
    big(2, 4) + big(0x100, 2) + big(4, 2) + big(size.height + 16, 2) + big(size.width + 16, 2) + big(0x111, 2)
    + big(4, 2) + big(size.height, 2) + big(size.width, 2)
  let sizesIndex = index + jpeg.count
  let sensorIndex = sizesIndex + sizes.count
  var head = Array("FUJIFILMCCD-RAW 0201FF000000Model raf".utf8)
  head += [UInt8](repeating: 0, count: 84 - head.count)
  head += big(index, 4) + big(jpeg.count, 4) + big(sizesIndex, 4) + big(sizes.count, 4)
  head += big(sensorIndex, 4) + big(sensor.count, 4)
  head += [UInt8](repeating: 0, count: index - head.count)
  return head + jpeg + sizes + sensor
}
