import Foundation

/// Whether a file's name is that of a screenshot, in any of the languages of systems.
///
/// Case, accents and the way words are joined do not matter: "Screenshot_2024", "Capture d’écran", "スクリーンショット".
/// In a script with capitals it begins a word: "Windscreen shot" is none.
package func isScreenshotName(_ name: String) -> Bool {
  var name = name
  // Nearly all names are ASCII and have no such letters one behind the other.
  if let letters = name.withUTF8(plainASCIILetters),
    !asciiScreenshotNames.contains(where: { strstr(letters, $0) != nil })
  {
    return false
  }
  let (letters, begins) = plainCharacters(of: name)
  return screenshotNames.contains { wanted in
    let isCased = wanted.first?.isCased == true
    return letters.indices.contains {
      (!isCased || begins[$0]) && letters[$0...].starts(with: wanted)
    }
  }
}

/// The letters of a name as `plainLetters`, and whether each begins a word: behind another character, or as a capital
/// beside a small letter.
private func plainCharacters(of name: String) -> (letters: [Character], begins: [Bool]) {
  let parts = name.map { (plain: plainLetters(of: String($0)), isSmall: $0.isLowercase) }
  var (letters, begins): ([Character], [Bool]) = ([], [])
  for (index, part) in parts.enumerated() where !part.plain.isEmpty {
    let before = index > 0 ? parts[index - 1] : nil
    let isBesideSmall = before?.isSmall == true || index + 1 < parts.count && parts[index + 1].isSmall
    letters += part.plain
    begins += [before?.plain.isEmpty ?? true || !part.isSmall && isBesideSmall]
    begins += part.plain.dropFirst().map { _ in false }
  }
  return (letters, begins)
}

/// The plain letters of an ASCII name, with a NUL behind them; nil of another name.
private func plainASCIILetters(_ name: UnsafeBufferPointer<UInt8>) -> [CChar]? {
  guard name.allSatisfy({ $0 < 0x80 }) else { return nil }
  let small = name.lazy.map { $0 | 0x20 }.filter { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  return small.map { CChar(bitPattern: $0) } + [0]
}

/// Whether a text is nothing but the name of a screenshot, as operating systems write it.
package func isNothingButScreenshotName(_ text: String) -> Bool {
  text.utf8.count <= 100 && screenshotNames.contains(Array(plainLetters(of: text)))
}

/// Lower case without accents, spaces or punctuation, so that one spelling of each word is enough.
private func plainLetters(of name: String) -> String {
  var plain = ""
  for scalar in name.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
    let isMark = scalar.properties.generalCategory == .nonspacingMark
    // The Japanese voicing marks change the letter; they stay.
    let isVoicing = scalar.value == 0x3099 || scalar.value == 0x309A
    guard scalar.properties.isAlphabetic || (isMark && isVoicing) else { continue }
    // These letters do not decompose into a letter and a mark.
    switch scalar {
    case "ł": plain += "l"
    case "ø": plain += "o"
    case "ı": plain += "i"
    case "æ": plain += "ae"
    default: plain.unicodeScalars.append(scalar)
    }
  }
  return plain.precomposedStringWithCanonicalMapping
}

/// The names of screenshots as plain letters, without words that people give to photos ("capture", "screen", "shot"):
/// the words of operating systems, the plural in names of folders where its beginning differs, and the words of
/// screenshot programs.
private let screenshotNames = [
  "screenshot", "screencap", "screengrab", "screensnap", "snapshotscreen", "simulatorscreen",
  "smartselect", "fireshot", "snipaste", "scrotpng",
  "bildschirmfoto", "bildschirmaufnahme", "bildschirmabbild",
  "capturedecran", "capturesdecran", "captureecran", "copiedecran",
  "capturadepantalla", "capturasdepantalla", "capturapantalla", "pantallazo", "pantailaargazki",
  "capturadeecra", "capturasdeecra", "capturadetela", "capturasdetela", "capturatela", "capturadeecran",
  "istantaneaschermo", "schermata", "schermate", "catturaschermata", "acquisizioneschermo",
  "zrzutekr", "zrzutyekr",
  "schermafbeelding", "schermafdruk", "schermopname",
  "skarmavbild", "skarmbild", "skarmdump", "skjermbilde", "skjermdump", "skjermklipp", "skaermbillede", "skrmbillede",
  "skjamynd", "nayttokuva", "kuvakaappaus", "ruutukaappaus",
  "snimokobrazovky", "snimkaobrazovky", "snimkyobrazovky", "snimekobrazovky", "kepernyokep", "kepernyofoto",
  "ekrangoruntusu", "ekrangoruntuleri", "ekranalintisi", "ekranresmi",
  "снимокэкрана", "снимкиэкрана", "скриншот", "знімокекрана", "знімкиекрана", "снимканаекрана", "снимакекрана",
  "скрыншот", "здымакэкрана",
  "στιγμιοτυπο", "צילוםמסך", "צילומימסך", "لقطةشاشة", "لقطةالشاشة", "لقطاتالشاشة", "نماگرفت", "스크린샷", "화면캡처",
  "スクリーンショット", "画面キャプチャ", "画面ショット",
  "屏幕截图", "屏幕快照", "截屏", "截图", "螢幕截圖", "螢幕快照", "螢幕擷取", "截圖", "擷取畫面",
  "anhchupmanhinh", "snimakzaslona", "snimkazaslona", "snimakekrana", "posnetekzaslona", "ekraanipilt",
  "kuvatommis", "ekranauznemums", "ekranuznemums", "ekranokopija", "ekranonuotrauka",
  "anhmanhinh", "екраннаснимка", "skarmklipp", "zaslonskaslika", "ekranattels", "jepretanlayar", "ภาพถายหนาจอ",
  // Of GNOME in Spanish, and of CleanShot, what stands around the date as well: people write the words, too.
  "capturadesdepng", "cleanshotatpng", "cleanshotatxpng", "ksnip", "flameshot", "swappy",
  "ภาพหนาจอ", "สกรีนชอต", "स्क्रीनशॉट", "tangkapanlayar", "cuplikanlayar", "tangkapanskrin", "petikanskrin",
].map(normalised)

/// The names of ASCII letters: an ASCII file name can have no others.
private let asciiScreenshotNames = screenshotNames.filter { $0.allSatisfy(\.isASCII) }
  .map { Array(String($0).utf8CString) }

/// The table goes through the same composition as the names.
private func normalised(_ name: String) -> [Character] { Array(plainLetters(of: name)) }
