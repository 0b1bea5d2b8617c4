import ArgumentParser
import FileSafety
import Removal
import SystemPackage

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
}

/// Options of every command that moves photos to the trash.
struct TrashOptions: ParsableArguments {
  @OptionGroup var removal: RemovalOptions

  @Flag(
    help: ArgumentHelp(
      "Carry over what only a photo that goes says (place, time, rating, label, keywords, title, caption, people) to an XMP "
        + "sidecar of the one that stays for it. Undone with the batch."))
  var mergeMetadata = false

  @Flag(help: "Print one JSON document (schema deckle.trash/1).")
  var json = false

  @OptionGroup var backup: BackupOptions
}

/// Photos that are named one by one, or in a list.
struct NamedPhotos: ParsableArguments {
  @Argument(help: ArgumentHelp("Photos to move.", valueName: "photo"), completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Also the files listed in this file, one to a line; - is standard input.", valueName: "file"))
  var from: String?

  @Flag(name: .customShort("0"), help: "The list has NUL between names, as from find -print0.")
  var isSeparatedByNUL = false

  func validate() throws {
    if paths.contains("") || from == "" { throw ValidationError("An empty name is no photo, and no list of them.") }
    if paths.isEmpty, from == nil { throw ValidationError("Name the photos to move, or a list of them with --from.") }
    if isSeparatedByNUL, from == nil { throw ValidationError("-0 says how the list of --from is separated; name one.") }
  }

  /// Whether standard input is the list, so that no answer can come from there.
  var isInputTaken: Bool { from == "-" }

  /// The largest list in bytes; a longer one is no list of photos.
  private static let mostBytes = 64_000_000

  /// The paths as they were written, those of the list last.
  ///
  /// - Throws: `CommandFailure` where the list cannot be read, or cuts a name in two.
  func all(_ program: Program) throws -> [FilePath] {
    var given = argumentPaths(paths)
    if let from {
      let separator: UInt8 = isSeparatedByNUL ? 0 : UInt8(ascii: "\n")
      let source = argumentPath(from)
      let bytes = try inputBytes(
        of: source, "The list \(program.naming(source))", most: Self.mostBytes, "Nothing was moved",
        "hand it over in parts")
      let list = PathList(bytes, separator: separator)
      if !isSeparatedByNUL, list.paths.isEmpty, list.hasNUL {
        throw CommandFailure("The list has NUL between names. Nothing was moved; hand it over with -0.")
      }
      if !isSeparatedByNUL, let path = list.nameCutInTwo {
        throw CommandFailure(
          "The list holds \(program.naming(path)), a name with a line break, which it cuts in two. Nothing was moved; make the "
            + "list with find -print0, and hand it over with -0.")
      }
      given += list.paths
    }
    if given.isEmpty { throw CommandFailure("The list names no file, so there is nothing to move.") }
    return given
  }
}

/// The options about a backup that must have the photos to be removed.
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
