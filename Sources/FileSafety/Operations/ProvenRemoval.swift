import CFileSystem
import PhotoModel
import SystemPackage

/// The one file in which a name is taken off a disk, and the proof that each needs first.
///
/// Nothing here removes a name that could hold what a user had, but for `erase`, which `deckle empty` calls after a
/// typed confirmation. An unproven name stays: an empty file or a second name too many harms nobody.
extension FileOperations {
  /// Removes a file that Deckle made, if the name still leads to the open descriptor and the file has no other name.
  ///
  /// - Returns: False where something else has the name, or nothing.
  @discardableResult
  func removeMade(_ name: [UInt8], in folder: Descriptor, _ made: Descriptor) throws(Errno) -> Bool {
    guard let now = try statusIfPresent(of: name, in: folder, isForced: true) else { return false }
    let expected = try status(of: made, isForced: true)
    guard now.kind == .regular, now.linkCount == 1, expected.linkCount == 1,
      now.identity.isSameFile(as: expected.identity)
    else { return false }
    try unlink(name, in: folder)
    return true
  }

  /// Removes a file of Deckle's own by its content, read past all caches.
  ///
  /// - Parameters:
  ///   - count: The number of bytes read from its beginning.
  ///   - isOwn: Whether Deckle wrote these bytes. Never called for an empty file on a file system whose answers may be
  ///     outdated: there its bytes may only not have arrived.
  /// - Returns: False where the file holds something else.
  @discardableResult
  func remove(
    _ name: [UInt8], in folder: Descriptor, reading count: Int, ifOwn isOwn: ([UInt8]) -> Bool
  ) throws(Errno) -> Bool {
    guard let status = try statusIfPresent(of: name, in: folder, isForced: true), status.kind == .regular else {
      return false
    }
    let file = try openFile(name, in: folder)
    _ = fs_forget_cached(file.number)
    let bytes = try read(count, from: file)
    guard !bytes.isEmpty || kind(of: folder).isLocal, isOwn(bytes) else { return false }
    try unlink(name, in: folder)
    return true
  }

  /// Removes one of two names, if both lead to one file with at least two names, by a status read past the kernel's
  /// cache.
  ///
  /// - Returns: False where that is not so.
  @discardableResult
  func removeSecondName(_ place: Place, of other: Place) throws(Errno) -> Bool {
    guard isSecondName(place, of: other) else { return false }
    try unlink(place.name, in: place.folder)
    return true
  }

  /// Whether two names lead to one file that has at least two, by a status read past the kernel's cache.
  func isSecondName(_ place: Place, of other: Place) -> Bool {
    if place.name == other.name, let here = try? status(of: place.folder), let there = try? status(of: other.folder),
      here.identity.isSameFile(as: there.identity)
    {
      return false
    }
    guard let one = try? status(of: place.name, in: place.folder, isForced: true),
      let two = try? status(of: other.name, in: other.folder, isForced: true)
    else { return false }
    return one.isSameLinkedFile(as: two)
  }

  /// Removes the remains of a copy that Deckle made: every byte of it is in the photo, which is whole elsewhere, read
  /// past all caches.
  ///
  /// - Parameters:
  ///   - photo: The file that was copied, with the path for errors.
  ///   - digest: SHA-256 of the photo when it was copied; the photo must still have it.
  ///   - isWhole: Whether the copy must have all bytes of the photo; else a beginning of them is enough, as a crash
  ///     leaves it.
  /// - Returns: False where the file holds something else, or has another name; true where there is none.
  /// - Throws: The errors of reading and removing.
  func removeCopy(
    _ copy: Place, at path: FilePath, of photo: (place: Place, path: FilePath), digest: ContentDigest, isWhole: Bool
  ) throws(FileSafetyError) -> Bool {
    do {
      guard let status = try statusIfPresent(of: copy.name, in: copy.folder, isForced: true) else { return true }
      guard status.kind == .regular, status.linkCount == 1,
        try freshDigest(of: photo.place.name, in: photo.place.folder, path: photo.path, self) == digest
      else { return false }
      let limit = ByteCount(.max)
      let left = try openForReading(copy.name, in: copy.folder, path: path, expecting: nil, limit: limit, self)
      let right = try openForReading(
        photo.place.name, in: photo.place.folder, path: photo.path, expecting: nil, limit: limit, self)
      // The same file under both names would be no copy.
      guard !left.status.identity.isSameFile(as: right.status.identity),
        left.status.size <= right.status.size, !isWhole || left.status.size == right.status.size
      else { return false }
      _ = fs_forget_cached(left.descriptor)
      let pieceSize = 1 << 18
      while true {
        let piece = try left.read(upTo: pieceSize)
        guard piece == (try right.read(upTo: piece.count)) else { return false }
        if piece.count < pieceSize { break }
      }
      try left.checkUnchanged()
      try unlink(copy.name, in: copy.folder)
      return true
    } catch let error as Errno {
      throw FileSafetyError(.unlink, path, error)
    } catch {
      throw error as? FileSafetyError ?? .changed(path)
    }
  }

  /// Removes a smaller file that Deckle had not given its last name yet. Its hidden name, of sixteen random digits, was
  /// written down before anything could have it, and the original is whole elsewhere, read past all caches.
  ///
  /// - Parameters:
  ///   - original: The file that it was made of, with the path for errors.
  ///   - digest: SHA-256 of the original; the original must still have it.
  ///   - known: The recorded identity of the smaller file, which it must have; nil where none was recorded.
  /// - Returns: False where another file has the name, or it has another name; true where nothing has.
  func removeReplacement(
    _ place: Place, of original: (place: Place, path: FilePath), digest: ContentDigest, known: FileIdentity?
  ) throws(FileSafetyError) -> Bool {
    do {
      guard let status = try statusIfPresent(of: place.name, in: place.folder, isForced: true) else { return true }
      let there = try self.status(of: original.place.name, in: original.place.folder, isForced: true)
      guard status.kind == .regular, status.linkCount == 1, !status.identity.isSameFile(as: there.identity),
        known.map({ status.identity.isSameAfterMove(as: $0) || !kind(of: place.folder).keepsInodes }) ?? true,
        try freshDigest(of: original.place.name, in: original.place.folder, path: original.path, self) == digest
      else { return false }
      try unlink(place.name, in: place.folder)
      return true
    } catch let error as Errno {
      throw FileSafetyError(.unlink, original.path, error)
    } catch {
      throw error as? FileSafetyError ?? .changed(original.path)
    }
  }

  /// Removes a scratch file: its name, which no photo has, is the proof.
  func remove(_ file: ScratchFile, in folder: Descriptor) throws(Errno) {
    try unlink(file.path.nameBytes, in: folder)
  }

  /// Ends a file that the person has confirmed to erase. The only call that ends a photo.
  func erase(_ name: [UInt8], in folder: Descriptor) throws(Errno) { try unlink(name, in: folder) }

  private func unlink(_ name: [UInt8], in folder: Descriptor) throws(Errno) {
    try pass(.unlink)
    try answered(.unlink, withName(name) { fs_unlink_at(folder.number, $0) })
  }
}

extension FileStatus {
  /// Whether two names lead to one regular file that has at least two. Where a folder shows one name in two spellings,
  /// or one file at two mounts, the number is the same and the count of links is one.
  func isSameLinkedFile(as other: FileStatus) -> Bool {
    kind == .regular && linkCount >= 2 && other.linkCount >= 2 && identity.isSameFile(as: other.identity)
  }
}
