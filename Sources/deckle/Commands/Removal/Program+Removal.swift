import DecodeWorker
import FileSafety
import PhotoModel
import PhotoScan
import Removal
import SessionStore
import SystemPackage
import TextSurface

/// The disk, the settings and the cache as removals need them.
extension Program {
  /// - Parameter protectedFolders: The protected folders of the settings and of the command line, by all their names.
  func selectionEnvironment(_ protectedFolders: [FilePath]) -> SelectionEnvironment {
    // The decoder for photos that no scan has read; no process is started before it is used.
    let decoder = decoder(most: 1) { _ in }
    return SelectionEnvironment(
      trash: trash, settings: scanSettings(of: configuration), protectedFolders: protectedFolders,
      ownFolders: places.ownFolders, naming: naming,
      cache: { existingCache },
      inspect: { path, identity in runBlocking { await decoder.inspect(path, identity: identity) } },
      readSidecar: { path, identity in runBlocking { await decoder.readSidecar(path, identity: identity) } },
      movieFacts: { path, identity in runBlocking { await decoder.movieFacts(of: path, identity: identity) } ?? nil },
      sidecarEdits: sidecarEdits(decoder))
  }

  /// Checks that all protected folders exist: a renamed one has a name that is not protected.
  ///
  /// - Throws: `CommandFailure` where one is missing; for commands that cannot ask.
  func checkProtection() throws {
    guard let missing = missingProtectedFolders.first else { return }
    throw CommandFailure(
      "There is no folder \(SafeText(missing).text), which is protected: it may have another name now, or its drive is away. "
        + "Nothing was moved; correct protectedFolders in \(naming(places.configurationFile)), or run it without --yes to be "
        + "asked.")
  }

  /// Asks a decode worker for the changes of sidecars.
  func sidecarEdits(_ decoder: WorkerPhotoDecoder) -> SidecarFile.Edits {
    { addition, path, identity in
      runBlocking { await decoder.sidecarEdits(adding: addition, to: path, identity: identity) }
        ?? .failure(SidecarRefusal("It was stopped before."))
    }
  }

  /// The cache if it exists; none is made only to look up copies.
  private var existingCache: FeatureStore? {
    guard (try? fileStatus(of: try pathWithRealFolders(places.featuresFile))) != nil else { return nil }
    return try? features(isReadOnly: true)
  }

  /// Asks a backup about photos.
  ///
  /// - Parameters:
  ///   - going: Files that are to go; else those of the photos.
  ///   - libraries: Folders that are reviewed.
  /// - Throws: `CommandFailure` where the folder is no backup of theirs.
  func proof(
    of items: [RemovalItem], going: [RemovalItem.File]? = nil, in backup: BackupFolder, libraries: [FilePath]
  ) throws -> BackupProof {
    do throws(RemovalError) {
      return try BackupProof(
        backup, of: items, going: going, libraries: libraries, naming: naming, isStopped: { Interruption.isRaised })
    } catch {
      throw CommandFailure(error.sentence(naming: naming))
    }
  }
}
