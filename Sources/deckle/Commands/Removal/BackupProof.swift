import ArgumentParser
import FileSafety
import PhotoModel
import SystemPackage

/// Whether what is to go is also in a backup: what a person may say about it on a command line.
struct BackupOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Hold back photos that are not also in this folder, byte for byte. Names do not count.", valueName: "folder"),
    completion: .directory)
  var backup: String?

  @Flag(help: "With --backup: say which photos are not in the backup, and let them go all the same.")
  var alsoWithoutBackup = false

  func validate() throws {
    if alsoWithoutBackup, backup == nil {
      throw ValidationError("--also-without-backup needs a backup to look into; name it with --backup.")
    }
  }

  /// - Returns: Nil where no backup was named.
  /// - Throws: `CommandFailure` where there is no such folder.
  func folder(_ program: Program, _ console: Console) throws -> BackupFolder? {
    guard let backup else { return nil }
    let path = try program.folders([backup])[0]
    console.printText("Looking into the backup \(program.naming(path)).")
    return try BackupFolder(path, environment: program.trash, places: program.knownPlaces) { Interruption.isRaised }
  }
}

/// What a backup has of the photos that are to go.
struct BackupProof {
  let folder: BackupFolder
  private let naming: (FilePath) -> String
  /// How a photo is called in the reason why it stays.
  private let calling: (FilePath) -> String
  /// Photos that were asked about.
  private(set) var photos = 0
  /// By photo: why it has no backup.
  private(set) var missing: [FilePath: String] = [:]
  /// By file: where the backup has it.
  private(set) var copies: [FilePath: Survivor] = [:]

  /// - Parameter calling: How a photo is called in its reason, if not by its path: its name may stand beside it.
  init(
    _ folder: BackupFolder, naming: @escaping (FilePath) -> String, calling: ((FilePath) -> String)? = nil
  ) {
    self.folder = folder
    self.naming = naming
    self.calling = calling ?? naming
  }

  /// - Parameters:
  ///   - photos: Each with its files, the one that names it first, and what is known of its content.
  ///   - libraries: Folders that are reviewed; those that hold none of the photos do not count.
  ///   - isGoing: True for a file of a photo that is to go, whatever the number of its device: it may show in the backup
  ///     under another one.
  ///   - isStopped: Asked before each photo; true ends the look with what was asked by then.
  ///   - asked: Told after each photo.
  /// - Throws: `CommandFailure` where a photo lies in the backup itself, or the backup in its library: then it is none.
  mutating func ask(
    about photos: [[(path: FilePath, identity: FileIdentity, digest: ContentDigest?)]], in libraries: [FilePath] = [],
    isGoing: (FileIdentity) -> Bool, isStopped: () -> Bool = { Interruption.isRaised }, asked: () -> Void = {}
  ) throws {
    try checkIsApart(from: photos.flatMap { $0.map(\.path) }, libraries)
    for files in photos {
      guard let photo = files.first, !isStopped() else { continue }
      self.photos += 1
      defer { asked() }
      for file in files {
        // What holds nothing loses nothing.
        if file.path != photo.path, file.identity.size == 0 { continue }
        let holding = folder.holding(
          of: file.identity,
          digest: { file.digest ?? (try? contentDigest(of: file.path, expecting: file.identity)) }, isGoing: isGoing)
        if case .copy(let survivor) = holding { copies[file.path] = survivor }
        if missing[photo.path] == nil { missing[photo.path] = reason(holding, file.path, of: photo.path) }
      }
    }
  }

  private func checkIsApart(from files: [FilePath], _ libraries: [FilePath]) throws {
    // All of them, because each tells of mirrors.
    let inside = files.filter(folder.contains)
    if let file = inside.first {
      throw CommandFailure(
        "\(naming(file)) lies in \(naming(folder.path)) itself, by this path or by another, so that folder is no backup "
          + "of it. Nothing was moved; name a folder that holds copies.")
    }
    if let library = folder.library(among: libraries, thatSharesFoldersAndHolds: files) {
      throw CommandFailure(
        "\(naming(folder.path)) shares folders with \(naming(library)), which is reviewed, so it is no backup of it. "
          + "Nothing was moved; name a folder outside of it.")
    }
  }

  private func reason(_ holding: BackupFolder.Holding, _ file: FilePath, of photo: FilePath) -> String? {
    let why: String
    switch holding {
    case .copy: return nil
    case .ownName:
      why = "is in the backup only as another name of a file outside of it (a hard link, or a mirror of its folder)"
    case .passing:
      why =
        "is in the backup only where it is not sure to stay (a cache, memory, or a name of what is removed, half or a backup)"
    case .nothing: why = "is not in the backup \(naming(folder.path))"
    }
    return file == photo
      ? "\(calling(photo)) \(why), so it stays."
      : "\(calling(photo)) stays: \(naming(file)), which would go along, \(why)."
  }

  /// "312 of 340 photos are in the backup; 28 are not."
  var sentence: String {
    let present = photos - missing.count
    var sentence =
      "\(groupedDigits(present)) of \(counted(photos, "photo")) "
      + "\(present == 1 || photos == 1 ? "is" : "are") in the backup"
    if !missing.isEmpty { sentence += "; \(groupedDigits(missing.count)) \(missing.count == 1 ? "is" : "are") not" }
    sentence += "."
    return [sentence, unreadSentence].compactMap(\.self).joined(separator: " ")
  }

  /// "3 entries of it could not be read, and prove nothing."; nil where everything could.
  var unreadSentence: String? {
    folder.unread > 0
      ? "\(counted(folder.unread, "entry", "entries")) of it could not be read, and prove nothing." : nil
  }

  /// An item for which, where no other file with its bytes is said to stay, its copy in the backup must: both are compared
  /// once more, byte for byte, before the photo goes.
  func relying(_ item: RemovalItem) -> RemovalItem {
    var item = item
    if let copy = copies[item.path] {
      switch item.safeguard {
      case .onlyOne: item.safeguard = .exactCopy(survivors: [copy])
      case .similar: item.file.survivors = [copy]
      case .exactCopy: break
      }
    }
    for place in item.companions.indices where item.companions[place].survivors.isEmpty {
      if let copy = copies[item.companions[place].path] { item.companions[place].survivors = [copy] }
    }
    return item
  }
}

extension TrashSelection {
  /// Asks the backup about everything that may go.
  func proof(in folder: BackupFolder) throws -> BackupProof {
    var proof = BackupProof(folder, naming: program.naming)
    let files = (plan?.items ?? []).map(\.files)
    let going = Set(files.joined().map(\.identity.onAnyDevice))
    try proof.ask(
      about: files.map { $0.map { ($0.path, $0.identity, nil) } },
      in: (try? program.readableSession()?.knownRoots()) ?? [], isGoing: { going.contains($0.onAnyDevice) })
    return proof
  }

  /// Every item relies on the backup where nothing else stays of it.
  mutating func rely(on proof: BackupProof) {
    for index in items.indices { items[index].item = proof.relying(items[index].item) }
  }
}
