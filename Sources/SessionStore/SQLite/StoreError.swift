package import SystemPackage
import TextSurface

/// Why a database could not be opened or written.
package enum StoreError: Error, Hashable, Sendable {
  /// The folder of the database cannot be made or written.
  case folderNotWritable(FilePath, errno: Int32)
  /// Another Deckle, in this process where it is known, has the session open.
  case inUse(FilePath, process: Int32? = nil)
  /// Written by a newer Deckle.
  case newerVersion(FilePath)
  /// The database was written while 0.1.0 was made.
  case olderVersion(FilePath)
  /// The disk does not give all of it.
  case unreadable(FilePath)
  /// Deckle may not read it.
  case notReadable(FilePath, Errno)
  /// The file is no whole database; SQLite's message.
  case damaged(FilePath, String)
  /// Somebody else wrote to the file whenever it was read.
  case changing(FilePath)
  /// A transaction was stopped in the middle, and only a writer can roll it back.
  case unfinished(FilePath)
  /// The file was removed, moved or replaced while it was open: further writes would be lost.
  case removed(FilePath)
  /// SQLite refused, with its own message.
  case database(FilePath, String)

  /// One sentence for the user: what is wrong and what to do.
  ///
  /// - Parameter name: The text of a path, fit for a terminal.
  package func sentence(_ name: (FilePath) -> String) -> String {
    switch self {
    case .folderNotWritable(let path, let errno):
      "Deckle cannot write its files in \(name(path)) (\(Errno(rawValue: errno))). "
        + "Make that folder writable, or set XDG_STATE_HOME and XDG_CACHE_HOME to one that is."
    case .inUse(let path, let process):
      "Another Deckle is open on this session (\(process.map { "process \($0), " } ?? "")\(name(path))). Close it first; "
        + "looking with --read-only works meanwhile."
    case .newerVersion(let path):
      "\(name(path)) was written by a newer Deckle. Update Deckle, or move that file away to start anew."
    case .olderVersion(let path):
      "\(name(path)) was written by a Deckle from before 0.1.0. Nothing was changed in it; move that file away to start anew."
    case .unreadable(let path):
      "Your disk could not read \(name(path)) to its end. Nothing was changed in it; check the disk, then start again."
    case .notReadable(let path, let error):
      "\(name(path)) could not be opened (\(error)). Nothing was changed in it; make it readable for you, then start again."
    case .damaged(let path, let text):
      "The database \(name(path)) is damaged (\(Self.safe(text))). Nothing was changed in it; keep a copy of it, move the file "
        + "away, then start again."
    case .changing(let path):
      "Another program is writing to \(name(path)), which could not be read in one piece. Nothing was changed in it; try again "
        + "in a moment."
    case .unfinished(let path):
      "The last program that wrote to \(name(path)) was stopped in the middle, so what is in it now may be half done. Nothing "
        + "was changed in it; start deckle once without --read-only, which puts it right."
    case .removed(let path):
      // The most important part comes first: on a screen of 80 columns the end may be cut off.
      "Start Deckle again: what you decide is not kept, as its session has gone (\(name(path)) was removed, moved or "
        + "replaced meanwhile)."
    case .database(let path, let text):
      "The database \(name(path)) cannot be used now (\(Self.safe(text))). Nothing was changed in it; look whether its disk has "
        + "room and can be written, then start again."
    }
  }

  /// The first line of a message, escaped, because it may quote the content of the file.
  private static func safe(_ text: String) -> String {
    SafeText(text.split(separator: "\n").first.map(String.init) ?? "").text
  }
}
