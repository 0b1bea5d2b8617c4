import CTurboJPEG
package import PhotoModel

/// A picture as baseline JPEG, for pages that a browser opens.
///
/// - Parameter quality: The quality of libjpeg, 1…100.
/// - Returns: Nil for a picture without pixels or of a size that JPEG has not, or where there is no memory.
package func jpegBytes(of picture: RGBPicture, quality: Int = 82) -> [UInt8]? {
  jpegBytes(of: picture.pixels, picture.width, picture.height, quality: min(max(quality, 1), 100))
}

/// A picture as progressive JPEG without any APPn segment. Nil where there is no memory.
func jpegBytes(of picture: StoredPicture, quality: Int, hasFullChroma: Bool) -> [UInt8]? {
  let subsampling = picture.channels == 1 ? TJSAMP_GRAY : hasFullChroma ? TJSAMP_444 : TJSAMP_420
  let format = picture.channels == 1 ? TJPF_GRAY : TJPF_RGB
  return jpegBytes(
    of: picture.pixels, picture.size.width, picture.size.height, format, subsampling, quality: quality,
    flags: TJFLAG_PROGRESSIVE
  ).map(withoutJFIF)
}

private func jpegBytes(
  of pixels: [UInt8], _ width: Int, _ height: Int, _ format: TJPF = TJPF_RGB, _ subsampling: TJSAMP = TJSAMP_420,
  quality: Int, flags: Int32 = 0
) -> [UInt8]? {
  guard let width = Int32(exactly: width), let height = Int32(exactly: height), width > 0, height > 0,
    let encoder = tjInitCompress()
  else { return nil }
  var bytes: UnsafeMutablePointer<UInt8>?
  var count: UInt = 0
  defer {
    tjFree(bytes)
    tjDestroy(encoder)
  }
  guard
    tjCompress2(
      encoder, pixels, width, 0, height, format.rawValue, &bytes, &count, Int32(subsampling.rawValue), Int32(quality),
      flags | TJFLAG_ACCURATEDCT) == 0
  else { return nil }
  return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
}

/// The JPEG without the JFIF segment that TurboJPEG writes behind the start marker.
private func withoutJFIF(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count > 6, bytes[2] == 0xFF, bytes[3] == 0xE0 else { return bytes }
  let length = Int(bytes[4]) << 8 | Int(bytes[5])
  return Array(bytes.prefix(2) + bytes.dropFirst(4 + length))
}
