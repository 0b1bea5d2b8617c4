import PhotoModel

/// The items of a HEIC or AVIF file, read from its boxes (ISO/IEC 23008-12) before the decoder sees them.
struct HEIFItems {
  /// A reference from one item to others.
  struct Reference {
    /// "dimg": made from them; "auxl", "thmb", "cdsc": about them.
    var kind: Int
    var from: Int
    var to: [Int]
  }

  /// A property of items, and the size in it where it declares one.
  struct Property {
    var box: ISOBox
    var size: PixelSize?
  }

  let view: ByteView
  /// The content of the box of items: a version and flags stand first.
  let meta: Range<Int>
  private(set) var primary: Int?
  private(set) var types: [Int: Int] = [:]
  private(set) var references: [Reference] = []
  /// The properties of each item, in the order in which they are applied.
  private(set) var properties: [Int: [Property]] = [:]
  /// The ranges of the data of each item in the file, piece after piece; none of an item that is put together
  /// otherwise.
  private(set) var locations: [Int: [Range<Int>]] = [:]
  /// Data of an item lie after the end of the file.
  private(set) var isCutOff = false

  /// Reads the items of a file; nil where there is no box of items: then the decoder reports the fault.
  init?(_ bytes: [UInt8]) {
    view = ByteView(bytes)
    guard let meta = view.box("meta", in: 0..<bytes.count) else { return nil }
    self.meta = min(meta.lowerBound + 4, meta.upperBound)..<meta.upperBound
    for box in view.boxes(in: self.meta) {
      switch box.type {
      case ISOBox.type("pitm"): readPrimary(box.content)
      case ISOBox.type("iinf"): readTypes(box.content)
      case ISOBox.type("iref"): references = references(in: box.content)
      case ISOBox.type("iprp"): readProperties(box.content)
      case ISOBox.type("iloc"): readLocations(box.content)
      default: break
      }
    }
    // A box that claims to be longer than the file is cut to it.
    isCutOff = isCutOff || meta.upperBound == bytes.count && primary == nil
  }

  /// Refuses pictures that take far more to decode than their own pixels: a grid can name one small tile tens of
  /// thousands of times.
  ///
  /// - Throws: `.tooCostly`, `.tooLarge`, `.corrupt` where a picture is part of itself.
  func check() throws(DecodingError) {
    guard let primary else { return }
    let own = sizes(of: primary).first ?? PixelSize(width: 0, height: 0)
    var tiles = 0
    let pixels = try decodedPixels(of: primary, depth: 0, tiles: &tiles)
    // A grid decodes whole tiles where it shows parts of them, and a small one several times its own pixels.
    let allowed = max(own.pixels, 4_000_000).multipliedReportingOverflow(by: 2)
    guard tiles <= DecodingLimits.heifTiles, allowed.overflow || pixels <= allowed.partialValue else {
      throw .tooCostly(own)
    }
  }

  private func decodedPixels(of item: Int, depth: Int, tiles: inout Int) throws(DecodingError) -> Int {
    guard depth < 4 else { throw .corrupt("its parts refer to each other") }
    let derived = [ISOBox.type("grid"), ISOBox.type("iovl"), ISOBox.type("iden")]
    let isDerived = types[item].map(derived.contains) ?? false
    let parts = isDerived ? references.filter { $0.kind == ISOBox.type("dimg") && $0.from == item }.flatMap(\.to) : []
    guard !parts.isEmpty else {
      var largest = 0
      for size in sizes(of: item) {
        try DecodingLimits.check(size)
        largest = max(largest, size.pixels)
      }
      return largest
    }
    var sum = 0
    for part in parts {
      tiles += 1
      guard tiles <= DecodingLimits.heifTiles else { return sum }
      sum += try decodedPixels(of: part, depth: depth + 1, tiles: &tiles)
    }
    return sum
  }

  /// The sizes in the properties of an item: its own and that of its coded data.
  private func sizes(of item: Int) -> [PixelSize] { properties[item, default: []].compactMap(\.size) }

  // MARK: Boxes

  private mutating func readPrimary(_ box: Range<Int>) {
    guard let version = view.big(at: box.lowerBound, length: 1) else { return }
    primary = view.big(at: box.lowerBound + 4, length: version == 0 ? 2 : 4)
  }

  private mutating func readTypes(_ box: Range<Int>) {
    guard let version = view.big(at: box.lowerBound, length: 1) else { return }
    let start = box.lowerBound + (version == 0 ? 6 : 8)
    guard start <= box.upperBound else { return }
    for entry in view.boxes(in: start..<box.upperBound) {
      guard let version = view.big(at: entry.content.lowerBound, length: 1), version >= 2 else { continue }
      let idLength = version == 2 ? 2 : 4
      guard let item = view.big(at: entry.content.lowerBound + 4, length: idLength) else { continue }
      types[item] = view.big(at: entry.content.lowerBound + 4 + idLength + 2, length: 4)
    }
  }

  func references(in box: Range<Int>) -> [Reference] {
    guard let version = view.big(at: box.lowerBound, length: 1), box.count >= 4 else { return [] }
    let idLength = version == 0 ? 2 : 4
    return view.boxes(in: box.lowerBound + 4..<box.upperBound).compactMap { entry in
      var position = entry.content.lowerBound
      guard let from = view.big(at: position, length: idLength),
        let count = view.big(at: position + idLength, length: 2)
      else { return nil }
      position += idLength + 2
      var to: [Int] = []
      for _ in 0..<count {
        guard position < entry.content.upperBound, let item = view.big(at: position, length: idLength) else { break }
        to.append(item)
        position += idLength
      }
      return Reference(kind: entry.type, from: from, to: to)
    }
  }

  /// Whether the data of the items are there: of an offset in the file, or in the box "idat".
  private mutating func readLocations(_ box: Range<Int>) {
    guard let version = view.big(at: box.lowerBound, length: 1), version < 3,
      let sizes = view.big(at: box.lowerBound + 4, length: 2)
    else { return }
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains) else { return }
    var position = box.lowerBound + 6
    /// The first byte of eight is 0 in every file that can exist.
    func next(_ length: Int) -> Int? {
      defer { position += length }
      return length == 8
        ? view.big(at: position + 1, length: 7) : length == 0 ? 0 : view.big(at: position, length: length)
    }
    let idLength = version == 2 ? 4 : 2
    let idat = view.box("idat", in: meta)
    guard let count = next(idLength) else { return }
    for _ in 0..<count {
      guard position < box.upperBound, let item = next(idLength), let construction = version == 0 ? 0 : next(2),
        next(2) != nil, let base = next(baseSize), let extents = next(2)
      else { return }
      let space = construction & 15 == 0 ? 0..<view.count : construction & 15 == 1 ? idat : nil
      for _ in 0..<extents {
        guard position < box.upperBound, next(indexSize) != nil, let offset = next(offsetSize),
          let length = next(lengthSize)
        else { return }
        guard let space else { continue }
        if base + offset > space.count - length {
          if construction & 15 == 0 { isCutOff = true }
        } else {
          let start = space.lowerBound + base + offset
          locations[item, default: []].append(start..<start + length)
        }
      }
    }
  }

  private mutating func readProperties(_ box: Range<Int>) {
    guard let container = view.box("ipco", in: box) else { return }
    let declared = view.boxes(in: container).map { Property(box: $0, size: size(declaredBy: $0)) }
    for association in view.boxes(in: box) where association.type == ISOBox.type("ipma") {
      readAssociations(association.content, declared)
    }
  }

  private mutating func readAssociations(_ box: Range<Int>, _ declared: [Property]) {
    guard let version = view.big(at: box.lowerBound, length: 1),
      let flags = view.big(at: box.lowerBound + 3, length: 1),
      let count = view.big(at: box.lowerBound + 4, length: 4)
    else { return }
    let idLength = version == 0 ? 2 : 4
    let indexLength = flags & 1 == 1 ? 2 : 1
    var position = box.lowerBound + 8
    for _ in 0..<count {
      guard position < box.upperBound, let item = view.big(at: position, length: idLength),
        let propertyCount = view.big(at: position + idLength, length: 1)
      else { return }
      position += idLength + 1
      for _ in 0..<propertyCount {
        guard let value = view.big(at: position, length: indexLength) else { return }
        // The first bit tells whether a reader must know the property; numbers begin at 1.
        let index = (value & (indexLength == 2 ? 0x7FFF : 0x7F)) - 1
        position += indexLength
        if declared.indices.contains(index) { properties[item, default: []].append(declared[index]) }
      }
    }
  }

  /// The size in an ispe box, or in the sequence parameters of HEVC data.
  private func size(declaredBy property: ISOBox) -> PixelSize? {
    switch property.type {
    case ISOBox.type("ispe"):
      guard let width = view.big(at: property.content.lowerBound + 4, length: 4),
        let height = view.big(at: property.content.lowerBound + 8, length: 4)
      else { return nil }
      return PixelSize(width: width, height: height)
    case ISOBox.type("hvcC"): return hevcSize(inConfiguration: property.content, of: view)
    default: return nil
    }
  }
}
