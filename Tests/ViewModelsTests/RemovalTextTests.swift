import PhotoModel
import Removal
import Review
import SystemPackage
import Testing
import ViewModels

@testable import FileSafety

/// Sentences beside a name.
@Suite struct RemovalTextTests {
  @Test(arguments: [
    (FileSafetyError.changed("/p/a.jpg"), "It has changed since it was looked at. Scan again to see it as it is."),
    (.diskFull("/p/a.jpg"), "The disk is full, so it was not touched. Free a little space first."),
    (
      .survivorDiffers("/p/a.jpg", survivor: "/p/b.jpg"), "It stays: its bytes are not those of ~/b.jpg."
    ),
    (
      .otherFileOfPhoto("/p/a.jpg", obstacle: "/p/a.xmp"),
      "It stays with ~/a.xmp, which belongs to it and could not be moved."
    ),
    (
      .trashIsAway("/p/a.jpg", trash: "/m/.Trash-1"),
      "It cannot be put back now: its trash, ~/.Trash-1, is not there. If it is on a drive or a network share, connect "
        + "that where it was, and try again."
    ),
    (
      .photoStaysInTrash("/p/a.jpg", obstacle: "/p/a.xmp"),
      "It stays in the trash with ~/a.xmp, which belongs to it and cannot be put back."
    ),
  ])
  func `beside the name of a photo the photo is it, and every other file has its path`(
    error: FileSafetyError, sentence: String
  ) {
    let text = error.sentence(beside: "/p/a.jpg") { "~/\(nameTitle($0))" }

    #expect(text == sentence)
  }

  @Test func `of a photo that stays in the trash the file that keeps it there is named`() {
    let identity = FileIdentity(device: 1, inode: 1, size: 1, modified: 1, changed: 1)
    let (shown, raw): (FilePath, FilePath) = ("/p/b.jpg", "/p/b.CR2")
    let files = [shown, raw].enumerated().map {
      BatchFile(index: $0.offset, item: 0, path: $0.element, identity: identity)
    }
    let outcomes = [
      RestoreOutcome(path: shown, size: ByteCount(1), result: .refused(.somethingIsThere(shown))),
      RestoreOutcome(path: raw, size: ByteCount(1), result: .refused(.photoStaysInTrash(raw, obstacle: shown))),
    ]
    let report = RestoreReport(outcomes: outcomes, wasStopped: false, warnings: [], isRecorded: true)
    let batch = RemovalBatch(id: BatchID("x"), startedAt: DeletionDate(secondsSince1970: 0), files: files)

    let receipt = RestoreReceipt(report, of: batch) { nameTitle($0) }

    #expect(Array(receipt.refused.keys) == [shown] && receipt.restored.isEmpty)
  }

  @Test func `photos that are refused for the same reason have the same sentence`() {
    let sentences = (1...3).map { number -> String in
      let path = FilePath("/p/\(number).jpg")
      return FileSafetyError.changed(path).sentence(beside: path) { $0.string }
    }

    #expect(Set(sentences).count == 1)
  }
}
