import PhotoModel
package import SystemPackage

extension Review {
  /// Of every content whose copies are all in the bin, the one that stays whatever was decided: the keeper of its
  /// set, else the first in byte order. It can go in a move of its own, when it is the only one that is left.
  ///
  /// Two names of one file (hard links) are one copy; a photo that never had a copy is no part of this.
  package var lastCopies: Set<FilePath> {
    var staying: Set<FilePath> = []
    for paths in copiesByDigest.values where paths.count > 1 {
      let copies = paths.compactMap { photos[$0] }
      guard copies.allSatisfy({ isInBin($0.path) }),
        copies.contains(where: { !$0.identity.isSameFile(as: copies[0].identity) })
      else { continue }
      let keeper = paths.first { group(of: $0, in: .duplicate)?.keeper == $0 }
      if let path = keeper ?? paths.min(by: precedesInByteOrder) { staying.insert(path) }
    }
    return staying
  }
}
