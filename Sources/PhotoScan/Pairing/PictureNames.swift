import FileSafety
import PhotoModel
package import SystemPackage

/// The kind of content that the name of a file promises, before anything is opened.
package enum NameExpectation: Hashable, Sendable {
  /// A picture: if the file holds none, the user is told.
  case picture
  /// Another kind of file in a photo folder (movie, sidecar, text), which is not opened.
  case otherKind
  /// No known kind: the first bytes decide, without a message.
  case unknown
}

/// The kind of content that a file promises by its name.
///
/// - Parameter path: The path, of which only the last component counts.
package func nameExpectation(of path: FilePath) -> NameExpectation {
  if isNamedAsResourceFork(path) { return .unknown }
  if let ending = ShortEnding(of: path) { return expectations[ending] ?? .unknown }
  guard let ending = path.nameEnding else { return path.nameBytes == finderNotes ? .otherKind : .unknown }
  if pictureEndings.contains(ending) { return .picture }
  return otherEndings.contains(ending) ? .otherKind : .unknown
}

/// Whether a name is `._NAME`, as a Mac writes beside a file on a foreign disk (AppleDouble). Only the content tells
/// what such a file holds.
func isNamedAsResourceFork(_ path: FilePath) -> Bool {
  path.withPlatformString { start in
    let bytes = UnsafeBufferPointer(start: start, count: path.length)
    let name = bytes.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))).map { $0 + 1 } ?? 0
    return bytes.count > name + 2 && bytes[name] == CChar(bitPattern: UInt8(ascii: "."))
      && bytes[name + 1] == CChar(bitPattern: UInt8(ascii: "_"))
  }
}

/// The name of the file that a Mac writes into every folder that somebody opens, again each time.
private let finderNotes = Array(".DS_Store".utf8)

/// The kinds by ending, for the endings of at most eight bytes: nearly all.
private let expectations: [ShortEnding: NameExpectation] = {
  var table: [ShortEnding: NameExpectation] = [:]
  for ending in otherEndings { if let short = ShortEnding(ending) { table[short] = .otherKind } }
  for ending in pictureEndings { if let short = ShortEnding(ending) { table[short] = .picture } }
  return table
}()

/// The endings of the formats that are read, and of pictures that are reported as unread.
private let pictureEndings: Set<String> = ImageFormat.allCases.reduce(into: [
  "psd", "psb", "xcf", "jxr", "exr", "mrw", "3fr", "iiq",
]) { $0.formUnion($1.endings) }

private let otherEndings: Set<String> = FolderNames.sidecarEndings.union([
  "mov", "mp4", "mp", "m4v", "avi", "mkv", "mpg", "mpeg", "wmv", "3gp", "mts", "m2ts", "webm", "flv", "mp3", "m4a",
  "wav", "flac", "ogg", "aac", "opus", "txt", "md", "html", "htm", "css", "js", "json", "xml", "xmp", "aae", "pp3",
  "thm",
  "csv", "tsv", "yaml", "yml", "toml", "ini", "log", "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods",
  "epub", "rtf", "amr", "3ga", "zip", "gz", "xz", "bz2", "zst", "7z", "rar", "tar", "tgz", "iso", "img", "bin", "exe",
  "dll", "so",
  "a", "o",
  "c", "h", "cpp", "hpp", "swift", "py", "rb", "rs", "go", "java", "sh", "pl", "lua", "sqlite", "db", "lrcat", "lrdata",
  "lnk", "url", "desktop", "tmp", "trashinfo", "svg", "ai", "eps", "ico",
])
