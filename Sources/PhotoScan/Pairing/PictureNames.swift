import FileSafety
import PhotoModel
package import SystemPackage

/// The kind of content that the name of a file promises, before anything is opened.
package enum NameExpectation: Hashable, Sendable {
  /// It says it is a picture: whatever it holds, the user is told.
  case picture
  /// It says it is something else that belongs to a photo folder (film, sidecar, text): not looked into.
  case otherKind
  /// It says nothing: a look at the first bytes decides, silently.
  case unknown
}

/// - Parameter path: Only the last component counts.
package func nameExpectation(of path: FilePath) -> NameExpectation {
  if isNamedAsResourceFork(path) { return .unknown }
  if let ending = ShortEnding(of: path) { return expectations[ending] ?? .unknown }
  guard let ending = path.nameEnding else { return path.nameBytes == finderNotes ? .otherKind : .unknown }
  if pictureEndings.contains(ending) { return .picture }
  return otherEndings.contains(ending) ? .otherKind : .unknown
}

/// `._NAME`: what a Mac writes beside the file of that name on a disk that is not its own (AppleDouble). Only its
/// content tells.
func isNamedAsResourceFork(_ path: FilePath) -> Bool {
  path.withPlatformString { start in
    let bytes = UnsafeBufferPointer(start: start, count: path.length)
    let name = bytes.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))).map { $0 + 1 } ?? 0
    return bytes.count > name + 2 && bytes[name] == CChar(bitPattern: UInt8(ascii: "."))
      && bytes[name + 1] == CChar(bitPattern: UInt8(ascii: "_"))
  }
}

/// What a Mac leaves in every folder that somebody looked at, and writes anew each time.
private let finderNotes = Array(".DS_Store".utf8)

/// By the endings that fit into a word: nearly all.
private let expectations: [ShortEnding: NameExpectation] = {
  var table: [ShortEnding: NameExpectation] = [:]
  for ending in otherEndings { if let short = ShortEnding(ending) { table[short] = .otherKind } }
  for ending in pictureEndings { if let short = ShortEnding(ending) { table[short] = .picture } }
  return table
}()

/// Those of the formats that are read, and of pictures that are listed as not read.
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
