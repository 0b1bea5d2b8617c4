/// Contents as an array of bytes: the same in the answer of the decode worker, in the cache and in memory. Absent
/// values take no bytes, so that the contents of most photos are a few bytes long.
///
/// Each value is a tag, then a number or a text with its length in front. Tags rise; those of lists repeat. A tag keeps
/// its meaning.
extension PhotoContents {
  private enum Tag: UInt8 {
    case frames = 1
    case duration, pages, alpha, bitsPerChannel, gamut, flags, movie, latitude, longitude, timeOffset, contentIdentifier
    case statedWidth, statedHeight
    case rating = 32
    case label, flagged, keyword, title, caption, person, copyright, edit, annotation
  }

  /// The largest number of bytes that is written, or accepted.
  package static let mostBytes = 4096
  /// The longest text in bytes; a longer one is cut, with a fingerprint of the whole at its end.
  private static let mostText = 600

  /// The contents as bytes, at most `mostBytes`; empty where the photo carries nothing but its picture.
  package var bytes: [UInt8] {
    var writer = TagWriter()
    let plain = PhotoContents()
    func add(_ tag: Tag, _ value: Int, unless usual: Int) {
      if value != usual { writer.add(tag.rawValue, number: value) }
    }
    add(.frames, frames, unless: plain.frames)
    add(.duration, duration, unless: 0)
    add(.pages, pages, unless: plain.pages)
    add(.alpha, Int(alpha.rawValue), unless: 0)
    add(.bitsPerChannel, bitsPerChannel, unless: plain.bitsPerChannel)
    add(.gamut, Int(gamut.rawValue), unless: 0)
    let flags = [hasGainMap, isHDR, hasDepthMap, isStereo, hasSound, hasStoredJPEG]
    add(.flags, flags.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }, unless: 0)
    add(.movie, movie ?? -1, unless: -1)
    if let location {
      writer.add(Tag.latitude.rawValue, number: location.latitude)
      writer.add(Tag.longitude.rawValue, number: location.longitude)
    }
    if let timeOffset { writer.add(Tag.timeOffset.rawValue, number: timeOffset) }
    writer.add(Tag.contentIdentifier.rawValue, text: contentIdentifier)
    if let statedSize {
      writer.add(Tag.statedWidth.rawValue, number: statedSize.width)
      writer.add(Tag.statedHeight.rawValue, number: statedSize.height)
    }
    add(.rating, metadata.rating ?? 0, unless: 0)
    writer.add(Tag.label.rawValue, text: metadata.label)
    let picked = metadata.isPicked.map { $0 ? 2 : 4 } ?? 0
    add(.flagged, (metadata.isFavourite ? 1 : 0) | picked, unless: 0)
    writer.add(Tag.keyword.rawValue, list: metadata.keywords)
    writer.add(Tag.title.rawValue, text: metadata.title)
    writer.add(Tag.caption.rawValue, text: metadata.caption)
    writer.add(Tag.person.rawValue, list: metadata.people)
    writer.add(Tag.copyright.rawValue, text: metadata.copyright)
    writer.add(Tag.edit.rawValue, text: metadata.edit)
    writer.add(Tag.annotation.rawValue, list: annotations)
    return writer.bytes
  }

  /// Reads the bytes that `bytes` gave.
  ///
  /// - Returns: Nil where a value is one that no photo has.
  package init?(bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes else { return nil }
    var reader = TagReader(bytes: bytes)
    var last: UInt8 = 0
    while let code = reader.byte() {
      guard let tag = Tag(rawValue: code),
        code > last || code == last && [.keyword, .person, .annotation].contains(tag)
      else {
        return nil
      }
      last = code
      switch tag {
      case .label: metadata.label = reader.text()
      case .keyword: reader.text().map { metadata.keywords.append($0) }
      case .title: metadata.title = reader.text()
      case .caption: metadata.caption = reader.text()
      case .person: reader.text().map { metadata.people.append($0) }
      case .copyright: metadata.copyright = reader.text()
      case .edit: metadata.edit = reader.text()
      case .annotation: reader.text().map { annotations.append($0) }
      case .contentIdentifier: contentIdentifier = reader.text()
      default: guard take(tag, reader.number()) else { return nil }
      }
      if reader.isCut { return nil }
    }
  }

  /// Reads a value. False where no photo has such a value.
  private mutating func take(_ tag: Tag, _ value: Int) -> Bool {
    switch tag {
    case .frames: frames = value
    case .duration: duration = value
    case .pages: pages = value
    case .alpha: Alpha(rawValue: UInt8(clamping: value)).map { alpha = $0 }
    case .bitsPerChannel: bitsPerChannel = value
    case .gamut: Gamut(rawValue: UInt8(clamping: value)).map { gamut = $0 }
    case .flags:
      (hasGainMap, isHDR, hasDepthMap) = (value & 1 != 0, value & 2 != 0, value & 4 != 0)
      (isStereo, hasSound, hasStoredJPEG) = (value & 8 != 0, value & 16 != 0, value & 32 != 0)
    case .movie: movie = value
    case .latitude: location = Location(latitude: value, longitude: location?.longitude ?? 0)
    case .longitude: location = Location(latitude: location?.latitude ?? 0, longitude: value)
    case .timeOffset: timeOffset = value
    case .statedWidth: statedSize = PixelSize(width: value, height: statedSize?.height ?? 1)
    case .statedHeight: statedSize = PixelSize(width: statedSize?.width ?? 1, height: value)
    case .rating: metadata.rating = value
    case .flagged:
      metadata.isFavourite = value & 1 != 0
      metadata.isPicked = value & 2 != 0 ? true : value & 4 != 0 ? false : nil
    default: return false
    }
    return isPlausible
  }

  /// The contents with numbers that no photo has, though a file may claim them, moved to the end of the possible range.
  package var limited: PhotoContents {
    var limited = self
    limited.frames = min(max(1, frames), 10_000_000)
    limited.pages = min(max(1, pages), 10_000_000)
    limited.duration = min(max(0, duration), Int(Int32.max))
    limited.bitsPerChannel = min(max(1, bitsPerChannel), 64)
    limited.movie = movie.map { min(max(0, $0), Int(Int32.max)) }
    if let timeOffset, abs(timeOffset) > 1440 { limited.timeOffset = nil }
    if let location, !location.isOnEarth { limited.location = nil }
    if !hasPlausibleSize { limited.statedSize = nil }
    return limited
  }

  private var isPlausible: Bool {
    let counts = 1...10_000_000
    return counts.contains(frames) && counts.contains(pages) && (0...Int(Int32.max)).contains(duration)
      && (1...64).contains(bitsPerChannel) && (movie.map { (0...Int(Int32.max)).contains($0) } ?? true)
      && (location?.isOnEarth ?? true) && (timeOffset.map { (-1440...1440).contains($0) } ?? true)
      && (metadata.rating.map { (-1...5).contains($0) } ?? true) && hasPlausibleSize
  }

  private var hasPlausibleSize: Bool {
    statedSize.map { (1...65_535).contains($0.width) && (1...65_535).contains($0.height) } ?? true
  }

  private struct TagWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ tag: UInt8, number: Int) {
      guard bytes.count + 11 <= PhotoContents.mostBytes else { return }
      bytes.append(tag)
      add(UInt64(bitPattern: Int64(number << 1 ^ number >> 63)))
    }

    mutating func add(_ tag: UInt8, text: String?) {
      guard let text else { return }
      let short = Self.short(text)
      guard bytes.count + short.count + 11 <= PhotoContents.mostBytes else { return }
      bytes.append(tag)
      add(UInt64(short.count))
      bytes += short
    }

    /// Adds the texts of a list; those beyond its limit become one entry with a fingerprint of all of them.
    mutating func add(_ tag: UInt8, list: [String]) {
      let space = PhotoContents.mostBytes / 4
      let start = bytes.count
      for (index, text) in list.enumerated() {
        guard bytes.count - start + text.utf8.count < space else {
          let rest = list[index...].joined(separator: "\n")
          return add(tag, text: "… \(list.count - index) more (\(Self.fingerprint(of: rest)))")
        }
        add(tag, text: text)
      }
    }

    /// LEB128.
    private mutating func add(_ word: UInt64) {
      var word = word
      while word > 0x7F {
        bytes.append(UInt8(truncatingIfNeeded: word) | 0x80)
        word >>= 7
      }
      bytes.append(UInt8(word))
    }

    private static func short(_ text: String) -> [UInt8] {
      guard text.utf8.count > PhotoContents.mostText else { return Array(text.utf8) }
      var start = text.unicodeScalars
      while String(start).utf8.count > PhotoContents.mostText - 24 {
        start.removeLast(max(1, (String(start).utf8.count - PhotoContents.mostText) / 4))
      }
      return Array("\(String(start))… (\(fingerprint(of: text)))".utf8)
    }

    private static func fingerprint(of text: String) -> String {
      var text = text
      return text.withUTF8 { String(Checksum(of: UnsafeRawBufferPointer($0)).value, radix: 16) }
    }
  }

  private struct TagReader {
    let bytes: [UInt8]
    private var position = 0
    private(set) var isCut = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The next byte; nil at the end.
    mutating func byte() -> UInt8? {
      guard position < bytes.count else { return nil }
      defer { position += 1 }
      return bytes[position]
    }

    mutating func number() -> Int {
      let word = word()
      return Int(truncatingIfNeeded: word >> 1) ^ -Int(truncatingIfNeeded: word & 1)
    }

    mutating func text() -> String? {
      let length = word()
      guard length <= UInt64(bytes.count - position) else {
        isCut = true
        return nil
      }
      defer { position += Int(length) }
      return String(decoding: bytes[position..<position + Int(length)], as: UTF8.self)
    }

    private mutating func word() -> UInt64 {
      var word: UInt64 = 0
      for shift in stride(from: 0, to: 64, by: 7) {
        guard let next = byte() else {
          isCut = true
          return 0
        }
        word |= UInt64(next & 0x7F) << UInt64(shift)
        if next & 0x80 == 0 { return word }
      }
      isCut = true
      return 0
    }
  }
}

extension PhotoContents.Location {
  /// "48.13333° N, 11.56667° E".
  package var degrees: String {
    func side(_ millionths: Int, _ positive: String, _ negative: String) -> String {
      let whole = abs(millionths) / 1_000_000
      let rest = String(abs(millionths) % 1_000_000 / 10)
      let zeros = String(repeating: "0", count: max(0, 5 - rest.count))
      return "\(whole).\(zeros)\(rest)° \(millionths < 0 ? negative : positive)"
    }
    return side(latitude, "N", "S") + ", " + side(longitude, "E", "W")
  }

  /// Whether the coordinates exist.
  package var isOnEarth: Bool { abs(latitude) <= 90_000_000 && abs(longitude) <= 180_000_000 }
}
