import ArgumentParser
import FileSafety
import Foundation
import PhotoModel
import Removal
import SystemPackage
import TextSurface
import ViewModels

/// `deckle history`: the moved photos with their time, and where they are now.
struct HistoryCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List the batches: when, how many, where, restored or not; months and totals.",
    discussion: """
      What is kept of a batch is when it was, and of each file its path, its size and its place in the trash: that is \
      what puts it back. history = false in config.toml keeps no more than that: a batch is forgotten as soon as \
      nothing of it can be put back, and nothing is counted by month. --wipe forgets such batches now. Folders that a \
      removed app left behind are batches, too; months and totals count photos only. Decisions, what is kept for good \
      and the figures of the last scan of each library are no part of this.
      """)

  @Flag(help: "Print one JSON document (schema deckle.history/1).")
  var json = false

  @Flag(help: "Forget what cannot be put back any more, after a typed confirmation on a terminal.")
  var wipe = false

  func validate() throws {
    if wipe, json { throw ValidationError("--wipe prints no document; leave out --json.") }
  }

  /// The behaviour with wrong settings: wiping waits until the file can be read, for it cannot be undone.
  var withWrongSettings: WrongSettings { wipe ? .stop : .goOn }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    if wipe { return try HistoryWipe(program: program, console: console).perform() }
    let isKept = program.configuration.history
    // A batch of which every file stayed in place moved nothing.
    let lookup = TrashLookup()
    let batches = try (program.readableSession()?.allBatches() ?? []).filter { batch in
      batch.files.contains { $0.state != .stayed } && (isKept || !batch.isOver(lookup))
    }
    let places = batches.map { $0.destinations(lookup) }
    let summaries = zip(batches, places).map { HistoryDocument.Batch($0, $1, lookup) }
    let months = isKept ? HistoryDocument.Month.months(of: Array(zip(batches, places))) : nil
    let document = HistoryDocument(batches: summaries, months: months)
    if json {
      try console.write(try jsonDocument(document))
    } else {
      try console.print(lines(document, batches, places, lookup, program))
    }
    return .done
  }

  private func lines(
    _ document: HistoryDocument, _ batches: [RemovalBatch], _ places: [[Whereabouts?]], _ lookup: TrashLookup,
    _ program: Program
  ) -> [String] {
    let isOff =
      program.configuration.history
      ? [] : ["The history is switched off: what cannot be put back any more is not remembered."]
    guard !batches.isEmpty else {
      return isOff.isEmpty ? ["Nothing was moved to the trash yet."] : isOff + ["Nothing can be put back."]
    }
    var table = TextTable([.leading, .leading, .trailing, .trailing, .leading, .leading])
    for ((batch, places), summary) in zip(zip(batches, places), document.batches) {
      // A person reads their own clock.
      let folders = Set(
        batch.files.compactMap { $0.folderLocation?.path.removingLastComponent() ?? $0.location?.folder.path }
      ).sorted(by: precedesInByteOrder)
      table.add([
        summary.id, batch.startedAt.text.replacing("T", with: " "),
        batch.app.map { "\(counted(summary.folders ?? 0, "folder")) of \(SafeText($0).text)" }
          ?? countedPhotos(summary.photos, files: batch.files.count { $0.wasMoved }),
        ByteCount(summary.bytes).formatted, text(summary, batch, places) + text(batch.verification),
        folders.map(program.naming).joined(separator: ", "),
      ])
    }
    let totals = document.totals
    let were = totals.restored == 1 ? "was" : "were"
    let back = totals.restored > 0 ? "; \(groupedDigits(totals.restored)) of them \(were) put back" : ""
    let advice = batches.allSatisfy { $0.isOver(lookup) } ? "" : ". To put a batch back: deckle restore --batch ID"
    return table.lines + [""] + monthLines(document.months ?? []) + isOff + [
      "\(counted(totals.batches, "batch", "batches")), "
        + "\(countedPhotos(totals.photos, files: batches.filter { $0.app == nil }.flatMap(\.files).count { $0.wasMoved })), "
        + "\(ByteCount(totals.bytes).formatted)\(back)\(advice)"
    ]
  }

  /// A bar for each month, in parts of the largest.
  private func monthLines(_ months: [HistoryDocument.Month]) -> [String] {
    guard let most = months.map(\.bytes).max(), !months.isEmpty else { return [] }
    var table = TextTable([.leading, .leading, .trailing, .trailing])
    for month in months {
      let share = most > 0 ? Double(month.bytes) / Double(most) : 0
      let filled = month.bytes > 0 ? max(1, Int((share * Double(Self.barColumns)).rounded())) : 0
      table.add([
        month.month, String(repeating: "█", count: filled), ByteCount(month.bytes).formatted,
        counted(month.photos, "photo"),
      ])
    }
    return ["Moved to the trash and not put back, by month:"] + table.lines + [""]
  }

  private static let barColumns = 24

  /// ", verified 2026-01-31", by the clock of who asks.
  private func text(_ verification: BatchVerification?) -> String {
    guard let verification else { return "" }
    let day = DeletionDate(secondsSince1970: verification.secondsSince1970).text.prefix(10)
    let faults = verification.faults
    return ", verified \(day)" + (faults > 0 ? ": \(groupedDigits(faults)) changed or missing" : "")
  }

  private func text(_ summary: HistoryDocument.Batch, _ batch: RemovalBatch, _ places: [Whereabouts?]) -> String {
    let changed = places.count { $0 == .changed }
    let place = batch.files.contains { $0.wasMoved && $0.folderLocation == nil } ? "trash" : "folder"
    return switch summary.state {
    case .inTrash where summary.smaller ?? 0 > 0: "made smaller"
    case .gone where summary.smaller ?? 0 > 0: "made smaller, the originals no longer in the trash"
    case .inTrash: "in the trash"
    case .inFolder: changed > 0 ? "moved, \(groupedDigits(changed)) changed there" : "moved"
    case .restored: "put back"
    case .partlyRestored: summary.restored > 0 ? "\(groupedDigits(summary.restored)) put back" : "put back in part"
    case .gone: "no longer in the \(place)"
    case .away: "its \(place) is not there"
    case .unfinished: "interrupted"
    }
  }
}

extension HistoryDocument.Month {
  /// The months by local time, without files that were put back and folders of apps.
  static func months(of batches: [(RemovalBatch, [Whereabouts?])]) -> [Self] {
    var months: [String: Self] = [:]
    for (batch, places) in batches where batch.app == nil {
      // A file that was moved to a folder freed nothing, or as much as it took there.
      let files = zip(batch.files, places).filter { $0.wasMoved && $1 != .back && $0.folderLocation == nil }.map(\.0)
      if files.isEmpty { continue }
      let seconds = Int64(batch.startedAt.date.timeIntervalSince1970)
      let name = String(DeletionDate(secondsSince1970: seconds).text.prefix(7))
      var month = months[name] ?? Self(month: name, batches: 0, photos: 0, bytes: 0)
      month.batches += 1
      month.photos += Set(files.map(\.item)).count
      month.bytes += files.map(\.sizeWon).total.bytes
      months[name] = month
    }
    return months.values.sorted { $0.month < $1.month }
  }
}

/// `deckle history --wipe`.
private struct HistoryWipe {
  let program: Program
  let console: Console

  func perform() throws -> CommandExitCode {
    guard console.isInputTerminal && console.isErrorTerminal else {
      throw CommandFailure(
        "Forgetting has to be confirmed in words on a terminal, and there is none. Nothing was forgotten.")
    }
    guard try program.readableSession() != nil else {
      console.printText("Nothing was moved to the trash yet, so there is nothing to forget.")
      return .failed
    }
    let session = try program.writableSession(console)
    let batches = ForgettableBatches(try session.allBatches())
    if let others = batches.othersSentence { console.printText("\(others) deckle empty erases what is in the trash.") }
    guard !batches.over.isEmpty else {
      console.printText("There is nothing to forget.")
      return .failed
    }
    guard
      console.confirmByTyping(
        batches.text, toDo: "forget \(batches.title), for good")
    else {
      console.printText("Nothing was forgotten.")
      return Interruption.isRaised ? .interrupted : .failed
    }
    try session.forget(batches.over.map { BatchID($0) })
    try console.print("\(batches.title) forgotten, with the names of their files. No photo was touched.")
    return .done
  }
}

extension HistoryDocument.Batch {
  /// - Parameter places: The whereabouts of each file on the disk: the trash may have been emptied since.
  init(_ batch: RemovalBatch, _ places: [Whereabouts?], _ lookup: TrashLookup) {
    let left = zip(batch.files, places).filter { file, _ in file.wasMoved }
    let photos = Set(left.map(\.0.item))
    let restored = photos.subtracting(left.filter { $0.1 != .back }.map(\.0.item))
    id = batch.id.text
    startedAt = batch.startedAt.date.formatted(.iso8601)
    kind = batch.app == nil ? .photos : .leftovers
    app = batch.app
    self.photos = batch.app == nil ? photos.count : 0
    folders = batch.app == nil ? nil : photos.count
    smaller = batch.app == nil ? Set(left.filter { $0.0.smallerFile != nil }.map(\.0.item)).count : nil
    bytes = left.map(\.0.sizeWon).total.bytes
    self.restored = restored.count
    let verification = batch.verification
    verifiedAt = OrNull(
      verification.map { Date(timeIntervalSince1970: TimeInterval($0.secondsSince1970)).formatted(.iso8601) })
    verifiedFaults = OrNull(verification?.faults)
    files = zip(batch.files, places).map(Self.outcome)
    state =
      if batch.files.contains(where: { $0.state.isUnfinished }) {
        .unfinished
      } else if restored.count == photos.count {
        .restored
      } else if places.contains(.back) {
        .partlyRestored
      } else if left.contains(where: { $0.0.folderLocation == nil && $0.1 == .inTrash }) {
        .inTrash
      } else if left.contains(where: { $0.0.folderLocation != nil && ($0.1 == .inTrash || $0.1 == .changed) }) {
        .inFolder
      } else if places.contains(.away) {
        .away
      } else {
        // A file that was copied to another volume is in its own trash as well, from where it is restored.
        batch.hasFilesToRestore(lookup) ? .inTrash : .gone
      }
  }

  private static func outcome(of file: BatchFile, _ whereabouts: Whereabouts?) -> FileOutcome {
    var outcome = outcomeInTrash(of: file, whereabouts)
    outcome.to = file.folderLocation?.path
    outcome.noteSizes(of: file)
    return outcome
  }

  private static func outcomeInTrash(of file: BatchFile, _ whereabouts: Whereabouts?) -> FileOutcome {
    let entry = file.location?.filePath
    switch file.state {
    case .moved, .restored:
      if whereabouts == .back { return FileOutcome(file.path, .restored, trashPath: entry) }
      let place = file.folderLocation == nil ? "trash" : "folder"
      let reason: String? =
        switch whereabouts {
        case .inTrash: nil
        case .changed: "It was changed in the folder since, or something else is there."
        case .away: "Its \(place) is not there now."
        default: "It is not in the \(place) any more."
        }
      return FileOutcome(file.path, file.replacement == nil ? .moved : .shrunk, reason: reason, trashPath: entry)
    case .stayed: return FileOutcome(file.path, .refused, reason: "It stayed in place.")
    case .planned, .reserved, .restoring:
      let reason = "It was interrupted; the next start of Deckle finds out what became of it."
      return FileOutcome(file.path, .unknown, reason: reason, trashPath: entry)
    case .unclear:
      let reason = "It is not where it should be. Nothing was touched."
      return FileOutcome(file.path, .failed, reason: reason, trashPath: entry)
    }
  }
}

extension BatchFile {
  /// Whether the file went to the trash, wherever it is now.
  fileprivate var wasMoved: Bool { [.moved, .restoring, .restored, .unclear].contains(state) }
}
