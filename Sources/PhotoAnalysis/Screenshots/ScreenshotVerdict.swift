package import PhotoModel

/// The evidence from which pixels without camera metadata are called a screenshot.
package let screenshotEvidenceThreshold = 0.5

/// The evidence from which pixels without camera metadata are no photo: a screen or a drawing. Of 795 labelled photos
/// and edited copies of them, frames and captions included, none has more than 0.21; of drawn graphics half have.
private let drawnEvidenceThreshold = 0.25

/// The evidence that the exact size of a display adds: photos of messengers and frames of videos have it, too.
private let displayBonus = 0.2

/// Whether a picture has the size of an icon and of no screen: up to 256 px (freedesktop.org, Windows; the smallest
/// watch has 272 × 340), or a square of 512 or 1024, as the stores of Google and Apple ask for.
private func isIcon(width: Int, height: Int) -> Bool {
  max(width, height) <= 256 || width == height && [512, 1024].contains(width)
}

/// The evidence from name, comment, size and pixels together, 0…1; `screenshotEvidenceThreshold` decides.
///
/// Camera metadata always wins: such a photo is never a screenshot, whatever its name. Without it, the name of a
/// screenshot in file, folder or comment is enough (1), or that of a screenshot program; a file of a drawing program is
/// none (0), and neither is an icon. Then an upright screen of a phone to the pixel, then the evidence of the pixels.
///
/// - Parameters:
///   - width: The upright width in pixels, as `height`.
///   - name: The file's name, if known.
///   - folder: The name of the folder that the file lies in, if known.
///   - userComment: EXIF UserComment; Apple writes "Screenshot".
///   - software: The program that saved the file: EXIF Software, or the text of that name in a PNG.
///   - format: The format, nil if unknown: systems save screens as PNG; wallpapers cut to a screen's size come as JPEG.
///   - evidence: The result of `screenEvidence(of:)`; nil where it was not measured.
package func screenshotScore(
  width: Int, height: Int, hasCameraMetadata: Bool, name: String = "", folder: String = "",
  userComment: String? = nil, software: String? = nil, format: ImageFormat? = nil, evidence: Double? = nil
) -> Double {
  if hasCameraMetadata { return 0 }
  if isScreenshotName(name) || isScreenshotComment(userComment) || isScreenshotProgram(software)
    || isScreenshotName(folder)
  {
    return 1
  }
  if isDrawingProgram(software) || isIcon(width: width, height: height) { return 0 }
  guard isPhoneScreen(width: width, height: height) else {
    return min(1, (evidence ?? 0) + (isLargeScreen(width: width, height: height) ? displayBonus : 0))
  }
  guard let evidence else { return 0.6 }
  return format == nil || format == .png ? 0.5 + evidence / 2 : min(1, evidence + 0.2)
}

/// Whether a comment is that of a screenshot: EXIF UserComment "Screenshot", as Apple's systems write it.
func isScreenshotComment(_ comment: String?) -> Bool { comment.map(isScreenshotName) ?? false }

/// Whether a program saves screens and nothing else: "gnome-screenshot", and Android itself, which writes "Android" and
/// its build into its screenshots (SystemUI, ImageExporter) and into nothing else without a camera's name.
func isScreenshotProgram(_ software: String?) -> Bool {
  guard let software else { return false }
  if software.hasPrefix("Android ") || isScreenshotName(software) { return true }
  let small = software.lowercased()
  return screenshotPrograms.contains { small.contains($0) }
}

/// Screenshot programs whose name is not that of a screenshot, in small letters.
private let screenshotPrograms = [
  "snipping tool", "xbox game bar", "greenshot", "sharex", "flameshot", "ksnip", "lightshot", "cleanshot",
  "screenpresso", "picpick",
]

/// Whether a program draws charts and diagrams: such programs write their name into their files, and never save a
/// screen.
private func isDrawingProgram(_ software: String?) -> Bool {
  guard let software = software?.lowercased() else { return false }
  return ["matplotlib", "matlab", "gnuplot", "inkscape", "illustrator", "draw.io", "excalidraw"]
    .contains { software.contains($0) }
}

/// Whether a scanned photo is a screenshot, by its name, capture facts, size and pixel evidence.
package func isScreenshot(_ photo: ScannedPhoto) -> Bool {
  screenshotScore(of: photo) >= screenshotEvidenceThreshold
}

/// A screenshot or a drawing: flat on purpose, so not judged for blur, and of one template with its like, so compared
/// strictly.
package func isDrawn(_ photo: ScannedPhoto) -> Bool {
  guard let features = photo.features, !features.hasCameraMetadata else { return false }
  return isScreenshot(photo) || features.isDrawn
}

extension PhotoFeatures {
  /// Whether the picture was drawn, whatever the file is called.
  var isDrawn: Bool {
    !hasCameraMetadata && (isDrawingProgram(facts.software) || screenEvidence ?? 0 >= drawnEvidenceThreshold)
  }
}

/// The sharpness by which a photo may be listed as blurry, 0…1 with 1 as sharp. Nil where it cannot be judged, and for
/// a drawing.
package func judgedSharpness(of photo: ScannedPhoto) -> Double? {
  isDrawn(photo) ? nil : photo.features?.sharpness
}

/// A remark on the light of a photo; nil without one, and of a drawing, which is white or black on purpose.
package func judgedLight(of photo: ScannedPhoto) -> String? {
  isDrawn(photo) ? nil : photo.features?.tones?.text
}

/// 0 where the picture could not be read, and where a camera took it.
package func screenshotScore(of photo: ScannedPhoto) -> Double {
  guard let features = photo.features, !features.hasCameraMetadata else { return 0 }
  return screenshotScore(
    width: features.pixelSize.width, height: features.pixelSize.height,
    hasCameraMetadata: false, name: photo.displayName, folder: photo.folderName,
    userComment: features.facts.userComment, software: features.facts.software, format: features.format,
    evidence: features.screenEvidence)
}

extension ScannedPhoto {
  /// The name as text, only for finding words in it: bytes that are not UTF-8 become U+FFFD.
  var displayName: String { String(decoding: path.nameBytes, as: UTF8.self) }

  /// The name of the file's folder as text, only for finding words in it.
  var folderName: String { String(decoding: path.removingLastComponent().nameBytes, as: UTF8.self) }
}
