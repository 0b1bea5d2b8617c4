import Foundation

do {
  try await Tool(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch {
  FileHandle.standardError.write(Data("deckle-measure: \(error.sentence)\n".utf8))
  exit(error.exitCode)
}
