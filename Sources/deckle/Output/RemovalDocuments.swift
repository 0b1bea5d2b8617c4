import FileSafety
import PhotoModel
import Removal
import SystemPackage

/// The outcome in the documents of `trash`, `shrink`, `restore`, `history` and `verify`: `reason` and `trashPath` are
/// null where there is none, `to` is present for files that went to a folder, `bytesBefore` and `bytesAfter` for those
/// that were made smaller, `batch` in those of `verify` only.
extension FileOutcome: Encodable {
  private enum CodingKeys: String, CodingKey {
    case path, pathBytes, outcome, reason, trashPath, trashPathBytes, to, toBytes, bytesBefore, bytesAfter, batch
  }

  /// Encodes the paths as text, and as base64 where the text is not exact.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path.documentText, forKey: .path)
    try container.encodeIfPresent(path.documentBytes, forKey: .pathBytes)
    try container.encode(outcome, forKey: .outcome)
    try container.encode(reason, forKey: .reason)
    try container.encode(trashPath?.documentText, forKey: .trashPath)
    try container.encodeIfPresent(trashPath?.documentBytes, forKey: .trashPathBytes)
    try container.encodeIfPresent(to?.documentText, forKey: .to)
    try container.encodeIfPresent(to?.documentBytes, forKey: .toBytes)
    try container.encodeIfPresent(bytesBefore?.bytes, forKey: .bytesBefore)
    try container.encodeIfPresent(bytesAfter?.bytes, forKey: .bytesAfter)
    try container.encodeIfPresent(batch?.text, forKey: .batch)
  }
}

extension [FileOutcome] {
  /// The number of files with an outcome.
  func count(of outcome: FileOutcome.Keyword) -> Int { count { $0.outcome == outcome } }
}

/// `deckle trash --json`, schema `deckle.trash/1`, and `deckle move --json`, schema `deckle.move/1`.
struct TrashDocument: Encodable, Sendable {
  enum Schema: String, Encodable, Sendable {
    case trash = "deckle.trash/1"
    case move = "deckle.move/1"
  }

  var schema: Schema
  /// Null where nothing was moved.
  var batch: OrNull<String>
  /// Whether nothing was touched, so that `moved` files are those that would move.
  var dryRun: Bool
  /// The files in the order in which they were named; behind a photo the files that go along unnamed.
  var files: [FileOutcome]
  var moved: Int
  var refused: Int
  var failed: Int
  var unknown: Int
  /// Files that were in the folder already; absent where photos go to the trash.
  var skipped: Int?
  /// The number of photos among the files that were moved, or would be, which `--count` must have.
  var photos: Int
  /// The bytes of the moved files.
  var bytes: Int64
  /// Stands there where a backup was named.
  var backup: Backup?
  /// Stands there with --merge-metadata.
  var carried: [Carried]?

  /// The metadata of a removed photo, for the sidecar of the one that stays.
  struct Carried: Encodable, Sendable {
    enum Outcome: String, Encodable, Sendable {
      /// Would be written, by a dry run.
      case planned
      case written
      /// The metadata was not written, or was taken back, because the photo stayed.
      case undone
      /// The outcome is unsettled; recovery decides at the next start.
      case unknown
    }

    var path: String
    var pathBytes: String?
    var keeper: String
    var keeperBytes: String?
    var sidecar: String
    var sidecarBytes: String?
    /// The kinds of metadata that are carried over, named as in `onlyHere`.
    var words: [Holding]
    /// The kinds for which the photo that stays has another value, which is left as it is.
    var contradicted: [Holding]
    var outcome: Outcome

    static func all(_ carried: [CarriedSidecar], _ receipt: RemovalReceipt, dryRun: Bool) -> [Carried] {
      carried.flatMap { file in
        file.sources.map { source in
          let outcome: Outcome =
            switch receipt.sidecars[file.sidecar] {
            case .kept: .written
            case .undone, .left, nil: dryRun ? .planned : .undone
            case .planned, .written, .undoing: .unknown
            }
          return Carried(
            path: source.photo.documentText, pathBytes: source.photo.documentBytes,
            keeper: file.keeper.documentText, keeperBytes: file.keeper.documentBytes,
            sidecar: file.sidecar.documentText, sidecarBytes: file.sidecar.documentBytes,
            words: source.metadata.kinds, contradicted: source.metadata.contradicted, outcome: outcome)
        }
      }
    }
  }

  /// The part of the photos that could go which a backup has.
  struct Backup: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    var photos: Int
    /// The number of these that are in it with all their files.
    var present: Int
    /// The others, in byte order.
    var missing: [Missing]

    struct Missing: Encodable, Sendable {
      var path: String
      var pathBytes: String?
      /// A sentence.
      var reason: String
    }

    init(_ proof: BackupProof) {
      path = proof.folder.documentText
      pathBytes = proof.folder.documentBytes
      photos = proof.photos
      present = proof.photos - proof.missing.count
      missing = proof.missing.sorted { precedesInByteOrder($0.key, $1.key) }.map { path, reason in
        Missing(path: path.documentText, pathBytes: path.documentBytes, reason: reason)
      }
    }
  }

  init(
    _ receipt: RemovalReceipt = RemovalReceipt(), schema: Schema = .trash, dryRun: Bool, files: [FileOutcome] = []
  ) {
    self.schema = schema
    let count = files.count(of: .skipped)
    skipped = schema == .move || count > 0 ? count : nil
    batch = OrNull(receipt.batch?.text)
    self.dryRun = dryRun
    photos = receipt.moved.count
    bytes = receipt.bytes.bytes
    self.files = files
    moved = files.count(of: .moved)
    refused = files.count(of: .refused)
    failed = files.count(of: .failed)
    unknown = files.count(of: .unknown)
  }
}

/// `deckle restore --json`, schema `deckle.restore/1`.
struct RestoreDocument: Encodable, Sendable {
  var schema = "deckle.restore/1"
  /// Null where the files are of several batches or of none.
  var batch: OrNull<String>
  var files: [FileOutcome]
  var restored: Int
  var refused: Int
  var failed: Int
  var unknown: Int
  /// The bytes of the restored files.
  var bytes: Int64
  /// The sidecars that had got metadata of these photos; absent where there are none.
  var sidecars: [Sidecar]?

  /// A sidecar that had got metadata of restored photos.
  struct Sidecar: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    /// The outcome: `undone` for as it was before; `left` where somebody changed it since.
    var outcome: String

    init(_ sidecar: BatchSidecar) {
      (path, pathBytes) = (sidecar.path.documentText, sidecar.path.documentBytes)
      outcome = sidecar.state.rawValue
    }
  }

  init(batch: String?, files: [FileOutcome], bytes: ByteCount) {
    self.batch = OrNull(batch)
    self.files = files
    restored = files.count(of: .restored)
    refused = files.count(of: .refused)
    failed = files.count(of: .failed)
    unknown = files.count(of: .unknown)
    self.bytes = bytes.bytes
  }
}

/// `deckle history --json`, schema `deckle.history/1`.
struct HistoryDocument: Encodable, Sendable {
  struct Batch: Encodable, Sendable {
    enum State: String, Encodable, Sendable {
      case inTrash, restored, partlyRestored
      /// Some files are in the folders that they were moved to, unchanged or changed since, and none is in the trash
      /// alone.
      case inFolder
      /// The trash was emptied, or the photos were moved by somebody else.
      case gone
      /// The trash is on a drive that is not there now.
      case away
      /// Interrupted; the next start of Deckle settles it.
      case unfinished
    }

    enum Kind: String, Encodable, Sendable {
      case photos
      /// Whole folders that a removed app left behind.
      case leftovers
    }

    var id: String
    /// The start in RFC 3339 in UTC: "2026-01-31T11:00:00Z", derived from the local time in the trash.
    var startedAt: String
    var kind: Kind
    /// The name of the app that left the folders; absent for photos.
    var app: String?
    /// The number of photos that went to the trash; 0 for folders of an app.
    var photos: Int
    /// The number of folders that went to the trash; absent for photos.
    var folders: Int?
    /// The photos that were made smaller; absent for folders of an app.
    var smaller: Int?
    /// The size of the moved files, without that of smaller files in their place.
    var bytes: Int64
    /// The number of `photos`, or of `folders`, that are back.
    var restored: Int
    var state: State
    /// The time of the last verification against the receipt, in the form of `startedAt`; null where there was none.
    var verifiedAt: OrNull<String>
    /// Files that were changed or missing then; null where it never was.
    var verifiedFaults: OrNull<Int>
    var files: [FileOutcome]
  }

  struct Month: Encodable, Sendable {
    /// "2026-01".
    var month: String
    var batches: Int
    /// The number of photos that went to the trash and were not put back.
    var photos: Int
    var bytes: Int64
  }

  /// The totals of photos; leftovers of apps are listed and not counted.
  struct Totals: Encodable, Sendable {
    var batches: Int
    var photos: Int
    var bytes: Int64
    var restored: Int
  }

  var schema = "deckle.history/1"
  /// The newest first.
  var batches: [Batch]
  /// The oldest first, without months in which nothing went; absent where the history is switched off.
  var months: [Month]?
  var totals: Totals

  init(batches: [Batch], months: [Month]?) {
    self.batches = batches
    self.months = months
    let cleaned = batches.filter { $0.kind == .photos }
    totals = Totals(
      batches: cleaned.count, photos: cleaned.map(\.photos).reduce(0, +), bytes: cleaned.map(\.bytes).reduce(0, +),
      restored: cleaned.map(\.restored).reduce(0, +))
  }
}
