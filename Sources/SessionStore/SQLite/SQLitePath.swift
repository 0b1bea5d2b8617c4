import GRDB
import GRDBSQLite
import Glibc
import PhotoModel
import SystemPackage

/// The name by which SQLite opens a file: a path is bytes, and GRDB takes text alone.
func sqlitePath(_ path: FilePath) -> String {
  _ = opensEscapedNames
  return String(escaping: path.bytes)
}

/// Registers SQLite's own file system layer with one change: the escaped text of a path is turned into its bytes, by
/// which SQLite then knows the file and its companions.
private let opensEscapedNames: Void = {
  guard let standard = sqlite3_vfs_find(standardName) else { return }
  let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
  own.initialize(to: standard.pointee)
  own.pointee.pNext = nil
  own.pointee.zName = UnsafePointer(strdup("deckle"))
  own.pointee.xFullPathname = { _, name, size, path in
    guard let name, let standard = sqlite3_vfs_find(standardName) else { return SQLITE_CANTOPEN }
    let bytes = String(cString: name).unescapedBytes.map { CChar(bitPattern: $0) } + [0]
    return standard.pointee.xFullPathname(standard, bytes, size, path)
  }
  sqlite3_vfs_register(own, 1)
}()

private let standardName = "unix"
