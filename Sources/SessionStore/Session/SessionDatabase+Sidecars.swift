package import FileSafety
import Foundation
import GRDB
import PhotoModel
import SystemPackage

/// Sidecars that batches write beside photos that stay.
extension SessionDatabase {
  /// Makes the table of sidecars. It holds metadata of photos as long as the batch can be put back.
  static func makeSidecars(_ database: Database) throws {
    try database.execute(
      sql: """
        -- photos: paths with NUL between them. old is null where the batch made the sidecar. The batch begins after its sidecars, so that
        -- no foreign key binds the two.
        CREATE TABLE batch_sidecar (
          batch TEXT NOT NULL CHECK (length(batch) > 0), position INTEGER NOT NULL,
          path BLOB NOT NULL CHECK (length(path) > 0), photos BLOB NOT NULL CHECK (length(photos) > 0),
          old BLOB, new BLOB NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('planned', 'written', 'undoing', 'kept', 'undone', 'left')),
          PRIMARY KEY (batch, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX batch_sidecar_open ON batch_sidecar (batch) WHERE state IN ('planned', 'written', 'undoing');
        CREATE TRIGGER sidecars_end_with_batch AFTER DELETE ON batch BEGIN
          DELETE FROM batch_sidecar WHERE batch = OLD.id;
        END;
        """)
  }

  /// Stores the sidecars of a batch that is about to begin.
  package func begin(_ sidecars: [BatchSidecar], in batch: BatchID) throws {
    try write { database in
      for sidecar in sidecars {
        try database.execute(
          sql:
            "INSERT INTO batch_sidecar (batch, position, path, photos, old, new, state) VALUES (?, ?, ?, ?, ?, ?, ?)",
          arguments: [
            batch.text, sidecar.index, Data(sidecar.path.bytes),
            Data(sidecar.photos.map(\.bytes).joined(separator: [0])),
            sidecar.old.map { Data($0) }, Data(sidecar.new), sidecar.state.rawValue,
          ])
      }
    }
  }

  /// Records the state of a sidecar.
  package func record(_ state: BatchSidecar.State, ofSidecar index: Int, in batch: BatchID) throws {
    try write { database in
      try database.execute(
        sql: "UPDATE batch_sidecar SET state = ? WHERE batch = ? AND position = ?",
        arguments: [state.rawValue, batch.text, index])
    }
  }

  /// The sidecars of a batch.
  package func sidecars(of batch: BatchID) throws -> [BatchSidecar] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM batch_sidecar WHERE batch = ? ORDER BY position", arguments: [batch.text]
      ).compactMap { row in
        guard let state = BatchSidecar.State(rawValue: row["state"]) else { return nil }
        let photos: Data = row["photos"]
        return BatchSidecar(
          index: row["position"], path: FilePath(bytes: row["path"] as Data),
          photos: photos.split(separator: 0).map { FilePath(bytes: $0) }, old: (row["old"] as Data?).map(Array.init),
          new: Array(row["new"] as Data), state: state)
      }
    }
  }

  /// The batches with sidecars that are not settled, oldest first.
  package func batchesWithOpenSidecars() throws -> [BatchID] {
    try read { database in
      try String.fetchAll(
        database,
        sql: "SELECT DISTINCT batch FROM batch_sidecar WHERE state IN ('planned', 'written', 'undoing') ORDER BY batch"
      ).map(BatchID.init)
    }
  }
}
