package import FileSafety
import PhotoModel
import SystemPackage

/// The picture files of a library, found by walking it.
struct Inventory {
  struct File: Sendable {
    var path: FilePath
    var identity: FileIdentity
    /// Whether the name tells no format, so that the first bytes must.
    var needsSniffing: Bool
    /// The mount through which the file was reached.
    var mountID: UInt64
    var isProtected: Bool
    var permanence = FilePermanence.lasting
    /// Whether the file has hard links.
    var hasOtherNames = false
    /// Whether a desktop keeps tags, stars or a comment in the attributes of the file.
    var hasTags = false
    /// The number of decode workers that ended over the file in earlier scans.
    var earlierCrashes = 0
  }

  let request: ScanRequest
  let trash: TrashEnvironment
  private let operations: FileOperations
  /// The picture files, in byte order inside each root.
  var files: [File] = []
  /// The movies and sidecars, which count only as parts of a photo beside them.
  var besides: [File] = []
  /// Files that may be about a photo and are no part of it: sidecars that are links, and what gThumb keeps in a folder.
  private var outside: [FilePath] = []
  /// The metadata lists of other programs about the pictures of whole folders.
  private var lists: [FolderList] = []
  var skipped: [SkippedFile] = []
  /// The number of files and folders that a pattern of the user leaves out; files in such a folder are not counted.
  var excludedCount = 0
  /// Patterns of the user that have left nothing out.
  var unusedPatterns: [(text: String, names: ExcludedNames)]
  /// Folders of which some entry is not known, as bytes of their paths.
  private var incompleteFolders: Set<[UInt8]> = []

  /// The mount of each root when the walk began.
  private var mounts: [FilePath: UInt64] = [:]
  /// The folders that are not walked, or not read, because they belong to other programs.
  private(set) var leftOut: [LeftOutPlace] = []
  /// The number of files that other programs are writing, by folder.
  private var unfinishedFiles: [[UInt8]: Int] = [:]
  private var permanences: FilePermanences

  init(request: ScanRequest, trash: TrashEnvironment, operations: FileOperations = .live) {
    self.request = request
    self.trash = trash
    self.operations = operations
    permanences = FilePermanences(request, operations)
    unusedPatterns = request.settings.excludedFolders.map { ($0, ExcludedNames([$0])) }
  }

  /// Walks the roots. `notify` gets the count now and then, and `call`, where there is one, is notified of every step.
  func take(stop: CancellationFlag, call: IOWatchdog.Call? = nil, notify: (Int, FilePath) -> Void) -> Inventory {
    var inventory = self
    let operations = call?.watching(operations) ?? operations
    let walk = TreeWalk(
      excludedGlobs: request.settings.excludedFolders, staysOnOneFileSystem: request.staysOnOneFileSystem,
      neverEntered: Set(trash.knownTrashes), knownPlaces: request.knownPlaces, operations: operations)
    for root in request.roots { inventory.mounts[root] = Self.mount(of: root, operations) }
    walk.walk(request.roots) { entry in
      if case .folder(let path) = entry { call?.goesOn(at: path) }
      switch entry {
      case .file(let path, let status):
        let before = inventory.files.count
        if let list = FolderList(path, status.identity, operations) {
          inventory.lists.append(list)
          break
        }
        inventory.add(path, status)
        if inventory.files.count > before, inventory.files.count % 500 == 1 { notify(inventory.files.count, path) }
      case .skipped(var file):
        // The roots of a library are folders, also where nothing is known of them.
        if request.roots.contains(file.path) { file.isFolder = true }
        inventory.incompleteFolders.insert(file.path.bytes)
        if nameExpectation(of: file.path) == .picture { inventory.incompleteFolders.insert(folderBytes(of: file.path)) }
        // A pipe or a device without the name of a picture is not worth reporting to a photographer.
        if file.reason != .specialFile || nameExpectation(of: file.path) == .picture { inventory.skipped.append(file) }
      case .leftOut(let path, .excluded):
        inventory.excludedCount += 1
        inventory.unusedPatterns.removeAll { $0.names.leaveOut(path, below: request.roots) }
      case .leftOut(let path, .location(let kind)):
        let files = fileCount(below: path, operations: operations) { stop.isRaised }
        inventory.leftOut.append(LeftOutPlace(path: path, kind: kind, files: files))
        if isFolderOfComments(path) {
          inventory.outside += ((try? regularFiles(in: path, operations: operations)) ?? []).map(\.path)
        }
      case .leftOut(let path, .unfinishedFile): inventory.unfinishedFiles[folderBytes(of: path), default: 0] += 1
      case .symbolicLink(let path): if FileNameParts.isSomethingBesides(path) { inventory.outside.append(path) }
      case .folder, .leftOut(_, .otherFileSystem): break
      }
      guard stop.isRaised else { return .proceed }
      inventory.leaveOpen(entry.path)
      return .stop
    }
    inventory.leftOut += inventory.unfinishedFiles.map {
      LeftOutPlace(path: FilePath(bytes: $0.key), kind: .other, files: $0.value, isWhole: false)
    }
    inventory.leaveOutSecondViews(.now(operations: operations))
    return inventory
  }

  /// Leaves out files that may be another one, seen at another mount. Of the two the protected one counts, else the
  /// first.
  private mutating func leaveOutSecondViews(_ views: MountViews) {
    guard let first = files.first?.identity.device, files.contains(where: { $0.identity.device != first }) else {
      return
    }
    var owners: [UInt64: [Int]] = [:]
    var others: Set<Int> = []
    for (index, file) in files.enumerated() {
      let same = owners[file.identity.inode, default: []].first { owner in
        files[owner].identity.size == file.identity.size && views.isInDoubt(files[owner].identity, file.identity)
      }
      guard let same else {
        owners[file.identity.inode, default: []].append(index)
        continue
      }
      let isNearer = file.isProtected && !files[same].isProtected
      others.insert(isNearer ? same : index)
      if isNearer { owners[file.identity.inode]?.append(index) }
    }
    if others.isEmpty { return }
    files = files.indices.filter { !others.contains($0) }.map { files[$0] }
  }

  private static func mount(of root: FilePath, _ operations: FileOperations) -> UInt64? {
    try? fileStatus(of: root, operations: operations).mountID
  }

  /// The roots, access denied to those that are on another mount now than when the walk began: the drive went away in
  /// the middle, and the empty folder in its place proves nothing about the photos.
  func rootsStillPresent(_ roots: [LibraryRoot], _ naming: (FilePath) -> String) -> [LibraryRoot] {
    roots.map { root in
      guard root.access != .denied, let before = mounts[root.path], let now = Self.mount(of: root.path, operations),
        now != before
      else { return root }
      return LibraryRoot(
        path: root.path, access: .denied, trash: .none,
        message: "\(naming(root.path)) went away while it was scanned. Its photos stay as they were known.",
        isAway: true)
    }
  }

  /// Photos by the names of their files: a RAW+JPEG pair is one.
  var photoCount: Int {
    let pairing = pairing
    return files.count { !$0.needsSniffing && !pairing.isCompanion($0.path) }
  }

  /// The pairing of the files that make one photo.
  var pairing: PhotoPairing {
    PhotoPairing([files, besides].joined(), outside: outside, lists: lists, incompleteFolders: incompleteFolders)
  }

  private mutating func add(_ path: FilePath, _ status: FileStatus) {
    let expectation = nameExpectation(of: path)
    var file = File(
      path: path, identity: status.identity, needsSniffing: expectation == .unknown, mountID: status.mountID,
      isProtected: false)
    file.isProtected = request.isProtected(path)
    file.permanence = permanences.permanence(of: path, on: status.identity.device)
    file.hasOtherNames = status.linkCount > 1
    if expectation != .otherKind {
      file.hasTags = permanences.mayHaveTags(path, on: status.identity.device) && hasTags(path)
    }
    switch expectation {
    case .picture: files.append(file)
    case .unknown: if status.identity.size > 0 { files.append(file) }
    case .otherKind: if FileNameParts(path) != nil { besides.append(file) }
    }
  }

  /// Notes that the walk ends at this file: its folder, and those above, were not read to their end.
  private mutating func leaveOpen(_ path: FilePath) {
    var folder = folderBytes(of: path)
    while !folder.isEmpty {
      incompleteFolders.insert(folder)
      folder = Array(folder[..<(folder.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
    }
  }
}

/// Photos that a scan would find, by the names of their files. Walks the folders and opens no picture.
///
/// - Parameter isStopped: Ends the walk early; then the photos seen until then.
package func photoCount(of request: ScanRequest, trash: TrashEnvironment, isStopped: () -> Bool) -> Int {
  let stop = CancellationFlag()
  return Inventory(request: request.withRealPaths, trash: trash).take(stop: stop) { _, _ in
    if isStopped() { stop.raise() }
  }.photoCount
}

extension TreeWalk.Entry {
  fileprivate var path: FilePath {
    switch self {
    case .folder(let path), .file(let path, _), .symbolicLink(let path), .leftOut(let path, _): path
    case .skipped(let file): file.path
    }
  }
}
