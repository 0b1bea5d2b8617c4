import PhotoModel
import SystemPackage

/// The steps on one entry of an open trash: a name for it, its note, and both taken back.
extension OpenTrash {
  /// A name that is free in `files/` and in `info/` and not in `taken`. Where no rename refuses to replace it has a
  /// part that nothing else can have.
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

  /// The place for a file with its note: the path relative to the top folder on a volume, absolute at home.
  func location(for path: FilePath, name: [UInt8], date: DeletionDate) -> TrashLocation {
    var original = path.bytes
    if let topFolder = folder.topFolder {
      original.removeFirst(topFolder.bytes.count)
      if original.first == UInt8(ascii: "/") { original.removeFirst() }
    }
    return TrashLocation(folder: folder, name: name, info: TrashInfo(path: original, date: date).contents)
  }

  /// Creates the note, which must not exist, and makes its bytes durable. On an error nothing of it is left, as far as
  /// it can be proven to be that note.
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

  /// The bytes of a note; nil where there is none.
  func readInfo(of name: [UInt8], _ operations: FileOperations) throws(FileSafetyError) -> [UInt8]? {
    try readNote(of: name, in: info, folder, operations)
  }

  /// The note of a file in the trash, compared with the one that was written.
  func note(of location: TrashLocation, _ operations: FileOperations) throws(FileSafetyError) -> TrashNote {
    TrashNote(of: location, try readInfo(of: location.name, operations))
  }

  /// Removes a note that is byte for byte the one of `location`, or a beginning of it, as a crash leaves behind.
  ///
  /// - Returns: False where there is no note, or another one; that is not ours to touch.
  @discardableResult
  func removeOwnInfo(_ location: TrashLocation, _ operations: FileOperations) throws(FileSafetyError) -> Bool {
    let name = TrashName.info(for: location.name)
    do {
      // One byte more than the note has tells that there is more.
      let isRemoved = try operations.remove(
        name, in: info, reading: location.info.count + 1, ifOwn: location.info.starts)
      if isRemoved { try operations.syncFolder(info) }
      return isRemoved
    } catch {
      throw FileSafetyError(.unlink, location.infoPath, error)
    }
  }
}

/// The bytes of a note; nil where there is none. Never more than a path can need.
///
/// - Parameter info: Of this trash, open.
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
