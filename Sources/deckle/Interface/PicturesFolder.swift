import Foundation
import SystemPackage

/// The desktop's folder for pictures, as `xdg-user-dirs` names it.
struct PicturesFolder {
  let home: FilePath
  let variables: [String: String]

  var path: FilePath { configured ?? home.appending("Pictures") }

  /// `XDG_PICTURES_DIR="$HOME/Bilder"` in `user-dirs.dirs`.
  private var configured: FilePath? {
    let folder = variables["XDG_CONFIG_HOME"].map { FilePath($0) } ?? home.appending(".config")
    guard let data = FileManager.default.contents(atPath: folder.appending("user-dirs.dirs").string) else { return nil }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      guard line.hasPrefix("XDG_PICTURES_DIR=") else { continue }
      let value = line.dropFirst("XDG_PICTURES_DIR=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
      let path = FilePath(value.replacingOccurrences(of: "$HOME", with: home.string))
      // Pointing at the home folder itself means "there is none".
      return path == home ? nil : path
    }
    return nil
  }
}
