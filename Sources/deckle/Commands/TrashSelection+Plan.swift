import FileSafety
import PhotoModel
import SystemPackage

/// What a plan says about a photo that is to go, and that must still be true.
struct PlannedRemoval {
  /// Of the file, when the plan was made.
  var digest: ContentDigest?
  /// Files that the plan knows to go with it.
  var companions: Set<FilePath>
  /// For each set of the photo, those of its photos that stay by the plan.
  var staying: [[(path: FilePath, digest: ContentDigest)]]
}

extension TrashSelection {
  /// Refuses what is not any more what the plan was made for.
  mutating func refuseChanged(since planned: [FilePath: PlannedRemoval]) {
    guard !planned.isEmpty else { return }
    items = items.filter { entry, item in
      guard let promise = planned[item.path] else { return true }
      entries[entry].refusal = refusal(of: item, promise)
      return entries[entry].refusal == nil
    }
  }

  /// Refuses photos that have got more files since, and sets of which nothing would stay; the others go because of a
  /// photo that stays, and that is looked at again before they move.
  mutating func safeguard(by planned: [FilePath: PlannedRemoval]) {
    guard !planned.isEmpty else { return }
    // One photo may stay for many.
    var contents: [FilePath: (digest: ContentDigest, survivor: Survivor)?] = [:]
    for index in items.indices {
      let (entry, item) = items[index]
      guard let promise = planned[item.path] else { continue }
      if let more = item.companions.first(where: { !promise.companions.contains($0.path) && planned[$0.path] == nil }) {
        entries[entry].refusal =
          "\(program.naming(more.path)) belongs to \(program.naming(item.path)) and is not in the plan. "
          + "Make the plan again."
        continue
      }
      for set in promise.staying {
        let survivor = set.lazy.compactMap { stayer -> (digest: ContentDigest, survivor: Survivor)? in
          let known = contents[stayer.path] ?? Self.content(of: stayer.path)
          contents[stayer.path] = .some(known)
          return known?.digest == stayer.digest ? known : nil
        }.first
        guard let survivor else {
          entries[entry].refusal =
            "\(program.naming(item.path)) stays: nothing of its set would stay, or what should is not there any more."
          break
        }
        if survivor.digest == promise.digest {
          items[index].item.safeguard = .exactCopy(survivors: [survivor.survivor])
        } else if case .onlyOne = item.safeguard {
          items[index].item.safeguard = .similar(keeper: survivor.survivor)
        }
      }
    }
    items = items.filter { entries[$0.entry].refusal == nil }
  }

  private func refusal(of item: RemovalItem, _ promise: PlannedRemoval) -> String? {
    guard let digest = promise.digest else {
      return "The plan does not say what \(program.naming(item.path)) held, so it stays. Name it to deckle trash."
    }
    do throws(FileSafetyError) {
      guard try contentDigest(of: item.path, expecting: item.identity) == digest else {
        return "\(program.naming(item.path)) has changed since the plan was made, so it stays."
      }
      return nil
    } catch { return error.sentence(naming: program.naming) }
  }

  private static func content(of path: FilePath) -> (digest: ContentDigest, survivor: Survivor)? {
    guard let real = try? pathWithRealFolders(path), let status = try? fileStatus(of: real), status.kind == .regular,
      let digest = try? contentDigest(of: real, expecting: status.identity)
    else { return nil }
    return (digest, Survivor(path: real, identity: status.identity))
  }
}
