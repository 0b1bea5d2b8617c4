import CTurboJPEG
package import PhotoModel

/// A picture as baseline JPEG, for pages that a browser opens.
///
/// - Parameter quality: Of libjpeg, 1…100.
/// - Returns: Nil for a picture without pixels, or where there is no memory.
package func jpegBytes(of picture: RGBPicture, quality: Int = 82) -> [UInt8]? {
  guard let width = Int32(exactly: picture.width), let height = Int32(exactly: picture.height) else { return nil }
  var count = 0
  let bytes = picture.pixels.withUnsafeBufferPointer {
    jpegwriter_rgb($0.baseAddress, width, height, Int32(min(max(quality, 1), 100)), &count)
  }
  guard let bytes else { return nil }
  defer { jpegwriter_free(bytes) }
  return Array(UnsafeBufferPointer(start: bytes, count: count))
}
