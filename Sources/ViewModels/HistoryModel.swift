import PhotoModel
import SystemPackage

/// The batches so far; each can be put back.
@MainActor
package final class HistoryModel {
  package private(set) var state = HistoryState()
  private let library: LibraryModel

  package init(library: LibraryModel) { self.library = library }

  /// Told when the list has come.
  package var onChange: () -> Void = {}

  /// Whether the trash still has the photos only the disk can say, and it may take its time.
  package func refresh() {
    library.work.run { [self] in
      await read()
      onChange()
    }
  }

  private func read() async {
    do {
      let batches = try await library.effects.removal.history()
      state.rows = batches.map { batch in
        HistoryState.Row(
          batchID: batch.id, date: library.effects.surroundings.formatDate(batch.date), photos: batch.photos,
          bytes: batch.bytes,
          status: (batch.files > batch.photos ? "\(counted(batch.files, "file")), " : "") + batch.whereabouts,
          canRestore: batch.restored + batch.gone < batch.photos && library.readOnlyReason == nil)
      }
      // What was put back was not cleaned.
      state.totalBytes = batches.map { $0.restored == 0 ? $0.bytes : $0.bytes - $0.restoredBytes }.total
    } catch {
      state.rows = []
      state.message = (error as? any SpokenError)?.sentence ?? "The history cannot be read"
    }
    state.selection = min(state.selection, max(0, state.rows.count - 1))
  }

  package func move(by rows: Int) {
    state.selection = min(max(0, state.selection + rows), max(0, state.rows.count - 1))
    state.message = nil
  }

  package func select(_ row: Int) { state.selection = min(max(0, row), max(0, state.rows.count - 1)) }

  /// The batch under the highlight, if it can be put back.
  package var restorableBatch: String? {
    guard state.rows.indices.contains(state.selection), state.rows[state.selection].canRestore else { return nil }
    return state.rows[state.selection].batchID
  }

  package func restored(_ receipt: RestoreReceipt) {
    refresh()
    state.message = restoreSentence(receipt)
  }

  package func say(_ message: String) { state.message = message }
}

extension BatchSummary {
  /// Where its photos are, in a few words.
  fileprivate var whereabouts: String {
    if restored >= photos { return "put back" }
    if restored > 0 { return "\(restored) of \(photos) put back" }
    if gone >= photos { return "no longer in the trash" }
    return gone > 0 ? "\(photos - gone) of \(photos) in the trash" : "in the trash"
  }
}

/// Said where the disk has not confirmed all that was done: no outcome is claimed that a power cut could take back.
let notRecordedSentence = "Not every outcome could be written down. Deckle looks after it at its next start."

/// "38 photos are back where they were."
func restoreSentence(_ receipt: RestoreReceipt) -> String {
  var sentence =
    "\(countedPhotos(receipt.restored.count, files: receipt.files)) \(receipt.restored.count == 1 ? "is" : "are") back where "
    + "\(receipt.restored.count == 1 ? "it was" : "they were")."
  if let first = receipt.refused.min(by: { precedesInByteOrder($0.key, $1.key) }) {
    let rest = receipt.refused.count - 1
    sentence = receipt.restored.isEmpty ? "" : sentence + " "
    sentence += "Not put back: \(nameTitle(first.key)), \(first.value)"
    if rest > 0 { sentence += " (and \(rest) more)" }
  }
  return receipt.isRecorded ? sentence : sentence + " " + notRecordedSentence
}
