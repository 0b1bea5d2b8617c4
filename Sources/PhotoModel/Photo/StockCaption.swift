/// Whether cameras and phones write this text into every picture, so that it is no caption by a person.
///
/// Sources: ExifTool's and digiKam's sample pictures, and the list of PhotoPrism (`internal/meta/sanitize.go`).
package func isStockCaption(_ text: String) -> Bool {
  if stockCaptions.contains(text) || text.allSatisfy(\.isWhitespace) { return true }
  let isLoud = text == text.uppercased()
  if isLoud, text.hasSuffix("DIGITAL CAMERA") || text.hasSuffix("DSC") { return true }
  // "<Digimax S500 / Kenox S500>": the names of one camera on several markets.
  if text.hasPrefix("<"), text.hasSuffix(">"), text.contains(" / ") { return true }
  // A path on the card, or the recipe of a filter, which `DescriptiveMetadata.edit` has.
  return text.hasPrefix("DCIM\\") && !text.contains(" ") || text.hasPrefix("Processed with VSCO")
}

/// The captions of cameras, as they are written: small letters are codes of Huawei's camera modes.
private let stockCaptions: Set = [
  "OLYMPUS", "SAMSUNG", "SONY DSC", "Samsung Digital Camera", "Digital Camera", "Digital Still Camera",
  "KODAK Digital Still Camera", "Exif_JPEG_PICTURE", "Exif JPEG", "Camera Exif", "DCIM", "Default", "default", "MVIMG",
  "Screenshot", "AppleMark", "DigitalCAM", "HP_PhotoSmart",
  "auto", "bsh", "btf", "btfhdr", "btfmdn", "burst", "cof", "dav", "edf", "fbt", "frem", "frontbhdp", "hdr", "hdrpl",
  "jpeg", "mde", "mde_soft", "mon", "nor", "oznor", "oznorWO", "qrf", "rhdr", "rpt", "sdr", "sdr_HDRB",
]
