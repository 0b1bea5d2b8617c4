import PhotoModel
package import SystemPackage

/// A search for pictures in a folder, by the names of its files, before the folder moves as a whole.
package struct PictureSearch: Sendable {
  /// The number of entries that are read; a folder with more may contain anything.
  let mostEntries: Int
  let operations: FileOperations

  /// Creates a search.
  package init(mostEntries: Int = 50_000, operations: FileOperations = .live) {
    self.mostEntries = mostEntries
    self.operations = operations
  }

  /// Whether a folder may hold pictures: false only where every file in it was seen and none is named like a picture.
  /// Links lead out and are not followed.
  ///
  /// - Parameter folder: Absolute, without symbolic links.
  package func mayHoldPictures(_ folder: FilePath) -> Bool {
    var pending = [folder]
    var entries = 0
    while let path = pending.popLast() {
      guard let open = try? operations.openFolder(path, forReading: true) else { return true }
      let (names, failure) = operations.names(in: open)
      entries += names.count
      guard failure == nil, entries <= mostEntries else { return true }
      for name in names {
        guard let status = try? operations.status(of: name, in: open) else { return true }
        let entry = path.appending(name: name)
        if status.kind == .folder { pending.append(entry) }
        if status.kind == .regular, let ending = entry.nameEnding, Self.endings.contains(ending) { return true }
      }
    }
    return false
  }

  private static let endings = Set(ImageFormat.allCases.flatMap(\.endings))
}
