import PhotoModel
import SystemPackage
package import TextSurface

/// The batches so far; each can be put back.
@MainActor
package final class HistoryModel {
  package private(set) var state = HistoryState()
  private let library: LibraryModel
  private let pictures: PictureLoader

  package init(library: LibraryModel, pictures: PictureLoader) {
    self.library = library
    self.pictures = pictures
  }

  /// Cells for the picture of a file of a batch; nothing is decoded while it is empty.
  package var pictureArea = Size(columns: 0, rows: 0) {
    didSet { if pictureArea != oldValue { refreshPicture() } }
  }

  /// Told when the list has come.
  package var onChange: () -> Void = {}

  /// The user comes to it: what was said the last time is over.
  package func shown() {
    state.message = nil
    refresh()
  }

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
          batchID: batch.id, date: library.effects.surroundings.formatDate(batch.date),
          count: counted(batch.photos, batch.app == nil ? "photo" : "folder"), bytes: batch.bytes,
          status: batch.origin + batch.whereabouts,
          canRestore: batch.restored + batch.gone + batch.away < batch.photos && library.readOnlyReason == nil)
      }
      // What an app left behind can be put back from here, and counts for nothing.
      let moves = batches.filter { $0.app == nil }
      state.totalBytes = moves.map(\.awayBytes).total
      state.goneBytes = moves.map(\.goneBytes).total
      state.movedBatches = moves.count { $0.awayBytes > .zero }
      state.months = months(of: moves)
    } catch {
      state.rows = []
      state.months = []
      state.message = (error as? any SpokenError)?.sentence ?? "The history cannot be read"
    }
    state.isReading = false
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

  // MARK: The files of a batch

  /// Enter: looks into the batch under the highlight, which only the disk can tell and may take its time over.
  ///
  /// - Parameter opened: Called once its files are there, unless the highlight has gone on meanwhile.
  package func openBatch(opened: @escaping @MainActor () -> Void) {
    guard state.rows.indices.contains(state.selection) else { return }
    let row = state.rows[state.selection]
    library.work.run { [self] in
      do {
        let entries = try await library.effects.removal.contents(row.batchID)
        guard state.rows.indices.contains(state.selection), state.rows[state.selection] == row else { return }
        state.batch = batch(row, entries)
        state.message = nil
        refreshPicture()
        opened()
      } catch {
        state.message = (error as? any SpokenError)?.sentence ?? "This batch cannot be read"
      }
      onChange()
    }
  }

  private func batch(_ row: HistoryState.Row, _ entries: [BatchEntry]) -> HistoryState.Batch {
    HistoryState.Batch(
      title: "\(row.date) · \(row.count) · \(row.bytes.formatted)",
      files: entries.map { entry in
        HistoryState.Batch.File(
          name: nameTitle(entry.path), folder: library.title(entry.path.removingLastComponent()), size: entry.size,
          status: entry.state.words, now: entry.file)
      })
  }

  /// From where the file is now: in the trash, or where it was put back.
  package func refreshPicture() {
    guard var batch = state.batch, batch.files.indices.contains(batch.selection) else { return }
    let file = batch.files[batch.selection]
    if pictureArea.columns == 0 {
      batch.picture = nil
    } else if let now = file.now {
      batch.picture = pictures.picture(of: now, in: pictureArea)
    } else {
      batch.picture = .unavailable(file.status)
    }
    state.batch = batch
  }

  package func moveInBatch(by rows: Int) {
    guard var batch = state.batch else { return }
    batch.selection = min(max(0, batch.selection + rows), max(0, batch.files.count - 1))
    state.batch = batch
    state.message = nil
    refreshPicture()
  }

  package func selectFile(_ row: Int) {
    guard let batch = state.batch else { return }
    moveInBatch(by: row - batch.selection)
  }

  private func months(of batches: [BatchSummary]) -> [HistoryState.Month] {
    // Of what was put back altogether nothing is away, and no month begins or ends with it.
    let byMonth = Dictionary(grouping: batches.filter { $0.awayBytes > .zero }) {
      library.effects.surroundings.month($0.date)
    }
    guard let first = byMonth.keys.min(), let last = byMonth.keys.max() else { return [] }
    return (max(first, last - Self.mostMonths + 1)...last).map { month in
      HistoryState.Month(title: monthTitle(month), bytes: (byMonth[month] ?? []).map(\.awayBytes).total)
    }
  }

  private static let mostMonths = 24

  /// Says it beside the list as it is then.
  package func restored(_ receipt: RestoreReceipt) async {
    await read()
    state.message = restoreSentence(receipt)
  }

  package func say(_ message: String) { state.message = message }
}

extension BatchEntry.State {
  fileprivate var words: String {
    switch self {
    case .inTrash: "in the trash"
    case .restored: "put back"
    case .gone: "no longer in the trash"
    case .away: "its trash is not there"
    case .unclear: "not where it should be"
    }
  }
}

/// "2024-05": with two digits of the year it would read like a day.
private func monthTitle(_ month: Int) -> String {
  let number = month % 12 + 1
  return "\(month / 12)-\(number < 10 ? "0" : "")\(number)"
}

extension BatchSummary {
  /// What was moved and not put back.
  fileprivate var awayBytes: ByteCount { restored >= photos ? .zero : restored == 0 ? bytes : bytes - restoredBytes }

  /// What is to be said of it before the place: "31 files, ".
  fileprivate var origin: String {
    if let app { return "left by \(SafeText(app).text), " }
    return files > photos ? "\(counted(files, "file")), " : ""
  }

  /// Where its photos are, in a few words.
  fileprivate var whereabouts: String {
    if restored >= photos { return "put back" }
    if restored > 0 { return "\(restored) of \(photos) put back" }
    if gone >= photos { return "no longer in the trash" }
    if gone + away >= photos { return "its trash is not there" }
    return gone + away > 0 ? "\(photos - gone - away) of \(photos) in the trash" : "in the trash"
  }
}

/// Said where the disk has not confirmed all that was done: no outcome is claimed that a power cut could take back.
let notRecordedSentence = "Not every outcome could be written down. Deckle looks after it at its next start."

/// "38 photos are back where they were, undecided again."
func restoreSentence(_ receipt: RestoreReceipt) -> String {
  let isOne = receipt.restored.count == 1
  let count =
    receipt.areFolders
    ? counted(receipt.files, "folder") : countedPhotos(receipt.restored.count, files: receipt.files)
  var sentence = "\(count) \(isOne ? "is back where it was" : "are back where they were")"
  sentence += receipt.areFolders ? "." : ", undecided again."
  if let first = receipt.refused.min(by: { precedesInByteOrder($0.key, $1.key) }) {
    let rest = receipt.refused.count - 1
    sentence = receipt.restored.isEmpty ? "" : sentence + " "
    sentence += "Not put back: \(nameTitle(first.key)). \(first.value)"
    if rest > 0 { sentence += " (and \(rest) more)" }
  }
  return receipt.isRecorded ? sentence : sentence + " " + notRecordedSentence
}
