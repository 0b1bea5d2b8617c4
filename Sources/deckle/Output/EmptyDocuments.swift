import Foundation
import PhotoModel
import PhotoScan
import Removal

// The documents of commands that failed (`CommandFailure`) before they touched or listed a file.

extension ScanCommand {
  func documentOfNothing() throws -> [UInt8]? {
    guard json else { return nil }
    var bytes: [UInt8] = []
    var stream = JSONStream { bytes += $0 }
    let document = ScanDocument(
      .empty, Findings(), settings: options.settings(), startedAt: Date(), listed: list.listed,
      hasMeasurements: measurements)
    try document.write(to: &stream)
    return bytes
  }
}

extension HistoryCommand {
  func documentOfNothing() throws -> [UInt8]? {
    json ? try jsonDocument(HistoryDocument(batches: [], months: nil)) : nil
  }
}

extension AppsCommand {
  func documentOfNothing() throws -> [UInt8]? {
    json ? try jsonDocument(AppsDocument([], advice: nil, at: Date())) : nil
  }
}

extension TrashCommand {
  func documentOfNothing() throws -> [UInt8]? { try options.documentOfNothing() }
}

extension ApplyCommand {
  func documentOfNothing() throws -> [UInt8]? { try options.documentOfNothing() }
}

extension RestoreCommand {
  func documentOfNothing() throws -> [UInt8]? {
    json ? try jsonDocument(RestoreDocument(batch: nil, files: [], bytes: .zero)) : nil
  }
}

extension MoveCommand {
  func documentOfNothing() throws -> [UInt8]? {
    json ? try jsonDocument(TrashDocument(schema: .move, dryRun: options.dryRun)) : nil
  }
}

extension TrashOptions {
  fileprivate func documentOfNothing() throws -> [UInt8]? {
    json ? try jsonDocument(TrashDocument(dryRun: removal.dryRun)) : nil
  }
}

extension ExportMarksCommand {
  func documentOfNothing() throws -> [UInt8]? { json ? try jsonDocument(ExportMarksDocument([])) : nil }
}

extension ShrinkCommand {
  func documentOfNothing() throws -> [UInt8]? {
    json ? try jsonDocument(ShrinkDocument(way, RemovalReceipt(), [], dryRun: dryRun)) : nil
  }
}

extension VerifyCommand {
  func documentOfNothing() throws -> [UInt8]? { json ? try jsonDocument(VerifyDocument(batch: nil)) : nil }
}

extension ImportCommand {
  func documentOfNothing() throws -> [UInt8]? { json ? try jsonDocument(ImportDocument(dryRun: dryRun)) : nil }
}
