package import PhotoModel
package import SystemPackage

/// The folders and files that other programs keep for themselves, known by their names: bins, old versions, libraries,
/// previews, caches, backups and half-written files (`table`).
/// A name counts only below a folder that the user named. Bundles count wherever they are.
package struct KnownPlaces: Sendable {
  /// The meaning of a name.
  enum Meaning: Hashable, Sendable {
    /// A folder that is not entered.
    case folder(LeftOutPlace.Kind)
    /// A folder that a program shows as a single file.
    case bundle(LeftOutPlace.Kind)
    case cache
    case trashedFile, backupFile, unfinishedFile
  }

  /// A line of the table.
  struct Row: Sendable {
    let name: String
    let meaning: Meaning
    /// The program or specification that the name comes from.
    let origin: String
    let anyCase: Bool

    init(_ name: String, _ meaning: Meaning, _ origin: String, anyCase: Bool = false) {
      (self.name, self.meaning, self.origin, self.anyCase) = (name, meaning, origin, anyCase)
    }
  }

  /// The names of the table, and no others.
  package static let standard = KnownPlaces()

  private let folders: PlaceNames
  private let files: PlaceNames

  /// Creates the table with names of the user's.
  ///
  /// - Parameter own: Names of folders and files, written like those of the table.
  package init(adding own: [String] = []) {
    let own = own.map { ($0, origin: "ignoredPlaces") }
    let rows =
      own.map { Row($0.0, .folder(.other), $0.origin) } + Self.table + own.map { Row($0.0, .unfinishedFile, $0.origin) }
    folders = PlaceNames(rows.filter { !$0.meaning.isOfFiles })
    files = PlaceNames(rows.filter(\.meaning.isOfFiles))
  }

  /// The problem with a name for `init(adding:)`; nil of one that can be used.
  package static func problem(with name: String) -> String? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if name.hasPrefix("/") || name.hasPrefix("~/") || parts.count > 2 {
      return "is a path; to leave out a folder by its path, use excludedFolders"
    }
    if parts.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) {
      return "is no name"
    }
    let stars = name.utf8.count { $0 == UInt8(ascii: "*") }
    if name.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) { return "would leave out everything" }
    guard stars == 0 || stars == 1 && (name.hasPrefix("*") || name.hasSuffix("*")) && parts.count == 1 else {
      return "may have one *, at the beginning or at the end"
    }
    return nil
  }

  // MARK: Folders and files by name

  /// The kind of a folder that is not entered; nil for one that is.
  ///
  /// - Parameter around: The name of the folder that it lies in; nil where that does not count.
  func kind(ofFolder name: [UInt8], in around: ArraySlice<UInt8>?) -> LeftOutPlace.Kind? {
    switch folders.meaning(of: name, in: around.map { Array($0) }) {
    case .folder(let kind), .bundle(let kind): kind
    default: nil
    }
  }

  /// The kind of a folder that is recognised by the names in it; nil for none.
  func kind(ofFolderHolding holds: ([UInt8]) -> Bool) -> LeftOutPlace.Kind? {
    Self.marks.first { $0.names.allSatisfy { holds(Array($0.utf8)) } }?.kind
  }

  /// Whether another program is writing the file, or was when it ended: no photo yet, or none any more.
  func isUnfinishedFile(_ name: ArraySlice<UInt8>) -> Bool {
    // Nearly all names are plain, and this is asked for each file of a disk.
    guard files.mayHold(name) else { return false }
    let name = Array(name)
    return files.meaning(of: name, in: nil) == .unfinishedFile || isUnfinishedFileOfRsync(name)
  }

  // MARK: Places by path

  /// The kind of place that a path lies in or is, by the names below a folder; nil for one that is not left out.
  ///
  /// - Parameter root: A folder around the path; nil: all names count.
  package func kind(around path: FilePath, below root: FilePath?) -> LeftOutPlace.Kind? {
    var around: ArraySlice<UInt8>?
    for name in path.names(below: root) {
      if let kind = kind(ofFolder: Array(name), in: around) { return kind }
      around = name
    }
    return nil
  }

  /// The library or preview folder of a program that is the path or holds it, wherever it is; nil where there is none.
  package func bundle(around path: FilePath) -> (folder: FilePath, kind: LeftOutPlace.Kind)? {
    var folder: [UInt8] = []
    for name in path.names(below: nil) {
      folder += [UInt8(ascii: "/")] + name
      if case .bundle(let kind) = folders.meaning(of: Array(name), in: nil) { return (FilePath(bytes: folder), kind) }
    }
    return nil
  }

  /// The permanence of a file by its name and those of its folders.
  ///
  /// - Parameter root: A folder around the file: names above it count for nothing. Nil: all count.
  package func permanence(of file: FilePath, below root: FilePath?) -> FilePermanence {
    FilePermanence(name: permanence(ofName: file), isInCache: isInCache(file, below: root))
  }

  private func isInCache(_ file: FilePath, below root: FilePath?) -> Bool {
    let names = file.names(below: root).dropLast()
    return names.indices.contains { index in
      folders.meaning(of: Array(names[index]), in: index > names.startIndex ? Array(names[index - 1]) : nil) == .cache
    }
  }

  /// The permanence of a file by its name alone.
  package func permanence(ofName file: FilePath) -> FilePermanence.Name {
    let name = file.nameBytes
    guard files.mayHold(name[...]) else { return .plain }
    switch files.meaning(of: name, in: nil) {
    case .trashedFile: return .trashed
    case .backupFile:
      let ending = files.suffix(of: name)
      return ending < name.count ? .backup(ending: UInt8(clamping: ending)) : .plain
    default: return .plain
    }
  }
}

extension KnownPlaces.Meaning {
  fileprivate var isOfFiles: Bool {
    switch self {
    case .trashedFile, .backupFile, .unfinishedFile: true
    case .folder, .bundle, .cache: false
    }
  }
}

extension FilePath {
  /// The names below a folder that is around this path, else all.
  fileprivate func names(below root: FilePath?) -> [ArraySlice<UInt8>] {
    let whole = bytes
    let start = root.map { isInside($0) ? $0.bytes.count : 0 } ?? 0
    return whole[start...].split(separator: UInt8(ascii: "/"))
  }
}

/// The nearest folder that holds both of two paths: where nobody named a folder, the names that two files share tell
/// nothing about which of them lasts.
package func commonFolder(of one: FilePath, _ other: FilePath) -> FilePath {
  var folder = one.parentFolder
  while !other.isInside(folder), !folder.isRootFolder, !folder.isEmpty { folder = folder.parentFolder }
  return folder
}
