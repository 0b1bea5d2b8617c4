import Foundation
import GRDB
import PhotoModel

/// The decisions about RAWs: a decision about a photo with a RAW has two rows, at position n for the photo and at
/// -1 - n for the RAW.
extension SessionDatabase {
  /// The decisions about RAWs of an action, whose rows come before those about the photos.
  struct RAWDecisions {
    private var action: Int64 = 0
    private var files: [Int64: DecidedFile] = [:]

    /// Adds a row if it is about a RAW.
    ///
    /// - Returns: Whether it is.
    mutating func takes(_ item: DecisionAction.Item, action: Int64, position: Int64) -> Bool {
      if action != self.action { (self.action, files) = (action, [:]) }
      guard position < 0 else { return false }
      files[-1 - position] = DecidedFile(path: item.path, identity: item.identity, digest: item.digest)
      return true
    }

    func file(besides position: Int64) -> DecidedFile? { files[position] }
  }
}
