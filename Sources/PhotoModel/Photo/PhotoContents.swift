/// What a photo carries beside its first picture, as its file says it.
package struct PhotoContents: Hashable, Sendable {
  /// What an alpha plane does.
  package enum Alpha: UInt8, Hashable, Sendable {
    /// The file has none.
    case none
    /// Each pixel is opaque.
    case opaque
    /// Some pixel shows what is behind the picture.
    case used

    /// As documents name it.
    package var name: String { "\(self)" }
  }

  /// The class of a colour space.
  package enum Gamut: UInt8, Hashable, Sendable {
    /// The file names no colour space: read as sRGB.
    case none
    case srgb
    /// Wider than sRGB: Display P3, Adobe RGB, Rec. 2020, ProPhoto.
    case wide
    /// Named, and neither: a profile of a printer or a scanner.
    case other

    /// As documents name it.
    package var name: String { "\(self)" }
  }

  /// Pictures of an animation or a sequence. 1…
  package var frames = 1
  /// How long an animation lasts, in milliseconds; 0 for a still picture.
  package var duration = 0
  /// Pages of a TIFF, top pictures of a HEIF, views of an MPO. 1…
  package var pages = 1
  package var alpha = Alpha.none
  /// 1…32.
  package var bitsPerChannel = 8
  package var gamut = Gamut.none
  package var hasGainMap = false
  /// A JPEG XL from which the JPEG that was made into it can be had again, byte for byte.
  package var hasStoredJPEG = false
  /// The transfer function is PQ or HLG.
  package var isHDR = false
  /// A depth map, a portrait matte or another auxiliary picture.
  package var hasDepthMap = false
  package var isStereo = false
  /// The length of a movie inside the file, in milliseconds; 0 where it does not say; nil: there is none.
  package var movie: Int?
  package var hasSound = false
  package var place: Place?
  /// Minutes east of Greenwich of the clock that the photo was taken by.
  package var timeOffset: Int?
  /// What ties a Live Photo to its movie.
  package var contentIdentifier: String?
  package var metadata = DescriptiveMetadata()
  /// When the photo was taken by what stands about it in words (XMP); it is stored with the facts, and only where they have none.
  package var capturedAt: CaptureTime?

  package init() {}

  /// Where the photo was taken, in millionths of a degree.
  package struct Place: Hashable, Sendable {
    /// North, −90 000 000…90 000 000.
    package var latitude: Int
    /// East, −180 000 000…180 000 000.
    package var longitude: Int

    package init(latitude: Int, longitude: Int) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }
}
