import FileSafety
import PhotoModel
import Removal

/// `deckle shrink --json`, schema `deckle.shrink/1`.
struct ShrinkDocument: Encodable, Sendable {
  var schema = "deckle.shrink/1"
  /// `lossless` or `fit`.
  var way: String
  /// Null where nothing was made smaller.
  var batch: OrNull<String>
  /// Whether nothing was touched, so that `shrunk` files are those that would become smaller.
  var dryRun: Bool
  /// The photos in byte order of their paths.
  var files: [FileOutcome]
  var shrunk: Int
  /// Files that are left alone by rule.
  var skipped: Int
  var refused: Int
  var failed: Int
  var unknown: Int
  /// The number that `--count` must have.
  var photos: Int
  /// The bytes of the files that were made smaller, before.
  var bytesBefore: Int64
  /// The bytes of the same files afterwards. The difference is free once the trash is emptied.
  var bytesAfter: Int64
  /// Whether the command was stopped, so that these are not all photos.
  var interrupted: Bool

  init(_ way: ShrinkWay, _ receipt: RemovalReceipt, _ files: [FileOutcome], dryRun: Bool) {
    self.way = way == .lossless ? "lossless" : "fit"
    batch = OrNull(receipt.batch?.text)
    self.dryRun = dryRun
    interrupted = receipt.wasStopped || Interruption.isRaised
    self.files = files
    let made = files.filter { $0.outcome == .shrunk }
    (shrunk, photos) = (made.count, made.count)
    skipped = files.count(of: .skipped)
    refused = files.count(of: .refused)
    failed = files.count(of: .failed)
    unknown = files.count(of: .unknown)
    bytesBefore = made.compactMap(\.bytesBefore).total.bytes
    bytesAfter = made.compactMap(\.bytesAfter).total.bytes
  }

  var before: ByteCount { ByteCount(bytesBefore) }
  var after: ByteCount { ByteCount(bytesAfter) }
}
