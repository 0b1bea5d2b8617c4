import PhotoAnalysis
package import PhotoModel
package import Review
package import SystemPackage
import TextSurface

/// Marks for files of another program's result that Deckle judges in the same way, and the reason why each other file
/// gets none.
package struct ImportedMarks {
  /// The marks, in the order of the result.
  package private(set) var items: [DecisionAction.Item] = []
  /// The files without a mark, in the order of the result, each with the reason.
  package private(set) var left: [(path: FilePath, reason: String)] = []
  /// The number of sets of the result in which a photo is marked.
  package private(set) var setCount = 0
  /// The number of files without a mark whose bytes differ although the result calls them the same.
  package private(set) var differingCount = 0
  private var marked: Set<FilePath> = []
  private var staying: Set<FilePath> = []
  private let review: Review
  private let decided: EarlierDecisions

  /// The number of marked photos that are only similar to the photo that stays.
  package var similarCount: Int { items.count { $0.category == .similar } }

  /// Makes the marks for the sets of a result.
  ///
  /// - Parameters:
  ///   - sets: The sets of the result, with absolute paths.
  ///   - review: The review that the marks are for, with the findings of a scan that has just been made.
  ///   - decided: The decisions of earlier reviews.
  package init(of sets: [ResultFile.FileSet], in review: Review, _ decided: EarlierDecisions) {
    self.review = review
    self.decided = decided
    for set in sets {
      var known: [FilePath] = []
      for path in set.paths where !known.contains(path) {
        if review.photos[path] == nil {
          left.append((path, "the scan found no such photo"))
        } else {
          known.append(path)
        }
      }
      let before = items.count
      mark(known, reference: set.reference, set.claim)
      if items.count > before { setCount += 1 }
    }
  }

  /// Marks the photos that a set of the result has in common with a set of Deckle's, but for one that stays: the
  /// reference, else Deckle's keeper, else the first.
  private mutating func mark(
    _ paths: [FilePath], reference: FilePath?, _ claim: ResultFile.Claim
  ) {
    var open = paths
    while let first = open.first {
      guard let group = group(of: first, with: open.dropFirst(), claim) else {
        open.removeFirst()
        let differs = claim == .sameBytes && differs(first, from: paths)
        if differs { differingCount += 1 }
        let wasKept = decided.keptAt(review.photos[first]?.digest) != nil
        let reason = wasKept ? "you kept it before" : "Deckle sees no other of its set as alike"
        left.append((first, differs ? "its bytes differ" : reason))
        continue
      }
      let members = Set(group.members.map(\.path))
      // A set of duplicates also holds photos that are only nearly the same.
      let common = open.filter { path in
        members.contains(path) && (claim == .alike || path == first || !differs(path, from: [first]))
      }
      open.removeAll(where: common.contains)
      guard common.count > 1 else {
        differingCount += 1
        left.append((first, "its bytes differ"))
        continue
      }
      let wanted = [reference, group.keeper].compactMap(\.self).filter(common.contains) + common
      let free = wanted.filter { !marked.contains($0) && !review.isInBin($0) }
      // A file that may vanish, or is a backup, does not replace one that lasts.
      let best = free.map { rank($0) }.max()
      guard let stays = free.first(where: { rank($0) == best }) else {
        left += common.map { ($0, "all of its set is in the bin") }
        continue
      }
      staying.insert(stays)
      for path in common where path != stays && !marked.contains(path) {
        if let reason = reason(against: path, beside: stays, group) {
          left.append((path, reason))
        } else if let photo = review.photos[path] {
          marked.insert(path)
          let keeper = review.photos[stays]?.digest
          items.append(DecisionAction.Item(about: photo, in: group.category, .delete, keeper: keeper))
        }
      }
    }
  }

  private func rank(_ path: FilePath) -> Int { review.photos[path]?.permanence.rank ?? 0 }

  /// Whether a photo is known to have other bytes than each of the others.
  private func differs(_ path: FilePath, from paths: [FilePath]) -> Bool {
    let others = paths.filter { $0 != path }.compactMap { review.photos[$0] }
    guard let photo = review.photos[path], !others.isEmpty else { return false }
    return others.allSatisfy { other in
      if other.identity.size != photo.identity.size { return true }
      guard let digest = photo.digest, let otherDigest = other.digest else { return false }
      return digest != otherDigest
    }
  }

  private func group(
    of path: FilePath, with others: ArraySlice<FilePath>, _ claim: ResultFile.Claim
  ) -> PhotoGroup? {
    let categories: [IssueCategory] = claim == .sameBytes ? [.duplicate] : [.duplicate, .similar]
    return categories.compactMap { review.group(of: path, in: $0) }.first { group in
      group.members.contains { $0.path != path && others.contains($0.path) }
    }
  }

  private func reason(
    against path: FilePath, beside stayer: FilePath, _ group: PhotoGroup
  ) -> String? {
    if path == group.keeper || staying.contains(path) { return "Deckle would keep it; decide yourself" }
    if review.photos[path]?.isProtected == true { return "it lies in a protected folder" }
    if let member = group.members.first(where: { $0.path == path }) {
      let staying = member.isKept ? .itself : review.photos[path].flatMap(decided.stayingReason)
      if let staying { return staying.text { SafeText(bytes: $0.nameBytes).text } }
      if let kind = review.setKeptWhole(with: path) { return "it belongs to a set to keep whole (\(kind.rawValue))" }
    }
    guard review.decision(path, in: group.category) == .pending, !review.isInBin(path) else {
      return "it is decided already"
    }
    guard let photo = review.photos[path], let stayer = review.photos[stayer] else { return nil }
    guard stayer.mayStay(for: photo) else {
      return "what would stay for it \(stayer.permanence.text ?? "is not the file that it is a backup of")"
    }
    if let loss = lossText(photo.companions(missingAt: stayer), at: "the one that stays").first { return loss }
    // Similar photos are other shots: differences that every other shot has (`isOfAnotherShot`) are no loss.
    let holdings = onlyHere(photo, beside: stayer).filter { group.category == .duplicate || !$0.isOfAnotherShot }
    return holdingsTitle(holdings, in: photo).map { "the one that stays does not hold what it holds: \($0)" }
  }
}
