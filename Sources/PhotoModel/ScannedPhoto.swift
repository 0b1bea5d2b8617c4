package import SystemPackage

/// A photo of the library as a scan left it: where it is, what it is, and what was measured in it.
package struct ScannedPhoto: Hashable, Sendable {
  package var path: FilePath
  package var identity: FileIdentity
  /// Of every photo that could be read to its end, whatever its size: the ledger knows photos by it. Else nil.
  package var digest: ContentDigest?
  /// Nil where the picture could not be decoded: it still counts, and is still matched by its bytes.
  package var features: PhotoFeatures?
  /// It lies in a protected folder: shown and compared, never proposed and never moved.
  package var isProtected: Bool

  package init(
    path: FilePath, identity: FileIdentity, digest: ContentDigest? = nil, features: PhotoFeatures? = nil,
    isProtected: Bool = false
  ) {
    self.path = path
    self.identity = identity
    self.digest = digest
    self.features = features
    self.isProtected = isProtected
  }

  package var size: ByteCount { ByteCount(identity.size) }
}

/// A file that was found but not judged, and why.
package struct SkippedFile: Hashable, Sendable, Codable {
  /// The words of `scan --json`.
  package enum Reason: String, Hashable, Sendable, Codable {
    case permissionDenied, corrupt, unsupported, tooLarge, specialFile, vanished, timedOut, readError
  }

  package var path: FilePath
  package var reason: Reason
  /// One sentence for a person: what is wrong and, where known, what would help.
  package var message: String

  package init(path: FilePath, reason: Reason, message: String) {
    self.path = path
    self.reason = reason
    self.message = message
  }
}
