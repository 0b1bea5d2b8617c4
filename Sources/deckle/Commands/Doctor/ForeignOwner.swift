import FileSafety
import Glibc
import SystemPackage
import TextSurface

/// The owner of photos that root is about to move into its own trash, where the owner cannot find them.
struct ForeignOwner {
  /// The name of the owner.
  let name: String
  /// Whether the owner is the person behind the `sudo` that Deckle runs under.
  let isCaller: Bool

  init(userID: UInt32, variables: ProcessEnvironment) {
    name = Self.name(of: userID)
    isCaller = variables["SUDO_UID"] == "\(userID)"
  }

  /// The effect on the photos, and the advice.
  var sentence: String { "\(finding) \(advice)" }

  var finding: String {
    "You are root, and these photos belong to \(name): they go to the trash of root, where \(name) does not find them."
  }

  var advice: String {
    "Run Deckle as \(name); where it has to be root, keep the home folder: sudo --preserve-env=HOME deckle."
  }

  static func name(of userID: UInt32) -> String {
    guard let name = getpwuid(userID)?.pointee.pw_name else { return "user \(userID)" }
    return SafeText(String(cString: name)).text
  }
}

extension Program {
  /// The owner of the first of these files or folders that is not root's, where this is root with a trash of its own.
  func foreignOwner(of paths: some Sequence<FilePath>) -> ForeignOwner? {
    guard geteuid() == 0, trash.userID == 0 else { return nil }
    for path in paths {
      guard let owner = (try? fileStatus(of: path))?.owner, owner != 0 else { continue }
      return ForeignOwner(userID: owner, variables: variables)
    }
    return nil
  }
}
