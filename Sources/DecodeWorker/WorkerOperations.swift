package import ImageDecoding
package import PhotoAnalysis
package import PhotoModel
package import PhotoScan

private let decoder = LocalPhotoDecoder { $0.string }

/// The work of a decode worker on the bytes of a photo, as the program does it; tests replace operations one by one.
/// Pure: no operation opens a file.
package struct WorkerOperations {
  /// SHA-256 of the bytes, by which they are recognised.
  package var digest: ([UInt8]) -> ContentDigest? = decoder.digest(of:)
  /// The inspection of a photo with this digest, with its keypoints where asked.
  package var inspection: ([UInt8], ContentDigest?, Inspection.Measures) -> Inspection = decoder.inspection(
    of:digest:_:)
  /// The upright picture whose long side is at least so long, where the photo has that much; at most twice as long.
  package var picture: ([UInt8], Int) -> Result<RGBPicture, DecodingError> = { bytes, minimumLongSide in
    Result { () throws(DecodingError) in
      let picture = try decodePicture(bytes, minimumLongSide: minimumLongSide).picture
      let most = minimumLongSide * 2
      return picture.size.longSide <= most ? picture : picture.areaAveraged(to: picture.size.fitted(longSide: most))
    }
  }
  /// The embedded thumbnail, where it shows the same as the photo.
  package var thumbnail: ([UInt8]) -> RGBPicture? = decoder.thumbnail(of:)
  /// The part of a photo at its own resolution, by centre and size.
  package var detail: ([UInt8], RelativePoint, PixelSize) -> Result<PhotoDetail, DecodingError> = {
    bytes, center, size in
    Result { () throws(DecodingError) in try decodeDetail(bytes, around: center, size: size) }
  }
  /// The keypoints and the digest of the pixels, where they can be had.
  package var keypointFeatures: ([UInt8], KeypointFeatures.Options) -> KeypointFeatures = decoder.keypointFeatures(_:_:)
  /// The scale-invariant keypoints; none where the picture cannot be decoded.
  package var siftFeatures: ([UInt8]) -> SIFTFeatures = decoder.siftFeatures(_:)
  /// The pixels for a comparison with a near copy.
  package var comparedPixels: ([UInt8]) -> ComparedPixels? = decoder.comparedPixels(_:)
  /// The contents of a sidecar about its photo.
  package var sidecar: ([UInt8]) -> SidecarContents = sidecarContents(of:)
  /// The changes that add to a sidecar.
  package var sidecarEdits: (SidecarAddition, [UInt8]) throws(SidecarWritingError) -> [SidecarEdit] =
    ImageDecoding.sidecarEdits(adding:to:)
  /// A smaller file of a photo.
  package var shrunken: ([UInt8], ShrinkWay) throws(ShrinkRefusal) -> ShrunkenFile = ImageDecoding.shrunken(_:by:)
  /// The facts of a movie, by its size and a function that reads a part of it; nil where that failed.
  package var movie: (Int, (Range<Int>) -> [UInt8]?) -> MovieFacts? = movieFacts(size:read:)

  /// Creates the operations of the program.
  package init() {}
}
