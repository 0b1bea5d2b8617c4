package import ImageDecoding
package import PhotoAnalysis
package import PhotoModel
package import PhotoScan

/// The work of a decode worker on the bytes of a photo. Pure: no operation opens a file.
package struct WorkerOperations {
  /// SHA-256 of the bytes, by which they are recognised.
  package var digest: ([UInt8]) -> ContentDigest?
  /// The inspection of a photo with this digest, with its keypoints where asked.
  package var inspection: ([UInt8], ContentDigest?, Inspection.Measures) -> Inspection
  /// The upright picture whose long side is at least so long, where the photo has that much.
  package var picture: ([UInt8], Int) -> Result<RGBPicture, DecodingError>
  /// The embedded thumbnail, where it shows the same as the photo.
  package var thumbnail: ([UInt8]) -> RGBPicture?
  /// The part of a photo at its own resolution, by centre and size.
  package var detail: ([UInt8], RelativePoint, PixelSize) -> Result<DecodedDetail, DecodingError>
  /// The keypoints and the digest of the pixels, where they can be had.
  package var keypointFeatures: ([UInt8], KeypointFeatures.Options) -> KeypointFeatures
  /// The scale-invariant keypoints; none where the picture cannot be decoded.
  package var siftFeatures: ([UInt8]) -> SIFTFeatures
  /// The pixels for a comparison with a near copy.
  package var comparedPixels: ([UInt8]) -> ComparedPixels?
  /// The contents of a sidecar about its photo.
  package var sidecar: ([UInt8]) -> SidecarContents
  /// The changes that add to a sidecar.
  package var sidecarEdits: (SidecarAddition, [UInt8]) throws(SidecarWritingError) -> [SidecarEdit]
  /// A smaller file of a photo.
  package var shrunken: ([UInt8], ShrinkWay) throws(ShrinkRefusal) -> ShrunkenFile
  /// The proof of a smaller file, the first, by the photo that it was made of.
  package var proveShrinking: ([UInt8], [UInt8], ShrinkWay, ShrinkMethod) throws(ShrinkRefusal) -> Void
  /// The facts of a movie, by its size and a function that reads a part of it; nil where that failed.
  package var movie: (Int, (Range<Int>) -> [UInt8]?) -> MovieFacts?

  /// Creates operations, which tests replace one by one.
  package init(
    digest: @escaping ([UInt8]) -> ContentDigest?,
    inspection: @escaping ([UInt8], ContentDigest?, Inspection.Measures) -> Inspection,
    picture: @escaping ([UInt8], Int) -> Result<RGBPicture, DecodingError>,
    thumbnail: @escaping ([UInt8]) -> RGBPicture? = { _ in nil },
    detail: @escaping ([UInt8], RelativePoint, PixelSize) -> Result<DecodedDetail, DecodingError>,
    keypointFeatures: @escaping ([UInt8], KeypointFeatures.Options) -> KeypointFeatures,
    siftFeatures: @escaping ([UInt8]) -> SIFTFeatures,
    comparedPixels: @escaping ([UInt8]) -> ComparedPixels?,
    sidecar: @escaping ([UInt8]) -> SidecarContents,
    sidecarEdits: @escaping (SidecarAddition, [UInt8]) throws(SidecarWritingError) -> [SidecarEdit] =
      sidecarEdits(adding:to:),
    shrunken: @escaping ([UInt8], ShrinkWay) throws(ShrinkRefusal) -> ShrunkenFile = shrunken(_:by:),
    proveShrinking: @escaping ([UInt8], [UInt8], ShrinkWay, ShrinkMethod) throws(ShrinkRefusal) -> Void =
      prove(_:of:by:method:),
    movie: @escaping (Int, (Range<Int>) -> [UInt8]?) -> MovieFacts? = movieFacts(size:read:)
  ) {
    self.digest = digest
    self.inspection = inspection
    self.picture = picture
    self.thumbnail = thumbnail
    self.detail = detail
    self.keypointFeatures = keypointFeatures
    self.siftFeatures = siftFeatures
    self.comparedPixels = comparedPixels
    self.sidecar = sidecar
    self.sidecarEdits = sidecarEdits
    self.shrunken = shrunken
    self.proveShrinking = proveShrinking
    self.movie = movie
  }

  /// The operations of the program, by `LocalPhotoDecoder`. Pictures are at most twice as large as asked for.
  package static var live: WorkerOperations {
    let decoder = LocalPhotoDecoder { $0.string }
    return WorkerOperations(
      digest: decoder.digest(of:),
      inspection: decoder.inspection(of:digest:_:),
      picture: { bytes, minimumLongSide in
        Result { () throws(DecodingError) in
          let picture = try decodePicture(bytes, minimumLongSide: minimumLongSide).picture
          let most = minimumLongSide * 2
          return picture.size.longSide <= most ? picture : picture.areaAveraged(to: picture.size.fitted(longSide: most))
        }
      },
      thumbnail: decoder.thumbnail(of:),
      detail: { bytes, center, size in
        Result { () throws(DecodingError) in try decodeDetail(bytes, around: center, size: size) }
      }, keypointFeatures: decoder.keypointFeatures(_:_:), siftFeatures: decoder.siftFeatures,
      comparedPixels: decoder.comparedPixels,
      sidecar: sidecarContents(of:))
  }
}
