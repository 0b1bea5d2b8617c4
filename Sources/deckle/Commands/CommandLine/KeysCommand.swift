import ArgumentParser
import ViewModels

/// `deckle keys`: the key table as a page, for the documentation. Not a command that people need: `?` shows the same.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Print the keys as a page of the documentation.", shouldDisplay: false)

  @Flag(help: "As the section of the manual in place of Markdown.")
  var manual = false

  func run() throws {
    let table = KeyTable()
    print(manual ? table.manual : table.markdown, terminator: "")
  }
}
