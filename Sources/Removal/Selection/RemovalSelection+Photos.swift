import FileSafety
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage

/// The files of one photo: a named JPEG takes its RAW and its sidecars along.
///
/// A RAW that is named alone goes with the sidecars that bear its whole name; the JPEG stays. A movie or a sidecar is
/// nothing without its photo, and the photo less without it: named alone they are refused.
extension RemovalSelection {
  /// Gives each photo the files that go along, and assigns named companions to the photo they belong to.
  mutating func joinFilesOfOnePhoto() {
    let named = Set(going.map(\.item.path))
    var all: [Entry] = []
    for var entry in entries {
      let along = entry.refusal == nil ? entry.item.map { join($0, as: &entry, named) } ?? [] : []
      all.append(entry)
      for companion in along where !named.contains(companion.path) {
        all.append(Entry(path: companion.path, size: companion.size, photo: entry.path, isNamed: false))
      }
    }
    entries = all
  }

  /// Finds the files that go along with a named file, or refuses that file.
  ///
  /// - Returns: The files that go along.
  private mutating func join(_ item: RemovalItem, as entry: inout Entry, _ named: Set<FilePath>) -> [Companion] {
    let name = environment.naming(item.path)
    let folder = folder(of: item.path)
    let owner = folder?.photo(withCompanion: item.path)
    guard owner != nil || isPhoto(item) else {
      let isPerhapsPlan = item.path.nameEnding == "json"
      entry.refusal =
        "\(name) is no picture, and belongs to no photo beside it. Deckle moves photos only, so it stays."
        + (isPerhapsPlan ? " If it is a plan, deckle apply carries it out." : "")
      return []
    }
    guard let folder else { return [] }
    guard let owner else {
      let photo = folder.photo(showing: item.path).map(withoutOtherShot)
      let companions = photo?.companions ?? []
      entry.refusal = refusal(ofLeftOut: companions, goingWith: item.path, named)
      if entry.refusal != nil { return [] }
      entry.item?.companions = companions.map(RemovalItem.File.init)
      if let namesakes = photo?.namesakes, !namesakes.isEmpty { self.namesakes[item.path] = namesakes }
      return companions
    }
    if named.contains(owner.path) {
      (entry.photo, entry.item) = (owner.path, nil)
      return []
    }
    // A RAW named without its JPEG takes along its own sidecars; if one of these is named with the RAW, only that one.
    let going = owner.files(of: .raw).companions
    guard let raw = owner.raw, named.contains(raw.path), going.contains(where: { $0.path == item.path }) else {
      entry.refusal = "\(name) belongs to \(environment.naming(owner.path)). Name that photo to move both, so it stays."
      return []
    }
    guard raw.path == item.path else {
      (entry.photo, entry.item) = (raw.path, nil)
      return []
    }
    let sidecars = going.filter { $0.path != raw.path }
    entry.refusal = refusal(ofLeftOut: sidecars, goingWith: raw.path, named)
    if entry.refusal != nil { return [] }
    entry.item?.companions = sidecars.map(RemovalItem.File.init)
    if item.destination == nil {
      entry.item?.safeguard = .similar(keeper: Survivor(path: owner.path, identity: owner.identity))
    }
    entry.item?.parts = .raw
    return sidecars
  }

  /// The reason why a photo stays with a companion that the settings leave out and nobody named; nil where there is
  /// none.
  private func refusal(ofLeftOut companions: [Companion], goingWith path: FilePath, _ named: Set<FilePath>) -> String? {
    let excluded = ExcludedNames(environment.settings.excludedFolders)
    guard !excluded.isEmpty, !excluded.leaveOut(path, below: []),
      let companion = companions.first(where: { !named.contains($0.path) && excluded.leaveOut($0.path, below: []) })
    else { return nil }
    return
      "\(environment.naming(path)) stays: \(environment.naming(companion.path)), which would go along, is left out by "
      + "excludedFolders in the settings. Name both to move them."
  }

  /// Whether a scan would find the file: its name is that of a picture, or has no known ending and its first bytes are
  /// those of one.
  private func isPhoto(_ item: RemovalItem) -> Bool {
    switch nameExpectation(of: item.path) {
    case .picture: return true
    case .otherKind: return false
    case .unknown:
      let head = try? openForReading(item.path, expecting: item.identity).read(upTo: 64)
      return head.flatMap { imageFormat(of: $0) } != nil
    }
  }

  /// The photo without a RAW of another shot: where the RAW was never read, both are read now, because a name alone
  /// takes no other shot along.
  private func withoutOtherShot(_ photo: ScannedPhoto) -> ScannedPhoto {
    guard let raw = photo.raw else { return photo }
    func facts(_ path: FilePath, _ identity: FileIdentity) -> CaptureFacts? {
      (copies.inspection(of: path, identity) ?? environment.inspect(path, identity))?.features?.facts
    }
    guard !mayBeOneShot(facts(photo.path, photo.identity), facts(raw.path, raw.identity)) else { return photo }
    var photo = photo
    // A companion with the name of both halves belongs to neither: it stays with the one that stays.
    photo.companions.removeAll { !$0.owner.isOfShown || $0.role == .raw }
    photo.namesakes.append(NamesakeFile(path: raw.path, reason: .anotherTime))
    return photo
  }

  /// The photo of an item, by which the one that stays is chosen.
  func photo(at item: RemovalItem) -> ScannedPhoto {
    let known = folders[item.path.removingLastComponent()] ?? nil
    return known?.photo(showing: item.path) ?? ScannedPhoto(path: item.path, identity: item.identity)
  }

  /// The contents lost with the photo, which its keeper lacks. If only a few photos were named, any photo of the same
  /// picture counts as keeper. Without a keeper: its ratings and picks, if those are sacred.
  mutating func holdingsLost(with item: RemovalItem) -> (photo: ScannedPhoto, holdings: [Holding]) {
    let photo = readPhoto(at: item.path, item.identity)
    let holdings = holdings(of: photo, goingWith: item)
    // A sidecar says more than the bytes of the photo.
    let isInFile = !holdings.isEmpty && !photo.companions.contains { $0.role == .sidecar }
    return (photo, isInFile && hasCopyStaying(item) ? [] : holdings)
  }

  /// Whether a file with the same bytes stays. False where many files were named: then it is not searched for.
  private func hasCopyStaying(_ item: RemovalItem) -> Bool {
    guard going.count <= LargeMoveConfirmation.fewPhotos, let digest = digest(of: item) else { return false }
    let going = Set(goingToTrash.map(\.item.path))
    return !copies.copies(of: digest, size: item.identity.size, near: [item.path]) { !going.contains($0.path) }.isEmpty
  }

  /// What would be lost with the photo; without a keeper, its ratings and labels.
  private mutating func holdings(of photo: ScannedPhoto, goingWith item: RemovalItem) -> [Holding] {
    var keeper = going.count > LargeMoveConfirmation.fewPhotos ? nil : photoShowingTheSame(as: item)
    if case .similar(let named) = item.safeguard { keeper = named }
    guard let keeper else {
      return environment.settings.ratingsAreSacred ? photo.contents?.metadata.chosenBy ?? [] : []
    }
    let staying = readPhoto(at: keeper.path, keeper.identity)
    // The pixels of the two were not compared, and companions have a sentence of their own.
    return onlyHere(photo, beside: staying).filter { !$0.isOfAnotherShot && $0 != .sidecar }
  }

  /// The digest of a photo by an earlier scan, else of its bytes: a file that was moved, touched or put back since is
  /// known by its content alone. Nil where it cannot be read.
  func digest(of item: RemovalItem) -> ContentDigest? {
    copies.inspection(of: item.path, item.identity)?.digest
      ?? (try? wholeDigest(of: item.path, expecting: item.identity))
  }

  /// A photo that stays and, by an earlier scan, shows the same; nil where there is none.
  private func photoShowingTheSame(as item: RemovalItem) -> Survivor? {
    guard copies.knowsPictures, let digest = digest(of: item) else { return nil }
    let going = Set(goingToTrash.map(\.item.path))
    return copies.photo(showing: [digest], near: [item.path]) { !going.contains($0.path) }
  }

  /// The photo with the contents of its file and its sidecars: those that a scan has read, and, where few files were
  /// named, newly read ones.
  private mutating func readPhoto(at path: FilePath, _ identity: FileIdentity) -> ScannedPhoto {
    guard going.count > LargeMoveConfirmation.fewPhotos else { return wholePhoto(at: path, identity) }
    return folder(of: path)?.photo(showing: path) ?? ScannedPhoto(path: path, identity: identity)
  }

  /// The photo with the contents of its file and its sidecars, read where no scan has read them.
  mutating func wholePhoto(at path: FilePath, _ identity: FileIdentity) -> ScannedPhoto {
    var photo = folder(of: path)?.photo(showing: path) ?? ScannedPhoto(path: path, identity: identity)
    if folder(of: path) == nil { unreadMetadata.insert(path) }
    func isUnread(_ inspection: Inspection?) -> Bool { inspection.map { $0.problem?.isLasting == false } ?? true }
    if photo.features == nil {
      let inspection = environment.inspect(path, identity)
      photo.features = inspection?.features
      if isUnread(inspection) { unreadMetadata.insert(path) }
    }
    for index in photo.companions.indices where photo.companions[index].role == .sidecar {
      let sidecar = photo.companions[index]
      guard sidecar.contents == nil else { continue }
      let inspection = environment.readSidecar(sidecar.path, sidecar.identity)
      photo.companions[index].contents = inspection?.sidecar
      if isUnread(inspection) { unreadMetadata.insert(path) }
    }
    return photo
  }

  private mutating func folder(of path: FilePath) -> PhotoFolder? {
    let folder = path.removingLastComponent()
    if let known = folders[folder] { return known }
    let read = try? PhotoFolder(
      folder, protectedFolders: environment.protectedFolders, known: copies.inspection,
      reasonNotCompanion: { [copies, environment] movie, photo in
        let known = copies.inspection(of: movie.path, movie.identity)?.movie
        guard let facts = known ?? environment.movieFacts(movie.path, movie.identity) else { return .unread }
        let features = photo.features ?? environment.inspect(photo.path, photo.identity)?.features
        return facts.reasonNotCompanion(to: PhotoMoment(features))
      })
    folders[folder] = .some(read)
    return read
  }
}

extension RemovalItem.File {
  fileprivate init(_ companion: Companion) { self.init(path: companion.path, identity: companion.identity) }
}
