import PhotoModel
import SystemPackage

/// What is forgotten with photos that went, came back, or may not be touched: the words about them, marks of the same files under
/// other names, and the marks that words by which something stays had ended, which would be the last words again.
struct DecisionPruning {
  private let paths: Set<FilePath>
  private let known: [FilePath: FileIdentity]
  private let photos: LibraryPhotos
  private let keys: Set<FileKey>
  private var files: Set<FileIdentity>
  /// Up to which action marks were ended: of a name, of a file under any name, and of bytes under the last part of a name.
  private var endedNames: [FilePath: Int64] = [:]
  private var endedFiles: [FileIdentity: Int64] = [:]
  private var endedBytes: [StayingFile: Int64] = [:]

  /// - Parameters:
  ///   - known: The files at the paths, as far as they are known.
  ///   - photos: In their places by now: a hard link among them stays marked.
  init(
    about paths: Set<FilePath>, _ known: [FilePath: FileIdentity], actions: [DecisionAction], undone: [DecisionAction],
    sparing photos: LibraryPhotos
  ) {
    (self.paths, self.known, self.photos) = (paths, known, photos)
    keys = Set(known.values.map { FileKey($0) })
    files = Set(known.values.map(\.underAnyName))
    for action in actions + undone { files.formUnion(action.items.filter(isAbout).map(\.identity.underAnyName)) }
    for action in actions {
      for item in action.items where item.isStaying && isAbout(item) {
        if let bytes = Self.bytes(of: item) { endedBytes[bytes] = action.id }
        endedFiles[item.identity.underAnyName] = action.id
      }
      for raw in action.items.filter(isAbout).compactMap(\.stayingRAW) {
        endedNames[raw.path] = action.id
        if let identity = raw.identity { endedFiles[identity.underAnyName] = action.id }
      }
    }
  }

  /// What is left of actions; those without anything left go.
  func without(_ actions: [DecisionAction]) -> [DecisionAction] {
    actions.compactMap { action in
      var action = action
      action.items.removeAll { isAbout($0) || $0.decision == .delete && isEnded($0, action.id) }
      for index in action.items.indices where action.items[index].previous == .delete {
        let item = action.items[index]
        guard paths.contains(item.path) || isAboutSameFile(item) else { continue }
        (action.items[index].previous, action.items[index].previousParts) = (.pending, .all)
      }
      return action.items.isEmpty ? nil : action
    }
  }

  private func isAbout(_ item: DecisionAction.Item) -> Bool {
    paths.contains(item.path)
      && (item.decision == .delete || known[item.path]?.hasSameContent(as: item.identity) == true)
  }

  private func isAboutSameFile(_ item: DecisionAction.Item) -> Bool {
    guard files.contains(item.identity.underAnyName) else { return false }
    guard !paths.contains(item.path), let other = photos[item.path], other.hasOtherNames else { return true }
    return !keys.contains(FileKey(other.identity))
  }

  private func isEnded(_ mark: DecisionAction.Item, _ action: Int64) -> Bool {
    let bytes = Self.bytes(of: mark).flatMap { endedBytes[$0] }
    let last = [endedNames[mark.path], endedFiles[mark.identity.underAnyName], bytes].compactMap(\.self).max()
    return isAboutSameFile(mark) || last.map { $0 > action } ?? false
  }

  private static func bytes(of item: DecisionAction.Item) -> StayingFile? {
    item.digest.map { StayingFile(path: FilePath(bytes: item.path.nameBytes), digest: $0) }
  }
}
