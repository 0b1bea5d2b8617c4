/// The contents of a photo file beside its first picture, as the file claims them.
package struct PhotoContents: Hashable, Sendable {
  /// The use of an alpha plane.
  package enum Alpha: UInt8, Hashable, Sendable {
    /// The file has none.
    case none
    /// Each pixel is opaque.
    case opaque
    /// Some pixels are transparent, wholly or in part.
    case used

    /// The name in documents.
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

    /// The name in documents.
    package var name: String { "\(self)" }
  }

  /// The number of pictures of an animation or a sequence. 1…
  package var frames = 1
  /// The duration of an animation in milliseconds; 0 for a still picture.
  package var duration = 0
  /// The number of pages of a TIFF, top pictures of a HEIF, views of an MPO. 1…
  package var pages = 1
  /// The use of the alpha plane.
  package var alpha = Alpha.none
  /// The bits of a channel, 1…64.
  package var bitsPerChannel = 8
  /// The class of the colour space.
  package var gamut = Gamut.none
  /// Whether the file has a gain map, by which HDR screens show more light.
  package var hasGainMap = false
  /// Whether this is a JPEG XL from which the original JPEG can be restored, byte for byte.
  package var hasStoredJPEG = false
  /// Whether the transfer function is PQ or HLG.
  package var isHDR = false
  /// Whether there is a depth map, a portrait matte or another auxiliary picture.
  package var hasDepthMap = false
  /// Whether the file has two views for the two eyes.
  package var isStereo = false
  /// The length of the movie inside the file, in milliseconds; 0 where it is not stated; nil where there is no movie.
  package var movie: Int?
  /// Whether the file has sound, in a movie or by itself.
  package var hasSound = false
  /// The coordinates where the photo was taken; nil where the file does not have them.
  package var location: Location?
  /// The UTC offset of the clock of the camera, in minutes east of Greenwich; nil where it is not stated.
  package var timeOffset: Int?
  /// The size in the Exif, as the camera wrote it: programs that shrink or enlarge a picture often leave it unchanged.
  /// Sides of 1…65 535.
  package var statedSize: PixelSize?
  /// The identifier that ties a Live Photo to its movie.
  package var contentIdentifier: String?
  /// The metadata that people wrote into the file.
  package var metadata = DescriptiveMetadata()
  /// Fingerprints of texts that people wrote into the file beside `metadata`: comments, the author, the city; of data
  /// of single programs, as the place of a map or a clipping path; and, behind `dateMark`, of dates that are not the day
  /// of the time of capture. Distinct, in order.
  package var annotations: [String] = []
  /// The beginning of the fingerprint of a date.
  package static let dateMark = "date "
  /// The time of capture by the XMP of the file; it is stored with the facts, and only where they have none.
  package var capturedAt: CaptureTime?
  /// The mark of the system that made the picture, "Screenshot"; it is stored with the facts, and only where they have
  /// no comment.
  package var systemMark: String?

  /// Creates the contents of a file with nothing but one 8-bit picture.
  package init() {}

  /// The coordinates where the photo was taken, in millionths of a degree.
  package struct Location: Hashable, Sendable {
    /// North, −90 000 000…90 000 000.
    package var latitude: Int
    /// East, −180 000 000…180 000 000.
    package var longitude: Int

    /// Creates coordinates; nothing is checked (`isOnEarth`).
    package init(latitude: Int, longitude: Int) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }
}
