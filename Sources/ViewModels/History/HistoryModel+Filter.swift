import PhotoModel
import SystemPackage

/// The photos of all batches, as a filter asks for them.
struct BatchPhotos {
  private var photos: [ScannedPhoto] = []
  /// The identifier of the batch of each photo.
  private var batches: [String] = []
  private let columns: PhotoFilterIndex

  /// - Parameter roots: The folders of the library, whose names are not searched.
  init(of entries: [(batch: String, entries: [BatchEntry])], below roots: [FilePath]) {
    for (batch, entries) in entries {
      let all = Dictionary(entries.map { ($0.photo.path, $0.photo) }, uniquingKeysWith: { first, _ in first })
      photos += all.values
      batches += all.map { _ in batch }
    }
    columns = PhotoFilterIndex(count: photos.count, below: roots) { [photos] in photos[$0] }
  }

  /// The batches of which a photo matches.
  func matching(_ filter: PhotoFilter) -> Set<String> {
    let matches = columns.matching(filter) ?? photos.map(filter.matches)
    return Set(zip(batches, matches).lazy.filter(\.1).map(\.0))
  }
}

extension HistoryModel {
  /// Shows only the batches of which a photo matches a line.
  func filterRows(_ line: String) {
    state.filter = line
    state.selection = 0
    showMatchingRows()
    if photos == nil, !line.isEmpty { readPhotos() }
  }

  /// Shows the batches that match; all while their photos are read.
  func showMatchingRows() {
    state.total = allRows.count
    let filter = PhotoFilter(state.filter, below: library.roots)
    let matching = filter.isEmpty ? nil : photos?.matching(filter)
    state.rows = allRows.filter { matching?.contains($0.batchID) != false }
    state.selection = state.rows.nearestIndex(to: state.selection)
  }

  private func readPhotos() {
    let batches = allRows.map(\.batchID)
    library.work.run { [self] in
      var read: [(batch: String, entries: [BatchEntry])] = []
      for batch in batches { read.append((batch, (try? await library.dependencies.removal.contents(batch)) ?? [])) }
      photos = BatchPhotos(of: read, below: library.roots)
      showMatchingRows()
      library.onChange(.history)
    }
  }

  /// "2 of 12 batches · 48 MB": the figures of the filter.
  var rowsFilterText: String {
    "\(groupedDigits(state.rows.count)) of \(counted(state.total, "batch", "batches")) · "
      + state.rows.map(\.bytes).total.formatted
  }

  /// "3 of 41 files · 48 MB".
  var batchFilterText: String? {
    state.batch.map { batch in
      "\(groupedDigits(batch.files.count)) of \(counted(batch.total, "file")) · "
        + batch.files.map(\.size).total.formatted
    }
  }
}
