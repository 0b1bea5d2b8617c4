import FileSafety
import PhotoModel
package import SystemPackage

/// A list of files that a person or a script hands over: raw bytes, one path to a line or to a NUL.
package struct PathList {
  /// The paths in the order of the list, relative ones as they were written.
  package let paths: [FilePath]
  private let bytes: [UInt8]

  /// Whether there is a NUL in the list, which no path holds.
  package var hasNUL: Bool { bytes.contains(0) }

  /// Creates the list from its bytes.
  ///
  /// - Parameter separator: A newline, or NUL for names that may contain newlines. Empty entries are left out.
  package init(_ bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    // A NUL inside of a line would end the path before its time.
    paths = bytes.split(separator: separator).filter { !$0.contains(0) }.map { FilePath(bytes: $0) }
  }

  /// A file with a line break in its name, of which a list of lines makes two paths; nil where there is none. The
  /// second path may be that of another file.
  package var nameCutInTwo: FilePath? {
    let newline = UInt8(ascii: "\n")
    var listed = ListedNames()
    var folders: [FilePath: FilePath?] = [:]
    for line in bytes.split(separator: newline, omittingEmptySubsequences: false) where !line.contains(0) {
      let start = line.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? line.startIndex
      let given = start == line.startIndex ? FilePath(".") : FilePath(bytes: line[..<start])
      let known = folders[given] ?? (try? realPath(given))
      folders[given] = .some(known)
      guard let folder = known else { continue }
      for name in listed.brokenNames(in: folder) where bytes[start...].starts(with: name) {
        let next = bytes[start...].dropFirst(name.count).first ?? newline
        if next == newline || next == UInt8(ascii: "/") {
          return FilePath(bytes: folder.bytes + [UInt8(ascii: "/")] + name)
        }
      }
    }
    return nil
  }
}
