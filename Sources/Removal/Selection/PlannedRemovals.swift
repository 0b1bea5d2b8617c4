import FileSafety
package import PhotoModel
package import PhotoScan
import SystemPackage

/// The photos of a plan in the form that a selection needs: those to be removed, each with the photos that must stay
/// for it, and those that stay.
package struct PlannedRemovals {
  /// A photo that is to go.
  struct Removal {
    var photo: PlanFile.Photo
    /// The photos that stay by the plan in each set of this photo, those with a keep first.
    var staying: [[PlanFile.Photo]]
    /// The reason why the photo stays, whatever the plan says, as a sentence; nil where there is none.
    var objection: String?
  }

  let removals: [FilePath: Removal]
  /// Photos that stay by the plan.
  let staying: Set<FilePath>

  /// Divides the photos of a plan into those that go and those that stay.
  ///
  /// - Parameters:
  ///   - settings: The settings that tell files that may vanish, backups and removed files by their names: no photo is
  ///     removed in favour of such a file.
  ///   - objection: The reason against a photo, as a sentence; nil for none.
  package init(_ file: PlanFile, _ settings: ScanSettings, objection: (PlanFile.Photo) -> String?) {
    let permanences = ScanRequest(roots: file.folders, settings: settings, jobs: 1).permanencesNow(
      of: file.photos.map(\.path))
    func permanence(_ photo: PlanFile.Photo) -> FilePermanence { permanences[photo.path, default: .lasting] }
    let going = file.photos.filter(\.decision.isLeaving)
    // A photo that moves to a folder stays, but not at the path where it could be checked.
    let stayers = file.photos.filter { !$0.decision.isLeaving }
    var members: [String: [PlanFile.Photo]] = [:]
    // Photos with a keep count as survivors before open ones.
    for photo in stayers.filter({ $0.decision == .keep }).reversed() + stayers.filter({ $0.decision != .keep })
    where photo.digest != nil {
      for set in photo.sets { members[set, default: []].append(photo) }
    }
    staying = Set(stayers.map(\.path))
    removals = Dictionary(
      going.map { photo in
        // A photo that moves to a folder is not lost, so nothing has to stay for it.
        if photo.decision == .move { return (photo.path, Removal(photo: photo, staying: [], objection: nil)) }
        let sets = photo.sets.map { members[$0, default: []].filter { permanence($0).vouches(for: permanence(photo)) } }
        return (photo.path, Removal(photo: photo, staying: sets, objection: objection(photo)))
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension PlannedRemovals.Removal {
  /// The photos of a set that must stay for the photo: its copies by the plan, else the photos that the plan keeps and
  /// their copies, else all that stay.
  ///
  /// When these are gone, the others do not replace them: a smaller version would be all that is left of a photo.
  fileprivate func vouching(in set: [PlanFile.Photo]) -> [PlanFile.Photo] {
    // The same bytes under a name that other disks take for its own are no copy.
    let others = set.filter { $0.digest != photo.digest || !$0.path.isCaseFoldCollision(of: photo.path) }
    let copies = others.filter { $0.digest == photo.digest }
    if !copies.isEmpty { return copies }
    let kept = Set(others.lazy.filter { $0.decision == .keep }.map(\.digest))
    return kept.isEmpty ? others : others.filter { kept.contains($0.digest) }
  }
}

/// The claims of a plan about the photos that are to go, which must still be true.
extension RemovalSelection {
  /// Refuses files that have changed since the plan was made.
  mutating func refuseChanged(since planned: PlannedRemovals) {
    for index in entries.indices where entries[index].refusal == nil {
      let path = entries[index].path
      if let removal = planned.removals[path] {
        entries[index].refusal = entries[index].item.flatMap { refusal(of: $0, removal) }
      } else {
        // A path of a plan was real when it was written: where a link leads elsewhere now, its target is not meant.
        entries[index].refusal =
          "A symbolic link leads to \(environment.naming(path)) now, so it stays. Make the plan again."
      }
    }
  }

  /// Refuses photos whose files are not those of the plan, and sets of which nothing would stay. The others are removed
  /// in favour of a photo that stays, which is checked again before they move.
  mutating func safeguard(by planned: PlannedRemovals) {
    // One photo may stay for many.
    var contents: [FilePath: Content?] = [:]
    let staying = planned.staying.union(entries.filter { $0.refusal != nil }.map(\.path))
    for (index, item) in going {
      guard let removal = planned.removals[item.path] else { continue }
      var safe = item
      var refusal = refusalOfCompanions(item, removal, staying: staying)
      for (name, set) in zip(removal.photo.sets, removal.staying) where refusal == nil {
        let known = removal.vouching(in: set).lazy.compactMap { stayer -> (stayer: PlanFile.Photo, content: Content)? in
          let content = contents[stayer.path] ?? Self.content(of: stayer.path)
          contents[stayer.path] = .some(content)
          return content.flatMap { $0.digest == stayer.digest ? (stayer, $0) : nil }
        }.first
        if let known, known.content.digest == removal.photo.digest {
          safe.safeguard = .exactCopy(survivors: [known.content.survivor])
          refusal = holdCompanions(of: &safe, removal, by: known.stayer)
        } else if let known {
          if item.safeguard == .onlyOne {
            safe.safeguard = .similar(keeper: known.content.survivor)
            if removal.photo.similarSets.contains(name) { besideOtherShots.insert(item.path) }
          }
        } else {
          refusal =
            "\(environment.naming(item.path)) stays: nothing of its set would stay, or what should is not there any more."
        }
        if refusal == nil, let known, !Self.hasItsCompanions(known.stayer) {
          refusal =
            "\(environment.naming(item.path)) stays: what lay beside \(environment.naming(known.stayer.path)) has changed "
            + "since the plan was made. Make the plan again."
        }
      }
      (entries[index].item, entries[index].refusal) = (safe, refusal)
    }
  }

  /// Whether the companions still have the contents in the plan. They matter because others may go only as long as this
  /// photo's sidecar holds their metadata.
  private static func hasItsCompanions(_ photo: PlanFile.Photo) -> Bool {
    photo.companions.allSatisfy { path, digest in digest == nil || content(of: path)?.digest == digest }
  }

  private typealias Content = (digest: ContentDigest, survivor: Survivor)

  private func refusal(of item: RemovalItem, _ removal: PlannedRemovals.Removal) -> String? {
    guard let digest = removal.photo.digest else {
      return
        "The plan does not say what \(environment.naming(item.path)) held, so it stays. Name it to deckle trash."
    }
    return removal.objection ?? refusalOfContent(item.file, digest)
  }

  private func refusalOfContent(_ file: RemovalItem.File, _ digest: ContentDigest) -> String? {
    do throws(FileSafetyError) {
      guard try contentDigest(of: file.path, expecting: file.identity) == digest else {
        return "\(environment.naming(file.path)) has changed since the plan was made, so it stays."
      }
      return nil
    } catch { return error.sentence(naming: environment.naming) }
  }

  /// The reason why a photo stays because of its companions: they are not those of the plan, or one stays by it. Nil
  /// where there is none.
  private func refusalOfCompanions(
    _ item: RemovalItem, _ removal: PlannedRemovals.Removal, staying: Set<FilePath>
  ) -> String? {
    let name = environment.naming(item.path)
    for companion in item.companions {
      let companionName = environment.naming(companion.path)
      if staying.contains(companion.path) { return "\(name) stays: \(companionName) would go along, and is to stay." }
      guard case .some(.some(let digest)) = removal.photo.companions[companion.path] else {
        return
          "\(companionName) belongs to \(name), and the plan does not say what it held. Make the plan again."
      }
      if let refusal = refusalOfContent(companion, digest) { return refusal }
    }
    return nil
  }

  /// Sets the copies of companions that must stay beside the copy that stays, which are compared before the photo
  /// moves. Gives the reason why the photo stays where one is missing.
  private func holdCompanions(
    of item: inout RemovalItem, _ removal: PlannedRemovals.Removal, by stayer: PlanFile.Photo
  ) -> String? {
    for index in item.companions.indices where !removal.photo.exported.contains(item.companions[index].path) {
      let companion = item.companions[index].path
      let copy = stayer.companions.lazy.compactMap { path, digest -> Survivor? in
        guard let digest, removal.photo.companions[companion] == .some(digest),
          !path.isCaseFoldCollision(of: companion),
          let now = Self.content(of: path), now.digest == digest
        else { return nil }
        return now.survivor
      }.first
      guard let copy else {
        return "\(environment.naming(item.path)) stays: no copy of \(environment.naming(companion)), which would "
          + "go along, stays beside \(environment.naming(stayer.path))."
      }
      item.companions[index].survivors = [copy]
    }
    return nil
  }

  private static func content(of path: FilePath) -> Content? {
    guard (try? pathWithRealFolders(path)) == path, let status = try? fileStatus(of: path), status.kind == .regular,
      let digest = try? contentDigest(of: path, expecting: status.identity)
    else { return nil }
    return (digest, Survivor(path: path, identity: status.identity))
  }
}
