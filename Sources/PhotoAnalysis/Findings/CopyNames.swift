import PhotoModel

/// The name of a photo in small letters, without its ending.
private func stem(of photo: ScannedPhoto) -> Substring {
  let name = photo.displayName.lowercased()[...]
  return name.lastIndex(of: ".").map { name[..<$0] } ?? name
}

/// Whether the name is that of a copy, as file managers and people write it: "IMG_1 copy.jpg", "IMG_1 (2).jpg", "Copy
/// of IMG_1.jpg", "copy.jpg".
func isNamedAsCopy(_ photo: ScannedPhoto) -> Bool {
  let stem = stem(of: photo)
  let number = stem.dropLast(stem.hasSuffix(")") ? 1 : 0).reversed().prefix(while: \.isNumber)
  if stem.hasSuffix(")"), !number.isEmpty, stem.dropLast(number.count + 1).hasSuffix("(") { return true }
  let parts = stem.split { !$0.isLetter }
  return [parts.first, parts.last].contains { $0.map { copySuffixes.contains(String($0)) } ?? false }
}

/// The rank of a name by its information: 2 for words that somebody gave it, 1 for a day that the file itself does not
/// have, else 0.
func nameRank(_ photo: ScannedPhoto) -> Int {
  let parts = stem(of: photo).split { !$0.isLetter && !$0.isNumber }
  let texts = parts.filter { $0.count >= 3 && $0.allSatisfy(\.isLetter) && !namesOfPrograms.contains(String($0)) }
  let years = parts.filter { FolderKind.isYear(String($0)) }
  if !texts.isEmpty, texts.count + years.count >= 2 { return 2 }
  return photo.capturedAt == nil && CaptureTime(inNameOf: photo.path) != nil ? 1 : 0
}

/// The words that cameras, phones and programs put into the names of files, also for copies and edited versions.
private let namesOfPrograms = copySuffixes.union([
  "img", "dsc", "dscn", "dscf", "pict", "pxl", "mvimg", "vid", "pano", "burst", "cover", "hdr", "portrait", "night",
  "image", "images", "imagen", "bild", "photo", "photos", "foto", "picture", "pic", "camera", "scan", "scanned",
  "screenshot", "screen", "shot", "bildschirmfoto", "capture", "whatsapp", "signal", "telegram", "snapchat",
  "instagram", "facebook", "messenger", "viber", "received", "export", "exported", "edit", "edited", "bearbeitet",
  "modified", "original", "full", "small", "large", "medium", "thumb", "thumbnail", "view", "web", "final", "new",
  "old", "untitled", "unnamed", "temp", "tmp", "backup", "recovered", "file", "from", "the", "and",
])

/// The photos without those named like another one of them with a number added: "IMG_1 2.jpg", "IMG_1-1.jpg",
/// "IMG_1~2.jpg".
func withoutNumbers(_ photos: [ScannedPhoto]) -> [Int] {
  let stems = Set(photos.map(stem(of:)))
  return photos.indices.filter { index in
    let own = stem(of: photos[index])
    let number = own.reversed().prefix(while: \.isNumber).count
    let before = own.dropLast(number)
    guard (1...2).contains(number), let mark = before.last, " -_~".contains(mark) else { return true }
    return !stems.contains(before.dropLast())
  }
}

/// The words by which desktops in many languages name copies.
private let copySuffixes: Set = [
  "copy", "kopie", "copie", "copia", "cópia", "kopia", "kópia", "kopi", "kopija", "kopio", "kopya", "másolat", "копия",
  "копія", "コピー", "副本", "的副本", "拷贝", "拷貝", "복사본",
]
