import FileSafety
import Glibc
import PhotoModel
package import SystemPackage

/// A folder that keeps its photos from being read, with its owner and its permissions.
package struct ClosedFolder: Hashable, Sendable {
  /// The user who wants to read the folder.
  package struct Reader: Hashable, Sendable {
    /// The effective user id.
    package var user: UInt32
    /// The ids of all groups of the user.
    package var groups: Set<UInt32>

    /// The user that this program runs as.
    package static var current: Reader {
      var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
      let count = getgroups(Int32(groups.count), &groups)
      return Reader(user: geteuid(), groups: Set(groups.prefix(Int(max(0, count)))).union([getegid()]))
    }
  }

  /// The folder.
  package var path: FilePath
  /// The user id of the owner.
  package var owner: UInt32
  /// The group id.
  package var group: UInt32
  /// Permission bits, 0…0o7777.
  package var permissions: UInt32
  /// Whether this is a folder above the one that was asked for, and only has to be passed.
  package var isAbove = false
}

extension ClosedFolder {
  /// Creates the obstacle from the folder itself, or from the one above it that cannot be passed; nil where no status
  /// can be read.
  init?(inWayOf path: FilePath, operations: FileOperations) {
    var index = path
    while true {
      if let status = try? fileStatus(of: index, operations: operations) {
        self.init(
          path: index, owner: status.owner, group: status.group, permissions: status.permissions,
          isAbove: index != path)
        return
      }
      guard index.removeLastComponent(), !index.isEmpty else { return nil }
    }
  }

  /// "belongs to root, mode 0700. sudo chmod o+rx /srv/photos would let Deckle read it."
  ///
  /// - Parameter reader: The user who cannot read the folder.
  package func sentences(for reader: Reader, naming: (FilePath) -> String) -> String {
    let name = reader.user == owner ? "you" : Self.name(of: owner)
    let digits = String(permissions & 0o7777, radix: 8)
    let mode = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(naming(path)) belongs to \(name), mode \(mode). \(advice(for: reader))"
  }

  private func advice(for reader: Reader) -> String {
    let (letter, shift): (String, UInt32) =
      reader.user == owner ? ("u", 6) : reader.groups.contains(group) ? ("g", 3) : ("o", 0)
    let wanted: UInt32 = isAbove ? 1 : 5
    guard reader.user != 0, permissions >> shift & wanted != wanted else {
      return "That would let Deckle read it, so something else forbids it: an access list, a policy, or the server of "
        + "the drive."
    }
    // A name that no terminal can show as it is cannot be part of a command to copy.
    guard path.isValidUTF8, !path.string.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      return "Give yourself the right to read it."
    }
    let sudo = reader.user == owner ? "" : "sudo "
    let command = "\(sudo)chmod \(letter)+\(isAbove ? "x" : "rx") \(shellWord(path.string))"
    return "\(command) would let Deckle \(isAbove ? "pass" : "read") it."
  }

  /// The name of a user in the user database, else the number.
  private static func name(of user: UInt32) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name else {
      return "user \(user)"
    }
    return String(cString: name)
  }
}
