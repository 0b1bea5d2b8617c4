import FileSafety
import PhotoModel
import SystemPackage

/// What a plan says about a photo that is to go, and that must still be true.
struct PlannedRemoval {
  /// A photo of one of its sets that stays by the plan.
  struct Stayer {
    var path: FilePath
    var digest: ContentDigest
    var companions: [FilePath: ContentDigest?]
    /// Else it is still a question whether it does.
    var isKept: Bool
  }

  /// Of the file, when the plan was made.
  var digest: ContentDigest?
  /// Files that the plan knows to go with it, with what they held.
  var companions: [FilePath: ContentDigest?]
  /// For each set of the photo, those of its photos that stay by the plan.
  var staying: [[Stayer]]
  /// Why it stays whatever the plan says, in a sentence.
  var objection: String?

  /// Those of a set for whose sake the photo goes: its copies by the plan, else what the plan keeps and the copies of that,
  /// else all that stay.
  ///
  /// When they are gone, the others do not stand in for them: a smaller version would be all that is left of a photo.
  fileprivate func vouching(in set: [Stayer], for path: FilePath) -> [Stayer] {
    // The same bytes under a name that other disks take for its own are no copy.
    let others = set.filter { $0.digest != digest || !$0.path.isCaseFoldCollision(of: path) }
    let copies = others.filter { $0.digest == digest }
    if !copies.isEmpty { return copies }
    let kept = Set(others.lazy.filter(\.isKept).map(\.digest))
    return kept.isEmpty ? others : others.filter { kept.contains($0.digest) }
  }
}

/// A plan as a selection needs it.
struct PlannedRemovals {
  var removals: [FilePath: PlannedRemoval]
  /// Photos that stay by the plan.
  var staying: Set<FilePath>
}

extension TrashSelection {
  /// Refuses what is not any more what the plan was made for.
  mutating func refuseChanged(since planned: PlannedRemovals) {
    // A path of a plan was real when it was written: a link in it now leads elsewhere, and what it leads to is not meant.
    let named = planned.removals
    for index in entries.indices where entries[index].refusal == nil && named[entries[index].path] == nil {
      entries[index].refusal =
        "A symbolic link leads to \(program.naming(entries[index].path)) now, so it stays. Make the plan again."
    }
    items = items.filter { entry, item in
      guard entries[entry].refusal == nil, let promise = named[item.path] else { return false }
      entries[entry].refusal = refusal(of: item, promise)
      return entries[entry].refusal == nil
    }
  }

  /// Refuses photos of which anything else would go than the plan says, and sets of which nothing would stay; the others
  /// go because of a photo that stays, and that is looked at again before they move.
  mutating func safeguard(by planned: PlannedRemovals) {
    // One photo may stay for many.
    var contents: [FilePath: Content?] = [:]
    let refused = Set(entries.filter { $0.refusal != nil }.map(\.path))
    for index in items.indices {
      let (entry, item) = items[index]
      guard let promise = planned.removals[item.path] else { continue }
      entries[entry].refusal = refusalOfCompanions(item, promise, staying: planned.staying.union(refused))
      for set in promise.staying where entries[entry].refusal == nil {
        let vouching = promise.vouching(in: set, for: item.path)
        let known = vouching.lazy.compactMap { stayer -> (stayer: PlannedRemoval.Stayer, content: Content)? in
          let content = contents[stayer.path] ?? Self.content(of: stayer.path)
          contents[stayer.path] = .some(content)
          return content.flatMap { $0.digest == stayer.digest ? (stayer, $0) : nil }
        }.first
        guard let known else {
          entries[entry].refusal =
            "\(program.naming(item.path)) stays: nothing of its set would stay, or what should is not there any more."
          continue
        }
        if known.content.digest == promise.digest {
          items[index].item.safeguard = .exactCopy(survivors: [known.content.survivor])
          entries[entry].refusal = holdCompanions(ofItem: index, promise, by: known.stayer)
        } else if case .onlyOne = item.safeguard {
          items[index].item.safeguard = .similar(keeper: known.content.survivor)
        }
      }
    }
    items = items.filter { entries[$0.entry].refusal == nil }
  }

  private typealias Content = (digest: ContentDigest, survivor: Survivor)

  private func refusal(of item: RemovalItem, _ promise: PlannedRemoval) -> String? {
    guard let digest = promise.digest else {
      return "The plan does not say what \(program.naming(item.path)) held, so it stays. Name it to deckle trash."
    }
    if let objection = promise.objection { return objection }
    return refusalOfContent(item.file, digest)
  }

  private func refusalOfContent(_ file: RemovalItem.File, _ digest: ContentDigest) -> String? {
    do throws(FileSafetyError) {
      guard try contentDigest(of: file.path, expecting: file.identity) == digest else {
        return "\(program.naming(file.path)) has changed since the plan was made, so it stays."
      }
      return nil
    } catch { return error.sentence(naming: program.naming) }
  }

  /// What goes along must be what the plan says, and nothing that it says to stay.
  private func refusalOfCompanions(
    _ item: RemovalItem, _ promise: PlannedRemoval, staying: Set<FilePath>
  ) -> String? {
    for companion in item.companions {
      if staying.contains(companion.path) {
        return "\(program.naming(item.path)) stays: \(program.naming(companion.path)) would go along, and is to stay."
      }
      guard case .some(.some(let digest)) = promise.companions[companion.path] else {
        return "\(program.naming(companion.path)) belongs to \(program.naming(item.path)), and the plan does not say "
          + "what it held. Make the plan again."
      }
      if let refusal = refusalOfContent(companion, digest) { return refusal }
    }
    return nil
  }

  /// A copy goes because another stays: what belongs to it must be there, too, and is compared before it moves.
  private mutating func holdCompanions(
    ofItem index: Int, _ promise: PlannedRemoval, by stayer: PlannedRemoval.Stayer
  ) -> String? {
    for place in items[index].item.companions.indices {
      let companion = items[index].item.companions[place]
      let copy = stayer.companions.lazy.compactMap { path, digest -> Survivor? in
        guard let digest, promise.companions[companion.path] == .some(digest),
          !path.isCaseFoldCollision(of: companion.path),
          let now = Self.content(of: path), now.digest == digest
        else { return nil }
        return now.survivor
      }.first
      guard let copy else {
        return
          "\(program.naming(items[index].item.path)) stays: no copy of \(program.naming(companion.path)), which would "
          + "go along, stays beside \(program.naming(stayer.path))."
      }
      items[index].item.companions[place].survivors = [copy]
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
