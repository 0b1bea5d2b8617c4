import ArgumentParser
import FileSafety
import Foundation
import PhotoModel
import Removal
import SystemPackage

/// `deckle trash`: moves named files to the trash, with all the guards of the interface.
struct TrashCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "Move photos to the trash, from where they can be put back.",
    discussion: """
      What belongs to a photo goes with it: a RAW of the same name, the movie of a Live Photo, sidecars. A RAW that is \
      named without its JPEG goes alone; a movie or a sidecar does not go without its photo. Refused are files that \
      are no pictures, symbolic links, folders, files in protected folders and in a trash, and the last known copy \
      where all copies of a photo are named: files with the same bytes, and those that an earlier scan found to show the \
      same picture with other metadata. Photos that only look alike, as a re-saved or a smaller one, are not compared: \
      deckle plan and the interface do that. More than 1000 photos, or more than 20 that are over a quarter of those in \
      their folders, need their number: typed in the place of y, or with --yes --count. Exit codes: 0 all moved, 1 none, 2 some (each is listed), 64 wrong usage, \
      130 interrupted.
      """)

  @Argument(help: ArgumentHelp("Photos to move.", valueName: "photo"), completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Also the files listed in this file, one to a line; - is standard input.", valueName: "file"))
  var from: String?

  @Flag(name: .customShort("0"), help: "The list has NUL between names, as from find -print0.")
  var isSeparatedByNUL = false

  @OptionGroup var options: RemovalOptions

  func validate() throws {
    if paths.contains("") || from == "" { throw ValidationError("An empty name is no photo, and no list of them.") }
    if paths.isEmpty, from == nil { throw ValidationError("Name the photos to move, or a list of them with --from.") }
    if isSeparatedByNUL, from == nil { throw ValidationError("-0 says how the list of --from is separated; name one.") }
  }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let dialog = RemovalDialog(options, program: program, console: console, isInputTaken: from == "-")
    let given = try named(program)
    // Where none is there nothing would be asked.
    let isAnyThere = given.contains { path in
      (try? absolutePath(path, naming: program.naming)).flatMap { try? fileStatus(of: $0) } != nil
    }
    if isAnyThere { try dialog.checkAnswer() }
    return try dialog.perform(given, library: \.photosInFolders)
  }

  /// More than this is no list of photos.
  private static let mostBytes = 64_000_000

  private func named(_ program: Program) throws -> [FilePath] {
    var given = argumentPaths(paths)
    if let from {
      let separator: UInt8 = isSeparatedByNUL ? 0 : UInt8(ascii: "\n")
      let source = argumentPath(from)
      let bytes = try inputBytes(
        of: source, "The list \(program.naming(source))", most: Self.mostBytes, "Nothing was moved",
        "hand it over in parts")
      let list = PathList(bytes, separator: separator)
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
