/// The first bytes of a box of XMP in a JPEG 2000.
package let xmpUUID: [UInt8] = [
  0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
]

/// A box as files of boxes have it: JPEG XL and JPEG 2000 among them.
package func isoBox(_ name: String, _ content: [UInt8]) -> [UInt8] {
  big(content.count + 8) + Array(name.utf8) + content
}

/// A picture file with a packet of XMP in the place that its format has for one.
///
/// - Parameter file: A JPEG, PNG, GIF, WebP, file of boxes or little-endian TIFF without such a packet.
package func embedding(xmp packet: String, in file: [UInt8]) -> [UInt8] {
  let packet = Array(packet.utf8)
  switch file.prefix(4) {
  case [0xFF, 0xD8, 0xFF, 0xE0]:
    let content = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
    let length = content.count + 2
    return file[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content + file[2...]
  case [0x89, 0x50, 0x4E, 0x47]:
    return adding(pngChunk: "iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet, to: file)
  case [0x47, 0x49, 0x46, 0x38]:
    // A trailer behind the packet leads every reader of blocks to the end.
    let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    return file.dropLast() + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + trailer + [0x3B]
  case [0, 0, 0, 12]:
    return file[4...7].elementsEqual("jP  ".utf8)
      ? file + isoBox("uuid", xmpUUID + packet) : file + isoBox("xml ", packet)
  case [0x52, 0x49, 0x46, 0x46]:
    let padding: [UInt8] = packet.count % 2 == 0 ? [] : [0]
    let whole = file + Array("XMP ".utf8) + little(packet.count) + packet + padding
    return whole[..<4] + little(whole.count - 8) + whole[8...]
  default:
    return rewritingDirectory(of: file) { entries in
      entries.append(TIFFEntry(tag: 700, type: 1, count: packet.count, value: little(file.count)))
      return packet
    }
  }
}

/// A PNG with a chunk before the pixels.
package func adding(pngChunk name: String, _ content: [UInt8], to png: [UInt8]) -> [UInt8] {
  let named = Array(name.utf8) + content
  let chunk = big(content.count) + named + big(Int(crc(named)))
  // The chunk goes behind the signature and IHDR.
  return png[..<33] + chunk + png[33...]
}

/// A little-endian TIFF with another tag, of bytes.
package func adding(tiffTag tag: Int, _ content: [UInt8], to tiff: [UInt8]) -> [UInt8] {
  rewritingDirectory(of: tiff) { entries in
    entries.append(TIFFEntry(tag: tag, type: 7, count: content.count, value: little(tiff.count)))
    return content
  }
}

/// The trailer of Samsung's phones: entries, then their directory.
package func sefTrailer(_ entries: [(type: UInt8, name: String, data: [UInt8])]) -> [UInt8] {
  let bodies: [[UInt8]] = entries.map { entry in
    let kind: [UInt8] = [0, 0, entry.type, 0x0A]
    return kind + little(entry.name.utf8.count) + Array(entry.name.utf8) + entry.data
  }
  var back = bodies.reduce(0) { $0 + $1.count }
  var directory = Array("SEFH".utf8) + little(106) + little(entries.count)
  for (entry, body) in zip(entries, bodies) {
    directory += [0, 0, entry.type, 0x0A]
    directory += little(back) + little(body.count)
    back -= body.count
  }
  return bodies.flatMap { $0 } + directory + little(directory.count) + Array("SEFT".utf8)
}

/// A little-endian TIFF with its picture as a second page, too.
package func twoPages(_ tiff: [UInt8]) -> [UInt8] {
  let directory = number(tiff, at: 4)
  let count = number(tiff, at: directory) & 0xFFFF
  let copy = tiff[directory..<directory + 2 + count * 12] + [0, 0, 0, 0]
  let next = directory + 2 + count * 12
  let even = tiff + (tiff.count % 2 == 0 ? [] : [0])
  return even[..<next] + little(even.count) + even[(next + 4)...] + copy
}

private struct TIFFEntry {
  var tag: Int
  var type: Int
  var count: Int
  var value: [UInt8]

  var bytes: [UInt8] {
    let head: [UInt8] = [UInt8(tag & 255), UInt8(tag >> 8), UInt8(type), 0]
    return head + little(count) + value
  }
}

/// Puts a directory with other entries behind the file.
///
/// - Parameter change: Changes the entries, and returns what goes between the file and the directory.
private func rewritingDirectory(of tiff: [UInt8], _ change: (inout [TIFFEntry]) -> [UInt8]) -> [UInt8] {
  let directory = number(tiff, at: 4)
  let count = number(tiff, at: directory) & 0xFFFF
  var entries = (0..<count).map { index in
    let at = directory + 2 + index * 12
    return TIFFEntry(
      tag: number(tiff, at: at) & 0xFFFF, type: number(tiff, at: at + 2) & 0xFFFF, count: number(tiff, at: at + 4),
      value: Array(tiff[at + 8..<at + 12]))
  }
  let between = change(&entries)
  entries.sort { $0.tag < $1.tag }
  var whole = tiff + between
  if !whole.count.isMultiple(of: 2) { whole.append(0) }
  whole.replaceSubrange(4..<8, with: little(whole.count))
  whole += [UInt8(entries.count), 0]
  for entry in entries { whole += entry.bytes }
  return whole + [0, 0, 0, 0]
}

private func number(_ bytes: [UInt8], at offset: Int) -> Int {
  (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
}

private func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }

private func big(_ value: Int) -> [UInt8] { little(value).reversed() }

/// ISO 3309, as PNG writes it behind each chunk.
private func crc(_ bytes: [UInt8]) -> UInt32 {
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0xEDB8_8320 }
  }
  return ~crc
}
