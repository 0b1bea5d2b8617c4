import FileSafety
import Foundation
import Logging
import SessionStore
import SystemPackage

/// `deckle.log`: what went wrong, without picture content. While the screen is up, standard error goes there too.
final class LogFile: Sendable {
  /// The descriptor of the log; nil where the file cannot be written; then nothing is logged.
  let descriptor: Int32?
  private let logger: Logger

  init(path: FilePath) {
    try? makeFolders(at: path.removingLastComponent(), mode: 0o700)
    let file = try? openOwnFile(path, .writeOnly, options: [.append])
    descriptor = file?.rawValue
    logger = Logger(label: "deckle") { _ in
      LineHandler(descriptor: file)
    }
  }

  func write(_ sentence: String) { logger.warning("\(sentence)") }
}

/// One line for each message, with the time in front. The message is escaped already.
private struct LineHandler: LogHandler {
  let descriptor: FileDescriptor?
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = "\(Date().ISO8601Format()) \(event.level.rawValue) \(event.message)\n"
    _ = try? descriptor?.writeAll(Array(line.utf8))
  }
}
