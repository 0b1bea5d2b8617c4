package import PhotoModel
package import SystemPackage

/// A walk through folders that finds every file once and follows no symbolic link.
///
/// Paths are the raw bytes of the directory entries. The order is the byte order of whole paths, root by root, so
/// the same tree always gives the same sequence. A folder that is reached twice (given twice, inside another root,
/// through a bind mount) is entered once: folders are told apart by device and inode.
package struct TreeWalk: Sendable {
  /// An entry that the walk comes across.
  package enum Entry: Hashable, Sendable {
    /// A folder that was entered, before its entries.
    case folder(FilePath)
    /// A regular file: any, not only pictures.
    case file(FilePath, FileStatus)
    /// A symbolic link; its target was not read.
    case symbolicLink(FilePath)
    /// A folder that could not be read, a pipe, a socket, a device, or something that went away meanwhile.
    case skipped(SkippedFile)
    /// A folder or file that the rules leave out.
    case leftOut(FilePath, LeftOut)
  }

  /// The next step after an entry.
  package enum Step: Sendable {
    case proceed, stop
  }

  /// Patterns over names, or over paths where they hold a slash: see `Glob`.
  package var excludedGlobs: [String]
  /// Whether folders are left out where another file system is mounted.
  package var staysOnOneFileSystem: Bool
  /// Folders never entered wherever they are and by whatever name they are reached, such as the home trash.
  package var neverEntered: Set<FilePath>
  /// The folders of other programs, which are not entered.
  package var knownPlaces: KnownPlaces
  var operations: FileOperations

  /// Creates a walk that enters every folder but those of other programs.
  package init(
    excludedGlobs: [String] = [], staysOnOneFileSystem: Bool = false, neverEntered: Set<FilePath> = [],
    knownPlaces: KnownPlaces = .standard, operations: FileOperations = .live
  ) {
    self.knownPlaces = knownPlaces
    self.excludedGlobs = excludedGlobs
    self.staysOnOneFileSystem = staysOnOneFileSystem
    self.neverEntered = neverEntered
    self.operations = operations
  }

  /// Walks the roots in the order given and passes each entry to `visit`, on the calling thread.
  ///
  /// - Parameter roots: Folders, or single files. Symbolic links in a root itself are resolved: the person chose it.
  ///   Relative roots start at the current folder. A root that is a trash or a left-out folder by name is walked
  ///   all the same, again because it was chosen; not one that is in a bundle of another program, or is one.
  /// - Parameter visit: Returns `.stop` to end the walk at once.
  /// - Returns: False where `visit` stopped it.
  @discardableResult
  package func walk(_ roots: [FilePath], visit: (Entry) throws -> Step) rethrows -> Bool {
    var run = Run(walk: self)
    for root in roots where try !run.walk(root: root, visit: visit) { return false }
    return true
  }
}

/// One walk under way.
private struct Run {
  /// A folder that was read and whose entries are still to be visited.
  struct Frame {
    /// The path of the folder, with a slash at its end.
    var path: [UInt8]
    var device: UInt64
    var found: FolderEntries
    var next = 0
  }

  let walk: TreeWalk
  let globs: [Glob]
  /// The folders that are never entered, by real paths, and by identity where they exist: a bind mount has another
  /// path.
  let neverEntered: (paths: Set<FilePath>, folders: Set<FileKey>)
  var entered: Set<FileKey> = []
  var knownFiles: Set<FilePath> = []
  /// The number of bytes in every path before the part below the root that is walked, with the slash between.
  var rootLength = 0

  init(walk: TreeWalk) {
    self.walk = walk
    globs = walk.excludedGlobs.map(Glob.init)
    let paths = walk.neverEntered.map(pathRealAsFarAsItExists)
    let folders = paths.compactMap { try? fileStatus(of: $0, operations: walk.operations) }
    neverEntered = (Set(paths), Set(folders.map { FileKey($0.identity) }))
  }

  mutating func walk(root: FilePath, visit: (TreeWalk.Entry) throws -> TreeWalk.Step) rethrows -> Bool {
    let path: FilePath
    let status: FileStatus
    do throws(FileSafetyError) {
      path = try realPath(root)
      status = try fileStatus(of: path, operations: walk.operations)
    } catch {
      return try visit(.skipped(SkippedFile(root, error))) == .proceed
    }
    if let bundle = walk.knownPlaces.bundle(around: path) {
      return try visit(.leftOut(path, .location(bundle.kind))) == .proceed
    }
    guard status.kind == .folder else {
      // A file that is given twice, or inside a folder that was walked already, is visited once.
      let parent = try? fileStatus(of: path.parentFolder, operations: walk.operations)
      if let parent, entered.contains(FileKey(parent.identity)) { return true }
      return knownFiles.insert(path).inserted ? try visit(entry(path, status)) == .proceed : true
    }
    rootLength = path.bytes.count + (path.lastComponent == nil ? 0 : 1)
    var open: Descriptor?
    var stack: [Frame] = []
    guard try enter(path.bytes, status, from: nil, &open, &stack, visit) else { return false }
    // One buffer for all paths: each is made in it and copied once.
    var bytes: [UInt8] = []
    while let top = stack.indices.last {
      guard stack[top].next < stack[top].found.entries.count else {
        stack.removeLast()
        open = nil
        continue
      }
      let entry = stack[top].found.entries[stack[top].next]
      let name = stack[top].found.name(of: entry)
      stack[top].next += 1
      bytes.removeAll(keepingCapacity: true)
      bytes += stack[top].path
      bytes += name
      guard try take(entry.outcome, bytes, name, device: stack[top].device, &open, &stack, visit) else { return false }
    }
    return true
  }

  private mutating func take(
    _ outcome: Result<FileStatus, Errno>, _ path: [UInt8], _ name: ArraySlice<UInt8>, device: UInt64,
    _ open: inout Descriptor?, _ stack: inout [Frame], _ visit: (TreeWalk.Entry) throws -> TreeWalk.Step
  ) rethrows -> Bool {
    let filePath = path.withUnsafeBytes { FilePath(buffer: $0) }
    let status: FileStatus
    switch outcome {
    case .success(let value): status = value
    case .failure(let error):
      return try visit(.skipped(SkippedFile(filePath, FileSafetyError(.status, filePath, error)))) == .proceed
    }
    if !globs.isEmpty, isExcluded(path, Array(name)) {
      return try visit(.leftOut(filePath, .excluded)) == .proceed
    }
    guard status.kind == .folder else {
      if knownFiles.contains(filePath) { return true }
      if status.kind == .regular, walk.knownPlaces.isUnfinishedFile(name) {
        return try visit(.leftOut(filePath, .unfinishedFile)) == .proceed
      }
      return try visit(entry(filePath, status)) == .proceed
    }
    let folderName = Array(name)
    if let kind = walk.knownPlaces.kind(ofFolder: folderName, in: nameAround(path)) {
      return try visit(.leftOut(filePath, .location(kind))) == .proceed
    }
    if neverEntered.paths.contains(filePath) || neverEntered.folders.contains(FileKey(status.identity))
      || TrashFolder.isTrash(filePath, named: folderName, operations: walk.operations)
    {
      return try visit(.leftOut(filePath, .location(.bin))) == .proceed
    }
    if walk.staysOnOneFileSystem, status.identity.device != device {
      return try visit(.leftOut(filePath, .otherFileSystem)) == .proceed
    }
    return try enter(path, status, from: folderName, &open, &stack, visit)
  }

  /// The name of the folder that an entry lies in; nil unless that is below the root.
  private func nameAround(_ path: [UInt8]) -> ArraySlice<UInt8>? {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > rootLength else { return nil }
    return path[rootLength..<slash].split(separator: UInt8(ascii: "/")).last
  }

  private func isExcluded(_ path: [UInt8], _ name: [UInt8]) -> Bool {
    globs.contains { $0.matches(path: path, name: name, rootLength: rootLength) }
  }

  /// Reads a folder, passes it to `visit`, and puts its entries on the stack.
  ///
  /// One descriptor is open at a time: that of the folder read last. A folder that comes right after its parent is
  /// opened from there; any other by its whole path. So no depth of tree runs out of descriptors or of stack.
  private mutating func enter(
    _ path: [UInt8], _ status: FileStatus, from name: [UInt8]?, _ open: inout Descriptor?, _ stack: inout [Frame],
    _ visit: (TreeWalk.Entry) throws -> TreeWalk.Step
  ) rethrows -> Bool {
    let key = FileKey(status.identity)
    guard !entered.contains(key) else { return true }
    let filePath = FilePath(bytes: path)
    let folder: Descriptor
    do throws(Errno) {
      if let name, let parent = open {
        folder = try walk.operations.openFolder(name, in: parent, forReading: true)
      } else {
        folder = try walk.operations.openFolder(filePath, forReading: true)
      }
      let now = try walk.operations.status(of: folder)
      if !now.identity.isSameFile(as: status.identity) { throw .noSuchFileOrDirectory }
    } catch {
      let skipped = SkippedFile(filePath, FileSafetyError(.openFolder, filePath, error), isFolder: true)
      return try visit(.skipped(skipped)) == .proceed
    }
    entered.insert(key)
    guard try visit(.folder(filePath)) == .proceed else { return false }
    let (found, failure) = FolderEntries.read(folder, walk.operations)
    if let failure {
      let skipped = SkippedFile(filePath, FileSafetyError(.readFolder, filePath, failure), isFolder: true)
      guard try visit(.skipped(skipped)) == .proceed else { return false }
    }
    if name != nil, let kind = walk.knownPlaces.kind(ofFolderHolding: found.holds) {
      return try visit(.leftOut(filePath, .location(kind))) == .proceed
    }
    // Where the last folder of a long chain is empty, its parent's frame is what comes next: forget the descriptor.
    open = found.entries.isEmpty ? nil : folder
    if !found.entries.isEmpty {
      let prefix = path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
      stack.append(Frame(path: prefix, device: status.identity.device, found: found))
    }
    return true
  }

  private func entry(_ path: FilePath, _ status: FileStatus) -> TreeWalk.Entry {
    switch status.kind {
    case .regular: .file(path, status)
    case .symbolicLink: .symbolicLink(path)
    default: .skipped(SkippedFile(path, .notARegularFile(path, status.kind)))
    }
  }
}
