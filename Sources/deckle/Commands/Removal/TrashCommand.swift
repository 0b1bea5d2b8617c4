import ArgumentParser
import Removal

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

  @OptionGroup var photos: NamedPhotos
  @OptionGroup var options: TrashOptions

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let dialog = RemovalDialog(options, program: program, console: console, isInputTaken: photos.isInputTaken)
    let given = try photos.all(program)
    try dialog.checkAnswer(for: given)
    return try dialog.perform(given, library: \.photosInFolders)
  }
}
