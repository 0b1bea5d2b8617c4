import FileSafety
package import PhotoModel
package import Review
package import SystemPackage

/// The verdicts of a review as sidecars that other programs read.
package struct VerdictExport {
  /// The outcome for one file of a photo.
  package struct Outcome: Hashable, Sendable {
    /// The outcome for a sidecar, named as in `export-marks --json`.
    package enum Kind: String, Hashable, Sendable, Codable {
      /// The verdict was written into the sidecar.
      case written
      /// The verdict was there before, or the photo has a rating and a pick of its own.
      case skipped
      case failed
    }

    /// The file that the verdict is about.
    package var path: FilePath
    /// The verdict.
    package var verdict: ExportedVerdict
    /// The sidecar.
    package var sidecar: FilePath
    /// The outcome for the sidecar.
    package var kind: Kind
    /// The reason as a sentence; nil for a verdict that was written.
    package var reason: String?
  }

  private let edits: SidecarFile.Edits
  private let naming: (FilePath) -> String

  /// Creates an export.
  package init(edits: @escaping SidecarFile.Edits, naming: @escaping (FilePath) -> String) {
    (self.edits, self.naming) = (edits, naming)
  }

  /// Writes the verdict about a photo into the sidecars of its files.
  ///
  /// - Returns: The outcomes, and the photo with its new sidecars.
  package func write(_ item: Review.Verdict) -> (outcomes: [Outcome], photo: ScannedPhoto) {
    var photo = item.photo
    var outcomes: [Outcome] = []
    var written: Set<FilePath> = []
    for file in files(of: item) {
      let sidecar = SidecarFile(of: file, in: photo)
      // For an open photo there are at most marks to take back.
      if item.verdict == .none, sidecar.identity == nil { continue }
      guard written.insert(sidecar.path).inserted else { continue }
      if let outcome = write(item.verdict, file, sidecar, &photo) { outcomes.append(outcome) }
    }
    return (outcomes, photo)
  }

  private func files(of item: Review.Verdict) -> [FilePath] {
    let files = item.photo.files(of: item.parts)
    return (files.isShownOne ? [item.photo.path] : []) + files.companions.filter { $0.role == .raw }.map(\.path)
  }

  private func write(
    _ verdict: ExportedVerdict, _ file: FilePath, _ sidecar: SidecarFile, _ photo: inout ScannedPhoto
  ) -> Outcome? {
    func outcome(_ kind: Outcome.Kind, _ reason: String? = nil) -> Outcome {
      Outcome(path: file, verdict: verdict, sidecar: sidecar.path, kind: kind, reason: reason)
    }
    if photo.isProtected {
      return verdict == .none
        ? nil : outcome(.skipped, "The photo lies in a protected folder, where nothing is written.")
    }
    do {
      let addition = SidecarAddition(verdict, besides: photo.contents?.metadata ?? DescriptiveMetadata())
      guard let change = try sidecar.change(adding: addition, edits, naming: naming) else {
        return verdict == .none ? nil : outcome(.skipped, "There is nothing to add: it is marked already.")
      }
      let identity = try sidecar.write(change)
      photo.setSidecar(sidecar.path, identity, of: file)
      return outcome(.written)
    } catch let error as SidecarRefusal {
      // Nobody asked for a verdict about an open photo.
      return verdict == .none ? nil : outcome(.failed, error.sentence)
    } catch FileSafetyError.somethingIsThere(let path) {
      return outcome(.failed, "\(naming(path)) is a folder or a link, so no mark was written.")
    } catch let error as FileSafetyError {
      return outcome(.failed, error.sentence(naming: naming))
    } catch {
      return outcome(.failed, "\(error)")
    }
  }
}

extension ScannedPhoto {
  /// Sets a sidecar as it was written.
  ///
  /// - Parameter file: The file whose name the sidecar has.
  fileprivate mutating func setSidecar(_ path: FilePath, _ identity: FileIdentity, of file: FilePath) {
    if let index = companions.firstIndex(where: { $0.path == path }) {
      companions[index].identity = identity
      return
    }
    companions.append(
      Companion(path: path, identity: identity, role: .sidecar, owner: file == self.path ? .shown : .raw))
    companions.sort { precedesInByteOrder($0.path, $1.path) }
  }
}
