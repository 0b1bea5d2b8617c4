package import PhotoModel

/// The contents of a file beside its first picture, without those that need decoding (`alpha`).
///
/// Reading never fails: invalid parts are left out.
///
/// - Parameter bytes: The whole file.
/// - Complexity: O(bytes) with a very small factor: about 1 ms for 5 MB of JPEG.
package func photoContents(of bytes: [UInt8]) -> PhotoContents {
  var contents = PhotoContents()
  let view = ByteView(bytes)
  switch imageFormat(of: bytes) {
  case .jpeg: contents.addJPEG(view)
  case .png: contents.addPNG(view)
  case .webp: contents.addWebP(view)
  case .heic, .avif: contents.addHEIF(bytes)
  case .tiff: contents.addTIFF(bytes)
  case .jxl: contents.addJXL(bytes)
  case .jp2: contents.addJP2(view)
  case .gif: contents.addGIF(view)
  case .raw: EXIFBlock(bytes).map { contents.add($0) }
  case .bmp: contents.addMedia(behind: view.little(at: 2, length: 4) ?? view.count, of: view)
  case nil: break
  }
  contents.annotations = annotations(of: bytes, contents)
  return contents
}

extension PhotoContents {
  /// Adds the contents of an XMP packet.
  mutating func addXMP(_ packet: ArraySlice<UInt8>) {
    guard let packet = XMPPacket(Array(packet)) else { return }
    metadata.add(packet.metadata)
    hasGainMap = hasGainMap || packet.hasGainMap
    hasDepthMap = hasDepthMap || packet.hasDepthMap
    hasSound = hasSound || packet.hasSound
    location = location ?? packet.location
    if capturedAt == nil { capturedAt = packet.capturedAt }
    timeOffset = timeOffset ?? packet.timeOffset
    systemMark = systemMark ?? packet.systemMark
  }

  /// The mark "Screenshot" if it is one of the texts: the system writes it, so it counts as no text of a person. Else
  /// nil.
  static func systemMark(in texts: [String?]) -> String? { texts.contains("Screenshot") ? "Screenshot" : nil }

  /// Adds the contents of the resources in a Photoshop segment.
  mutating func addPhotoshopResources(_ bytes: [UInt8]) {
    if let found = iptcDescription(inResources: bytes) { metadata.add(found) }
  }

  /// Adds the contents of an IPTC record.
  mutating func addIPTC(_ record: [UInt8]) {
    if let found = iptcDescription(inDataSets: record) { metadata.add(found) }
  }
}
