import PhotoModel
import SystemPackage

/// Questions about a path that its bytes alone answer.
///
/// Not with `FilePath.components` and its kin: those check their own work so thoroughly in debug builds that a walk
/// or a batch takes a hundred times as long, and a path of ten thousand bytes never ends.
extension FilePath {
  var startsAtRoot: Bool { bytes.first == slash }

  var isRootFolder: Bool { bytes == [slash] }

  /// "/a" of "/a/b", "/" of "/a" and of "/"; empty for a name alone.
  var parentFolder: FilePath {
    let whole = bytes
    guard let last = whole.lastIndex(of: slash) else { return FilePath("") }
    return FilePath(bytes: last == 0 ? [slash] : Array(whole[..<last]))
  }

  /// Whether the path is absolute, has a name, and has no name that is `.` or `..`: it means one place and no other.
  var isPlainAbsolute: Bool { startsAtRoot && !isRootFolder && hasOnlyPlainNames }

  /// Whether no name in the path is `.` or `..`.
  var hasOnlyPlainNames: Bool {
    bytes.split(separator: slash).allSatisfy { !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }

  /// Whether the path is `folder`, or lies in it at any depth.
  func isInside(_ folder: FilePath) -> Bool {
    let inner = bytes
    let outer = folder.bytes
    guard inner.starts(with: outer) else { return false }
    return outer.last == slash || inner.count == outer.count || inner[outer.count] == slash
  }

  /// The entry `name` of this folder, byte for byte.
  func appending(name: [UInt8]) -> FilePath {
    var whole = bytes
    if let last = whole.last, last != slash { whole.append(slash) }
    return FilePath(bytes: whole + name)
  }

  /// "files" in this folder: for names that Deckle itself gives.
  func appending(name: String) -> FilePath { appending(name: Array(name.utf8)) }
}

private let slash = UInt8(ascii: "/")
