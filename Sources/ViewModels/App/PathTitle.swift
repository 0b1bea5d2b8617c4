import PhotoModel
package import SystemPackage
import TextSurface

extension String {
  /// The text with a capital at its beginning; a name such as "iPhone" stays as it is.
  package var sentence: String {
    prefix { !$0.isWhitespace }.contains(where: \.isUppercase) ? self : prefix(1).uppercased() + dropFirst()
  }
}

/// A path for display: escaped, and with "~" for the home folder.
package func pathTitle(_ path: FilePath, home: FilePath?) -> String {
  let bytes = path.bytes
  guard let home, !home.bytes.isEmpty, home.bytes != [UInt8(ascii: "/")] else { return SafeText(bytes: bytes).text }
  let prefix = home.bytes
  if bytes == prefix { return "~" }
  if bytes.starts(with: prefix + [UInt8(ascii: "/")]) {
    return "~" + SafeText(bytes: bytes.dropFirst(prefix.count)).text
  }
  return SafeText(bytes: bytes).text
}

/// A path as it would be typed: with "~/" for the home folder, not escaped.
func typedPath(_ path: FilePath, home: FilePath?) -> String {
  guard let home, home.string != "/", path != home, path.starts(with: home) else { return path.string }
  return "~/" + path.string.dropFirst(home.string.count + 1)
}

/// The path of a typed text, with the home folder in place of a leading "~"; unchanged where that is unknown.
package func expandedPath(_ typed: String, home: FilePath?) -> FilePath {
  guard let home, typed == "~" || typed.hasPrefix("~/") else { return FilePath(typed) }
  return FilePath(bytes: home.bytes + typed.utf8.dropFirst())
}

/// The end of a photo's folder, from where it differs from the folders of photos with the same name: "…/2024/Trip". Nil
/// where no other photo has the name.
func distinguishingFolder(of path: FilePath, among others: [FilePath]) -> String? {
  let collisions = others.filter { $0 != path && $0.nameBytes == path.nameBytes }
  return collisions.isEmpty ? nil : folderApart(of: path, from: collisions)
}

/// The end of a photo's folder, from where it differs from the folders of others: "…/2024/Trip". Nil where all lie in
/// one folder.
func folderApart(of path: FilePath, from others: [FilePath]) -> String? {
  let folder = path.removingLastComponent()
  guard others.contains(where: { $0.removingLastComponent() != folder }) else { return nil }
  let mine = Array(folder.components)
  guard !mine.isEmpty else { return "/" }
  let shared = others.map { other in
    zip(mine, other.removingLastComponent().components).prefix { $0 == $1 }.count
  }.min()
  // One of the folders may be inside the other, which then has only its own name left.
  let distinguishing = FilePath(root: nil, mine.dropFirst(min(shared ?? 0, mine.count - 1)))
  return "…/\(SafeText(bytes: distinguishing.bytes).text)"
}
