package import PhotoModel
package import SystemPackage

/// The encoder of smaller files.
package struct Shrinking: Sendable {
  /// Whether the smaller file of a photo, by its path, shows less than the original.
  let isLossy: @Sendable (FilePath) -> Bool
  /// Writes a smaller file of the original into an empty one, by descriptors alone, and proves it.
  let encode: @Sendable (_ original: OpenFile, _ output: CInt) -> Result<ShrinkResult, ShrinkRefusal>

  /// Creates an encoder that works on each photo in its own way.
  package init(
    isLossy: @escaping @Sendable (FilePath) -> Bool,
    encode: @escaping @Sendable (_ original: OpenFile, _ output: CInt) -> Result<ShrinkResult, ShrinkRefusal>
  ) {
    self.isLossy = isLossy
    self.encode = encode
  }

  /// Creates an encoder that works in one way.
  package init(
    isLossy: Bool,
    encode: @escaping @Sendable (_ original: OpenFile, _ output: CInt) -> Result<ShrinkResult, ShrinkRefusal>
  ) {
    self.init(isLossy: { _ in isLossy }, encode: encode)
  }
}

/// The lack of space for a smaller file beside its original: both are there until the trash is emptied.
///
/// - Returns: `.insufficientSpace`; nil where there is enough, as far as the file system tells.
package func spaceObstacle(
  toShrinking path: FilePath, _ identity: FileIdentity, operations: FileOperations = .live
) -> FileSafetyError? {
  guard let (parent, _) = try? openParent(of: path, operations) else { return nil }
  return spaceObstacle(toShrinking: path, identity, in: parent, operations)
}

private func spaceObstacle(
  toShrinking path: FilePath, _ identity: FileIdentity, in parent: Descriptor, _ operations: FileOperations
) -> FileSafetyError? {
  guard let space = try? operations.space(of: parent), space.capacity > 0 else { return nil }
  let available = ByteCount(Int64(clamping: space.available))
  let spaceForNotes = ByteCount(64_000)
  return available < ByteCount(identity.size) + spaceForNotes ? .insufficientSpace(path, available: available) : nil
}

/// Smaller files in the place of those that go: whole, proven and durable under a hidden name before their originals go
/// to the trash, and under the name of those afterwards.
extension MovingRun {
  /// The replacement that a file is to get; nil where files simply go.
  func replacement(
    for file: BatchFile, _ status: FileStatus, in parent: Descriptor
  ) throws(FileSafetyError) -> Replacement? {
    guard let shrinking = mover.shrinking else { return nil }
    if status.linkCount > 1 { throw .hasOtherNames(file.path, status.linkCount) }
    if mountsWithoutSafeRename.contains(try mount(of: parent, for: file.path).mount) { throw .noSafeRename(file.path) }
    if let obstacle = spaceObstacle(toShrinking: file.path, file.identity, in: parent, operations) { throw obstacle }
    return Replacement(name: hiddenName(), isLossy: shrinking.isLossy(file.path))
  }

  /// Writes and proves the smaller file of one that is to get one.
  func makeReplacement(of prepared: inout Prepared) throws(FileSafetyError) {
    guard let shrinking = mover.shrinking, let name = prepared.replacement?.name else { return }
    let path = prepared.file.path
    let (folder, _) = try openParent(of: path, operations)
    do throws(Errno) {
      prepared.copy = try FileCopy(as: name, in: folder, operations)
    } catch {
      throw error == .permissionDenied ? .folderNotWritable(path) : FileSafetyError(.createFile, path, error)
    }
    prepared.replacement?.digest = try prepared.copy?.fill(
      by: shrinking, from: path, expecting: prepared.identity, path: path.parentFolder.appending(name: name), operations
    )
  }

  /// Gives the smaller file the name that its original has just left.
  mutating func putReplacement(of prepared: inout Prepared) throws(FileSafetyError) {
    guard prepared.replacement != nil, let trash = prepared.trash else { return }
    let path = prepared.file.path
    do throws(Errno) {
      // Some file systems keep no order of renames: the original must be in the trash for good before its name is used.
      try operations.syncFolder(trash.files)
    } catch {
      throw FileSafetyError(.syncFolder, path, error)
    }
    do throws(FileSafetyError) {
      try prepared.copy?.publish(path, for: path, operations)
    } catch {
      if case .unsettled = error { openQuestions.insert(prepared.file.index) }
      throw error
    }
  }

}

extension MovingRun.Prepared {
  /// The smaller file under the name that it is to get; nil before it is whole, and where there is none.
  var smallerFile: Survivor? {
    guard replacement?.digest != nil, let identity = copy?.identity else { return nil }
    return Survivor(path: file.path, identity: identity)
  }
}
