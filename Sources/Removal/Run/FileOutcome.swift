package import FileSafety
package import SystemPackage

/// The outcome of one file: of a move, of a restore, in the history, by reading what lies in the trash.
package struct FileOutcome: Hashable, Sendable {
  /// The words of the documents.
  package enum Keyword: String, Encodable, Sendable {
    case moved, refused, failed, restored
    /// The file system gave no answer; Deckle looks again at the next start.
    case unknown
    /// Outcomes of `verify`, with `restored`.
    case whole, changed, missing, erased, away, unproved
  }

  /// The path of the file outside of the trash.
  package var path: FilePath
  /// The keyword of the outcome.
  package var outcome: Keyword
  /// A sentence; nil where there is nothing to explain.
  package var reason: String?
  /// Its place in the trash now, or before; nil where it never came there.
  package var trashPath: FilePath?
  /// The batch that it is of, where several are told of.
  package var batch: BatchID?

  /// Creates the outcome of a file.
  package init(_ path: FilePath, _ outcome: Keyword, reason: String? = nil, trashPath: FilePath? = nil) {
    self.path = path
    self.outcome = outcome
    self.reason = reason
    self.trashPath = trashPath
  }

  /// - Parameters:
  ///   - done: What became of it where nothing stood in the way.
  ///   - place: Where it is, or was, in the trash.
  ///   - naming: How a path is shown in the reason.
  package init(
    _ path: FilePath, _ done: Keyword, at place: FilePath?, unless obstacle: FileSafetyError?,
    naming: (FilePath) -> String
  ) {
    let outcome = obstacle.map { $0.isUnsettled ? Keyword.unknown : $0.isRefusal ? .refused : .failed } ?? done
    self.init(path, outcome, reason: obstacle?.sentence(naming: naming), trashPath: place)
  }
}
