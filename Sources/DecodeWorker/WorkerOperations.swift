package import ImageDecoding
package import PhotoAnalysis
package import PhotoModel
package import PhotoScan

/// What a decode worker can do with the bytes of a photo. Pure: nothing in it opens a file.
package struct WorkerOperations {
  /// By which the bytes are known again.
  package var digest: ([UInt8]) -> ContentDigest?
  /// Everything that is stored about a photo with this digest, and where asked its local features.
  package var inspection: ([UInt8], ContentDigest?, Inspection.Measures) -> Inspection
  /// An upright picture whose long side is at least so long, where the photo has that much.
  package var picture: ([UInt8], Int) -> Result<RGBPicture, DecodingError>
  /// The thumbnail inside, where it shows what the photo shows.
  package var thumbnail: ([UInt8]) -> RGBPicture?
  /// A part of it at its own resolution: its middle and its size.
  package var detail: ([UInt8], RelativePoint, PixelSize) -> Result<DecodedDetail, DecodingError>
  /// What can be had of keypoints and the digest of the pixels.
  package var keypointFeatures: ([UInt8], KeypointFeatures.Options) -> KeypointFeatures
  /// What a comparison with a near copy needs of its pixels.
  package var comparedPixels: ([UInt8]) -> ComparedPixels?
  /// What a sidecar says of its photo.
  package var sidecar: ([UInt8]) -> SidecarContents

  /// What a movie of a size says of itself, given what reads a part of it; nil where that failed.
  package var movie: (Int, (Range<Int>) -> [UInt8]?) -> MovieFacts?

  package init(
    digest: @escaping ([UInt8]) -> ContentDigest?,
    inspection: @escaping ([UInt8], ContentDigest?, Inspection.Measures) -> Inspection,
    picture: @escaping ([UInt8], Int) -> Result<RGBPicture, DecodingError>,
    thumbnail: @escaping ([UInt8]) -> RGBPicture? = { _ in nil },
    detail: @escaping ([UInt8], RelativePoint, PixelSize) -> Result<DecodedDetail, DecodingError>,
    keypointFeatures: @escaping ([UInt8], KeypointFeatures.Options) -> KeypointFeatures,
    comparedPixels: @escaping ([UInt8]) -> ComparedPixels?,
    sidecar: @escaping ([UInt8]) -> SidecarContents,
    movie: @escaping (Int, (Range<Int>) -> [UInt8]?) -> MovieFacts? = movieFacts(size:read:)
  ) {
    self.digest = digest
    self.inspection = inspection
    self.picture = picture
    self.thumbnail = thumbnail
    self.detail = detail
    self.keypointFeatures = keypointFeatures
    self.comparedPixels = comparedPixels
    self.sidecar = sidecar
    self.movie = movie
  }

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
      }, keypointFeatures: decoder.keypointFeatures(_:_:), comparedPixels: decoder.comparedPixels,
      sidecar: sidecarContents(of:))
  }
}
