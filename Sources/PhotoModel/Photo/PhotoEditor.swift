/// The name of the program that changed a picture, by the software named in its file: "Lightroom" of "Adobe Photoshop
/// Lightroom Classic 13.2 (Windows)".
///
/// - Returns: Nil for software that is no editor: the firmware of cameras and phones ("Ver.1.00", "17.2", "HDR+
///   1.0.345618"), converters, and programs that name themselves also where they only wrote metadata (digiKam,
///   Shotwell, Windows Photo Gallery).
package func photoEditor(in software: String) -> String? {
  let text = Array(software.lowercased().utf8)
  return editors.first { text.holdsKeyword(Array($0.keyword.utf8)) }?.name ?? (isApplePhotos(text) ? "Photos" : nil)
}

/// The editors by the keywords of their names, in small letters; the more special one first.
private let editors: [(keyword: String, name: String)] = [
  ("lightroom", "Lightroom"), ("camera raw", "Camera Raw"), ("photoshop", "Photoshop"), ("gimp", "GIMP"),
  ("darktable", "darktable"), ("rawtherapee", "RawTherapee"), ("affinity", "Affinity Photo"),
  ("capture one", "Capture One"), ("captureone", "Capture One"), ("snapseed", "Snapseed"), ("pixelmator", "Pixelmator"),
  ("luminar", "Luminar"), ("photolab", "DxO PhotoLab"), ("dxo", "DxO"), ("on1", "ON1"), ("krita", "Krita"),
  ("paint.net", "Paint.NET"), ("picasa", "Picasa"), ("vsco", "VSCO"), ("acorn", "Acorn"), ("acdsee", "ACDSee"),
  ("aperture", "Aperture"), ("iphoto", "iPhoto"), ("aurora hdr", "Aurora HDR"), ("photomatix", "Photomatix"),
  ("nik collection", "Nik Collection"), ("silkypix", "SILKYPIX"), ("capture nx", "Capture NX"),
  ("capture nx-d", "Capture NX"), ("nx studio", "NX Studio"), ("viewnx", "ViewNX"),
  ("digital photo professional", "Digital Photo Professional"), ("paintshop", "PaintShop Pro"),
  ("paint shop pro", "PaintShop Pro"), ("photoimpact", "PhotoImpact"), ("photodirector", "PhotoDirector"),
  ("photoscape", "PhotoScape"), ("zoner", "Zoner Photo Studio"), ("gthumb", "gThumb"), ("xnview", "XnView"),
  ("irfanview", "IrfanView"), ("faststone", "FastStone"), ("topaz", "Topaz"), ("photo editor", "Photo Editor"),
  ("photopea", "Photopea"), ("pixlr", "Pixlr"), ("fotor", "Fotor"), ("polarr", "Polarr"), ("canva", "Canva"),
  ("picsart", "PicsArt"), ("instagram", "Instagram"), ("facetune", "Facetune"), ("faceapp", "FaceApp"),
  ("meitu", "Meitu"), ("beautyplus", "BeautyPlus"), ("prisma", "Prisma"), ("afterlight", "Afterlight"),
  ("lensa", "Lensa"), ("remini", "Remini"), ("photoroom", "Photoroom"),
]

/// Whether a text is "Photos 1.5": Apple Photos writes its name and version into the files that it saves.
private func isApplePhotos(_ text: [UInt8]) -> Bool {
  let name = Array("photos ".utf8)
  return text.starts(with: name) && text.count > name.count && text[name.count].isDigit
}

extension [UInt8] {
  /// Whether the text has the keyword, not inside another word or number: "on1" is not in "version1.0".
  fileprivate func holdsKeyword(_ keyword: [UInt8]) -> Bool {
    guard count >= keyword.count else { return false }
    return (0...(count - keyword.count)).contains { start in
      let end = start + keyword.count
      return self[start..<end].elementsEqual(keyword) && (start == 0 || !self[start - 1].isAlphanumeric)
        && (end == count || !self[end].isAlphanumeric)
    }
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isAlphanumeric: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || self >= 0x80
  }
}
