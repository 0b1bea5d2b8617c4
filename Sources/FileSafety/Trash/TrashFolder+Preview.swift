import PhotoModel
package import SystemPackage

extension TrashFolder {
  /// The trash that files of a folder would go to, whether it is there yet or not; nil where nobody knows.
  package static func forMoving(
    filesIn folder: FilePath, _ environment: TrashEnvironment, operations: FileOperations = .live
  ) -> TrashFolder? {
    (try? candidates(forFilesIn: folder, environment, operations: operations))?.first {
      (try? $0.checkUsable(for: folder, environment, operations)) != nil
    }
  }

  /// The location of a file in this trash if it were moved now; nothing is made or changed.
  ///
  /// - Parameter taken: Names that other files of the batch get; that of this file is added.
  /// - Returns: Nil where all plain names are taken, so that one is made up at the time of the move.
  package func foreseeablePlace(
    for path: FilePath, except taken: inout Set<[UInt8]>, _ environment: TrashEnvironment,
    operations: FileOperations = .live
  ) -> FilePath? {
    let trash = try? open(creating: false, environment, operations)
    for attempt in 1...TrashName.lastForeseeable {
      let name = TrashName.name(for: path.nameBytes, attempt: attempt, longest: trash?.longestName ?? 255) { 0 }
      if taken.contains(name) { continue }
      if let trash {
        do throws(Errno) {
          if try operations.statusIfPresent(of: name, in: trash.files) != nil { continue }
          if try operations.statusIfPresent(of: TrashName.info(for: name), in: trash.info) != nil { continue }
        } catch { return nil }
      }
      taken.insert(name)
      return self.path.appending(name: "files").appending(name: name)
    }
    return nil
  }
}
