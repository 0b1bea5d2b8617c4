import PhotoModel
import SystemPackage

extension Recovery {
  /// Both places of one file, as they are found after a crash, and what follows from that.
  struct Scene {
    /// What stands at a place.
    private enum Presence: Equatable {
      case absent
      case ours
      case other(FileStatus)
    }

    private let file: BatchFile
    private let place: TrashPlace
    private let operations: FileOperations
    private let trash: OpenTrash
    private let home: Presence
    private let entry: Presence
    private let note: TrashNote

    init(
      file: BatchFile, place: TrashPlace, _ environment: TrashEnvironment, _ operations: FileOperations
    ) throws(FileSafetyError) {
      self.file = file
      self.place = place
      self.operations = operations
      trash = try place.folder.open(creating: false, environment, operations)
      var atHome: FileStatus?
      do throws(FileSafetyError) {
        atHome = try fileStatus(of: file.path, operations: operations)
      } catch .vanished {}
      let inTrash: FileStatus?
      do {
        inTrash = try operations.statusIfPresent(of: place.name, in: trash.files)
      } catch {
        throw FileSafetyError(.status, place.filePath, error)
      }
      let note = try trash.note(of: place, operations)
      self.note = note
      // Where no number tells, as on a card that was taken out, its size and time do.
      let isKnownByNumber = [atHome, inTrash].contains { $0.map(file.isItself) == true }
      func presence(of status: FileStatus?, orLike isEnough: Bool) -> Presence {
        guard let status else { return .absent }
        return file.isItself(status) || isEnough && !isKnownByNumber && file.isLike(status) ? .ours : .other(status)
      }
      home = presence(of: atHome, orLike: true)
      entry = presence(of: inTrash, orLike: note == .ours)
    }

    /// Something here shows that this is the volume that the file is on. A trash at home is always the same one; where
    /// cards come and go, another one can be mounted, with a trash of its own and files of the same names.
    var isItsVolume: Bool {
      if place.folder.kind == .home || home == .ours || entry == .ours { return true }
      switch note {
      case .ours, .cutShort: return true
      case .missing, .foreign: return false
      }
    }

    /// A file that was about to go to the trash.
    func settleRemoval() throws(FileSafetyError) -> Finding {
      switch entry {
      case .absent:
        // Our note speaks for the other file at home: it never left, and was changed since.
        guard home == .ours || home != .absent && note == .ours else { return .inNeitherPlace }
        try trash.removeOwnInfo(place, operations)
        return .stayed
      case .ours:
        if home == .ours { return .inBothPlaces }
        switch note {
        case .ours: break
        case .missing: try writeNote()
        case .cutShort, .foreign: return .somethingElseInTrash
        }
        try syncBoth()
        return .inTrash
      case .other(let status):
        // The empty file that reserves a name where the file system has no safe rename.
        if note == .ours, home == .ours, status.isEmptyFile {
          try unlinkEntry()
          try trash.removeOwnInfo(place, operations)
          return .stayed
        }
        if note == .foreign || note == .missing { return home == .ours ? .stayed : .inNeitherPlace }
        return .somethingElseInTrash
      }
    }

    /// A file that was about to go home.
    func settleRestore() throws(FileSafetyError) -> Finding {
      switch (entry, home) {
      case (.ours, .ours):
        // One file with both names, as a restore by hard link leaves it: the name at home stays.
        guard try isOneFile() else { return .inBothPlaces }
        try syncBoth()
        try unlinkEntry()
        try trash.removeOwnInfo(place, operations)
        return .backHome
      case (.ours, .other(let status)) where file.isPlaceholder(status):
        try unlinkPlaceholderAtHome()
        return .inTrash
      case (.ours, _): return .inTrash
      case (.absent, .ours):
        try syncBoth()
        try trash.removeOwnInfo(place, operations)
        return .backHome
      case (.other, .ours): return .backHome
      case (.absent, _): return .inNeitherPlace
      case (.other, _): return note == .ours ? .inTrash : .somethingElseInTrash
      }
    }

    private func isOneFile() throws(FileSafetyError) -> Bool {
      let atHome = try fileStatus(of: file.path, operations: operations)
      do {
        return try operations.status(of: place.name, in: trash.files).identity.isSameFile(as: atHome.identity)
      } catch {
        throw FileSafetyError(.status, place.filePath, error)
      }
    }

    /// The empty file that a restore reserves its place with would keep every later one from it.
    private func unlinkPlaceholderAtHome() throws(FileSafetyError) {
      let (parent, name) = try openParent(of: file.path, operations)
      do {
        try operations.unlink(name, in: parent)
        try operations.syncFolder(parent, or: trash.files)
      } catch {
        throw FileSafetyError(.unlink, file.path, error)
      }
    }

    private func unlinkEntry() throws(FileSafetyError) {
      do {
        try operations.unlink(place.name, in: trash.files)
        try operations.syncFolder(trash.files)
      } catch {
        throw FileSafetyError(.unlink, place.filePath, error)
      }
    }

    private func writeNote() throws(FileSafetyError) {
      do {
        try trash.writeInfo(place, operations)
        try operations.syncFolder(trash.info)
      } catch {
        throw FileSafetyError(.writeInfo, place.infoPath, error)
      }
    }

    /// Makes durable what the interrupted run may not have come to.
    private func syncBoth() throws(FileSafetyError) {
      do {
        try operations.syncFolder(trash.files)
        let parent: Descriptor
        do {
          parent = try operations.openFolder(file.path.parentFolder)
        } catch .noSuchFileOrDirectory {
          return
        }
        try operations.syncFolder(parent, or: trash.files)
      } catch {
        throw FileSafetyError(.syncFolder, file.path, error)
      }
    }
  }
}
