import FileSafety
import PhotoModel
import SystemPackage

/// The picture files of a library, found by walking it.
struct Inventory {
  struct File: Sendable {
    var path: FilePath
    var identity: FileIdentity
    /// Its name says nothing, so its first bytes must.
    var needsSniffing: Bool
    /// Processes that ended over it in earlier scans.
    var earlierDeaths = 0
  }

  let request: ScanRequest
  let trash: TrashEnvironment
  /// In byte order inside each root.
  var files: [File] = []
  var skipped: [SkippedFile] = []

  init(request: ScanRequest, trash: TrashEnvironment) {
    self.request = request
    self.trash = trash
  }

  /// Walks. `tell` hears the count now and then.
  func take(stop: StopSign, tell: (Int, FilePath) -> Void) -> Inventory {
    var inventory = self
    let walk = TreeWalk(
      excludedGlobs: request.settings.excludedFolders, staysOnOneFileSystem: request.staysOnOneFileSystem,
      neverEntered: Set(trash.homeTrashes))
    walk.walk(request.roots) { entry in
      switch entry {
      case .file(let path, let status):
        let before = inventory.files.count
        switch nameExpectation(of: path) {
        case .otherKind: break
        case .picture: inventory.files.append(File(path: path, identity: status.identity, needsSniffing: false))
        case .unknown:
          if status.identity.size > 0 {
            inventory.files.append(File(path: path, identity: status.identity, needsSniffing: true))
          }
        }
        if inventory.files.count > before, inventory.files.count % 500 == 1 { tell(inventory.files.count, path) }
      case .skipped(let file):
        // A pipe or a device that does not even claim to be a picture is nothing to tell a photographer.
        if file.reason != .specialFile || nameExpectation(of: file.path) == .picture { inventory.skipped.append(file) }
      case .folder, .symbolicLink, .leftOut: break
      }
      return stop.isRaised ? .stop : .proceed
    }
    return inventory
  }
}
