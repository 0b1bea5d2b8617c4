import FileSafety
import PhotoModel
import PhotoScan
import SystemPackage

/// The checks of Deckle's access to a folder of photos: reading it, and moving photos out of it.
struct FolderChecks {
  typealias Check = DoctorDocument.Check

  private(set) var checks: [Check] = []
  private(set) var folders: [DoctorDocument.Folder] = []

  private let program: Program

  /// - Parameter paths: The paths as typed; they need not exist.
  init(_ paths: [FilePath], program: Program) {
    self.program = program
    for path in paths { probe(path) }
  }

  private static func text(_ error: FileSafetyError, _ program: Program) -> String {
    if case .vanished = error { "is not there" } else { error.sentence(naming: program.naming) }
  }

  private mutating func probe(_ given: FilePath) {
    let title = program.naming(given)
    let path: FilePath
    do throws(FileSafetyError) {
      path = try realPath(given)
      guard try fileStatus(of: path).kind == .folder else {
        checks.append(Check("folders", title, .problem, "is a file", advice: "Name the folder that it lies in."))
        return
      }
    } catch {
      checks.append(
        Check(
          "folders", title, .problem, Self.text(error, program),
          advice: "Check the name and its permissions."))
      return
    }
    let root = RootCheck(trash: program.trash, naming: program.naming).roots([path])[0]
    let volume = try? Volume.containing(path)
    let trash = trashFolder(root)
    checks.append(access(root, title))
    if root.access != .denied { checks.append(trashCheck(root, trash, title)) }
    if let owner = program.foreignOwner(of: [path]) {
      checks.append(
        Check(
          "folders", "\(title), owner", .warning,
          "\(owner.name), while you are root: photos go to the trash of root, where \(owner.name) does not find them",
          advice: owner.advice))
    }
    if let volume { checks.append(volumeCheck(volume, title)) }
    let probe = root.trash == .none ? nil : MountProbe(trashFor: path, program.trash)
    if let probe { checks.append(Self.moveCheck(probe, title)) }
    folders.append(DoctorDocument.Folder(root, trash: trash, volume: volume, probe))
  }

  private func access(_ root: LibraryRoot, _ title: String) -> Check {
    switch root.access {
    case .authorized, .limited: Check("folders", title, .ok, "can be read, and photos can be moved")
    case .restricted: Check("folders", title, .warning, "can be read, but nothing can be moved", advice: root.message)
    case .denied: Check("folders", title, .problem, "cannot be read", advice: "\(root.message) Change its permissions.")
    }
  }

  private func trashCheck(_ root: LibraryRoot, _ trash: FilePath?, _ title: String) -> Check {
    if let chosen = root.setAside {
      return Check(
        "folders", "\(title), trash", .ok, "there is none; photos go to \(program.naming(chosen)), as you chose")
    }
    guard root.trash != .none, let trash else {
      return Check(
        "folders", "\(title), trash", .warning, "there is none",
        advice: Self.adviceWithoutTrash(root, program))
    }
    return Check(
      "folders", "\(title), trash", .ok,
      "\(program.naming(trash)), \(root.trash == .home ? homeTrashTitle : "on the same volume")")
  }

  private var homeTrashTitle: String {
    if !program.trash.isHomeTrashStandard { return "that of XDG_DATA_HOME, not of the home folder" }
    return program.trash.homeTrashes.count == 1
      ? "that of the home folder" : "that of the home folder: XDG_DATA_HOME is a folder of one app's"
  }

  private static func adviceWithoutTrash(_ root: LibraryRoot, _ program: Program) -> String {
    let advice = "Scanning works; nothing can be moved from here."
    guard let folder = trashPreflight(for: root.path, program.trash).proposal else { return advice }
    return "\(advice) A folder on the same volume can stand in for it: add \(program.naming(folder)), or another, to "
      + "setAsideFolders in \(program.naming(program.places.configurationFile))."
  }

  private func volumeCheck(_ volume: Volume, _ title: String) -> Check {
    let type = volume.fileSystemType.isEmpty ? "unknown type" : volume.fileSystemType
    var facts = ["\(type) at \(program.naming(volume.mountPoint))", "\(volume.available.formatted) free"]
    if volume.isReadOnly { facts.append("read-only") }
    if volume.isNetwork { facts.append("over the network") }
    if volume.isLikelyRemovable { facts.append("removable") }
    let advice =
      volume.isReadOnly
      ? "Photos can be looked at, not moved."
      : volume.isNetwork ? "It may be slow, or gone in the middle of a scan." : ""
    return Check(
      "folders", "\(title), volume", volume.isReadOnly || volume.isNetwork ? .warning : .ok,
      facts.joined(separator: ", "), advice: advice)
  }

  private static func moveCheck(_ probe: MountProbe, _ title: String) -> Check {
    let isSafe = probe.renamesWithoutReplacing || probe.countsLinks
    var facts = [isSafe ? "no file is ever replaced" : "this file system cannot keep a file from being replaced"]
    if !probe.keepsInodes { facts.append("photos are known by their bytes, because their numbers do not last") }
    if !probe.isLocal { facts.append("an answer may get lost, and is settled at the next start") }
    let advice =
      isSafe
      ? "" : "While photos are put back, let no other program write files of their names into their folders."
    return Check("folders", "\(title), moves", isSafe ? .ok : .warning, facts.joined(separator: "; "), advice: advice)
  }

  /// The trash that photos of the folder would go to, whether it is there yet or not.
  private func trashFolder(_ root: LibraryRoot) -> FilePath? {
    guard root.trash != .none else { return nil }
    return TrashFolder.forMoving(filesIn: root.path, program.trash)?.path
  }
}

extension DoctorDocument.Folder {
  fileprivate init(_ root: LibraryRoot, trash: FilePath?, volume: FileSafety.Volume?, _ probe: MountProbe?) {
    self.init(
      path: root.path.documentText, pathBytes: root.path.documentBytes, access: root.access.rawValue,
      trash: root.trash.rawValue, trashPath: OrNull(trash?.documentText),
      volume: OrNull(
        volume.map {
          Volume(
            mountPoint: $0.mountPoint.documentText, type: $0.fileSystemType, capacityBytes: $0.capacity.bytes,
            availableBytes: $0.available.bytes, readOnly: $0.isReadOnly, network: $0.isNetwork)
        }),
      moves: OrNull(
        probe.map {
          Moves(
            renamesWithoutReplacing: $0.renamesWithoutReplacing, countsLinks: $0.countsLinks,
            keepsInodes: $0.keepsInodes, local: $0.isLocal)
        }), message: root.message)
  }
}
