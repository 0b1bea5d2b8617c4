import CFileSystem
import Glibc
package import SystemPackage

/// The values that the location of a trash depends on besides the file: the user, the home folder, and the time.
package struct TrashEnvironment: Sendable {
  /// `$XDG_DATA_HOME/Trash`, whether it exists or not; without symbolic links as far as it exists. Where that folder is
  /// one of a single app's, the trash of the home folder.
  package let homeTrash: FilePath
  /// Whether `homeTrash` is that of the home folder, not one of another data folder.
  package var isHomeTrashStandard: Bool { homeTrash == homeTrashes.last }
  /// Every home trash in use here, in the form of `homeTrash`, that of the home folder last: the desktop uses it where
  /// only this process was given another data folder.
  package let homeTrashes: [FilePath]
  /// The folders that the user chose for volumes without a trash.
  package let setAside: SetAsideFolders
  /// The user id of the owner of the trash: the effective one; under root with the home of somebody else, as where
  /// `sudo` keeps HOME, the id of that user.
  package var userID: UInt32
  /// Whether this process is root, working for that user.
  package private(set) var isRootForSomebody = false
  /// The local time to write into a `.trashinfo`.
  package var now: @Sendable () -> DeletionDate

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - homeFolder: `$HOME`, absolute.
  ///   - dataFolder: `$XDG_DATA_HOME`; nil or relative means `.local/share` in the home folder, as in the XDG
  ///     specification.
  ///   - userID: The effective user id of the owner of the trash.
  package init(
    homeFolder: FilePath, dataFolder: FilePath? = nil, setAside: SetAsideFolders = SetAsideFolders(), userID: UInt32,
    now: @escaping @Sendable () -> DeletionDate
  ) {
    self.setAside = setAside
    let standard = homeFolder.appending(name: ".local/share")
    let data = dataFolder.flatMap { $0.startsAtRoot ? $0 : nil } ?? standard
    let standardTrash = pathRealAsFarAsItExists(standard.appending(name: "Trash"))
    let dataTrash = pathRealAsFarAsItExists(data.appending(name: "Trash"))
    homeTrashes = standardTrash == dataTrash ? [standardTrash] : [dataTrash, standardTrash]
    homeTrash = Self.isOfOneApp(dataTrash, homeFolder) ? standardTrash : dataTrash
    self.userID = userID
    self.now = now
  }

  /// Every trash known by its path: a walk does not enter them, and photos in them count as removed already.
  package var knownTrashes: [FilePath] { homeTrashes + setAside.trashes }

  /// Whether a data folder belongs to a single snap or Flatpak app. A terminal inside of such an app hands it to every
  /// program that is started there; no file manager looks into its trash, and it goes away with the app.
  private static func isOfOneApp(_ trash: FilePath, _ homeFolder: FilePath) -> Bool {
    ["snap", ".snap", ".var/app"].contains { trash.isInside(pathRealAsFarAsItExists(homeFolder.appending(name: $0))) }
  }

  /// The trash environment of this process.
  ///
  /// - Parameter variables: Its environment.
  package static func current(variables: ProcessEnvironment = .ofThisProcess) -> TrashEnvironment {
    let data = variables.folder("XDG_DATA_HOME")
    let home = userHomeFolder(variables: variables)
    let user = fs_user_id()
    let owner = user == 0 ? (try? fileStatus(of: realPath(home)))?.owner ?? user : user
    var environment = TrashEnvironment(homeFolder: home, dataFolder: data, userID: owner, now: DeletionDate.now)
    environment.isRootForSomebody = owner != user
    return environment
  }
}

/// The home folder: `$HOME`; where that is no absolute path, the one that the system has for this user, else the root
/// folder.
package func userHomeFolder(variables: ProcessEnvironment) -> FilePath {
  if let given = variables.folder("HOME") { return given }
  guard let folder = getpwuid(fs_user_id())?.pointee.pw_dir else { return "/" }
  return FilePath(platformString: folder)
}

/// The local time at which a file went to the trash, to the second, without a zone: `YYYY-MM-DDThh:mm:ss`.
package struct DeletionDate: Hashable, Sendable, Codable {
  /// 19 ASCII characters.
  package let text: String
  /// The moment, in seconds since 1970; nil where only the text is known, which does not tell its time zone.
  package let secondsSince1970: Int64?

  /// Creates the date from its text. Nil where the form is wrong; whether day 31 exists in the month is not checked.
  package init?(_ text: String, secondsSince1970: Int64? = nil) {
    let pattern = "dddd-dd-ddTdd:dd:dd"
    guard text.utf8.count == pattern.utf8.count,
      zip(text.utf8, pattern.utf8).allSatisfy({ given, wanted in
        wanted == UInt8(ascii: "d") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(given) : given == wanted
      })
    else { return nil }
    self.text = text
    self.secondsSince1970 = secondsSince1970
  }

  /// Creates the date from seconds since 1970, in the time zone of this process. A year of more than four digits is cut
  /// to 9999.
  package init(secondsSince1970 seconds: Int64) {
    let bytes = [UInt8](unsafeUninitializedCapacity: 20) { buffer, filled in
      let result = buffer.withMemoryRebound(to: CChar.self) { fs_local_time(seconds, $0.baseAddress) }
      filled = result == 0 ? 19 : 0
    }
    let text = String(decoding: bytes, as: UTF8.self)
    self.text = text.utf8.count == 19 ? text : "9999-12-31T23:59:59"
    secondsSince1970 = seconds
  }

  /// The time as in "20260131-120000", which goes into the names of files and batches.
  package var fileTimestamp: String {
    text.filter { !"-:".contains($0) }.replacing("T", with: "-")
  }

  /// Compares the texts, which are all that a `.trashinfo` contains.
  package static func == (left: Self, right: Self) -> Bool { left.text == right.text }
  /// Hashes the text.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The time of this computer's clock.
  package static let now: @Sendable () -> DeletionDate = { DeletionDate(secondsSince1970: fs_seconds_since_1970()) }
}
