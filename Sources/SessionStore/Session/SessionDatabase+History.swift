package import FileSafety
import GRDB

extension SessionDatabase {
  /// Deletes finished batches with the names of their files, and overwrites them in the database file.
  ///
  /// - Parameter batches: The batches, of which nothing can be put back any more; this is not checked here.
  package func forget(_ batches: [BatchID]) throws(StoreError) {
    try overwriting(true)
    let result = Result { () throws(StoreError) in
      try write { database in
        for batch in batches {
          let condition = "batch = ? AND EXISTS (SELECT 1 FROM batch WHERE id = ? AND is_finished = 1)"
          for table in ["batch_survivor", "batch_folder", "batch_replacement", "batch_file"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE \(condition)", arguments: [batch.text, batch.text])
          }
          try database.execute(sql: "DELETE FROM batch WHERE id = ? AND is_finished = 1", arguments: [batch.text])
        }
      }
    }
    try overwriting(false)
    try result.get()
    // The write-ahead log still holds the old pages until the checkpoint.
    _ = try withDatabase { try $0.checkpoint(.truncate) }
  }

  private func overwriting(_ isOn: Bool) throws(StoreError) {
    try withDatabase { try $0.execute(sql: "PRAGMA secure_delete = \(isOn ? "ON" : "OFF")") }
  }
}
