package import Foundation
package import SystemPackage

/// What the user decided in earlier reviews, ready to be asked about a photo that is to go.
package struct EarlierDecisions: Sendable {
  package let ledger: Ledger
  /// Photos that the user made the keeper of a set, in whatever library.
  package let chosenKeepers: Set<FilePath>
  /// Photos of which a review said last that they are kept, in whatever library, as they were then: also those that were
  /// never compared, or were the keeper then.
  private let keptFiles: [FilePath: [FileIdentity]]
  /// When a content was kept last.
  private let kept: [ContentDigest: Date]
  private let refused: [ContentDigest: Set<ContentDigest>]

  package init(
    ledger: Ledger = Ledger(), chosenKeepers: Set<FilePath> = [], keptFiles: [FilePath: [FileIdentity]] = [:]
  ) {
    self.ledger = ledger
    self.chosenKeepers = chosenKeepers
    self.keptFiles = keptFiles
    kept = Dictionary(ledger.keeps.map { ($0.digest, $0.decidedAt) }, uniquingKeysWith: max)
    var refused: [ContentDigest: Set<ContentDigest>] = [:]
    for refusal in ledger.refusals {
      refused[refusal.pair.first, default: []].insert(refusal.pair.second)
      refused[refusal.pair.second, default: []].insert(refusal.pair.first)
    }
    self.refused = refused
  }

  /// When a photo of this content was kept last; nil where none was.
  package func keptAt(_ digest: ContentDigest?) -> Date? { digest.flatMap { kept[$0] } }

  /// The user kept this photo or one of this content, or made this one the keeper of a set.
  package func hasStaying(_ path: FilePath, _ identity: FileIdentity?, _ digest: ContentDigest?) -> Bool {
    hasStaying(path, identity) || keptAt(digest) != nil
  }

  /// The last word of some review is that this photo stays.
  ///
  /// - Parameter identity: Of the file that is there now; nil where nobody can tell, then it counts as the one that was kept.
  package func hasStaying(_ path: FilePath, _ identity: FileIdentity?) -> Bool {
    if chosenKeepers.contains(path) { return true }
    guard let files = keptFiles[path] else { return false }
    return identity.map { identity in files.contains(where: identity.hasSameContent) } ?? true
  }

  /// Of some contents one that the user said is not the same as this one.
  package func contentRefused(with digest: ContentDigest?, among others: [ContentDigest]) -> ContentDigest? {
    guard let digest, let strangers = refused[digest] else { return nil }
    return others.first(where: strangers.contains)
  }
}
