/// The identity and content of the file that has a name now: another file may have had the name before.
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
