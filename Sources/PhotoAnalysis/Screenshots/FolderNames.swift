import PhotoModel
import SystemPackage

/// The kind of the folders of a photo: named by its owner, plain, or of a camera, an upload or a backup.
enum FolderNames: Int, Comparable {
  /// A backup, an upload, or what a phone or a card was emptied into.
  case dump
  case plain
  /// Somebody gave it a name and a date.
  case dated

  static func < (left: FolderNames, right: FolderNames) -> Bool { left.rawValue < right.rawValue }

  /// - Parameter shared: How many folders from the top all photos that are compared have in common: they say nothing.
  init(of path: FilePath, below shared: Int) {
    let names = path.removingLastComponent().components.dropFirst(shared).map { $0.string.lowercased() }
    let parts = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    if names.contains(where: Self.isOfCamera) || parts.contains(where: Self.dumpFolderNames.contains) {
      self = .dump
    } else {
      let isNamed = parts.contains { $0.count { $0.isLetter } >= 3 }
      self = isNamed && parts.contains(where: Self.isYear) ? .dated : .plain
    }
  }

  /// "100APPLE", "101_PANA": three digits and five characters (DCF, JEITA CP-3461).
  private static func isOfCamera(_ name: String) -> Bool {
    name.count == 8 && name.prefix(3).allSatisfy(\.isNumber) && !name.dropFirst(3).allSatisfy(\.isNumber)
      && name.dropFirst(3).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// "2018", also where a month and a day follow.
  private static func isYear(_ part: String) -> Bool {
    [4, 6, 8].contains(part.count) && part.allSatisfy(\.isNumber) && (part.hasPrefix("19") || part.hasPrefix("20"))
  }

  private static let dumpFolderNames: Set<String> = [
    "dcim", "camera", "uploads", "upload", "backup", "backups", "bak", "old", "older", "copy", "copies", "download",
    "downloads",
    "phone", "iphone", "ipad", "samsung", "galaxy", "pixel", "huawei", "xiaomi", "oneplus", "whatsapp", "takeout",
    "import", "imports",
    "unsorted", "temp", "tmp", "sicherung", "kopie", "kopien", "alt", "handy", "sauvegarde", "copie", "copia",
    "respaldo",
  ]
}

/// The photos in the folders of the best kind.
func inBestFolders(_ photos: [ScannedPhoto]) -> [Int] {
  let shared = sharedFolders(of: photos)
  let names = photos.map { FolderNames(of: $0.path, below: shared) }
  let best = names.max()
  return names.indices.filter { names[$0] == best }
}

func folderText(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String {
  FolderNames(of: other.path, below: sharedFolders(of: [kept, other])) == .dump
    ? "the other one lies in a backup or an upload" : "in a folder with a name and a date"
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
