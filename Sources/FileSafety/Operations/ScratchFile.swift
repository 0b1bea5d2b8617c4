package import PhotoModel
package import SystemPackage

/// A file that Deckle makes for itself in its own folder, and can make again: the one kind of file that is erased
/// without a question. Its name is one that no photo has: "keypoints-", sixteen digits of a digest, ".sqlite".
package struct ScratchFile: Hashable, Sendable {
  /// The path of the file, whether it exists or not.
  package let path: FilePath

  private static let (prefix, suffix) = ("keypoints-", ".sqlite")
  private static let digits = 16

  /// The scratch file of a key; nil where SHA-256 is not available.
  ///
  /// - Parameter key: Two keys have two files.
  package init?(in folder: FilePath, for key: [UInt8]) {
    guard let digest = contentDigest(of: key) else { return nil }
    path = folder.appending(Self.prefix + digest.hexadecimal.prefix(Self.digits) + Self.suffix)
  }

  private init?(_ path: FilePath) {
    let name = String(decoding: path.nameBytes, as: UTF8.self)
    guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix),
      name.utf8.count == Self.prefix.utf8.count + Self.digits + Self.suffix.utf8.count,
      name.utf8.dropFirst(Self.prefix.utf8.count).prefix(Self.digits).allSatisfy({
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      })
    else { return nil }
    self.path = path
  }

  /// All scratch files in a folder; none where it cannot be read.
  package static func all(
    in folder: FilePath, operations: FileOperations = .live
  ) -> [(file: ScratchFile, status: FileStatus)] {
    guard let folder = try? realPath(folder), let files = try? regularFiles(in: folder, operations: operations) else {
      return []
    }
    return files.compactMap { file in ScratchFile(file.path).map { ($0, file.status) } }
  }

  /// The file that has the name now; nil where there is none.
  package var identity: FileIdentity? { (try? fileStatus(of: pathWithRealFolders(path)))?.identity }

  /// Erases the file. One that is not there is fine.
  ///
  /// - Parameter identity: The file that is meant: another one that has its name by now stays. Nil for any.
  /// - Throws: `.notARegularFile`, else as any call to the disk.
  package func remove(
    ifStill identity: FileIdentity? = nil, operations: FileOperations = .live
  ) throws(FileSafetyError) {
    let (folder, name) = try openParent(of: pathWithRealFolders(path), operations)
    let status: FileStatus
    do {
      guard let found = try operations.statusIfPresent(of: name, in: folder) else { return }
      status = found
    } catch {
      throw FileSafetyError(.status, path, error)
    }
    guard status.kind == .regular else { throw .notARegularFile(path, status.kind) }
    if let identity, (identity.device, identity.inode) != (status.identity.device, status.identity.inode) { return }
    do {
      try operations.remove(self, in: folder)
    } catch { throw FileSafetyError(.unlink, path, error) }
  }
}
