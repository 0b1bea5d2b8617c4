/// The reason why a photo is left as it is instead of being made smaller.
package enum ShrinkRefusal: Error, Hashable, Codable, Sendable {
  // Reasons in the bytes of the file, which a decode worker gives.

  case raw
  /// A format that is neither JPEG nor PNG.
  case otherFormat(ImageFormat)
  case notAPicture
  /// A gain map, by which HDR screens show more light.
  case gainMap
  /// A depth map, a portrait matte or another auxiliary picture.
  case depthMap
  case movie
  case sound
  /// Frames, views, pages, or pictures behind the first one.
  case severalPictures
  /// More than eight bits a channel.
  case highBitDepth(Int)
  /// Four inks, or another number of channels than one or three.
  case inks
  /// A JPEG that is stored by a rare process: lossless, hierarchical.
  case unsupportedCoding
  /// A sealed file (C2PA, a signature): any other byte breaks the seal.
  case sealed
  /// Data that may depend on their offset in the file.
  case tiedData
  case damaged
  /// More pixels, or costlier ones, than can be opened safely.
  case tooLarge
  /// A PNG to be fitted: that would make a JPEG under a name with the wrong ending.
  case fitNeedsJPEG
  /// Small enough for the way asked for.
  case fitsAlready
  /// No quality that is good enough meets the limit of bytes.
  case limitTooSmall
  /// Even the best quality differs visibly at the size asked for.
  case losesDetail
  /// The smaller file would have more than 95 % of the bytes.
  case noGain
  /// The smaller file shows another picture, or lacks something: it must not be used.
  case notProven

  // Reasons in other facts about the photo.

  case protected
  /// Content that came out of an earlier shrinking.
  case shrunkBefore
  /// A photo with a rating: it is repacked, and not fitted.
  case rated
  /// A photo of a set to keep whole: it is repacked, and not fitted.
  case keptWhole

  // Reasons in the course of events.

  /// The original could not be read, or its decode worker ended; the reason as a sentence.
  case notOpened(String)
  /// The smaller file could not be written, by the number of the error.
  case notWritten(errno: Int32)

  /// Whether a decode worker may give this reason.
  package var isOfContent: Bool {
    switch self {
    case .protected, .shrunkBefore, .rated, .keptWhole, .notOpened, .notWritten: false
    default: true
    }
  }

  /// The reason as a sentence for the user.
  package var sentence: String {
    switch self {
    case .otherFormat(let format): "Only JPEG and PNG files are made smaller, and this is \(format.title)."
    case .notAPicture: "The file does not contain a picture that is known here."
    case .raw: "RAW files are left as they are."
    case .gainMap: "The photo has a gain map for HDR screens inside, which would be lost."
    case .depthMap: "The photo has a depth map or another auxiliary picture inside, which would be lost."
    case .movie: "The photo has a movie inside, which would be lost."
    case .sound: "The photo has sound inside, which would be lost."
    case .severalPictures: "The file has more than one picture inside, and the others would be lost."
    case .highBitDepth(let bits): "The picture has \(bits) bits a colour, more than the 8 that are kept."
    case .inks: "The picture is made for printing (CMYK) or has an unusual number of channels."
    case .unsupportedCoding: "This rare kind of JPEG is left as it is."
    case .sealed: "The file is signed (content credentials), and any change breaks the signature."
    case .tiedData: "The file holds data that may stop working when the file becomes shorter."
    case .damaged: "The picture is damaged, so it is left as it is; a backup may have a whole one."
    case .tooLarge: "The picture has more pixels than can be worked on safely."
    case .fitNeedsJPEG: "A PNG keeps its pixels: scaled down it would be a JPEG under the name of a PNG."
    case .fitsAlready: "The photo is within these limits already."
    case .limitTooSmall: "The photo does not keep the limit at a quality that looks the same; a higher limit may do."
    case .losesDetail:
      "Made that small, the picture would lose fine detail even at the best quality; a larger size may do."
    case .noGain: "There is less than 5 % to gain."
    case .notProven: "The smaller file did not prove equal to the original, so it was not used."
    case .protected: "The photo is protected."
    case .shrunkBefore: "The photo was made smaller before."
    case .rated: "The photo has a rating or a label, so nothing of it may be lost."
    case .keptWhole: "The photo belongs to a set to keep whole, so nothing of it may be lost."
    case .notOpened(let sentence): sentence
    case .notWritten: "The smaller file could not be written."
    }
  }
}
