import ArgumentParser
import FileSafety

/// Options of every command that moves photos.
struct RemovalOptions: ParsableArguments {
  @Flag(help: "Only say what would happen.")
  var dryRun = false

  @Flag(help: "Do not ask.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "With --yes: photos that this moves, as --dry-run counts them; needed for many, and checked wherever it is named.",
      valueName: "number"))
  var count: Int?

  @Option(
    help: ArgumentHelp("Nothing in this folder is moved. May be repeated.", valueName: "folder"),
    completion: .directory)
  var protect: [String] = []

  @Option(
    help: ArgumentHelp(
      "On a volume without a trash: move to this folder instead; it must be on that volume. May be repeated.",
      valueName: "folder"),
    completion: .directory)
  var setAside: [String] = []

  @Flag(help: "Print one JSON document (schema deckle.trash/1).")
  var json = false

  @OptionGroup var backup: BackupOptions
}

/// Options about a backup that has to hold what is to go.
struct BackupOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Hold back photos that are not also in this folder, byte for byte. Names do not count.", valueName: "folder"),
    completion: .directory)
  var backup: String?

  @Flag(help: "With --backup: say which photos are not in the backup, and let them go all the same.")
  var alsoWithoutBackup = false

  func validate() throws {
    if alsoWithoutBackup, backup == nil {
      throw ValidationError("--also-without-backup needs a backup to look into; name it with --backup.")
    }
  }

  /// - Returns: Nil where no backup was named.
  /// - Throws: `CommandFailure` where there is no such folder.
  func folder(_ program: Program, _ console: Console) throws -> BackupFolder? {
    guard let backup else { return nil }
    let path = try program.folders([backup])[0]
    console.printText("Looking into the backup \(program.naming(path)).")
    return try BackupFolder(path, environment: program.trash, knownPlaces: program.knownPlaces) {
      Interruption.isRaised
    }
  }
}
