import FileSafety
import PhotoModel
import Removal
import Review
import SystemPackage

/// The photos of the bin as the checks before a move have left them: those that would go, and those that stay, each
/// with the reason.
struct CheckedRemoval {
  /// The photos that would go if the checks refused none.
  private(set) var request = RemovalRequest(items: [], protectedFolders: [])
  /// The photos in the bin that are no part of the request, each with the reason.
  private(set) var excluded: [FilePath: String] = [:]
  /// The photos of the request that the checks refuse, each with the reason.
  private(set) var guarded: [FilePath: String] = [:]
  /// The copies in the backup of the photos of the request: items rely on them where nothing else stays of a file. They
  /// do not count as staying in the library. Nil without a backup.
  private(set) var proof: BackupProof?
  /// The metadata that only removed photos have, for those that stay.
  var carried: [CarriedSidecar] = []
  /// The number of photos that this metadata is from.
  var carriedOf = 0
  /// Whether photos that are not in the backup stay; the user may decide otherwise.
  private(set) var keepsUnsaved = true
  /// Whether the library is missing as a whole, so that no photo is reported by itself.
  private(set) var isLibraryAway = false

  private static let lastCopyReason =
    "All files with its bytes were marked, too, so this one stays in the bin until the next move."
  private static let protectionReason = "It lies in a protected folder, so it stays."

  init() {}

  /// Creates the value for the photos in the bin, before any check.
  init(_ review: Review, in folders: LibraryFolders) {
    let lastCopies = review.lastCopies
    let bin = review.bin.map(\.path)
    for path in lastCopies where review.destination(of: path) == nil { excluded[path] = Self.lastCopyReason }
    for path in bin where review.isKeptByProtection(path) { excluded[path] = Self.protectionReason }
    request = RemovalRequest(items: [], protectedFolders: folders.protected)
    request.roots = folders.roots
    for path in bin where excluded[path] == nil {
      guard let photo = review.photos[path], var item = review.removalItem(of: photo, lastCopies: lastCopies) else {
        continue
      }
      item.photo = path
      request.items.append(item)
    }
  }

  /// Creates the value for photos that are made smaller.
  ///
  /// - Parameter left: The photos that are left as they are, each with the reason.
  init(_ request: RemovalRequest, left: [FilePath: String]) {
    self.request = request
    excluded = left
  }

  /// The number of photos that stay because their folder is protected.
  var protectedCount: Int { excluded.values.count { $0 == Self.protectionReason } }
  /// The photos of the request that are not in the backup, each with the reason.
  var unsaved: [FilePath: String] { proof?.missing ?? [:] }
  /// The items of the request that a yes would move.
  var going: [RemovalItem] {
    request.items.filter { guarded[$0.photo] == nil && !(keepsUnsaved && unsaved[$0.photo] != nil) }
  }
  /// The photos in the bin that stay, each with the reason.
  var staying: [FilePath: String] {
    excluded.merging(guarded) { $1 }.merging(keepsUnsaved ? unsaved : [:]) { first, _ in first }
  }
  /// The photos that stay and are listed below the question: a reason for a whole folder is not repeated for each of
  /// its photos, and protected photos are only counted.
  var listedAsStaying: [FilePath: String] {
    excluded.filter { $0.value != Self.protectionReason }.merging(isLibraryAway ? [:] : guarded) { $1 }
  }

  /// Applies the result of the checks.
  ///
  /// - Parameter isLibraryAway: Whether they refuse all photos because the library is missing as a whole.
  mutating func apply(_ preflight: RemovalPreflight, isLibraryAway: Bool) {
    self.isLibraryAway = isLibraryAway
    guarded = preflight.refused
  }

  /// Applies the result of the search in the backup.
  mutating func apply(_ proof: BackupProof) { self.proof = proof }

  /// Lets photos go that are not in the backup.
  mutating func includeUnsaved() { keepsUnsaved = false }

  /// The request for the photos that a yes would move, whose items rely on the backup where nothing else stays of a
  /// file.
  var confirmed: RemovalRequest {
    var confirmed = request
    confirmed.items = going.map { proof?.relying($0) ?? $0 }
    return confirmed
  }

  /// The files by which photos of which only the RAW goes are named, by photo.
  var raws: [FilePath: FilePath] {
    Dictionary(
      request.items.lazy.filter { $0.parts == .raw }.map { ($0.photo, $0.path) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Photos with reasons, in byte order of the files by which they are named.
  func refusals(_ refused: [FilePath: String]) -> [Refusal] {
    let raws = raws
    return refused.map { (file: raws[$0.key] ?? $0.key, reason: $0.value) }
      .sorted { precedesInByteOrder($0.file, $1.file) }.map { Refusal(name: nameTitle($0.file), reason: $0.reason) }
  }
}

extension RemovalRequest {
  /// The photos of a request that were moved whole or without their RAW, and the moved files of those that went in
  /// part.
  func parts(of moved: [FilePath]) -> (photos: [FilePath], files: [FilePath: [FilePath]]) {
    let moved = Set(moved)
    var photos: [FilePath] = []
    var files: [FilePath: [FilePath]] = [:]
    for item in items where moved.contains(item.photo) {
      if item.parts != .raw { photos.append(item.photo) }
      if item.parts != .all { files[item.photo] = item.files.map(\.path) }
    }
    return (photos, files)
  }
}
