package import SystemPackage

/// A folder that a scan does not enter because it belongs to another program, or one with files that are not read for
/// that reason.
package struct LeftOutPlace: Hashable, Sendable {
  /// The kind of folder; the raw value is that in `scan --json`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A bin of another program.
    case bin
    /// Older versions of the same files.
    case versions
    /// Photos that a program manages: to remove one behind its back breaks its library.
    case library
    /// Small pictures that a program made of the photos.
    case previews
    /// The inside of a program, half-written files, and folders that the user left out by name.
    case other
  }

  /// The folder.
  package var path: FilePath
  /// The kind of files in it.
  package var kind: Kind
  /// The number of files below the folder, as far as they were counted; for a folder that was entered, the number of
  /// files left out.
  package var files: Int
  /// Whether the folder was not entered at all.
  package var isWhole: Bool

  /// Creates a folder that was left out, whole unless stated otherwise.
  package init(path: FilePath, kind: Kind, files: Int, isWhole: Bool = true) {
    self.path = path
    self.kind = kind
    self.files = files
    self.isWhole = isWhole
  }
}

extension [LeftOutPlace] {
  /// "Left out: 3 folders with 210 files: a/.recycle (bin), …"; nil where nothing was.
  ///
  /// - Parameter naming: Makes a path fit for a sentence.
  package func sentence(naming: (FilePath) -> String) -> String? {
    guard !isEmpty else { return nil }
    let folders = filter(\.isWhole)
    var names = folders.prefix(Self.named).map { "\(naming($0.path)) (\($0.kind.rawValue))" }
    if folders.count > names.count { names.append("and \(groupedDigits(folders.count - names.count)) more") }
    return "Left out: " + parts(names.joined(separator: ", ")).joined(separator: "; ") + "."
  }

  /// The sentence without names: "3 folders with 210 files left out".
  package var shortText: String { parts().joined(separator: " and ") + " left out" }

  private func parts(_ names: String = "") -> [String] {
    let folders = filter(\.isWhole)
    let files = reduce(0) { $0 + ($1.isWhole ? 0 : $1.files) }
    let within = folders.reduce(0) { $0 + $1.files }
    return
      (folders.isEmpty
      ? []
      : ["\(counted(folders.count, "folder")) with \(counted(within, "file"))" + (names.isEmpty ? "" : ": \(names)")])
      + (files > 0 ? ["\(counted(files, "half file or note", "half files and notes")) of other programs"] : [])
  }

  private static var named: Int { 3 }
}
