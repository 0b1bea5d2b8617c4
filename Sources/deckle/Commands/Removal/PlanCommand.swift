import ArgumentParser
import FileSafety
import PhotoModel
import PhotoScan
import Removal

/// `deckle plan`: what Deckle proposes, as a file that a person can read and edit. Changes nothing.
struct PlanCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Print the proposed removals as a plan to read, edit and apply; changes nothing.",
    discussion: """
      deckle plan ~/Pictures > plan.json; then read it, change decisions, and: deckle apply plan.json. Delete stands at \
      clear cases of which another photo of the set stays; a blurry photo is left for you to judge, however clear. Exit \
      codes as of deckle scan.
      """)

  @OptionGroup var options: ScanOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var backup: BackupOptions

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let backup = try backup.folder(program, console)
    let scanned = try options.scan(program, console)
    guard scanned.exitCode != .failed else { return .failed }
    var document = PlanDocument(
      scanned.report, scanned.findings, createdAt: scanned.startedAt, listed: list.listed,
      decided: scanned.decided, digest: { try? contentDigest(of: $0.path, expecting: $0.identity) })
    if let backup {
      let proof = try proof(in: backup, of: document, scanned.report, program)
      if Interruption.isRaised { return .interrupted }
      document.apply(missing: proof.missing.keys, holding: !self.backup.alsoWithoutBackup)
      console.printText(proof.sentence)
    }
    try console.write(try jsonDocument(document))
    if scanned.exitCode == .interrupted {
      console.printText("The scan was stopped: the plan knows only of what was found by then.")
    }
    for file in scanned.report.skipped {
      console.printText("\(program.naming(file.path)) is not in the plan. \(file.message)")
    }
    return scanned.exitCode
  }

  /// Asks the backup about every photo of the plan.
  private func proof(
    in folder: BackupFolder, of document: PlanDocument, _ report: ScanReport, _ program: Program
  ) throws -> BackupProof {
    let listed = Set(document.photos.map { $0.pathBytes ?? $0.path })
    let photos = report.photos.filter { listed.contains($0.path.documentBytes ?? $0.path.documentText) }
    let items = photos.map { photo in
      RemovalItem(
        path: photo.path, identity: photo.identity, digest: photo.digest,
        companions: photo.companions.map { RemovalItem.File(path: $0.path, identity: $0.identity, digest: $0.digest) },
        safeguard: .onlyOne)
    }
    let going = zip(document.photos, items).filter { $0.0.decision == .delete }.flatMap(\.1.files)
    return try program.proof(of: items, going: going, in: folder, libraries: report.roots.map(\.path))
  }
}
