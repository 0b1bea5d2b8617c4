import Foundation

do {
  try Tool(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch {
  FileHandle.standardError.write(Data("deckle-measure: \(error.sentence)\n".utf8))
  exit(error.exitCode)
}
