package import PhotoModel

/// The metadata in the image resources of Photoshop, which a JPEG has in APP13 (behind "Photoshop 3.0\0") and a TIFF in
/// tag 34377: that of the resource 0x0404. Source: Adobe, Photoshop File Formats Specification, Image Resource Blocks.
///
/// - Parameter bytes: The resources, with or without "Photoshop 3.0\0"; those of several segments one after the other.
/// - Returns: Nil where no such resource has metadata.
package func iptcDescription(inResources bytes: [UInt8]) -> DescriptiveMetadata? {
  var found: DescriptiveMetadata?
  forEachPhotoshopResource(in: bytes) { kind, content in
    // The first resource with metadata counts.
    if kind == 0x0404, let metadata = iptcDescription(inDataSets: Array(content)), !metadata.isEmpty {
      found = metadata
    }
    return found != nil
  }
  return found
}

/// Calls `body` with the number and the content of each resource, until it returns true.
func forEachPhotoshopResource(in bytes: [UInt8], _ body: (_ kind: Int, _ content: ArraySlice<UInt8>) -> Bool) {
  let view = ByteView(bytes)
  var index = 0
  for _ in 0..<DecodingLimits.chunks {
    if view.has("Photoshop 3.0\0", at: index) { index += 14 }
    guard ["8BIM", "MeSa", "PHUT", "AgHg", "DCSR"].contains(where: { view.has($0, at: index) }),
      let kind = view.big(at: index + 4, length: 2), let nameLength = view.big(at: index + 6, length: 1)
    else { return }
    // The name with its length, and the content, are filled up to even numbers.
    let sizeIndex = index + 6 + (nameLength + 2) & ~1
    guard let size = view.big(at: sizeIndex, length: 4) else { return }
    let start = sizeIndex + 4
    if body(kind, view.slice(start..<start + size)) { return }
    index = start + (size + 1) & ~1
  }
}

/// Words in data sets of the IPTC Information Interchange Model 4.2, which a TIFF has in tag 33723.
///
/// - Returns: Nil where there is no data set.
package func iptcDescription(inDataSets bytes: [UInt8]) -> DescriptiveMetadata? {
  let sets = iptcDataSets(bytes)
  guard !sets.isEmpty else { return nil }
  let isUTF8 = sets.contains { $0.number == 0x015A && $0.bytes.starts(with: [0x1B, 0x25, 0x47]) }
  func texts(_ number: Int) -> [String] {
    sets.filter { $0.number == number }.compactMap { DescriptiveMetadata.text(iptcText($0.bytes, isUTF8: isUTF8)) }
  }
  func caption(_ number: Int) -> String? { texts(number).lazy.compactMap { DescriptiveMetadata.caption($0) }.first }
  var metadata = DescriptiveMetadata()
  metadata.addKeywords(texts(0x0219) + texts(0x0214))
  metadata.caption = caption(0x0278)
  metadata.setTitle(caption(0x0205), headline: caption(0x0269))
  metadata.copyright = texts(0x0274).first
  return metadata.limited
}

/// The data sets of a record; record and data set as one number, 2:25 as 0x0219.
func iptcDataSets(_ record: [UInt8]) -> [(number: Int, bytes: ArraySlice<UInt8>)] {
  // Some programs write the record into a TIFF as numbers in its byte order: each four bytes reversed.
  let isExchanged = record.count >= 4 && record[0] != 0x1C && record[3] == 0x1C
  let view = ByteView(isExchanged ? exchanged(record) : record)
  var sets: [(number: Int, bytes: ArraySlice<UInt8>)] = []
  var index = 0
  while sets.count < DecodingLimits.chunks, view.big(at: index, length: 1) == 0x1C,
    let number = view.big(at: index + 1, length: 2), var length = view.big(at: index + 3, length: 2)
  {
    index += 5
    // In the long form these are the number of bytes of the length that follows.
    if length & 0x8000 != 0 {
      let count = length & 0x7FFF
      guard (1...4).contains(count), let long = view.big(at: index, length: count) else { break }
      index += count
      length = long
    }
    guard length <= view.count - index else { break }
    sets.append((number, view.slice(index..<index + length)))
    index += length
  }
  return sets
}

/// A text of a data set: UTF-8 where that is declared or its bytes allow it, else Latin-1.
private func iptcText(_ bytes: ArraySlice<UInt8>, isUTF8: Bool) -> String {
  if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
  if let text = String(validating: bytes, as: UTF8.self) { return text }
  return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
}

private func exchanged(_ bytes: [UInt8]) -> [UInt8] {
  stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<min($0 + 4, bytes.count)].reversed() }
}
