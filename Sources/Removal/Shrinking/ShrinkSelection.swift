package import FileSafety
package import PhotoModel
package import SystemPackage

/// The photos of a library that may be made smaller by one method, and the reason for each of the others, without
/// opening a file. The encoder refuses more.
package struct ShrinkSelection: Sendable {
  /// The photos that may be made smaller, in the order given. Their companions stay where they are.
  package private(set) var items: [RemovalItem] = []
  /// The photos that are left as they are by rule.
  package private(set) var left: [FilePath: ShrinkRefusal] = [:]

  /// Selects photos.
  ///
  /// - Parameters:
  ///   - keptWhole: The photos of sets that only make sense whole.
  ///   - shrunk: Contents that came out of shrinking with a loss.
  package init(
    _ photos: [ScannedPhoto], by way: ShrinkWay, keptWhole: [FilePath: SetKind], shrunk: Set<ContentDigest>
  ) {
    for photo in photos {
      if let refusal = Self.refusal(photo, way, isKeptWhole: keptWhole[photo.path] != nil, shrunk) {
        left[photo.path] = refusal
      } else {
        items.append(
          RemovalItem(path: photo.path, identity: photo.identity, digest: photo.digest, safeguard: .onlyOne))
      }
    }
  }

  /// Takes out photos that are refused for another reason.
  package mutating func keep(only paths: Set<FilePath>) { items.removeAll { !paths.contains($0.path) } }

  private static func refusal(
    _ photo: ScannedPhoto, _ way: ShrinkWay, isKeptWhole: Bool, _ shrunk: Set<ContentDigest>
  ) -> ShrinkRefusal? {
    if photo.isProtected { return .protected }
    if let digest = photo.digest, shrunk.contains(digest) { return .shrunkBefore }
    switch photo.features?.format {
    case .raw: return .raw
    case .jpeg, .png, nil: break
    case let format?: return .otherFormat(format)
    }
    guard case .fit = way else { return nil }
    if photo.contents?.metadata.isChosen == true { return .rated }
    return isKeptWhole ? .keptWhole : nil
  }
}

extension ShrinkRefusal {
  /// The outcome of a file that is left as it is for this reason.
  package var outcome: FileOutcome.Keyword {
    switch self {
    case .notProven, .notOpened, .notWritten: .failed
    case .damaged: .refused
    default: .skipped
    }
  }
}
