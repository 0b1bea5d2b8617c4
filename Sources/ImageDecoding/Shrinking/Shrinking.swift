package import PhotoModel

/// The bytes of a smaller file, and how they were coded.
package struct ShrunkenFile: Equatable, Sendable {
  /// The whole file.
  package var bytes: [UInt8]
  /// The encoding.
  package var method: ShrinkMethod

  /// Creates a file.
  package init(bytes: [UInt8], method: ShrinkMethod) {
    self.bytes = bytes
    self.method = method
  }
}

/// A smaller file with the picture of a JPEG or a PNG.
///
/// - Parameter bytes: The whole file, untrusted.
/// - Throws: The reason why it is left as it is; only reasons in the bytes (`isOfContent`).
/// - Complexity: 12 megapixels of JPEG take about half a second, of PNG up to half a minute.
package func shrunken(_ bytes: [UInt8], by way: ShrinkWay) throws(ShrinkRefusal) -> ShrunkenFile {
  let format = try shrinkableFormat(of: bytes)
  let most = Int(ShrinkWay.mostBytes(after: ByteCount(Int64(bytes.count))).bytes)
  switch (format, way) {
  case (.jpeg, .lossless): return try repackedJPEG(bytes, most: most)
  case (.jpeg, .fit(let longSide, let limit)):
    return try fittedJPEG(bytes, longSide: longSide, limit: limit.map { Int($0.bytes) }, most: most)
  case (_, .lossless): return try repackedPNG(bytes, most: most)
  case (_, .fit): throw .fitNeedsJPEG
  }
}

/// Proves a smaller file by its content: both files are read anew, and compared in everything that the method promises.
///
/// - Parameters:
///   - bytes: The original, the whole file.
///   - smaller: The smaller file, as read back from the disk.
/// - Throws: `.notProven`, or the reason why the original is left as it is.
package func prove(
  _ smaller: [UInt8], of bytes: [UInt8], by way: ShrinkWay, method: ShrinkMethod
) throws(ShrinkRefusal) {
  let format = try shrinkableFormat(of: bytes)
  let most = Int(ShrinkWay.mostBytes(after: ByteCount(Int64(bytes.count))).bytes)
  guard smaller.count <= most, imageFormat(of: smaller) == format else { throw .notProven }
  switch (format, way, method) {
  case (.jpeg, .lossless, .sequentialJPEG), (.jpeg, .lossless, .progressiveJPEG):
    try proveRepackedJPEG(smaller, of: bytes)
  case (.png, .lossless, .repackedPNG): try proveRepackedPNG(smaller, of: bytes)
  case (.jpeg, .fit(let longSide, let limit), .fittedJPEG(let size, _, _)):
    if let limit, smaller.count > Int(limit.bytes) { throw .notProven }
    try proveFittedJPEG(smaller, of: bytes, longSide: longSide, size: size)
  default: throw .notProven
  }
}

/// The format, JPEG or PNG.
///
/// - Throws: The refusal where the file has another format, or data that only the original can have.
private func shrinkableFormat(of bytes: [UInt8]) throws(ShrinkRefusal) -> ImageFormat {
  guard let format = imageFormat(of: bytes) else { throw .notAPicture }
  guard format == .jpeg || format == .png else { throw format == .raw ? .raw : .otherFormat(format) }
  let contents = photoContents(of: bytes)
  if contents.hasGainMap { throw .gainMap }
  if contents.hasDepthMap { throw .depthMap }
  if contents.movie != nil { throw .movie }
  if contents.hasSound { throw .sound }
  if contents.frames > 1 || contents.pages > 1 || contents.isStereo { throw .severalPictures }
  if contents.bitsPerChannel > 8 { throw .highBitDepth(contents.bitsPerChannel) }
  return format
}

/// Data behind a picture that do not care where they begin: one byte again and again, or the trailer of a program that
/// counts from the end of the file (Samsung, Photo Mechanic, Canon).
func isRelocatable(_ trailer: ArraySlice<UInt8>) -> Bool {
  guard let first = trailer.first, !trailer.allSatisfy({ $0 == first }) else { return true }
  return ["SEFT", "cbipcbbl"].contains { trailer.suffix($0.utf8.count).elementsEqual($0.utf8) }
    || trailer.suffix(64).starts(with: "CANON OPTIONAL DATA\0".utf8)
}

extension ShrinkRefusal {
  /// The refusal for a picture that is not decoded.
  init(_ error: DecodingError) {
    switch error {
    case .unsupported: self = .unsupportedCoding
    case .tooLarge, .tooCostly, .outOfMemory: self = .tooLarge
    case .notAPicture, .otherFormat, .otherKind, .notBuiltIn: self = .notAPicture
    case .corrupt, .needsNewer, .endsEarly: self = .damaged
    }
  }
}
