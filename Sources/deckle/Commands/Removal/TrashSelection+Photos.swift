import FileSafety
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage

/// A photo is more than a file: whoever names the JPEG means its RAW and its sidecars too.
///
/// Whoever names only the RAW means the RAW, with the sidecars that bear its whole name; the JPEG stays. A movie or a
/// sidecar is nothing without its photo, and the photo less without it: alone they are refused.
extension TrashSelection {
  /// Gives every item the files that go along, and takes named companions to the photo they belong to.
  mutating func joinFilesOfOnePhoto(_ copies: CopySearch) {
    let named = Set(items.map(\.item.path))
    var joined: [(entry: Int, item: RemovalItem)] = []
    var along: [(photo: Int, companions: [Companion])] = []
    var seen: Set<FilePath> = []
    for (entry, item) in items {
      // Refused here, because what the first one is, a file of another photo, the second one must not escape.
      guard seen.insert(item.path).inserted else {
        entries[entry].refusal = "\(program.naming(item.path)) is in the list already."
        continue
      }
      let folder = folder(of: item.path, copies)
      guard folder?.photo(withCompanion: item.path) != nil || isPhoto(item) else {
        entries[entry].refusal =
          "\(program.naming(item.path)) is no picture, and belongs to no photo beside it. Deckle moves photos only, "
          + "so it stays."
        continue
      }
      guard let folder else {
        joined.append((entry, item))
        continue
      }
      if let owner = folder.photo(withCompanion: item.path) {
        if named.contains(owner.path) {
          entries[entry].photo = owner.path
        } else if let companions = whatGoes(with: item.path, of: owner, named) {
          entries[entry].refusal = refusal(ofLeftOut: companions.files, goingWith: item.path, named)
          if entries[entry].refusal != nil { continue }
          if companions.isRAW {
            along.append((entry, companions.files))
            joined.append((entry, Self.raw(item, of: owner, companions.files)))
          } else {
            entries[entry].photo = owner.raw?.path
          }
        } else {
          let names = (program.naming(item.path), program.naming(owner.path))
          entries[entry].refusal = "\(names.0) belongs to \(names.1). Name that photo to move both, so it stays."
        }
        continue
      }
      var item = item
      let photo = folder.photo(showing: item.path).map { withoutOtherShot($0, copies) }
      entries[entry].refusal = refusal(ofLeftOut: photo?.companions ?? [], goingWith: item.path, named)
      if entries[entry].refusal != nil { continue }
      item.companions = photo?.companions.map { RemovalItem.File(path: $0.path, identity: $0.identity) } ?? []
      along.append((entry, photo?.companions ?? []))
      if let lookalikes = photo?.lookalikes, !lookalikes.isEmpty { self.lookalikes[item.path] = lookalikes }
      joined.append((entry, item))
    }
    items = joined
    list(along, named)
  }

  /// What the settings leave out goes along only where it was named.
  private func refusal(ofLeftOut companions: [Companion], goingWith path: FilePath, _ named: Set<FilePath>) -> String? {
    let excluded = ExcludedNames(program.configuration.excludedFolders)
    guard !excluded.isEmpty, !excluded.leaveOut(path, below: []),
      let companion = companions.first(where: { !named.contains($0.path) && excluded.leaveOut($0.path, below: []) })
    else { return nil }
    return "\(program.naming(path)) stays: \(program.naming(companion.path)), which would go along, is left out by "
      + "excludedFolders in the settings. Name both to move them."
  }

  /// A scan would find it: its name says that it is a picture, or says nothing and its first bytes do.
  private func isPhoto(_ item: RemovalItem) -> Bool {
    switch nameExpectation(of: item.path) {
    case .picture: return true
    case .otherKind: return false
    case .unknown:
      let head = try? openForReading(item.path, expecting: item.identity).read(upTo: 64)
      return head.flatMap { imageFormat(of: $0) } != nil
    }
  }

  /// A photo whose RAW was never read is looked at now, with the RAW: a name alone takes no other shot along.
  private func withoutOtherShot(_ photo: ScannedPhoto, _ copies: CopySearch) -> ScannedPhoto {
    guard let raw = photo.raw else { return photo }
    func facts(_ path: FilePath, _ identity: FileIdentity) -> CaptureFacts? {
      let decoder = decoder
      let inspection =
        copies.inspection(of: path, identity) ?? runBlocking { await decoder.inspect(path, identity: identity) }
      return inspection?.features?.facts
    }
    guard !mayBeOneShot(facts(photo.path, photo.identity), facts(raw.path, raw.identity)) else { return photo }
    var photo = photo
    // What bears the name of both is nobody's: it stays with the one that stays.
    photo.companions.removeAll { !$0.owner.isOfShown || $0.role == .raw }
    photo.lookalikes.append(Lookalike(path: raw.path, reason: .anotherTime))
    return photo
  }

  /// Of a RAW named without its JPEG: its own sidecars. Of one of these, named with the RAW: nothing more.
  private func whatGoes(
    with path: FilePath, of owner: ScannedPhoto, _ named: Set<FilePath>
  ) -> (isRAW: Bool, files: [Companion])? {
    let going = owner.files(of: .raw).companions
    guard let raw = owner.raw, going.contains(where: { $0.path == path }), named.contains(raw.path) else { return nil }
    return raw.path == path ? (true, going.filter { $0.path != path }) : (false, [])
  }

  private static func raw(_ item: RemovalItem, of owner: ScannedPhoto, _ sidecars: [Companion]) -> RemovalItem {
    RemovalItem(
      path: item.path, identity: item.identity,
      companions: sidecars.map { RemovalItem.File(path: $0.path, identity: $0.identity) },
      safeguard: .similar(keeper: Survivor(path: owner.path, identity: owner.identity)), parts: .raw)
  }

  /// Entries for the files that nobody named, behind those of their photos.
  private mutating func list(_ along: [(photo: Int, companions: [Companion])], _ named: Set<FilePath>) {
    let companions = Dictionary(along.map { ($0.photo, $0.companions) }, uniquingKeysWith: { first, _ in first })
    var all: [Entry] = []
    var places: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() {
      places[index] = all.count
      all.append(entry)
      for companion in companions[index] ?? [] where !named.contains(companion.path) {
        all.append(Entry(path: companion.path, size: companion.size, photo: entry.path, isNamed: false))
      }
    }
    entries = all
    for index in items.indices { items[index].entry = places[items[index].entry] ?? items[index].entry }
  }

  /// The photo of an item, for the choice of the one that stays.
  func photo(at item: RemovalItem) -> ScannedPhoto {
    let known = folders[item.path.removingLastComponent()] ?? nil
    return known?.photo(showing: item.path) ?? ScannedPhoto(path: item.path, identity: item.identity)
  }

  /// What a photo that goes holds and the one that stays for it does not; where none stays, what somebody chose it by.
  mutating func holdingsLost(with item: RemovalItem, _ copies: CopySearch) -> (photo: ScannedPhoto, holdings: [Holding])
  {
    let photo = readPhoto(at: item.path, item.identity, copies)
    guard case .similar(let keeper) = item.safeguard else {
      let isAsked = program.configuration.ratingsAreSacred
      return (photo, isAsked ? photo.contents?.metadata.chosenBy ?? [] : [])
    }
    let staying = readPhoto(at: keeper.path, keeper.identity, copies)
    // Nobody looked at the pixels of the two, and of files beside them another sentence tells.
    return (photo, onlyHere(photo, beside: staying).filter { !$0.isOfAnotherShot && $0 != .sidecar })
  }

  /// A photo with what its file and its sidecars hold: what a scan has read, and what it has not, where a person named the files
  /// one by one.
  private mutating func readPhoto(at path: FilePath, _ identity: FileIdentity, _ copies: CopySearch) -> ScannedPhoto {
    var photo = folder(of: path, copies)?.photo(showing: path) ?? ScannedPhoto(path: path, identity: identity)
    guard items.count <= MoveBrake.fewPhotos else { return photo }
    let decoder = decoder
    if photo.features == nil {
      photo.features = runBlocking { await decoder.inspect(path, identity: identity) }?.features
    }
    for index in photo.companions.indices where photo.companions[index].role == .sidecar {
      let sidecar = photo.companions[index]
      guard sidecar.contents == nil else { continue }
      photo.companions[index].contents =
        runBlocking { await decoder.readSidecar(sidecar.path, identity: sidecar.identity) }?.sidecar
    }
    return photo
  }

  private mutating func folder(of path: FilePath, _ copies: CopySearch) -> PhotoFolder? {
    let folder = path.removingLastComponent()
    if let known = folders[folder] { return known }
    let decoder = decoder
    let read = try? PhotoFolder(
      folder, protectedFolders: protectedFolders, known: { copies.inspection(of: $0, $1) },
      strangeness: { movie, photo in
        let known = copies.inspection(of: movie.path, movie.identity)?.movie
        guard
          let facts = known
            ?? runBlocking({ await decoder.movieFacts(of: movie.path, identity: movie.identity) }) ?? nil
        else { return .unread }
        let features =
          photo.features
          ?? runBlocking { await decoder.inspect(photo.path, identity: photo.identity) }?.features
        return facts.strangeness(to: PhotoMoment(features))
      })
    folders[folder] = .some(read)
    return read
  }
}
