import PhotoModel
package import SystemPackage

/// The abilities of a file system that moving photos on it depends on, tried with a small file of Deckle's own.
package struct MountProbe: Hashable, Sendable {
  /// Whether a rename refuses to replace a file.
  package var renamesWithoutReplacing = false
  /// Whether a file can have two names that show one inode number and the right link count.
  package var countsLinks = false
  /// A file has one number from its making to its second opening and its renaming.
  package var keepsInodes = false
  /// Whether no other computer and no other program stands between this kernel and the disk, so that no answer gets
  /// lost.
  package var isLocal = false

  /// Tries the abilities in the `info` folder of the trash that photos of a folder would go to. Nothing is left there.
  ///
  /// - Returns: Nil where that trash is not there yet or cannot be written to: nothing is made to find out.
  package init?(
    trashFor folder: FilePath, _ environment: TrashEnvironment, operations: FileOperations = .live
  ) {
    guard let candidates = try? TrashFolder.candidates(forFilesIn: folder, environment, operations: operations),
      let trash = candidates.lazy.compactMap({ try? $0.open(creating: false, environment, operations) }).first
    else { return nil }
    isLocal = trash.kind.isLocal
    let token = String(UInt64.random(in: 0 ... .max), radix: 36)
    func place(_ number: Int) -> FileOperations.Place {
      FileOperations.Place(folder: trash.info, name: Array(".deckle-probe-\(token)-\(number)".utf8))
    }
    let contents = Array("Deckle tries what this file system can do.\n".utf8)
    defer {
      for number in 1...3 {
        _ = try? operations.remove(place(number).name, in: trash.info, reading: contents.count + 1) { $0 == contents }
      }
    }
    guard let file = try? operations.createFile(place(1).name, in: trash.info, as: .createFile),
      (try? operations.write(contents, to: file)) != nil, (try? operations.syncFile(file)) != nil,
      let made = try? operations.status(of: file)
    else { return nil }
    if (try? operations.link(place(1), to: place(2))) != nil {
      countsLinks = trash.kind.countsLinks && operations.isSecondName(place(2), of: place(1))
    }
    renamesWithoutReplacing = (try? operations.renameWithoutReplacing(place(1), to: place(3))) != nil
    let last = renamesWithoutReplacing ? place(3) : place(1)
    let reopened = (try? operations.openFile(last.name, in: trash.info)).flatMap { try? operations.status(of: $0) }
    keepsInodes = trash.kind.keepsInodes || reopened?.identity.inode == made.identity.inode
  }
}
