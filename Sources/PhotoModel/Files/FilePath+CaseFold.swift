package import SystemPackage

extension FilePath {
  /// Names that differ only in capitals or in how an accent is written: other disks and programs take them for one.
  ///
  /// False of a path and itself, and where one of them is no text.
  package func isCaseFoldCollision(of other: FilePath) -> Bool {
    // Nearly all names differ in a letter, and that is cheap to see.
    guard mayBeCaseFoldCollision(of: other), self != other, let mine = foldedName, let theirs = other.foldedName else {
      return false
    }
    return mine == theirs
  }

  /// Strings are equal whichever way an accent is written. Nil of bytes that are no text.
  package var foldedName: String? { String(validating: bytes, as: UTF8.self)?.lowercased() }

  private func mayBeCaseFoldCollision(of other: FilePath) -> Bool {
    withPlatformString { mine in
      other.withPlatformString { theirs in
        var index = 0
        while let a = smallLetter(mine[index]), let b = smallLetter(theirs[index]) {
          guard a == b else { return false }
          guard a != 0 else { return true }
          index += 1
        }
        // Names with other than ASCII letters may fold to ASCII ones, and the reverse.
        return true
      }
    }
  }
}

/// The small letter of a character; nil of one that is not ASCII.
private func smallLetter(_ character: CChar) -> CChar? {
  switch character {
  case 0x41...0x5A: character + 0x20
  case 0...: character
  default: nil
  }
}
