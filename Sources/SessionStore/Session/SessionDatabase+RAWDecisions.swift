import Foundation
import GRDB
import PhotoModel

/// The decision about a photo as a row about the RAW beside it: the row of the photo at position n has the RAW's at
/// position -1 - n.
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
