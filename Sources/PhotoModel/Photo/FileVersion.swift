/// A file as it is under its name now: another one may have had the name before.
package struct FileVersion: Hashable, Sendable {
  /// The identity of the file.
  package var identity: FileIdentity
  /// SHA-256 of its bytes.
  package var digest: ContentDigest

  /// Creates the version of a file.
  package init(identity: FileIdentity, digest: ContentDigest) {
    self.identity = identity
    self.digest = digest
  }
}
