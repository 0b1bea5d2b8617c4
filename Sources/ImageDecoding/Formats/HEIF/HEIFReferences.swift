import CHeif

/// Opens a HEIC or AVIF file by libheif: the first file of those that follow each other, with the references that
/// libheif knows.
///
/// - Parameter buffer: The memory of `bytes`, which must stay valid until the reader is closed.
/// - Returns: Nil when out of memory.
func openHEIF(_ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, _ items: HEIFItems?) -> OpaquePointer? {
  guard let reader = heifreader_open(buffer.baseAddress, ByteView(bytes).endOfFirstFile) else { return nil }
  guard let boxes = items?.boxesWithSingleReferences else { return reader }
  if heifreader_replace(reader, boxes.start, boxes.bytes, boxes.bytes.count) { return reader }
  heifreader_close(reader)
  return nil
}

/// The boxes of a HEIC or AVIF file, as far as they are checked before its decoder reads them.
package struct HEIFBoxes: Equatable, Sendable {
  /// The file as its decoder gets it: of the same length.
  package var read: [UInt8]
  /// The ranges of the tiles that are decoded one by one, and of the thumbnail beside them; none of a picture that is
  /// left to libheif.
  package var tiles: [Range<Int>]
  /// Whether each tile is made of whole units of HEVC.
  package var hasWholeTiles: Bool

  /// Reads the boxes of a file; nil where there is no box of items.
  package init?(_ bytes: [UInt8]) {
    guard let items = HEIFItems(bytes) else { return nil }
    read = bytes
    if let boxes = items.boxesWithSingleReferences {
      read.replaceSubrange(boxes.start..<boxes.start + boxes.bytes.count, with: boxes.bytes)
    }
    let grids = items.primaryGrid.map { [$0, items.primaryThumbnail].compactMap(\.self) } ?? []
    tiles = grids.flatMap(\.tiles).flatMap(\.data)
    hasWholeTiles = bytes.withUnsafeBufferPointer { buffer in grids.allSatisfy { $0.hasWholeUnits(in: buffer) } }
  }
}

extension HEIFItems {
  /// The boxes of the items, rewritten for libheif before 1.18; nil where they can be read as they are.
  ///
  /// Exif, an auxiliary picture or a thumbnail may be about several items, as about the photo and the one that is toned
  /// by the gain map ("tmap", ISO 21496-1): phones since iOS 18 write such files. An older libheif accepts exactly one
  /// item, and pictures only. Each of these references keeps the primary or the first picture; the freed bytes pad the
  /// name of the handler, so that nothing behind is moved.
  var boxesWithSingleReferences: (start: Int, bytes: [UInt8])? {
    let children = view.boxes(in: meta)
    var written: [UInt8] = []
    var freed = 0
    for child in children {
      let head = child.content.lowerBound - 8
      guard child.type == ISOBox.type("iref"), view.big(at: head, length: 4) == child.content.count + 8 else {
        continue
      }
      written = referencesBox(child.content)
      freed = child.content.count + 8 - written.count
    }
    guard freed > 0 else { return nil }
    var bytes: [UInt8] = []
    var position = meta.lowerBound
    var hasSpace = false
    for child in children {
      let head = child.content.lowerBound - 8
      switch child.type {
      case ISOBox.type("hdlr") where !hasSpace && view.big(at: head, length: 4) == child.content.count + 8:
        bytes += big(child.content.count + 8 + freed, length: 4)
        bytes += view.slice(head + 4..<child.content.upperBound)
        bytes += [UInt8](repeating: 0, count: freed)
        hasSpace = true
      case ISOBox.type("iref"): bytes += written
      default: bytes += view.slice(position..<child.content.upperBound)
      }
      position = child.content.upperBound
    }
    bytes += view.slice(position..<meta.upperBound)
    return hasSpace && bytes.count == meta.count ? (meta.lowerBound, bytes) : nil
  }

  private func referencesBox(_ box: Range<Int>) -> [UInt8] {
    let idLength = view.big(at: box.lowerBound, length: 1) == 0 ? 2 : 4
    let about = ["auxl", "cdsc", "thmb"].map { ISOBox.type($0) }
    var content = Array(view.slice(box.lowerBound..<box.lowerBound + 4))
    for reference in references(in: box) {
      var to = reference.to
      if about.contains(reference.kind), to.count > 1 || to.contains(where: { !isPicture($0) }), let primary {
        to = [to.contains(primary) ? primary : to.first(where: isPicture) ?? primary]
      }
      let ids = ([reference.from] + to).map { big($0, length: idLength) }
      content += big(8 + idLength + 2 + idLength * to.count, length: 4) + big(reference.kind, length: 4)
      content += ids[0] + big(to.count, length: 2) + ids.dropFirst().joined()
    }
    return big(content.count + 8, length: 4) + big(ISOBox.type("iref"), length: 4) + content
  }

  /// The picture to show is an item of a kind that exists, and all data of items are there.
  var hasPrimaryPicture: Bool { !isCutOff && (primary.map(isPicture) ?? false) }

  private func isPicture(_ item: Int) -> Bool {
    let pictures = ["hvc1", "av01", "grid", "iovl", "iden", "jpeg", "j2k1", "avc1", "vvc1", "unci"].map {
      ISOBox.type($0)
    }
    return types[item].map(pictures.contains) ?? false
  }
}

private func big(_ value: Int, length: Int) -> [UInt8] {
  (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
}
