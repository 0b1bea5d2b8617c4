import PhotoModel
import SystemPackage

/// The kind of the folders of a photo, the worst one first.
enum FolderKind: Int, Comparable {
  /// A folder for photos that somebody threw away or sorted out, or that a program recovered.
  case discarded
  /// A backup, an upload, or the copied content of a phone or a card.
  case dump
  case plain
  /// A folder that somebody gave a name and a date.
  case dated

  static func < (left: FolderKind, right: FolderKind) -> Bool { left.rawValue < right.rawValue }

  /// - Parameter shared: The number of folders from the top that all compared photos have in common, which are ignored.
  init(of path: FilePath, below shared: Int) {
    let folders = path.removingLastComponent().components.dropFirst(shared).map { $0.string.lowercased() }
    let parts = folders.flatMap(Self.nameParts)
    if folders.contains(where: { Self.isNamed($0, by: Self.ofDiscarded) }) {
      self = .discarded
    } else if folders.contains(where: Self.isDump) {
      self = .dump
    } else {
      let isNamed = parts.contains { $0.count { $0.isLetter } >= 3 }
      self = isNamed && parts.contains(where: Self.isYear) ? .dated : .plain
    }
  }

  private static func nameParts(_ name: String) -> [String] {
    name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether a name is that of a backup, or only tells where photos came from: "Camera Roll", but not "Old Town
  /// Prague".
  private static func isDump(_ folder: String) -> Bool {
    let parts = nameParts(folder)
    if isOfCamera(folder) || isNamed(folder, by: ofDump) { return true }
    let names = parts.filter { $0.contains(where: \.isLetter) && !ofAnyFolder.contains($0) }
    // "New Folder (2)".
    if names.isEmpty { return !Set(parts).isDisjoint(with: ["new", "neuer", "nouveau", "nueva"]) }
    return names.allSatisfy { ofSource.contains($0) || $0.contains(where: \.isNumber) }
      && names.contains(where: ofSource.contains)
  }

  /// Whether a name has one of these words as a marker: "Deleted", "Backup Anna". Among more words of a person's own,
  /// or with a year, such a word is no marker: "Trash the Dress Anna", "Download Festival 2019".
  private static func isNamed(_ folder: String, by markers: Set<String>) -> Bool {
    let parts = nameParts(folder)
    guard parts.contains(where: markers.contains) else { return false }
    let own = parts.filter { part in
      part.count { $0.isLetter } >= 3
        && ![markers, ofDiscarded, ofDump, ofSource, ofAnyFolder].contains { $0.contains(part) }
    }
    return own.isEmpty || own.count == 1 && !parts.contains(where: isYear)
  }

  /// "100APPLE", "101_PANA": three digits and five characters (DCF, JEITA CP-3461).
  private static func isOfCamera(_ name: String) -> Bool {
    name.count == 8 && name.prefix(3).allSatisfy(\.isNumber) && !name.dropFirst(3).allSatisfy(\.isNumber)
      && name.dropFirst(3).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// "2018", also where a month and a day follow.
  static func isYear(_ part: String) -> Bool {
    [4, 6, 8].contains(part.count) && part.allSatisfy(\.isNumber) && (part.hasPrefix("19") || part.hasPrefix("20"))
  }

  private static let ofDiscarded: Set<String> = [
    "trash", "trashed", "deleted", "delete", "rejected", "rejects", "discarded", "duplicates", "duplicate", "dupes",
    "recovered", "recup", "recycle", "recycler", "cache", "thumbnails", "thumbs",
    "papierkorb", "müll", "gelöscht", "löschen", "aussortiert", "duplikate", "corbeille", "supprimer", "doublons",
    "papelera", "eliminar", "duplicados", "cestino", "eliminati", "prullenbak", "lixeira",
  ]

  private static let ofDump: Set<String> = [
    "dcim", "uploads", "upload", "backup", "backups", "bak", "takeout", "whatsapp", "download", "downloads", "unsorted",
    "unsortiert", "sort", "temp", "tmp", "sicherung", "sicherungen", "sauvegarde", "respaldo",
  ]

  /// Words of sources that may also be part of a folder's name by a person.
  private static let ofSource: Set<String> = [
    "camera", "roll", "old", "older", "copy", "copies", "phone", "iphone", "ipad", "samsung", "galaxy", "pixel",
    "huawei", "xiaomi", "oneplus", "import", "imports", "desktop", "misc", "alt", "handy", "kopie", "kopien", "copie",
    "copia", "sent", "received", "export", "exports", "exported", "untitled", "various", "diverse", "verschiedenes",
  ]

  /// Words without information about a folder.
  private static let ofAnyFolder: Set<String> = [
    "new", "folder", "my", "of", "from", "the", "photos", "photo", "pictures", "pics", "images", "bilder", "fotos",
    "neuer", "ordner", "nouveau", "dossier", "nueva", "carpeta",
  ]
}

/// The photos in the folders of the best kind.
func inBestFolders(_ photos: [ScannedPhoto]) -> [Int] {
  let shared = sharedFolders(of: photos)
  let names = photos.map { FolderKind(of: $0.path, below: shared) }
  let best = names.max()
  return names.indices.filter { names[$0] == best }
}

func folderText(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String {
  switch FolderKind(of: other.path, below: sharedFolders(of: [kept, other])) {
  case .discarded: "the other one lies among what was sorted out"
  case .dump: "the other one lies in a backup, an upload or an unsorted folder"
  case .plain, .dated: "in a folder with a name and a date"
  }
}

/// The number of folders from the top that all of these photos lie in.
private func sharedFolders(of photos: [ScannedPhoto]) -> Int {
  guard var shared = photos.first.map({ Array($0.path.removingLastComponent().components) }) else { return 0 }
  for photo in photos.dropFirst() {
    let folders = photo.path.removingLastComponent().components
    shared = zip(shared, folders).prefix { $0.0 == $0.1 }.map(\.0)
  }
  return shared.count
}
