package import SystemPackage

/// A file that a decision is about, as it was at that time.
package struct DecidedFile: Hashable, Sendable {
  /// The path of the file when it was decided about.
  package var path: FilePath
  /// The identity; nil where only the name is known.
  package var identity: FileIdentity?
  /// The digest; nil of a file that was not read to its end.
  package var digest: ContentDigest?

  /// Creates the value of a file; without identity and digest only its name is known.
  package init(path: FilePath, identity: FileIdentity? = nil, digest: ContentDigest? = nil) {
    self.path = path
    self.identity = identity
    self.digest = digest
  }
}

extension DecisionAction.Item {
  /// The file that the decision is about.
  package var file: DecidedFile { DecidedFile(path: path, identity: identity, digest: digest) }
}

extension FileIdentity {
  /// The part of a file's identity that a rename leaves: inode, size and time of writing.
  package var underAnyName: FileIdentity {
    FileIdentity(device: 0, inode: inode, size: size, modified: modified, changed: 0)
  }

  /// Only size and time of writing: many files may share them, and only those are compared by `DecidedFile.isSame`.
  package var sizeAndTime: FileIdentity {
    FileIdentity(device: 0, inode: 0, size: size, modified: modified, changed: 0)
  }
}
