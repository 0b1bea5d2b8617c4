/// A way to make the file of a photo smaller.
package enum ShrinkWay: Hashable, Codable, Sendable {
  /// The same pixels and the same metadata in fewer bytes.
  case lossless
  /// A JPEG whose long side has at most this many pixels, in at most this many bytes where a limit is given: the best
  /// of the qualities 80 to 92 that meets the limit. Other formats are refused.
  case fit(longSide: Int, byteLimit: ByteCount?)

  /// The long sides that a fitted picture may have, in pixels.
  package static let longSides = 16...65_500
  /// The qualities of libjpeg that a fitted picture may have.
  package static let qualities = 80...92
  /// The least similarity (SSIM of luma) between a fitted picture and the original at the same size.
  package static let leastSimilarity = 0.98
  /// The least share of its bytes that a file must lose: with less it is left as it is.
  package static let leastGain = 0.05

  /// The most bytes that the smaller file of an original may have, so that shrinking is worth it.
  package static func mostBytes(after before: ByteCount) -> ByteCount {
    ByteCount(Int64(Double(before.bytes) * (1 - leastGain)))
  }
}

/// The encoding by which a file became smaller.
package enum ShrinkMethod: Hashable, Codable, Sendable {
  /// The coefficients of the original in one scan, with Huffman tables of their own.
  case sequentialJPEG
  /// The coefficients of the original in several scans.
  case progressiveJPEG
  /// The pixels of the original, filtered and compressed anew.
  case repackedPNG
  /// A picture scaled to a stored size and coded anew, with the similarity that was measured.
  case fittedJPEG(PixelSize, quality: Int, similarity: Double)
}

/// The smaller file that was made of a photo, or that could be.
package struct ShrinkResult: Hashable, Sendable {
  /// The size of the original.
  package var bytesBefore: ByteCount
  /// The size of the smaller file.
  package var bytesAfter: ByteCount
  /// The encoding of the smaller file.
  package var method: ShrinkMethod

  /// Creates a result.
  package init(bytesBefore: ByteCount, bytesAfter: ByteCount, method: ShrinkMethod) {
    self.bytesBefore = bytesBefore
    self.bytesAfter = bytesAfter
    self.method = method
  }

  /// The bytes that are won.
  package var gain: ByteCount { bytesBefore - bytesAfter }
}
