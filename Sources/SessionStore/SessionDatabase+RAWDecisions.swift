import Foundation
import GRDB
import PhotoModel

/// What a word about a photo says of the RAW beside it, as a row about that file: the word about the photo at place n has it
/// at place -1 - n.
extension SessionDatabase {
  static func registerWordsOfRAWs(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("words of RAWs") { database in
      // It is forgotten with the word about the photo, and with the marks that it had ended: without this the older one would
      // be the last word again. What was undone never ended any.
      try database.execute(
        sql: """
          CREATE TRIGGER word_of_photo_forgotten AFTER DELETE ON decision_item WHEN OLD.position >= 0 BEGIN
            DELETE FROM decision_item WHERE action = OLD.action AND position = -1 - OLD.position;
          END;
          CREATE TRIGGER word_of_raw_forgotten AFTER DELETE ON decision_item WHEN OLD.position < 0
            AND EXISTS (SELECT 1 FROM decision_action WHERE id = OLD.action AND is_undone = 0)
          BEGIN
            DELETE FROM decision_item WHERE path = OLD.path AND decision = 'delete' AND action < OLD.action;
          END;
          """)
    }
  }

  /// Rows about RAWs, which come before those about their photos.
  struct RAWDecisions {
    private var action: Int64 = 0
    private var files: [Int64: StayingFile] = [:]

    /// - Returns: The row is about a RAW.
    mutating func takes(_ item: DecisionAction.Item, action: Int64, position: Int64) -> Bool {
      if action != self.action { (self.action, files) = (action, [:]) }
      guard position < 0 else { return false }
      files[-1 - position] = StayingFile(path: item.path, identity: item.identity, digest: item.digest)
      return true
    }

    func file(besides position: Int64) -> StayingFile? { files[position] }
  }
}
