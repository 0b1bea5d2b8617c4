package import PhotoModel
import SystemPackage

/// A picture with the files that belong to it by name.
struct PhotoUnit: Hashable {
  var shown: FilePath
  /// The companions in byte order of their paths, without digests. A movie is one only if its facts agree.
  var companions: [Companion] = []
  /// The files that only look like companions, in byte order of their paths.
  var namesakes: [NamesakeFile] = []
}

/// The pairing of the files of a library into photos, by their names in the folder and their times of capture.
///
/// A RAW and its JPEG must have been captured within two seconds of each other; where one of the times is unknown, the
/// names decide. For a movie the names never suffice: it must have the photo's content identifier, or be short and of
/// the same moment (`MovieFacts.reasonNotCompanion`).
struct PhotoPairing {
  /// A camera may write the JPEG's time a moment after the RAW's.
  static let largestTimeApart: Int64 = 2000

  private var companions: [FilePath: [Companion]] = [:]
  private var namesakes: [FilePath: [NamesakeFile]] = [:]
  private var shownOfRAW: [FilePath: FilePath] = [:]

  /// - Parameters:
  ///   - files: All files in the folders: pictures, movies, sidecars.
  ///   - outside: Files that may be about a photo and are no part of it.
  ///   - lists: The lists with metadata of the pictures of whole folders.
  ///   - incompleteFolders: Folders not read to their end, in which no file is known to be the only one of its name.
  init(
    _ files: some Sequence<Inventory.File>, outside: [FilePath] = [], lists: [FolderList] = [],
    incompleteFolders: Set<[UInt8]> = []
  ) {
    // Only a folder with a RAW, a movie or a sidecar has anything to pair.
    let besides = files.filter { FileNameParts.isSomethingBesides($0.path) }
    var apart: [[UInt8]: [NamesakeFile]] = [:]
    for path in besides.map(\.path) + outside {
      guard let folder = folderOfPhotos(ofSidecar: path) else { continue }
      apart[folder, default: []].append(NamesakeFile(path: path, reason: .apart))
    }
    for path in outside where folderOfPhotos(ofSidecar: path) == nil {
      apart[folderBytes(of: path), default: []].append(NamesakeFile(path: path, reason: .link))
    }
    let listed = Dictionary(grouping: lists) { folderBytes(of: $0.path) }
    let folders = Set(besides.map { folderBytes(of: $0.path) }).union(apart.keys).union(listed.keys)
      .subtracting(incompleteFolders)
    guard !folders.isEmpty else { return }
    var contents: [[UInt8]: [Inventory.File]] = [:]
    for file in files {
      let folder = folderBytes(of: file.path)
      if folders.contains(folder) { contents[folder, default: []].append(file) }
    }
    for (folder, files) in contents {
      for unit in FolderPairing(files).units() {
        companions[unit.shown] = unit.companions
        if !unit.namesakes.isEmpty { namesakes[unit.shown] = unit.namesakes }
        for companion in unit.companions where companion.role == .raw { shownOfRAW[companion.path] = unit.shown }
      }
      addNamesakes(of: files, apart[folder, default: []], listed[folder, default: []])
    }
  }

  /// Adds files that are about pictures of a folder without having their names beside them: lists, and sidecars in a
  /// folder below.
  private mutating func addNamesakes(of files: [Inventory.File], _ apart: [NamesakeFile], _ lists: [FolderList]) {
    guard !apart.isEmpty || !lists.isEmpty else { return }
    var sidecars: [[UInt8]: [NamesakeFile]] = [:]
    for sidecar in apart {
      // `IMG_1.RW2.9.spd` is about `IMG_1.RW2`, or about `IMG_1.jpg`.
      let name = foldedASCII(sidecar.path.nameBytes)
      for dot in name.indices where name[dot] == UInt8(ascii: ".") {
        sidecars[Array(name[..<dot]), default: []].append(sidecar)
      }
    }
    for file in files {
      guard let name = FileNameParts(file.path), name.isPicture else { continue }
      let own = [name.name, name.stem].flatMap { sidecars[foldedASCII($0), default: []] }
      let found =
        Array(Set(own)) + lists.filter { $0.isAbout(file.path) }.map { NamesakeFile(path: $0.path, reason: .list) }
      for picture in Set([file.path, shownOfRAW[file.path] ?? file.path]) where !found.isEmpty {
        let all = Set(namesakes[picture, default: []] + found)
        namesakes[picture] = all.sorted { precedesInByteOrder($0.path, $1.path) }
      }
    }
  }

  /// Whether a file is, by its name, the RAW of a photo that shows another file.
  func isCompanion(_ path: FilePath) -> Bool { shownOfRAW[path] != nil }

  /// The sidecars of the photo that a file belongs to, whichever of its files that is.
  func sidecars(of path: FilePath) -> [Companion] {
    if companions.isEmpty { return [] }
    return companions[shownOfRAW[path] ?? path, default: []].filter { $0.role == .sidecar }
  }

  /// Sidecars of all photos except those whose shown file is in `shown`.
  func sidecars(without shown: Set<FilePath>) -> [Companion] {
    companions.filter { !shown.contains($0.key) }.flatMap(\.value).filter { $0.role == .sidecar }
  }

  /// The movies that have the name of a photo; their facts decide whether they belong to it.
  func movies(beside path: FilePath) -> [Companion] {
    companions[path, default: []].filter { $0.role == .movie }
  }

  /// The photos of files that were inspected one by one, each joined by its companions.
  ///
  /// - Parameters:
  ///   - digests: The digests of movies and sidecars, as far as they are known.
  ///   - sidecars: The inspections of sidecars.
  ///   - reasonNotCompanion: The reason why a movie of a photo's name is no part of it; nil where it is.
  /// - Returns: The photos in the order of `photos`.
  func photos(
    of photos: [ScannedPhoto], digests: [FilePath: ContentDigest] = [:], sidecars: [FilePath: Inspection] = [:],
    reasonNotCompanion: (Companion, ScannedPhoto) -> NamesakeFile.Reason?
  ) -> [ScannedPhoto] {
    guard !companions.isEmpty || !namesakes.isEmpty else { return photos }
    var paired: Set<FilePath> = []
    var raws: [FilePath: ScannedPhoto] = [:]
    for photo in photos where shownOfRAW[photo.path] != nil { raws[photo.path] = photo }
    for photo in photos {
      guard let besides = companions[photo.path] else { continue }
      let raw = besides.first { $0.role == .raw }.flatMap { raws[$0.path] }
      if let raw, areOneShot(photo, raw) { paired.insert(raw.path) }
    }
    return photos.compactMap { photo in
      if paired.contains(photo.path) { return nil }
      var photo = photo
      photo.namesakes = namesakes[photo.path, default: []]
      if let owner = shownOfRAW[photo.path] {
        // The JPEG is another shot, or could not be read: a sidecar with the RAW's whole name still belongs to it.
        photo.companions = companions[owner, default: []].filter { $0.owner == .raw && $0.role == .sidecar }
      } else {
        photo.companions = companions(of: photo, raws)
        for movie in photo.companions where movie.role == .movie {
          if let reason = reasonNotCompanion(movie, photo) { photo.leaveOut(movie, reason) }
        }
        if let raw = companions[photo.path]?.first(where: { $0.role == .raw }), photo.raw == nil {
          photo.namesakes.append(NamesakeFile(path: raw.path, reason: .anotherTime))
        }
      }
      for index in photo.companions.indices {
        let path = photo.companions[index].path
        photo.companions[index].digest = raws[path]?.digest ?? sidecars[path]?.digest ?? digests[path]
        photo.companions[index].contents = sidecars[path]?.sidecar
      }
      return photo
    }
  }

  private func companions(of photo: ScannedPhoto, _ raws: [FilePath: ScannedPhoto]) -> [Companion] {
    guard let besides = companions[photo.path] else { return [] }
    guard let raw = besides.first(where: { $0.role == .raw }) else { return besides }
    return areOneShot(photo, raws[raw.path]) ? besides : besides.filter(\.owner.isOfShown)
  }

  private func areOneShot(_ photo: ScannedPhoto, _ raw: ScannedPhoto?) -> Bool {
    mayBeOneShot(photo.features?.facts, raw?.features?.facts)
  }
}

/// Whether the times of two pictures of one name allow that they are one shot: at most two seconds apart, or not known.
package func mayBeOneShot(_ first: CaptureFacts?, _ second: CaptureFacts?) -> Bool {
  guard let first = first?.capturedAt, let second = second?.capturedAt else { return true }
  return abs(first.milliseconds - second.milliseconds) <= PhotoPairing.largestTimeApart
}

/// The folder of a path, without the slash at its end.
func folderBytes(of path: FilePath) -> [UInt8] {
  let whole = path.bytes
  return Array(whole[..<(whole.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
}

/// The folder of the photo that a sidecar is about, where its program keeps it in a folder below that: Nikon, SilkyPix,
/// gThumb, Capture One. Nil for every other file.
private func folderOfPhotos(ofSidecar path: FilePath) -> [UInt8]? {
  let folder = path.removingLastComponent()
  switch folder.lastComponent?.string.lowercased() ?? "" {
  case "nksc_param", "silkypix_ds", ".comments": return folderBytes(of: folder)
  case let name where name.hasPrefix("settings"):
    let session = folder.removingLastComponent()
    return session.lastComponent?.string.lowercased() == "captureone" ? folderBytes(of: session) : nil
  default: return nil
  }
}

/// Whether gThumb keeps what people wrote about the photos of the folder above in this one.
func isFolderOfComments(_ folder: FilePath) -> Bool { folder.nameBytes.elementsEqual(".comments".utf8) }
