import PhotoModel

extension EXIFBlock {
  /// The location where the photo was taken, by the GPS directory. Nil where its coordinates are not on earth.
  var location: PhotoContents.Location? {
    guard let north = angle(0x0002, negative: "S", 0x0001), let east = angle(0x0004, negative: "W", 0x0003) else {
      return nil
    }
    let location = PhotoContents.Location(
      latitude: Int((north * 1e6).rounded()), longitude: Int((east * 1e6).rounded()))
    // A receiver without a fix writes zeros.
    return location.isOnEarth && (location.latitude != 0 || location.longitude != 0) ? location : nil
  }

  /// Degrees, minutes and seconds as degrees.
  private func angle(_ tag: UInt16, negative letter: Character, _ letterTag: UInt16) -> Double? {
    guard let degrees = fraction(tag, in: .gps), abs(degrees) <= 180 else { return nil }
    let minutes = fraction(tag, in: .gps, at: 1) ?? 0
    let seconds = fraction(tag, in: .gps, at: 2) ?? 0
    let angle = degrees + minutes / 60 + seconds / 3600
    let side = text(bytes(letterTag, in: .gps, limit: 2))?.uppercased()
    return side == String(letter) ? -angle : angle
  }

  /// Minutes east of Greenwich of the camera's clock: "+02:00", "-03:30".
  var timeOffset: Int? {
    for tag in [TIFFTag.offsetTimeOriginal, TIFFTag.offsetTime, TIFFTag.offsetTimeDigitized] {
      guard let text = text(bytes(tag, in: .shooting, limit: 16)) else { continue }
      if text == "Z" { return 0 }
      let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
      guard let sign = text.first, "+-".contains(sign), parts.count == 2, parts[0] <= 14, parts[1] < 60 else {
        continue
      }
      return (parts[0] * 60 + parts[1]) * (sign == "-" ? -1 : 1)
    }
    return nil
  }

  /// The size of the picture as the camera wrote it (PixelXDimension, PixelYDimension).
  var statedSize: PixelSize? {
    guard let width = integer(TIFFTag.pixelWidth, in: .shooting), let height = integer(0xA003, in: .shooting) else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }

  /// The identifier that ties a Live Photo to its movie: tag 0x11 of Apple's note ("Apple iOS", a version, "MM", then a
  /// directory whose offsets count from the beginning of the note).
  var contentIdentifier: String? {
    guard let note = bytes(TIFFTag.makerNote, in: .shooting, limit: 65_536), note.starts(with: "Apple iOS\0".utf8)
    else {
      return nil
    }
    let block = TIFFBlock(Array(note), isBigEndian: true, firstDirectory: 14)
    return text(block.bytes(0x0011, in: block.directory(at: 14), limit: 64))
  }
}

extension EXIFBlock {
  /// The metadata that people wrote, without those that cameras write into every picture.
  fileprivate var metadata: DescriptiveMetadata {
    var found = EXIFDescription()
    found.imageDescription = text(bytes(TIFFTag.imageDescription, in: .picture, limit: 8192))
    found.copyright = text(bytes(TIFFTag.copyright, in: .picture, limit: 1024))
    found.software = text(bytes(TIFFTag.software, in: .picture, limit: 256))
    found.rating = integer(0x4746, in: .picture)
    found.ratingPercent = integer(0x4749, in: .picture)
    func windows(_ tag: UInt16) -> [UInt8] { bytes(tag, in: .picture, limit: 8192).map(Array.init) ?? [] }
    (found.xpTitle, found.xpComment) = (windows(0x9C9B), windows(0x9C9C))
    (found.xpKeywords, found.xpSubject) = (windows(0x9C9E), windows(0x9C9F))
    return found.metadata
  }
}

extension PhotoContents {
  /// Adds the contents of an Exif block.
  mutating func add(_ exif: EXIFBlock) {
    location = location ?? exif.location
    timeOffset = timeOffset ?? exif.timeOffset
    statedSize = statedSize ?? exif.statedSize
    contentIdentifier = contentIdentifier ?? exif.contentIdentifier
    metadata.add(exif.metadata)
    let description = text(exif.bytes(TIFFTag.imageDescription, in: .picture, limit: 64))
    systemMark = systemMark ?? Self.systemMark(in: [description])
  }
}
