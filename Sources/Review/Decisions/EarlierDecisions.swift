package import Foundation
package import PhotoModel
package import SystemPackage

/// The decisions of earlier reviews, arranged for questions about a photo that is to go.
package struct EarlierDecisions: Sendable {
  /// The decisions about contents: keeps and refusals of all libraries.
  package let ledger: Ledger
  /// The photos that the user made the keeper of a set, in any library.
  private let chosenKeepers: StayingFiles
  /// The photos whose last decision in some review, of any library, is a keep: also photos that were never compared, or
  /// were the keeper then.
  private let keptFiles: StayingFiles
  /// The time of the last keep, by content.
  private let kept: [ContentDigest: Date]
  private let refused: [ContentDigest: Set<ContentDigest>]

  /// Creates the decisions from the sessions of all libraries.
  ///
  /// - Parameters:
  ///   - reviews: The sessions of all libraries.
  ///   - fileNow: The file at a path now; called only where a file that stays may have another name.
  package init(
    ledger: Ledger, reviews: [SavedSession], fileNow: @escaping @Sendable (FilePath) -> FileIdentity?
  ) {
    self.init(
      ledger: ledger, chosenKeepers: reviews.flatMap(\.chosenFiles), keptFiles: reviews.flatMap(\.keptFiles),
      fileNow: fileNow)
  }

  /// Creates the decisions from files that were chosen or kept.
  package init(
    ledger: Ledger = Ledger(), chosenKeepers: [DecidedFile] = [], keptFiles: [DecidedFile] = [],
    fileNow: @escaping @Sendable (FilePath) -> FileIdentity? = { _ in nil }
  ) {
    self.ledger = ledger
    self.chosenKeepers = StayingFiles(chosenKeepers, fileNow: fileNow)
    self.keptFiles = StayingFiles(keptFiles, fileNow: fileNow)
    kept = Dictionary(ledger.keeps.map { ($0.digest, $0.decidedAt) }, uniquingKeysWith: max)
    var refused: [ContentDigest: Set<ContentDigest>] = [:]
    for refusal in ledger.refusals {
      refused[refusal.pair.first, default: []].insert(refusal.pair.second)
      refused[refusal.pair.second, default: []].insert(refusal.pair.first)
    }
    self.refused = refused
  }

  /// The time at which a photo of this content was kept last; nil where none was.
  package func keptAt(_ digest: ContentDigest?) -> Date? { digest.flatMap { kept[$0] } }

  /// Whether the last decision of some review is that this very photo stays, whatever its name is by now.
  ///
  /// - Parameter identity: The present identity of the file; nil if unknown, then the file counts as the one that was
  ///   kept.
  package func staysByDecision(_ path: FilePath, _ identity: FileIdentity?, _ digest: ContentDigest?) -> Bool {
    isChosenKeeper(path, identity, digest) || keptFiles.contains(path, identity, digest)
  }

  /// Whether the user made this photo the keeper of a set.
  package func isChosenKeeper(_ path: FilePath, _ identity: FileIdentity?, _ digest: ContentDigest?) -> Bool {
    chosenKeepers.contains(path, identity, digest)
  }

  /// Whether no decision by which a photo stays names a path.
  var isEmpty: Bool { chosenKeepers.isEmpty && keptFiles.isEmpty }

  /// Whether the last decision of some review about a file of this name is that it stays, whatever its content is now.
  func containsPath(_ path: FilePath) -> Bool { chosenKeepers.containsPath(path) || keptFiles.containsPath(path) }

  /// The first of some contents that the user declared not to be the same as this one; nil where there is none.
  package func contentRefused(with digest: ContentDigest?, among others: [ContentDigest]) -> ContentDigest? {
    guard let digest, let strangers = refused[digest] else { return nil }
    return others.first(where: strangers.contains)
  }
}
