import CFileSystem
package import PhotoModel
package import SystemPackage

/// The type of a directory entry.
package enum FileKind: String, Hashable, Sendable, Codable {
  case regular, folder, symbolicLink, fifo, socket, characterDevice, blockDevice

  init(mode: UInt32) {
    self =
      switch mode & 0o170000 {
      case 0o040000: .folder
      case 0o120000: .symbolicLink
      case 0o010000: .fifo
      case 0o140000: .socket
      case 0o020000: .characterDevice
      case 0o060000: .blockDevice
      default: .regular
      }
  }
}

/// The status of a directory entry, that of a symbolic link itself, not of its target (`statx`).
package struct FileStatus: Hashable, Sendable {
  /// The type of the entry.
  package var kind: FileKind
  /// The identity of the file: its numbers, size and times.
  package var identity: FileIdentity
  /// Permission bits, 0…0o7777.
  package var permissions: UInt32
  /// The user id of the owner.
  package var owner: UInt32
  /// The group id.
  package var group: UInt32
  /// The number of names that lead to this file; more than 1 means hard links.
  package var linkCount: Int
  /// Bytes on the disk: less than the size where the file has holes.
  package var allocated: ByteCount
  /// The mount that the entry was reached through; tells bind mounts of one device apart.
  package var mountID: UInt64

  /// The size of the file.
  package var size: ByteCount { ByteCount(identity.size) }
  /// Whether the file is empty and has no second name, so that nothing would be lost with it.
  var isEmptyFile: Bool { kind == .regular && identity.size == 0 && linkCount == 1 }

  init(_ status: fs_status) {
    kind = FileKind(mode: status.mode)
    identity = FileIdentity(
      device: status.device, inode: status.inode, size: status.size, modified: status.modified,
      changed: status.changed)
    permissions = status.mode & 0o7777
    owner = status.owner
    group = status.group
    linkCount = Int(status.link_count)
    allocated = ByteCount(status.allocated)
    mountID = status.mount_id
  }
}

/// The status of a path, with `lstat` meaning: no symbolic link is followed, neither at the end nor on the way.
///
/// - Parameter path: Absolute. Longer than PATH_MAX is fine.
/// - Throws: `.vanished`, `.permissionDenied`, `.symbolicLink` (a folder above is one), `.notAbsolute`.
package func fileStatus(
  of path: FilePath, operations: FileOperations = .live
) throws(FileSafetyError) -> FileStatus {
  let (folder, name) = try openParent(of: path, operations)
  do {
    return try operations.status(of: name, in: folder)
  } catch {
    throw FileSafetyError(.status, path, error)
  }
}

extension FileOperations {
  /// Whether a file is still the one from before: by its numbers; where those do not last (`FileSystemKind`), by its
  /// size and both times.
  func isStill(_ identity: FileIdentity, _ now: FileIdentity, in folder: Descriptor) -> Bool {
    now == identity || now.contentMark == identity.contentMark && !kind(of: folder).keepsInodes
  }

  /// Whether a file still has the bytes it had, where their digest is known and its inode number does not last. Its
  /// change time may differ.
  ///
  /// - Throws: The error that keeps its bytes from being read.
  func hasBytes(
    _ digest: ContentDigest, since identity: FileIdentity, _ now: FileIdentity, _ place: Place, path: FilePath
  ) throws(FileSafetyError) -> Bool {
    guard now.size == identity.size, now.modified == identity.modified, !kind(of: place.folder).keepsInodes else {
      return false
    }
    return try freshDigest(of: place.name, in: place.folder, path: path, self) == digest
  }
}

/// The status of a regular file, read past the kernel's cache, if it is still the file that was seen.
///
/// - Parameter digest: SHA-256 of the file's bytes when it was seen; nil if unknown. It decides where inode numbers do
///   not last.
/// - Throws: `.changed`, else as `fileStatus(of:)`.
package func statusOfUnchanged(
  _ path: FilePath, since identity: FileIdentity, digest: ContentDigest? = nil, operations: FileOperations = .live
) throws(FileSafetyError) -> FileStatus {
  let (folder, name) = try openParent(of: path, operations)
  let status: FileStatus
  do {
    status = try operations.status(of: name, in: folder, isForced: true)
  } catch {
    throw FileSafetyError(.status, path, error)
  }
  switch status.kind {
  case .regular: break
  case .symbolicLink: throw .symbolicLink(path)
  default: throw .notARegularFile(path, status.kind)
  }
  if status.identity == identity { return status }
  let place = FileOperations.Place(folder: folder, name: name)
  let isSame: Bool
  if let digest {
    isSame = try operations.hasBytes(digest, since: identity, status.identity, place, path: path)
  } else {
    isSame = operations.isStill(identity, status.identity, in: folder)
  }
  guard isSame else { throw .changed(path) }
  return status
}

/// The folder of a path, open, and the last name in it. "/" is a folder with an empty name.
func openParent(
  of path: FilePath, _ operations: FileOperations
) throws(FileSafetyError) -> (folder: Descriptor, name: [UInt8]) {
  guard path.startsAtRoot else { throw .notAbsolute(path) }
  let parent = path.parentFolder
  do {
    return (try operations.openFolder(parent), path.nameBytes)
  } catch {
    throw FileSafetyError(.openFolder, path, error)
  }
}

/// An absolute path whose folders are all real: symbolic links in the folder part are resolved.
///
/// The last name is kept as it is, so that a link can be told from its target. For paths that a person typed; the
/// walk gives such paths by itself.
///
/// - Parameter path: The path; a relative one starts at the current folder.
/// - Throws: `.vanished`, `.permissionDenied`, or `.notAbsolute` for a path that ends in `..`.
package func pathWithRealFolders(_ path: FilePath) throws(FileSafetyError) -> FilePath {
  let name = path.nameBytes
  if name.isEmpty || name == Array(".".utf8) { return try realPath(path) }
  if name == Array("..".utf8) { throw .notAbsolute(path) }
  let parent = path.parentFolder
  return try realPath(parent.isEmpty ? FilePath(".") : parent).appending(name: name)
}

/// The path with every symbolic link resolved as far as it exists; the names that are missing stay as they are.
///
/// - Parameter path: Absolute.
package func pathRealAsFarAsItExists(_ path: FilePath) -> FilePath {
  var existing = path
  var missing: [[UInt8]] = []
  while true {
    if let real = try? realPath(existing) { return missing.reversed().reduce(real) { $0.appending(name: $1) } }
    if existing.isRootFolder || existing.isEmpty { return path }
    missing.append(existing.nameBytes)
    existing = existing.parentFolder
  }
}

/// The first symbolic link on the way to a path that leads nowhere: the drive that it leads to may be away. Nil where
/// each leads somewhere, or nobody may look.
///
/// - Parameter path: Absolute.
package func deadLink(on path: FilePath) -> FilePath? {
  var place = FilePath("/")
  for name in path.bytes.split(separator: UInt8(ascii: "/")) {
    place = place.appending(name: Array(name))
    guard let status = try? fileStatus(of: place) else { return nil }
    guard status.kind == .symbolicLink else { continue }
    guard let real = try? realPath(place) else { return place }
    place = real
  }
  return nil
}

/// The path with every symbolic link resolved: `realpath(3)`.
package func realPath(_ path: FilePath) throws(FileSafetyError) -> FilePath {
  var length: CInt = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: fs_path_max) { buffer, filled in
    buffer.withMemoryRebound(to: CChar.self) { resolved in
      length = path.withPlatformString { fs_real_path($0, resolved.baseAddress!) }
    }
    filled = Int(max(0, length))
  }
  if length < 0 { throw FileSafetyError(.status, path, Errno(rawValue: -length)) }
  return FilePath(bytes: bytes)
}
