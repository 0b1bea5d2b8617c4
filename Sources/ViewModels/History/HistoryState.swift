package import PhotoModel
package import SystemPackage

/// The state of the history: the batches so far, newest first, and the batch that is open.
package struct HistoryState: Equatable, Sendable {
  /// A batch of the list.
  package struct Row: Hashable, Sendable {
    /// The identifier of the batch.
    package var batchID: String
    /// "today 14:02".
    package var date: String
    /// The number of photos, or of folders of an app: "38 photos", "2 folders".
    package var count: String
    /// The number of files, where some photos have a RAW, a movie or a sidecar; nil where each is one file.
    package var files: Int?
    /// The size of the files that were moved, those that are back included.
    package var bytes: ByteCount
    /// "in the trash", "put back", "3 of 12 put back", "31 files, in the trash", "left by GIMP, in the trash".
    package var status: String
    /// Whether some photo of the batch is in the trash and the session may be written.
    package var canRestore: Bool

    /// Whether all of the batch was put back.
    package var isBack = false

    /// The reason why nothing of the batch can be put back; nil where something can.
    var obstacle: String? { canRestore ? nil : isBack ? "all of it is back" : "nothing of it is in the trash" }

    /// "today 14:02 · 38 photos (41 files) · 124 MB".
    package var title: String {
      "\(date) · \(count)\(files.map { " (\(counted($0, "file")))" } ?? "") · \(bytes.formatted)"
    }
  }

  /// A bar of the chart.
  package struct Month: Hashable, Sendable {
    /// "2024-05".
    package var title: String
    /// The size of the files that were moved in the month and not put back.
    package var bytes: ByteCount
  }

  /// The bytes that all batches have gained: of photos that went to the trash and were not put back, or are smaller
  /// now.
  package struct Gained: Hashable, Sendable {
    /// The bytes that are free once the trash is emptied.
    package var bytes: ByteCount
    /// The part of these bytes that is no longer in the home trash.
    package var gone = ByteCount.zero
  }

  /// A batch that is open, with its files.
  package struct Batch: Equatable, Sendable {
    /// A file of the batch, and where it is now.
    package struct File: Hashable, Sendable {
      /// The file's name, escaped.
      package var name: String
      /// The folder that the file was moved from, shortened and escaped.
      package var folder: String
      /// The size when it was moved.
      package var size: ByteCount
      /// "in the trash", "put back", "no longer in the trash".
      package var status: String
      /// The status for a small picture: "left the trash".
      package var shortStatus: String
      /// The file where it is now, for its picture; nil where it is gone.
      package var now: ScannedPhoto?
      /// The path to which the file would be put back; nil where it is not in the trash.
      package var home: FilePath?
      /// The photo that the file belongs to; nil where a filter cannot ask for it.
      var photo: ScannedPhoto?

      /// Creates a file from texts that are escaped already; `shortStatus` is `status` where it is nil.
      package init(
        name: String, folder: String, size: ByteCount, status: String, shortStatus: String? = nil,
        now: ScannedPhoto? = nil, home: FilePath? = nil
      ) {
        self.home = home
        self.name = name
        self.folder = folder
        self.size = size
        self.status = status
        self.shortStatus = shortStatus ?? status
        self.now = now
      }

      /// "3.1 MB · in the trash".
      package var facts: String { "\(size.formatted) · \(status)" }
    }

    /// The identifier of the batch.
    package var batchID: String

    /// Date, number and size, as `Row.title`.
    package var title: String
    /// The files that match the filter, in the order of the batch.
    package var files: [File]
    /// The line by which the files are filtered; empty for all.
    package var filter = ""
    /// The number of all files of the batch.
    package var total: Int
    /// Index into `files`; 0 when empty.
    package var selection = 0
    /// The picture of the file under the highlight, beside a list or as large as the screen; nil where there is no
    /// space for one.
    package var picture: CardPicture?
    /// The space for a grid; without columns the batch is a list.
    package var capacity = GridCapacity.list
    /// The files in rows of pictures, by folder; without lines where the batch is a list.
    package var grid = PictureGrid(folders: [], columns: 0)
    /// The small pictures of the files on the screen, by index into `files`.
    package var pictures: [Int: CardPicture] = [:]

    /// Creates a batch with its first file highlighted.
    package init(batchID: String = "", title: String, files: [File]) {
      self.batchID = batchID
      self.title = title
      self.files = files
      total = files.count
    }

    /// The file under the highlight; nil where there is none.
    package var selected: File? { files.indices.contains(selection) ? files[selection] : nil }
  }

  /// The batches that match the filter, newest first.
  package var rows: [Row] = []
  /// The line by which the batches are filtered; empty for all.
  package var filter = ""
  /// The number of all batches.
  package var total = 0
  /// Whether the list has not been read yet: then an empty one means nothing.
  package var isReading = true
  /// The months from the first with a batch to the last, also those without one; at most the last 24.
  package var months: [Month] = []
  /// The batch that was opened last; nil before the first.
  package var batch: Batch?
  /// Index into `rows`; 0 when empty.
  package var selection: Int = 0
  /// The size of the photos that were moved and not put back.
  package var totalBytes: ByteCount = .zero
  /// The part of `totalBytes` that is no longer in the home trash, nor back in its folder.
  package var goneBytes: ByteCount = .zero
  /// The part of `totalBytes` that went to folders of the user's.
  package var folderBytes: ByteCount = .zero
  /// The part of `totalBytes` by which photos were made smaller.
  package var smallerBytes: ByteCount = .zero
  /// The bytes that all batches have gained; nil where the list has not been read, or cannot be.
  package var gained: Gained?
  /// The number of batches with photos that were moved and not put back.
  package var movedBatches = 0
  /// The sentence about the last key or the last restore; nil where there is none.
  package var message: String?
}

extension HistoryState {
  /// The summary line: "172 MB moved to the trash, 3.1 MB to folders in 2 batches · 48 MB of it no longer there".
  /// Whether that part was erased or moved elsewhere is unknown.
  package var summary: String {
    guard movedBatches > 0 else { return "every photo is back" }
    let trashed = totalBytes - folderBytes - smallerBytes
    let deeds = [
      trashed > .zero ? "\(trashed.formatted) moved to the trash" : nil,
      folderBytes > .zero ? "\(folderBytes.formatted) \(trashed > .zero ? "" : "moved ")to folders" : nil,
      smallerBytes > .zero ? "\(smallerBytes.formatted) less in smaller files" : nil,
    ].compactMap(\.self)
    let moved = "\(deeds.joined(separator: ", ")) in \(counted(movedBatches, "batch", "batches"))"
    return goneBytes == .zero ? moved : "\(moved) · \(isAllGone ? "all" : goneBytes.formatted) of it no longer there"
  }

  /// The summary for a narrow screen.
  package var shortSummary: String {
    guard movedBatches > 0 else { return summary }
    let moved = "\(totalBytes.formatted) \(smallerBytes > .zero ? "less" : "moved")"
    return goneBytes == .zero ? moved : "\(moved) · \(isAllGone ? "all" : goneBytes.formatted) gone since"
  }

  private var isAllGone: Bool { goneBytes >= totalBytes }

  /// The row of the open batch; nil where none is open.
  var openRow: Row? { rows.first { $0.batchID == batch?.batchID } }
  /// Whether the open batch can be put back.
  package var canRestoreOpen: Bool { openRow?.canRestore == true }
  /// Whether the photo under the highlight of the open batch can be put back.
  package var canRestoreShown: Bool { canRestoreOpen && batch?.selected?.home != nil }
}

extension HistoryState: ListState {
  /// The message, if any, and the summary of all batches.
  package var listLines: [String] {
    let title =
      !rows.isEmpty
      ? "History: \(summary)"
      : !filter.isEmpty
        ? "History: no batch matches" : isReading ? "History: reading ..." : "History: nothing moved yet"
    return [message, title].compactMap(\.self)
  }

  /// The number of batches.
  package var rowCount: Int { rows.count }
  /// A batch: date, number of photos, size and status.
  package func rowText(_ index: Int) -> String {
    let row = rows[index]
    return "\(row.date), \(row.count), \(row.bytes.formatted), \(row.status)"
  }
}

extension HistoryState.Batch: ListState {
  /// The title of the batch.
  package var listLines: [String] { ["Batch: \(title)"] }
  /// The number of files.
  package var rowCount: Int { files.count }
  /// A file of the batch, as `File.text`.
  package func rowText(_ index: Int) -> String { files[index].text }
}

extension HistoryState.Batch.File {
  /// The file in a line: its name, folder, size, and where it is now.
  package var text: String { "\(name) in \(folder), \(size.formatted), \(status)" }
}
