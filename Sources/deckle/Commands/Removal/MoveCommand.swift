import ArgumentParser
import FileSafety
import Removal
import SystemPackage

/// `deckle move`: moves named files to a folder of the user's, with the guards of the trash.
struct MoveCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move photos to a folder of yours, from where they can be put back.",
    discussion: """
      What belongs to a photo goes with it, as with deckle trash. Nothing is overwritten: where a name is taken, all \
      files of the photo get a number behind their names, as in "IMG_1 (2).JPG", which --dry-run and the question say \
      before. Within a volume the files are renamed. To another volume they are copied, with times and permissions; the \
      copies are read back and compared, and only then the files themselves go to their trash: nothing is erased by a \
      move. deckle restore brings all of it back. The folder must exist: Deckle makes none, so that a slip in its name \
      moves nothing. Photos that are in it already are skipped. Refused are files that are no pictures, symbolic links, \
      folders, files in protected folders and in a trash. More than 1000 photos, or more than 20 that are over a quarter \
      of those in their folders, need their number: typed in the place of y, or with --yes --count. Exit codes: 0 all \
      moved or skipped, 1 none, 2 some (each is listed), 64 wrong usage, 130 interrupted.
      """)

  @Option(help: ArgumentHelp("The folder that the photos go to.", valueName: "folder"), completion: .directory)
  var to: String

  @OptionGroup var photos: NamedPhotos
  @OptionGroup var options: RemovalOptions

  @Flag(help: "Print one JSON document (schema deckle.move/1).")
  var json = false

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let dialog = RemovalDialog(self, program: program, console: console)
    let folder = try program.folder(argumentPath(to))
    do throws(FileSafetyError) { _ = try OpenFolder(folder, program.trash) } catch {
      throw CommandFailure(error.sentence(naming: program.naming) + " Nothing was moved.")
    }
    let given = try photos.all(program)
    try dialog.checkAnswer(for: given)
    let folders = Dictionary(given.map { ($0, folder) }, uniquingKeysWith: { first, _ in first })
    return try dialog.perform(given, to: folders, library: \.photosInFolders)
  }
}
