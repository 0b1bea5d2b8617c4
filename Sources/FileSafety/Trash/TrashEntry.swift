import PhotoModel
import SystemPackage

/// The steps on one entry of an open trash: choosing its name, writing its `.trashinfo`, and undoing both.
extension OpenTrash {
  /// A name that is free in `files/` and in `info/` and not in `taken`. Where no rename refuses to replace, the name
  /// has a part that nothing else can have.
  func freeName(
    for path: FilePath, except taken: Set<[UInt8]>, _ operations: FileOperations
  ) throws(FileSafetyError) -> [UInt8] {
    let first = needsUnpredictableNames ? TrashName.lastForeseeable + 1 : 1
    do throws(Errno) {
      for attempt in first...TrashName.attempts {
        let name = TrashName.name(for: path.nameBytes, attempt: attempt, longest: longestName) {
          .random(in: 0 ... .max)
        }
        if taken.contains(name) { continue }
        if try operations.statusIfPresent(of: name, in: files) != nil { continue }
        if try operations.statusIfPresent(of: TrashName.info(for: name), in: info) == nil { return name }
      }
    } catch {
      throw FileSafetyError(.status, path, error)
    }
    throw .noFreeTrashName(path)
  }

  /// The location for a file with its `.trashinfo`: the path in it is relative to the top folder on a volume, absolute
  /// in the home trash.
  func location(for path: FilePath, name: [UInt8], date: DeletionDate) -> TrashLocation {
    var original = path.bytes
    if let topFolder = folder.topFolder {
      original.removeFirst(topFolder.bytes.count)
      if original.first == UInt8(ascii: "/") { original.removeFirst() }
    }
    return TrashLocation(folder: folder, name: name, info: TrashInfo(path: original, date: date).contents)
  }

  /// Creates the `.trashinfo`, which must not exist, and makes its bytes durable. After an error it is removed, if it
  /// is proven to be that file.
  ///
  /// Every error counts: a full disk fails the write and lets the rename after it succeed, which would leave a photo
  /// in the trash that nobody knows where to put back.
  func writeInfo(_ location: TrashLocation, _ operations: FileOperations) throws(Errno) {
    let name = TrashName.info(for: location.name)
    let file = try operations.createFile(name, in: info, as: .createInfo)
    operations.give(name, in: info)
    do {
      try operations.write(location.info, to: file)
      try operations.syncFile(file)
    } catch {
      _ = try? operations.removeMade(name, in: info, file)
      throw error
    }
  }

  /// The bytes of a `.trashinfo`; nil where there is none.
  func readInfo(of name: [UInt8], _ operations: FileOperations) throws(FileSafetyError) -> [UInt8]? {
    try readNote(of: name, in: info, folder, operations)
  }

  /// The `.trashinfo` of a file in the trash, compared with the one that Deckle wrote.
  func note(of location: TrashLocation, _ operations: FileOperations) throws(FileSafetyError) -> TrashNote {
    TrashNote(of: location, try readInfo(of: location.name, operations))
  }

  /// Removes a `.trashinfo` that is byte for byte the one of `location`, or a beginning of it, as a crash leaves
  /// behind.
  ///
  /// - Returns: False where there is none, or another one, which is not Deckle's to touch.
  @discardableResult
  func removeOwnInfo(_ location: TrashLocation, _ operations: FileOperations) throws(FileSafetyError) -> Bool {
    let name = TrashName.info(for: location.name)
    do {
      // Reading one byte more than the `.trashinfo` has shows whether the file is longer.
      let isRemoved = try operations.remove(
        name, in: info, reading: location.info.count + 1, ifOwn: location.info.starts)
      if isRemoved { try operations.syncFolder(info) }
      return isRemoved
    } catch {
      throw FileSafetyError(.unlink, location.infoPath, error)
    }
  }
}

/// The bytes of a `.trashinfo`; nil where there is none. Never more than a path can need.
///
/// - Parameter info: The open `info` folder of the trash.
func readNote(
  of name: [UInt8], in info: Descriptor, _ trash: TrashFolder, _ operations: FileOperations
) throws(FileSafetyError) -> [UInt8]? {
  let note = TrashName.info(for: name)
  do {
    let file = try openForReading(
      note, in: info, path: trash.path.appending(name: "info").appending(name: note), expecting: nil,
      limit: ByteCount(4_000_000), operations)
    return try file.read(upTo: Int(file.status.size.bytes))
  } catch .vanished {
    return nil
  }
}
