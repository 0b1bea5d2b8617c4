import ArgumentParser

/// The program: commands, and the interface where none is named.
struct DeckleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deckle",
    abstract: "Clean a photo library in the terminal: copies, similar shots, blurry pictures, screenshots.",
    usage: """
      deckle [FOLDER ...]             review photos in the full-screen interface
      deckle COMMAND [ARGUMENTS]      one of the commands below
      """,
    discussion:
      "What you confirm goes to the trash and can be put back. Nothing leaves this machine. "
      + "The interface takes --read-only, --plain, --color, --theme and others: see 'deckle help open'.",
    // Asking the libraries costs a moment that no other start shall wait for.
    version: commandLineArguments.contains("--version") ? Version.text : Version.number,
    subcommands: [
      InterfaceCommand.self, ScanCommand.self, TrashCommand.self, MoveCommand.self, ShrinkCommand.self,
      RestoreCommand.self,
      PlanCommand.self,
      ApplyCommand.self, ImportCommand.self, ExportMarksCommand.self, ReportCommand.self, EmptyCommand.self,
      HistoryCommand.self,
      VerifyCommand.self,
      AppsCommand.self,
      CacheCommand.self, DoctorCommand.self, KeysCommand.self,
    ],
    defaultSubcommand: InterfaceCommand.self)
}
