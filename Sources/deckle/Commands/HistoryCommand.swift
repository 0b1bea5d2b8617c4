import ArgumentParser
import FileSafety
import Foundation
import PhotoModel
import SystemPackage

/// `deckle history`: what was moved when, and where it is now.
struct HistoryCommand: SpokenCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List the batches: when, how many, where, restored or not; with totals.")

  @Flag(help: "Print one JSON document (schema deckle.history/1).")
  var json = false

  func perform(_ program: Program, _ console: Console) throws -> Outcome {
    // A batch of which every file stayed at home is no part of what was moved.
    let batches = try (program.readableSession()?.allBatches() ?? []).filter { batch in
      batch.files.contains { $0.state != .stayed }
    }
    let document = HistoryDocument(batches: batches.map(HistoryDocument.Batch.init))
    if json {
      try console.write(try jsonDocument(document))
    } else {
      try console.print(lines(document, batches, program))
    }
    return .done
  }

  private func lines(_ document: HistoryDocument, _ batches: [RemovalBatch], _ program: Program) -> [String] {
    guard !batches.isEmpty else { return ["Nothing was moved to the trash yet."] }
    var table = TextTable([.leading, .leading, .trailing, .trailing, .leading, .leading])
    for (batch, summary) in zip(batches, document.batches) {
      // A person reads their own clock.
      let folders = Set(batch.files.compactMap { $0.place?.folder.path }).sorted(by: precedesInByteOrder)
      table.add([
        summary.id, batch.startedAt.text.replacing("T", with: " "),
        countedPhotos(summary.photos, files: batch.files.count { $0.wasMoved }),
        ByteCount(summary.bytes).formatted, words(summary), folders.map(program.naming).joined(separator: ", "),
      ])
    }
    let totals = document.totals
    let back = totals.restored > 0 ? "; \(groupedDigits(totals.restored)) of them were put back" : ""
    return table.lines + [
      "",
      "\(counted(totals.batches, "batch", "batches")), "
        + "\(countedPhotos(totals.photos, files: batches.flatMap(\.files).count { $0.wasMoved })), "
        + "\(ByteCount(totals.bytes).formatted)\(back). To put a batch back: deckle restore --batch ID",
    ]
  }

  private func words(_ batch: HistoryDocument.Batch) -> String {
    switch batch.state {
    case .inTrash: "in the trash"
    case .restored: "put back"
    case .partlyRestored: batch.restored > 0 ? "\(groupedDigits(batch.restored)) put back" : "put back in part"
    case .gone: "no longer in the trash"
    case .unfinished: "interrupted"
    }
  }
}

extension HistoryDocument.Batch {
  /// Looks into the trash, because it may have been emptied since.
  init(_ batch: RemovalBatch) {
    let left = batch.files.filter(\.wasMoved)
    let photos = Set(left.map(\.item))
    let restored = photos.filter { photo in left.allSatisfy { $0.item != photo || $0.state == .restored } }
    let outcomes = batch.files.map(Self.outcome)
    id = batch.id.text
    startedAt = batch.startedAt.date.formatted(.iso8601)
    self.photos = photos.count
    bytes = left.map { ByteCount($0.identity.size) }.total.bytes
    self.restored = restored.count
    files = outcomes.map(\.outcome)
    let isSomethingThere = outcomes.contains(where: \.isInTrash)
    state =
      if batch.files.contains(where: { $0.state.isUnfinished }) {
        .unfinished
      } else if restored.count == photos.count {
        .restored
      } else if left.contains(where: { $0.state == .restored }) {
        .partlyRestored
      } else {
        isSomethingThere ? .inTrash : .gone
      }
  }

  private static func outcome(of file: BatchFile) -> (outcome: FileOutcome, isInTrash: Bool) {
    let place = file.place?.filePath
    switch file.state {
    case .moved:
      let isThere = file.isInTrash()
      let reason = isThere ? nil : "It is not in the trash any more."
      return (FileOutcome(file.path, .moved, reason: reason, trashPath: place), isThere)
    case .restored: return (FileOutcome(file.path, .restored, trashPath: place), false)
    case .stayed: return (FileOutcome(file.path, .refused, reason: "It stayed in place."), false)
    case .planned, .reserved, .restoring:
      let reason = "It was interrupted; the next start of Deckle finds out what became of it."
      return (FileOutcome(file.path, .failed, reason: reason, trashPath: place), false)
    case .unclear:
      let reason = "It is not where it should be. Nothing was touched."
      return (FileOutcome(file.path, .failed, reason: reason, trashPath: place), file.isInTrash())
    }
  }
}

extension BatchFile {
  /// It went to the trash, wherever it is now.
  fileprivate var wasMoved: Bool { [.moved, .restoring, .restored, .unclear].contains(state) }
}
