import PhotoModel
import SystemPackage

/// The copies of files that go to a folder on another mount: whole, read back and durable before their originals go to
/// the trash.
extension MovingRun {
  /// Copies the files that no rename can move; photos where that failed are reported and dropped.
  mutating func makeCopies(
    _ photos: [Photo], _ isStopped: () -> Bool, _ progress: (RemovalOutcome) -> Void
  ) -> [Photo] {
    guard photos.contains(where: { $0.files.contains { $0.isCopied || $0.replacement != nil } }) else { return photos }
    var whole: [Photo] = []
    for var photo in photos {
      if !wasStopped, isStopped() { wasStopped = true }
      do throws(FileSafetyError) {
        if wasStopped { throw .stopped(photo.item.path) }
        for index in photo.files.indices where photo.files[index].isCopied { try copy(&photo.files[index]) }
        for index in photo.files.indices { try makeReplacement(of: &photo.files[index]) }
        whole.append(photo)
      } catch {
        abandon(photo, because: wasStopped ? nil : error, progress)
      }
    }
    // The identities are recorded before any copy gets a name that a photo could have, so that `Recovery` knows them.
    let changes = whole.flatMap(\.files).compactMap { file in
      (file.survivingCopy ?? file.smallerFile).map {
        FileChange(index: file.file.index, state: .reserved, replacement: file.replacement, survivor: $0)
      }
    }
    guard write(changes) else {
      for photo in whole { abandon(photo, because: nil, progress) }
      return []
    }
    return publish(whole, progress)
  }

  private func copy(_ prepared: inout Prepared) throws(FileSafetyError) {
    guard let (folder, location) = prepared.destination, let name = location.copyName, let digest = prepared.digest
    else { return }
    let original = prepared.file.path
    do throws(Errno) {
      prepared.copy = try FileCopy(as: name, in: folder.descriptor, operations)
    } catch {
      throw FileSafetyError(.createFile, original, error).about(folder.path)
    }
    try prepared.copy?.fill(
      from: original, expecting: prepared.identity, digest: digest, path: folder.path.appending(name: name),
      operations)
  }

  /// Gives the copies their last names, and makes these durable.
  private mutating func publish(_ photos: [Photo], _ progress: (RemovalOutcome) -> Void) -> [Photo] {
    var published: [Photo] = []
    for var photo in photos {
      do throws(FileSafetyError) {
        for index in photo.files.indices where photo.files[index].isCopied { try publish(&photo.files[index]) }
        published.append(photo)
      } catch {
        abandon(photo, because: error, progress)
      }
    }
    var failures: [FilePath: Errno] = [:]
    for (folder, _) in published.flatMap(\.files).filter(\.isCopied).compactMap(\.destination)
    where failures[folder.path] == nil {
      do throws(Errno) { try operations.syncFolder(folder.descriptor) } catch { failures[folder.path] = error }
    }
    if failures.isEmpty { return published }
    return published.filter { photo in
      guard
        let file = photo.files.first(where: { file in
          file.isCopied && file.destination.map { failures[$0.folder.path] != nil } == true
        })
      else { return true }
      abandon(photo, because: .operationFailed(.syncFolder, file.file.path, .ioError), progress)
      return false
    }
  }

  private mutating func publish(_ prepared: inout Prepared) throws(FileSafetyError) {
    guard let location = prepared.destination?.location else { return }
    do throws(FileSafetyError) {
      try prepared.copy?.publish(location.path, for: prepared.file.path, operations)
    } catch {
      if case .unsettled = error { openQuestions.insert(prepared.file.index) }
      throw error
    }
  }
}

extension MovingRun.Prepared {
  /// Whether a copy of the file goes to a folder, and the file itself to its trash.
  var isCopied: Bool { destination?.location.copyName != nil }

  /// The copy, which must still be there when the file has gone; nil before it is whole, and where there is none.
  var survivingCopy: Survivor? {
    guard let identity = copy?.identity, let location = destination?.location else { return nil }
    return Survivor(path: location.path, identity: identity)
  }
}

extension FileSafetyError {
  /// The trouble with a new file in a folder, as the trouble of the folder.
  fileprivate func about(_ folder: FilePath) -> FileSafetyError {
    if case .permissionDenied = self { .unfitFolder(folder, .notWritable) } else { self }
  }
}
