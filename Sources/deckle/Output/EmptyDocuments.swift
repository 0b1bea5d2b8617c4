import PhotoModel
import Removal

// The documents of commands that ended before they touched a file: standard output has one in any case.

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
