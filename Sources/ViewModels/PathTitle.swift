import PhotoModel
package import SystemPackage
import TextSurface

/// Paths as people read them: escaped, and with "~" for the home folder.
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

/// The file's name, escaped.
package func nameTitle(_ path: FilePath) -> String { SafeText(bytes: path.nameBytes).text }
