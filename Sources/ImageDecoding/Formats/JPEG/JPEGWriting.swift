import CTurboJPEG
package import PhotoModel

/// A picture as baseline JPEG, for pages that a browser opens.
///
/// - Parameter quality: Of libjpeg, 1…100.
/// - Returns: Nil for a picture without pixels, or where there is no memory.
package func jpegBytes(of picture: RGBPicture, quality: Int = 82) -> [UInt8]? {
  guard let width = Int32(exactly: picture.width), let height = Int32(exactly: picture.height) else { return nil }
  let form = JPEGWriterForm(
    width: width, height: height, channels: 3, quality: Int32(min(max(quality, 1), 100)), has_full_chroma: false,
    is_progressive: false, is_bare: false)
  return jpegBytes(of: picture.pixels, form)
}

/// A picture as progressive JPEG without any APPn segment. Nil where there is no memory.
func jpegBytes(of picture: StoredPicture, quality: Int, hasFullChroma: Bool) -> [UInt8]? {
  let form = JPEGWriterForm(
    width: Int32(picture.size.width), height: Int32(picture.size.height), channels: Int32(picture.channels),
    quality: Int32(quality), has_full_chroma: hasFullChroma, is_progressive: true, is_bare: true)
  return jpegBytes(of: picture.pixels, form)
}

private func jpegBytes(of pixels: [UInt8], _ form: JPEGWriterForm) -> [UInt8]? {
  var (form, count) = (form, 0)
  guard let bytes = jpegwriter_picture(pixels, &form, &count) else { return nil }
  defer { jpegwriter_free(bytes) }
  return Array(UnsafeBufferPointer(start: bytes, count: count))
}
