package import FileSafety
package import PhotoModel
package import SystemPackage

/// The outcome of one file: of a move, of a restore, or of a comparison of the trash with a receipt.
package struct FileOutcome: Hashable, Sendable {
  /// The keywords of outcomes in JSON documents.
  package enum Keyword: String, Encodable, Sendable {
    case moved, refused, failed, restored
    /// A smaller file has the name of the file, which is in the trash.
    case shrunk
    /// The file was left alone by rule, and nothing is wrong.
    case skipped
    /// The file system gave no answer; Deckle checks again at the next start.
    case unknown
    /// Outcomes of `verify`, with `restored`.
    case whole, changed, missing, erased, away, unproved
  }

  /// The path of the file outside of the trash.
  package var path: FilePath
  /// The keyword of the outcome.
  package var outcome: Keyword
  /// The reason, as a sentence; nil where there is nothing to explain.
  package var reason: String?
  /// The path in the trash, now or before; nil where the file never came there.
  package var trashPath: FilePath?
  /// The path in the folder that the file was moved to, now or before; nil where it went to the trash.
  package var to: FilePath?
  /// The size before the file was made smaller; nil of one that was not.
  package var bytesBefore: ByteCount?
  /// The size of the smaller file.
  package var bytesAfter: ByteCount?
  /// The batch of the file; nil where all outcomes are of one batch.
  package var batch: BatchID?

  /// Creates the outcome of a file.
  package init(
    _ path: FilePath, _ outcome: Keyword, reason: String? = nil, trashPath: FilePath? = nil, to: FilePath? = nil
  ) {
    self.to = to
    self.path = path
    self.outcome = outcome
    self.reason = reason
    self.trashPath = trashPath
  }

  /// Creates the outcome of a move or a restore from its obstacle, if any.
  ///
  /// - Parameters:
  ///   - done: The outcome where there is no obstacle.
  ///   - trashPath: The path in the trash, now or before.
  ///   - to: The path in the folder that the file was moved to, now or before.
  ///   - naming: The text of a path in the reason.
  package init(
    _ path: FilePath, _ done: Keyword, at trashPath: FilePath?, to: FilePath? = nil, unless obstacle: FileSafetyError?,
    naming: (FilePath) -> String
  ) {
    self.init(path, done, trashPath: trashPath, to: to)
    guard let obstacle else { return }
    if case .leftAsItIs(_, let refusal) = obstacle {
      (outcome, reason) = (refusal.outcome, refusal.sentence)
    } else {
      outcome = obstacle.isUnsettled ? .unknown : obstacle.isRefusal ? .refused : .failed
      reason = obstacle.sentence(naming: naming)
    }
  }

  /// Notes the sizes of a file that was made smaller; nothing of any other one.
  package mutating func noteSizes(of file: BatchFile) {
    guard let smaller = file.smallerFile else { return }
    (bytesBefore, bytesAfter) = (ByteCount(file.identity.size), ByteCount(smaller.identity.size))
  }
}
