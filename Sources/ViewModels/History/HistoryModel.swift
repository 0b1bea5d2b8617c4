import PhotoModel
package import Removal
import Review
package import SystemPackage
package import TextSurface

/// The history: the batches so far, each of which can be put back.
@MainActor
package final class HistoryModel {
  /// The state that the history, and the batch that is open in it, are drawn from.
  package internal(set) var state = HistoryState()
  let library: LibraryModel
  private let pictures: PictureLoader
  /// The number of times that the list was asked for: of two answers the one to the later question counts.
  private var readCount = 0
  /// All batches, those that match the filter among them.
  private(set) var allRows: [HistoryState.Row] = []
  /// All files of the open batch.
  private var allFiles: [HistoryState.Batch.File] = []
  /// The photos of all batches, once a filter asked for them.
  var photos: BatchPhotos?

  /// Creates the model with an empty list that has not been read.
  package init(library: LibraryModel, pictures: PictureLoader) {
    self.library = library
    self.pictures = pictures
  }

  /// The cells for the picture beside the list of a batch; nothing is decoded while they are empty.
  package var pictureArea = Size.none {
    didSet { if pictureArea != oldValue { refreshPictures() } }
  }

  /// The cells for the one picture of a batch that is shown alone.
  package var largeArea = Size.none {
    didSet { if largeArea != oldValue { refreshPictures() } }
  }

  /// The space for the grid of a batch, set whenever the terminal's size changes.
  package var capacity = GridCapacity.list {
    didSet { if capacity != oldValue { layOut() } }
  }

  /// Whether one picture of the batch is shown alone, and not all of them.
  package var isShowingOne = false {
    didSet { if isShowingOne != oldValue { refreshPictures() } }
  }

  /// Whether no list has come, and no key, since the user came to the screen.
  private var isNewVisit = false

  /// Reads the list anew without the last message, when the user comes to the screen.
  package func shown() {
    state.message = nil
    (state.filter, photos) = ("", nil)
    isNewVisit = true
    refresh()
  }

  /// Reads the list anew. Only the disk shows whether the trash still has the photos, which may take time.
  package func refresh() {
    library.work.run { [self] in
      await read()
      library.onChange(.history)
    }
  }

  private func read() async {
    readCount += 1
    let count = readCount
    let chosen = state.rows.indices.contains(state.selection) ? state.rows[state.selection].batchID : nil
    do {
      let batches = try await library.dependencies.removal.history()
      guard count == readCount else { return }
      allRows = batches.map { batch in
        HistoryState.Row(
          batchID: batch.id, date: library.dependencies.environment.formatDate(batch.date),
          count: counted(batch.photos, batch.app == nil ? "photo" : "folder"),
          files: batch.app == nil && batch.files > batch.photos ? batch.files : nil, bytes: batch.bytes,
          status: batch.origin + batch.whereabouts + batch.verified(library.dependencies.environment.formatDate),
          canRestore: batch.restored + batch.gone + batch.away < batch.photos && library.readOnlyReason == nil,
          isBack: batch.restored == batch.photos)
      }
      // Folders of removed apps can be put back from here, and are not counted.
      let moves = batches.filter { $0.app == nil }
      state.totalBytes = moves.map(\.awayBytes).total
      state.goneBytes = moves.map(\.goneBytes).total
      state.folderBytes = moves.map(\.folderBytes).total
      state.smallerBytes = moves.filter { $0.smaller > 0 }.map(\.awayBytes).total
      state.movedBatches = moves.count { $0.awayBytes > .zero }
      state.gained = HistoryState.Gained(
        bytes: state.totalBytes - state.folderBytes, gone: state.goneBytes)
      state.months = months(of: moves)
    } catch {
      guard count == readCount else { return }
      allRows = []
      state.months = []
      state.gained = nil
      state.message = (error as? UserFacingError)?.sentence ?? "The history cannot be read"
    }
    state.isReading = false
    showMatchingRows()
    // The highlight stays with its batch, whatever has come above it meanwhile: keys are about that one. Who comes to
    // the screen finds it at the newest.
    let row = isNewVisit ? 0 : state.rows.firstIndex { $0.batchID == chosen } ?? state.selection
    isNewVisit = false
    state.selection = state.rows.nearestIndex(to: row)
  }

  /// Moves the highlight by rows, clamped to the list, and takes the message away.
  package func move(by rows: Int) {
    isNewVisit = false
    state.selection = state.rows.nearestIndex(to: state.selection + rows)
    state.message = nil
  }

  /// Highlights a row, clamped to the list; the message stays.
  package func select(_ row: Int) { state.selection = state.rows.nearestIndex(to: row) }

  /// The batch under the highlight, if it can be put back.
  package var restorableBatch: String? { selectedRow.flatMap { $0.canRestore ? $0.batchID : nil } }

  /// The row under the highlight; nil where there is none.
  var selectedRow: HistoryState.Row? {
    state.rows.indices.contains(state.selection) ? state.rows[state.selection] : nil
  }

  /// The batch that is open, if it can be put back.
  package var restorableOpenBatch: String? { state.canRestoreOpen ? state.batch?.batchID : nil }

  /// A file of the photo under the highlight, if it is in the trash.
  package var restorablePhoto: FilePath? { state.canRestoreShown ? state.batch?.selected?.home : nil }

  // MARK: The files of a batch

  /// Enter: reads the files of the batch under the highlight, for which the disk may take its time.
  ///
  /// - Parameter opened: Called once the files are read, unless the highlight has moved meanwhile.
  package func openBatch(opened: @escaping @MainActor () -> Void) {
    guard state.rows.indices.contains(state.selection) else { return }
    let row = state.rows[state.selection]
    library.work.run { [self] in
      do {
        let entries = try await library.dependencies.removal.contents(row.batchID)
        guard state.rows.indices.contains(state.selection), state.rows[state.selection] == row else { return }
        allFiles = files(entries)
        state.batch = HistoryState.Batch(batchID: row.batchID, title: row.title, files: allFiles)
        state.message = nil
        layOut()
        opened()
      } catch {
        state.message = (error as? UserFacingError)?.sentence ?? "This batch cannot be read"
      }
      library.onChange(.history)
    }
  }

  /// Reads again where the files of the open batch are: the trash may have been emptied, or a drive unplugged.
  package func refreshBatch() {
    guard let batchID = state.batch?.batchID else { return }
    library.work.run { [self] in
      await read()
      await readFiles(of: batchID)
      library.onChange(.history)
    }
  }

  private func readFiles(of batchID: String) async {
    // The earlier values stay where the batch cannot be read again.
    guard let entries = try? await library.dependencies.removal.contents(batchID), state.batch?.batchID == batchID
    else {
      return
    }
    allFiles = files(entries)
    filterBatch(state.batch?.filter ?? "")
  }

  /// Shows only the files of the open batch whose photos match a line.
  func filterBatch(_ line: String) {
    let filter = PhotoFilter(line, below: library.roots)
    if line != state.batch?.filter { state.batch?.selection = 0 }
    state.batch?.filter = line
    state.batch?.total = allFiles.count
    state.batch?.files = allFiles.filter { file in filter.isEmpty || file.photo.map(filter.matches) == true }
    layOut()
  }

  private func files(_ entries: [BatchEntry]) -> [HistoryState.Batch.File] {
    entries.map { entry in
      var file = HistoryState.Batch.File(
        name: nameTitle(entry.path), folder: library.folderTitle(of: entry.path), size: entry.size,
        status: entry.state.text, shortStatus: entry.state.shortText, now: entry.file,
        home: [.inTrash, .originalInTrash, .inFolder].contains(entry.state) ? entry.path : nil)
      file.photo = entry.photo
      return file
    }
  }

  /// Arranges the files in rows, as they fit the screen.
  private func layOut() {
    guard var batch = state.batch else { return }
    batch.capacity = capacity
    batch.grid = PictureGrid(folders: batch.files.map(\.folder), columns: capacity.columns)
    batch.selection = batch.files.nearestIndex(to: batch.selection)
    state.batch = batch
    refreshPictures()
  }

  /// Takes over the pictures of the files, from where they are now: in the trash, or where they were put back.
  package func refreshPictures() {
    guard var batch = state.batch else { return }
    if !isShowingOne {
      batch.pictures = pictures.pictures(of: batch.grid, around: batch.selection, in: capacity) { batch.files[$0].now }
    }
    let area = isShowingOne ? largeArea : pictureArea
    batch.picture = batch.selected.flatMap { file -> CardPicture? in
      guard area.columns > 0 else { return nil }
      return file.now.map { pictures.picture(of: $0, in: area) } ?? .unavailable(file.status)
    }
    state.batch = batch
  }

  /// ← and →, and each step of a list: moves the highlight by files.
  package func moveInBatch(by files: Int) {
    if let batch = state.batch { selectFile(batch.selection + files) }
  }

  /// ↑ and ↓, and the pages: moves the highlight by rows of the grid, or of the list.
  package func moveRowsInBatch(by rows: Int) {
    guard let batch = state.batch else { return }
    selectFile(capacity.columns > 0 ? batch.grid.neighbour(of: batch.selection, by: rows) : batch.selection + rows)
  }

  /// Highlights a file of the open batch, clamped to its list, and takes the message away.
  package func selectFile(_ row: Int) {
    guard let batch = state.batch else { return }
    state.batch?.selection = batch.files.nearestIndex(to: row)
    state.message = nil
    refreshPictures()
  }

  private func months(of batches: [BatchSummary]) -> [HistoryState.Month] {
    // A batch that was put back altogether has no month.
    let byMonth = Dictionary(grouping: batches.filter { $0.awayBytes > .zero }) {
      library.dependencies.environment.month($0.date)
    }
    guard let first = byMonth.keys.min(), let last = byMonth.keys.max() else { return [] }
    return (max(first, last - Self.mostMonths + 1)...last).map { month in
      HistoryState.Month(title: monthTitle(month), bytes: (byMonth[month] ?? []).map(\.awayBytes).total)
    }
  }

  private static let mostMonths = 24

  /// Reads the lists anew after a restore, and shows its outcome.
  package func restored(_ receipt: RestoreReceipt) async {
    await read()
    if let batchID = state.batch?.batchID { await readFiles(of: batchID) }
    state.message = restoreSentence(receipt, notRecorded: library.notRecordedSentence)
  }

  /// Shows a sentence until the highlight moves; nil takes the last one away.
  package func showMessage(_ message: String?) { state.message = message }
}

/// The title of a month: "2024-05". With two digits of the year it would read like a day.
private func monthTitle(_ month: Int) -> String {
  let number = month % 12 + 1
  return "\(month / 12)-\(number < 10 ? "0" : "")\(number)"
}

extension LibraryModel {
  /// The sentence where the disk has not confirmed all outcomes. No outcome is claimed that a power cut could take
  /// back, and no repair at the next start where the session has gone.
  var notRecordedSentence: String {
    "Not every outcome could be written down. "
      + (dependencies.session.obstacle() ?? "Deckle puts it in order at its next start.")
  }
}

/// "38 photos are back where they were, undecided again.": the sentence about a restore.
///
/// - Parameter notRecorded: The sentence that is added where not every outcome was written down.
func restoreSentence(_ receipt: RestoreReceipt, notRecorded: @autoclosure () -> String) -> String {
  let isOne = receipt.restored.count == 1
  let count =
    receipt.areFolders
    ? counted(receipt.files, "folder") : countedPhotos(receipt.restored.count, files: receipt.files)
  var sentence = "\(count) \(isOne ? "is back where it was" : "are back where they were")"
  if !receipt.replaced.isEmpty {
    sentence = "\(count) \(isOne ? "is as large as it was" : "are as large as they were")"
  }
  sentence += receipt.areFolders || !receipt.replaced.isEmpty ? "." : ", undecided again."
  if let first = receipt.refused.min(by: { precedesInByteOrder($0.key, $1.key) }) {
    let rest = receipt.refused.count - 1
    sentence = receipt.restored.isEmpty ? "" : sentence + " "
    sentence += "Not put back: \(nameTitle(first.key)). \(first.value)"
    if rest > 0 { sentence += " (and \(rest) more)" }
  }
  let sentences: [String?] = [sentence, sidecarSentence(receipt), receipt.isRecorded ? nil : notRecorded()]
  return sentences.compactMap(\.self).joined(separator: " ")
}

/// "The 7 files of words are gone again.": the sentence about sidecars that had got metadata of these photos; nil where
/// there are none.
private func sidecarSentence(_ receipt: RestoreReceipt) -> String? {
  let undone = receipt.sidecars.filter { $0.state == .undone }
  let left = receipt.sidecars.filter { $0.state == .left }
  let isOne = undone.count == 1
  let files = isOne ? "The file of words" : "The \(groupedDigits(undone.count)) files of words"
  let state = undone.contains { $0.old != nil } ? "as before" : "gone again"
  var sentences = left.compactMap { $0.sentence(naming: nameTitle) }
  if !undone.isEmpty { sentences.insert("\(files) \(isOne ? "is" : "are") \(state).", at: 0) }
  return sentences.isEmpty ? nil : sentences.joined(separator: " ")
}
