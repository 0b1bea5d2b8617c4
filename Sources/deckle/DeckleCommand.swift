import ArgumentParser

/// The program: commands, and the interface where none is named.
struct DeckleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deckle",
    abstract: "Clean a photo library in the terminal: copies, similar shots, blurry pictures, screenshots.",
    discussion:
      "Nothing is erased: what you confirm goes to the trash and can be put back. Nothing leaves this machine.",
    version: "0.1.0",
    subcommands: [
      InterfaceCommand.self, ScanCommand.self, TrashCommand.self, RestoreCommand.self, HistoryCommand.self,
      CacheCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: InterfaceCommand.self)
}
