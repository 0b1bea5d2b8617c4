import PhotoModel

/// The edit of a picture by the properties of its packet: the name of an editor, else a text about crop or develop
/// settings. Nil without either.
///
/// The name of a program alone is not enough: photo managers write theirs with mere metadata, and a RAW converter
/// writes its standard values for each photo that it has opened.
func xmpEdit(_ properties: [String: XMPValue]) -> String? {
  if let editor = historyEditor(properties) { return editor }
  for name in ["xmp:CreatorTool", "tiff:Software"] {
    if let editor = properties[name]?.text.flatMap(photoEditor) { return editor }
  }
  if isDevelopedByDarktable(properties) { return "darktable" }
  if properties["digiKam:ImageHistory"]?.text?.contains("<filter ") == true { return "digiKam" }
  guard properties["crs:HasSettings"]?.text?.lowercased() != "false" else { return nil }
  let parts = [isCropped(properties) ? "crop" : nil, isDeveloped(properties) ? "develop" : nil].compactMap(\.self)
  return parts.isEmpty ? nil : parts.joined(separator: " and ") + " settings"
}

/// The last editor in the history of the file that changed more than its metadata.
private func historyEditor(_ properties: [String: XMPValue]) -> String? {
  (properties["xmpMM:History"]?.elements ?? []).reversed().lazy.compactMap { event -> String? in
    let changed = event["stEvt:changed"]?.text?.split(separator: ";") ?? []
    if !changed.isEmpty, changed.allSatisfy({ $0.hasPrefix("/metadata") }) { return nil }
    return event["stEvt:softwareAgent"]?.text.flatMap(photoEditor)
  }.first
}

// MARK: Adobe

private func isTrue(_ value: XMPValue?) -> Bool { value?.text?.lowercased() == "true" }

private func isCropped(_ properties: [String: XMPValue]) -> Bool { isTrue(properties["crs:HasCrop"]) }

/// Whether a setting differs from the one that Camera Raw starts from.
private func isDeveloped(_ properties: [String: XMPValue]) -> Bool {
  if isTrue(properties["crs:ConvertToGrayscale"]) { return true }
  for (name, standard) in standardTexts {
    if let text = properties["crs:" + name]?.text, !standard.contains(text) { return true }
  }
  for name in corrections where properties["crs:" + name]?.elements.contains(where: isCorrection) == true {
    return true
  }
  for (name, value) in properties where name.hasPrefix("crs:") {
    guard let number = value.text.flatMap({ Double($0) }), number != 0 else { continue }
    let name = String(name.dropFirst(4))
    if let standard = standardNumbers[name] { if !standard.contains(number) { return true } }
    if zeroNumbers.contains(name) || zeroEndings.contains(where: name.hasPrefix) { return true }
  }
  return false
}

private func isCorrection(_ value: XMPValue) -> Bool { !value.fields.isEmpty || value.text != nil }

private let standardTexts: [String: Set<String>] = [
  "WhiteBalance": ["As Shot"], "ToneCurveName2012": ["Linear"], "ToneCurveName": ["Linear", "Medium Contrast"],
]

/// The lists that are empty or missing where nobody painted, healed or masked.
private let corrections = [
  "GradientBasedCorrections", "CircularGradientBasedCorrections", "PaintBasedCorrections",
  "MaskGroupBasedCorrections", "RetouchInfo", "RetouchAreas", "RedEyeInfo",
]

/// Besides 0, which a JPEG starts from. Of process versions 1 and 2.
private let standardNumbers: [String: Set<Double>] = ["Brightness": [50], "Contrast": [25], "Shadows": [5]]

private let zeroNumbers: Set = [
  "Exposure2012", "Contrast2012", "Highlights2012", "Shadows2012", "Whites2012", "Blacks2012", "Clarity2012", "Texture",
  "Dehaze", "Vibrance", "Saturation", "Exposure", "Clarity", "FillLight", "HighlightRecovery", "ParametricShadows",
  "ParametricDarks", "ParametricLights", "ParametricHighlights", "SplitToningShadowSaturation",
  "SplitToningHighlightSaturation", "ColorGradeMidtoneSat", "ColorGradeGlobalSat", "GrainAmount",
  "PostCropVignetteAmount", "VignetteAmount", "PerspectiveVertical", "PerspectiveHorizontal", "PerspectiveRotate",
  "LensManualDistortionAmount", "ShadowTint", "RedHue", "RedSaturation", "GreenHue", "GreenSaturation", "BlueHue",
  "BlueSaturation",
]

/// The endings of settings with one number for each of eight colours.
private let zeroEndings = ["HueAdjustment", "SaturationAdjustment", "LuminanceAdjustment"]

// MARK: darktable

/// Whether darktable edited the photo. It keeps a history with its automatic modules for each photo that it has shown;
/// hashes tell whether modules were added, in older sidecars their names.
private func isDevelopedByDarktable(_ properties: [String: XMPValue]) -> Bool {
  var history = properties["darktable:history"]?.elements ?? []
  if let end = properties["darktable:history_end"]?.text.flatMap({ Int($0) }) {
    history = Array(history.prefix(max(0, end)))
  }
  let steps =
    history.compactMap { $0["darktable:enabled"]?.text == "0" ? nil : $0["darktable:operation"]?.text }
    + (properties["darktable:history_operation"]?.texts ?? [])
  guard !steps.isEmpty else { return false }
  let own = ["darktable:history_auto_hash", "darktable:history_basic_hash"].compactMap { properties[$0]?.text }
  if let now = properties["darktable:history_current_hash"]?.text, !own.isEmpty { return !own.contains(now) }
  return !steps.allSatisfy(ownModules.contains)
}

/// The modules that darktable adds by itself to a photo, in the workflows of its versions up to 5.
private let ownModules: Set = [
  "rawprepare", "demosaic", "colorin", "colorout", "gamma", "flip", "temperature", "highlights", "basecurve", "sharpen",
  "exposure", "filmicrgb", "sigmoid", "agx", "channelmixerrgb", "dither", "hotpixels", "mask_manager", "finalscale",
]
