package import FileSafety
package import PhotoModel
package import SystemPackage

/// The metadata of removed photos, for the sidecar of one photo that stays.
package struct CarriedSidecar: Hashable, Sendable {
  /// A removed photo with its metadata.
  package struct Source: Hashable, Sendable {
    /// The photo, by its first file.
    package var photo: FilePath
    /// The metadata that the photo that stays lacks.
    package var metadata: CarriedMetadata
  }

  /// The photo that stays.
  package var keeper: FilePath
  /// The removed photos in the order of the plan, including those that only contradict the photo that stays.
  package private(set) var sources: [Source] = []
  /// The change of the sidecar, once it was prepared; nil where nothing is written.
  package private(set) var change: SidecarFile.Change?
  /// The reason why the metadata cannot be written, as a sentence; nil where it can.
  package private(set) var refusal: String?
  private let file: SidecarFile
  private let isProtected: Bool
  /// The metadata of all sources together.
  package private(set) var metadata = SidecarContents()
  /// The values that chosen ones replace.
  private var replaced = SidecarContents()
  /// The metadata that the file of the photo that stays has itself; empty where it has a sidecar.
  private let repeated: SidecarContents

  fileprivate init(beside keeper: ScannedPhoto) {
    self.keeper = keeper.path
    file = SidecarFile(of: keeper.path, in: keeper)
    isProtected = keeper.isProtected
    let sidecar = file.path
    repeated = keeper.companions.contains { $0.path == sidecar } ? SidecarContents() : keeper.repeatedMetadata
  }

  /// The path of the sidecar.
  package var sidecar: FilePath { file.path }

  fileprivate mutating func add(_ found: CarriedMetadata, of photo: FilePath) {
    sources.append(Source(photo: photo, metadata: found))
    metadata = found.contents.adding(metadata)
    replaced = replaced.adding(found.replaced)
  }

  /// Finds the change of the sidecar, or the reason why the metadata cannot be written.
  package mutating func prepare(_ edits: SidecarFile.Edits, naming: (FilePath) -> String) {
    (change, refusal) = (nil, nil)
    if metadata.bytes.isEmpty { return }
    guard !isProtected else {
      refusal = "The one that stays lies in a protected folder, where nothing is written."
      return
    }
    do throws(SidecarRefusal) {
      change = try file.change(
        adding: SidecarAddition(metadata.adding(repeated), replacing: replaced), edits, naming: naming)
    } catch { refusal = error.sentence }
  }

  /// The photos that stay because their metadata cannot be written, each with the reason as a sentence.
  package var refusals: [FilePath: String] {
    guard let refusal else { return [:] }
    let photos = sources.filter { !$0.metadata.kinds.isEmpty }.map(\.photo)
    return Dictionary(photos.map { ($0, "Its words cannot be carried over. \(refusal)") }) { first, _ in first }
  }
}

extension [CarriedSidecar] {
  /// Collects the metadata of removed photos that the photos that stay for them lack.
  ///
  /// - Parameters:
  ///   - items: The removed photos. Nothing is carried over from a photo of which a part stays.
  ///   - choices: The kinds, by removed photo, for which its value counts where the photo that stays has another.
  ///   - keeper: The photo that stays for an item; nil where none does, or only another shot.
  package init(
    _ items: [RemovalItem], choosing choices: [FilePath: Set<Holding>] = [:], keeper: (RemovalItem) -> Survivor?,
    photo: (FilePath, FileIdentity) -> ScannedPhoto?
  ) {
    self = []
    var keepers: [FilePath: (index: Int, photo: ScannedPhoto)] = [:]
    for item in items where item.parts == .all {
      guard let survivor = keeper(item), let mine = photo(item.path, item.identity) else { continue }
      guard var known = keepers[survivor.path] ?? photo(survivor.path, survivor.identity).map({ (count, $0) }) else {
        continue
      }
      let metadata = CarriedMetadata(from: mine, to: known.photo, choosing: choices[item.path] ?? [])
      guard !metadata.kinds.isEmpty || !metadata.contradictions.isEmpty else { continue }
      if known.index == count { append(CarriedSidecar(beside: known.photo)) }
      self[known.index].add(metadata, of: item.path)
      known.photo = known.photo.adopting(metadata.contents)
      keepers[survivor.path] = known
    }
  }

  /// The kinds of metadata that are carried over, by the removed photo.
  package var kinds: [FilePath: [Holding]] {
    Dictionary(flatMap(\.sources).map { ($0.photo, $0.metadata.kinds) }) { first, _ in first }
  }

  /// The sidecars for the journal of a batch, once they were prepared.
  ///
  /// - Parameter photos: The photos that go. Nothing is written unless one of them has metadata to carry over.
  package func sidecars(for photos: Set<FilePath>) -> [BatchSidecar] {
    var sidecars: [BatchSidecar] = []
    for carried in self {
      let sources = carried.sources.filter { !$0.metadata.kinds.isEmpty && photos.contains($0.photo) }.map(\.photo)
      guard let change = carried.change, !sources.isEmpty else { continue }
      sidecars.append(
        BatchSidecar(
          index: sidecars.count, path: carried.sidecar, photos: sources, old: change.old, new: change.new))
    }
    return sidecars
  }
}

/// Words that go to the photos that stay.
extension RemovalSelection {
  /// The metadata of the photos to remove that the photos that stay for them lack, prepared to be written.
  ///
  /// Nothing is carried over from a photo of which a part stays, or for which only another shot stays. A photo whose
  /// metadata cannot be read now stays; so does a named photo with metadata for which no other is known to stay.
  package mutating func carriedSidecars() -> [CarriedSidecar] {
    relyOnWhatStays()
    var photos: [FilePath: ScannedPhoto] = [:]
    var refusals: [FilePath: String] = [:]
    for item in plan?.items ?? [] where item.parts == .all {
      let survivor = keeper(of: item)
      for (path, identity) in [(item.path, item.identity)] + (survivor.map { [($0.path, $0.identity)] } ?? [])
      where (survivor != nil || !isPlanned) && photos[path] == nil { photos[path] = wholePhoto(at: path, identity) }
      if survivor == nil, !isPlanned, photos[item.path]?.contents?.metadata.isEmpty == false {
        refusals[item.path] =
          "\(environment.naming(item.path)) stays: no photo is known that shows the same and stays, so its words would go "
          + "with it. Scan their folders with deckle scan, or name it without --merge-metadata."
      }
      guard unreadMetadata.contains(item.path) || survivor.map({ unreadMetadata.contains($0.path) }) == true else {
        continue
      }
      refusals[item.path] =
        "\(environment.naming(item.path)) stays: its words, or those of the one that stays, cannot be read now."
    }
    hold(refusals)
    let items = plan?.items ?? []
    var carried = [CarriedSidecar](items, keeper: keeper) { path, _ in photos[path] }
    for index in carried.indices { carried[index].prepare(environment.sidecarEdits, naming: environment.naming) }
    let kinds = carried.kinds
    for index in losing.indices {
      losing[index].holdings.removeAll(where: kinds[losing[index].photo.path, default: []].contains)
    }
    return carried
  }

  /// Finds the survivors of photos that were named by themselves: a copy, else a photo that shows the same picture by
  /// an earlier scan. Each is compared before the move, as in any set.
  private mutating func relyOnWhatStays() {
    let going = going
    let named = Set(going.map { FileKey($0.item.identity) })
    var isFound = false
    for (index, item) in going where item.safeguard == .onlyOne && item.parts == .all {
      func isOther(_ other: Survivor) -> Bool {
        !named.contains(FileKey(other.identity)) && !other.path.isCaseFoldCollision(of: item.path)
      }
      guard let digest = try? wholeDigest(of: item.path, expecting: item.identity) else {
        unreadMetadata.insert(item.path)
        continue
      }
      let copies = self.copies.copies(of: digest, size: item.identity.size, near: [item.path], isOther: isOther)
      if !copies.isEmpty {
        entries[index].item?.safeguard = .exactCopy(survivors: copies)
      } else if let other = self.copies.photo(showing: [digest], near: [item.path], isOther: isOther) {
        entries[index].item?.safeguard = .similar(keeper: other)
      } else {
        continue
      }
      isFound = true
    }
    if isFound { settle() }
  }

  /// The photo that stays for this one, of several one that may be written beside; nil where none stays.
  private func keeper(of item: RemovalItem) -> Survivor? {
    if besideOtherShots.contains(item.path) { return nil }
    return switch item.safeguard {
    case .exactCopy(let survivors):
      survivors.first { survivor in !environment.protectedFolders.contains { survivor.path.starts(with: $0) } }
        ?? survivors.first
    case .similar(let keeper): keeper
    case .onlyOne: nil
    }
  }
}

extension SidecarContents {
  /// Both contents together; for a single value that of the first.
  fileprivate func adding(_ other: SidecarContents) -> SidecarContents {
    var metadata = metadata
    metadata.add(other.metadata)
    return SidecarContents(
      metadata: metadata, location: location ?? other.location, capturedAt: capturedAt ?? other.capturedAt,
      timeOffset: timeOffset ?? other.timeOffset)
  }
}

extension ScannedPhoto {
  /// The photo with metadata as its own that is about to be written into its sidecar.
  package func adopting(_ metadata: SidecarContents) -> ScannedPhoto {
    var photo = self
    let sidecar = SidecarFile(of: path, in: self).path
    photo.companions.insert(
      Companion(path: sidecar, identity: identity, role: .sidecar, owner: .shown, contents: metadata), at: 0)
    return photo
  }
}
