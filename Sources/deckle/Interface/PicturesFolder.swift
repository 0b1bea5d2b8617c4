import FileSafety
import PhotoModel
import SystemPackage

/// The desktop's folder for pictures, as `xdg-user-dirs` names it.
struct PicturesFolder {
  let home: FilePath
  let variables: ProcessEnvironment

  var path: FilePath { configured ?? home.appending("Pictures") }

  /// `XDG_PICTURES_DIR="$HOME/Bilder"` in `user-dirs.dirs`.
  private var configured: FilePath? {
    let folder = variables.folder("XDG_CONFIG_HOME") ?? home.appending(".config")
    guard let file = try? openForReading(realPath(folder.appending("user-dirs.dirs"))),
      let bytes = try? file.read(upTo: Self.mostBytes)
    else { return nil }
    let beginning = Array("XDG_PICTURES_DIR=".utf8)
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: beginning) {
      var value = line.dropFirst(beginning.count)
      let quote = UInt8(ascii: "\"")
      while value.first == quote { value.removeFirst() }
      while value.last == quote { value.removeLast() }
      let isInHome = value.starts(with: Array("$HOME".utf8))
      let path = FilePath(bytes: isInHome ? home.bytes + value.dropFirst("$HOME".utf8.count) : Array(value))
      // A setting that is the home folder itself means "there is none".
      return path == home ? nil : path
    }
    return nil
  }

  /// The file has a line for each of eight folders.
  private static let mostBytes = 1 << 16
}
