package import PhotoModel
package import SystemPackage

/// A file that must stay so that another may go.
package struct Survivor: Hashable, Sendable, Codable {
  /// The path of the file.
  package var path: FilePath
  /// The identity of the file when the user decided.
  package var identity: FileIdentity

  /// Creates a survivor.
  package init(path: FilePath, identity: FileIdentity) {
    self.path = path
    self.identity = identity
  }
}

/// One photo to be moved to the trash or to a folder: one file, or a file with those that belong to it.
package struct RemovalItem: Hashable, Sendable {
  /// A file as it was when the user decided.
  package struct File: Hashable, Sendable {
    /// The path of the file.
    package var path: FilePath
    /// The identity of the file: its numbers, size and times.
    package var identity: FileIdentity
    /// SHA-256 of the bytes that the user decided about; nil where they were not read. The file must still have them.
    package var digest: ContentDigest?
    /// Other files with the same bytes, of which at least one stays. Compared byte for byte before the photo is
    /// moved, in addition to the safeguard of the photo. Empty where no file is claimed to replace this one.
    package var survivors: [Survivor]

    /// Creates a file of a plan.
    package init(
      path: FilePath, identity: FileIdentity, digest: ContentDigest? = nil, survivors: [Survivor] = []
    ) {
      self.path = path
      self.identity = identity
      self.digest = digest
      self.survivors = survivors
    }
  }

  /// The reason why the photo may go.
  package enum Safeguard: Hashable, Sendable {
    /// These files have the same bytes, and at least one of them stays. Compared byte for byte before the move.
    case exactCopy(survivors: [Survivor])
    /// This photo is similar, stays, and must still have the identity that it had.
    case similar(keeper: Survivor)
    /// The user wants the photo gone although no file replaces it.
    case onlyOne
  }

  /// The name by which the photo is known to a caller that wants it gone: its path, also where only its RAW goes.
  package var photo: FilePath
  /// The file that is shown.
  package var file: File
  /// Files of the same photo (a RAW beside its JPEG, a sidecar): they go together or not at all.
  package var companions: [File]
  /// The reason why the photo may go.
  package var safeguard: Safeguard
  /// The parts of the photo that its files are.
  package var parts: PhotoParts
  /// The folder of the user's that the photo goes to, absolute and without symbolic links; nil for the trash.
  package var destination: FilePath?

  /// Creates the item of a photo whose shown file has no survivors of its own.
  package init(
    path: FilePath, identity: FileIdentity, digest: ContentDigest? = nil, companions: [File] = [],
    safeguard: Safeguard, parts: PhotoParts = .all, destination: FilePath? = nil
  ) {
    photo = path
    file = File(path: path, identity: identity, digest: digest)
    self.companions = companions
    self.safeguard = safeguard
    self.parts = parts
    self.destination = destination
  }

  /// The path of the file that is shown.
  package var path: FilePath { file.path }
  /// The identity of the file that is shown.
  package var identity: FileIdentity { file.identity }
  /// All files of the photo that go, the shown one first.
  package var files: [File] { [file] + companions }
  /// The size of all files together.
  package var size: ByteCount { files.map { ByteCount($0.identity.size) }.total }
}

/// The photos to be moved, as a value that exists only if the plan leaves a copy of every photo that is claimed to
/// have one.
package struct RemovalPlan: Hashable, Sendable {
  /// The photos in the order given. Each file has only those survivors left that do not move themselves.
  package let items: [RemovalItem]

  /// Checks every promise that can be checked without touching a file.
  ///
  /// A survivor counts if it is a file of its own (another device and inode than every planned file: hard links and
  /// second paths to one file are no copies, and neither is a file that may be the same one at another mount), has the
  /// same size, is not empty, is not in a trash, or in a bin that the file is not in, and has a name that no disk can
  /// confuse with that of the file (`isCaseFoldCollision`).
  ///
  /// - Parameters:
  ///   - items: Paths are absolute, without `.`, `..` and symbolic links.
  ///   - protectedFolders: Nothing in them is moved, by whatever name it is known; same form.
  ///     What may be another face of a file there has to remain when the file has moved (`Protection`).
  /// - Throws: `.emptyPlan`, `.notAbsolute`, `.plannedTwice`, `.insideProtectedFolder`, `.insideTrash`,
  ///   `.insideLibrary`, `.wouldEmptySet`, `.mayBeOneFile`: the first that is found, in the order of the items.
  package init(
    items: [RemovalItem], protectedFolders: [FilePath] = [], environment: TrashEnvironment
  ) throws(FileSafetyError) {
    let (plan, refusals) = Self.acceptable(of: items, protectedFolders: protectedFolders, environment: environment)
    if let refusal = refusals.first { throw refusal.reason }
    guard let plan else { throw .emptyPlan }
    self = plan
  }

  /// The plan of all items that can be accepted together, and why each of the others cannot.
  ///
  /// - Returns: No plan where no item is left. Refusals come in the order in which they were found.
  package static func acceptable(
    of items: [RemovalItem], protectedFolders: [FilePath] = [], environment: TrashEnvironment
  ) -> (plan: RemovalPlan?, refusals: [(item: RemovalItem, reason: FileSafetyError)]) {
    var planned = PlannedFiles(protectedFolders)
    var left: [RemovalItem] = []
    var refusals: [(item: RemovalItem, reason: FileSafetyError)] = []
    for item in items {
      do {
        try planned.add(item, environment)
        left.append(item)
      } catch {
        refusals.append((item, error))
      }
    }
    // An item that is refused stays, and may be the survivor of those after it; the items before do not need it.
    var accepted: [RemovalItem] = []
    for item in left {
      do {
        accepted.append(try planned.safeguarded(item, environment))
      } catch {
        planned.remove(item)
        refusals.append((item, error))
      }
    }
    return (accepted.isEmpty ? nil : RemovalPlan(checked: accepted), refusals)
  }

  private init(checked items: [RemovalItem]) { self.items = items }

  /// The plan without photos that stay, each named by its first file; nil where none is left.
  package func without(_ photos: some Collection<FilePath>) -> RemovalPlan? {
    let left = items.filter { !photos.contains($0.path) }
    return left.isEmpty ? nil : RemovalPlan(checked: left)
  }
}

/// The files of a plan being checked, for two questions: is a file planned, and may another be the same as a planned
/// one?
private struct PlannedFiles {
  private var paths: Set<FilePath> = []
  /// The planned identities by inode number, each as often as it is planned.
  private var planned: [UInt64: [FileIdentity]] = [:]
  private let views = MountViews.now()
  /// The cached answers by folder: each one costs calls to the disk, and thousands of photos lie in one folder.
  private var isFolderInTrash: [FilePath: Bool] = [:]
  private var protection: Protection

  init(_ protectedFolders: [FilePath]) { protection = Protection(protectedFolders) }

  /// Adds an item, all of its files or none.
  mutating func add(_ item: RemovalItem, _ environment: TrashEnvironment) throws(FileSafetyError) {
    var own: Set<FilePath> = []
    for file in item.files {
      guard file.path.isPlainAbsolute else { throw .notAbsolute(file.path) }
      guard !paths.contains(file.path), own.insert(file.path).inserted else { throw .plannedTwice(file.path) }
      if let folder = protection.folder(holding: file.path) {
        throw .insideProtectedFolder(file.path, folder: folder)
      }
      if isInTrash(file.path, environment) { throw .insideTrash(file.path) }
      if let bundle = KnownPlaces.standard.bundle(around: file.path), bundle.kind == .library {
        throw .insideLibrary(file.path, library: bundle.folder)
      }
    }
    paths.formUnion(own)
    for file in item.files { planned[file.identity.inode, default: []].append(file.identity) }
  }

  mutating func remove(_ item: RemovalItem) {
    for file in item.files {
      paths.remove(file.path)
      let index = planned[file.identity.inode]?.firstIndex { $0.isSameFile(as: file.identity) }
      if let index { planned[file.identity.inode]?.remove(at: index) }
    }
  }

  /// The item with only those survivors that count, and with the protected files that may be the same file at another
  /// mount.
  mutating func safeguarded(_ item: RemovalItem, _ environment: TrashEnvironment) throws(FileSafetyError) -> RemovalItem
  {
    var item = item
    switch item.safeguard {
    case .exactCopy(let survivors):
      item.safeguard = .exactCopy(survivors: try counting(survivors, of: item.file, environment))
    case .similar(let keeper):
      guard stays(keeper, for: item.path, environment), keeper.identity.size > 0 else {
        throw .wouldEmptySet(item.path)
      }
    case .onlyOne: break
    }
    if !item.file.survivors.isEmpty {
      item.file.survivors = try counting(item.file.survivors, of: item.file, environment)
    }
    for index in item.companions.indices where !item.companions[index].survivors.isEmpty {
      let companion = item.companions[index]
      item.companions[index].survivors = try counting(companion.survivors, of: companion, environment)
    }
    return protection.watched(item)
  }

  /// The survivors of a file that count.
  private mutating func counting(
    _ survivors: [Survivor], of file: RemovalItem.File, _ environment: TrashEnvironment
  ) throws(FileSafetyError) -> [Survivor] {
    var counting: [Survivor] = []
    for survivor in survivors where survivor.identity.size == file.identity.size && file.identity.size > 0 {
      if !survivor.path.isCaseFoldCollision(of: file.path), stays(survivor, for: file.path, environment) {
        counting.append(survivor)
      }
    }
    if counting.isEmpty {
      let other = survivors.first { views.isInDoubt($0.identity, file.identity) }
      throw other.map { .mayBeOneFile(file.path, other: $0.path) } ?? .wouldEmptySet(file.path)
    }
    return counting
  }

  private mutating func stays(
    _ survivor: Survivor, for file: FilePath, _ environment: TrashEnvironment
  ) -> Bool {
    let isPlanned = planned[survivor.identity.inode]?.contains { views.mayBeOneFile($0, survivor.identity) } ?? false
    // A survivor in the bin of another program does not count, unless the file is in it, too.
    let bin = KnownPlaces.standard.kind(around: survivor.path, below: commonFolder(of: file, survivor.path))
    return !isPlanned && bin != .bin && !paths.contains(survivor.path) && !isInTrash(survivor.path, environment)
  }

  private mutating func isInTrash(_ path: FilePath, _ environment: TrashEnvironment) -> Bool {
    let folder = path.parentFolder
    if let known = isFolderInTrash[folder] { return known }
    let isInTrash = TrashFolder.contains(folder, environment)
    isFolderInTrash[folder] = isInTrash
    return isInTrash
  }
}
