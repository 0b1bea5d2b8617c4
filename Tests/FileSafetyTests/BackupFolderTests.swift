import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// What a backup has is told by content, and a second way to the photo itself is no backup of it.
@Suite struct BackupFolderTests {
  let scenery: Scenery

  init() throws { scenery = try Scenery() }

  private func holding(_ photo: FilePath, _ backup: BackupFolder, going: [FilePath] = []) throws
    -> BackupFolder.BackupMatch
  {
    let going = try going.map { try fileStatus(of: $0).identity }
    return backup.holding(
      of: try fileStatus(of: photo).identity, digest: { try? contentDigest(of: photo) },
      isGoing: { other in going.contains { $0.isSameFile(as: other) } })
  }

  private func backup() throws -> BackupFolder {
    try BackupFolder(scenery.folder.folder("backup"), environment: scenery.environment)
  }

  @Test func `a file is in the backup by its bytes, whatever it is called there`() throws {
    let photo = try scenery.folder.file("library/a.jpg", "one")
    let copy = try scenery.folder.file("backup/2024/renamed.bin", "one")
    let renamed = try scenery.folder.file("library/b.jpg", "two")
    try scenery.folder.file("backup/b.jpg", "six")

    let backup = try backup()

    let identity = try fileStatus(of: copy).identity
    #expect(try holding(photo, backup) == .copy(Survivor(path: copy, identity: identity)))
    #expect(try holding(renamed, backup) == .nothing)
  }

  @Test func `another name of the file is no backup of it, and beside a copy it does no harm`() throws {
    let photo = try scenery.folder.file("library/a.jpg", "one")
    let linked = try scenery.folder.folder("backup").appending(name: "a.jpg")
    #expect(link(photo.string, linked.string) == 0)

    #expect(try holding(photo, try backup()) == .ownName)
    let copy = try scenery.folder.file("backup/z.jpg", "one")

    let identity = try fileStatus(of: copy).identity
    #expect(try holding(photo, try backup()) == .copy(Survivor(path: copy, identity: identity)))
  }

  @Test func `a link to what goes along, or stands beside the photo, is no backup either`() throws {
    let photo = try scenery.folder.file("library/a.jpg", "one")
    let collision = try scenery.folder.file("library/b.jpg", "one")
    let linked = try scenery.folder.folder("backup").appending(name: "b.jpg")
    #expect(link(collision.string, linked.string) == 0)

    #expect(try holding(photo, try backup(), going: [photo, collision]) == .ownName)
    #expect(try holding(photo, try backup(), going: [photo]) == .ownName)
  }

  @Test func `names of one file within the backup are a copy`() throws {
    let photo = try scenery.folder.file("library/a.jpg", "one")
    let first = try scenery.folder.file("backup/monday/a.jpg", "one")
    let second = try scenery.folder.folder("backup/tuesday").appending(name: "a.jpg")
    #expect(link(first.string, second.string) == 0)

    let identity = try fileStatus(of: first).identity
    #expect(try holding(photo, try backup()) == .copy(Survivor(path: first, identity: identity)))
  }

  @Test func `an empty file, a link and what lies in a trash prove nothing`() throws {
    let photo = try scenery.folder.file("library/a.jpg", "one")
    let empty = try scenery.folder.file("library/empty.jpg", "")
    try scenery.folder.file("backup/empty.jpg", "")
    try scenery.folder.file("backup/.Trash-\(geteuid())/files/a.jpg", "one")
    #expect(symlink(photo.string, scenery.folder("backup/a.jpg").string) == 0)

    #expect(try holding(photo, try backup()) == .nothing)
    #expect(try holding(empty, try backup()) == .nothing)
  }

  @Test func `a trash is no backup, and neither is what lies in one`() throws {
    try scenery.photo("a.jpg", "one")
    try scenery.move([.only(scenery.folder("library/a.jpg"))])
    try scenery.folder.file("library/#recycle/2024/a.jpg", "one")

    for path in [scenery.trash, scenery.trash.appending("files"), scenery.folder("library/#recycle/2024")] {
      #expect(throws: FileSafetyError.trashIsNoBackup(path)) {
        try BackupFolder(path, environment: scenery.environment)
      }
    }
  }

  @Test func `a copy that changed since the look, or cannot be read, proves nothing and is counted`() throws {
    let photo = try scenery.folder.file("library/a.jpg", "one")
    try scenery.folder.file("backup/a.jpg", "one")
    let backup = try backup()
    try scenery.folder.file("backup/a.jpg", "two")

    #expect(try holding(photo, backup) == .nothing)
    #expect(backup.unread == 1)
  }

  @Test func `what lies in the folder is told from what lies beside it`() throws {
    let photo = try scenery.folder.file("library/2024/a.jpg", "one")
    let other = try scenery.folder.file("library2/a.jpg", "one")
    let library = try BackupFolder(scenery.folder("library"), environment: scenery.environment)

    #expect(library.contains(photo))
    #expect(!library.contains(other))
  }

  @Test func `what has every number but that of the device may be the photo itself`() throws {
    let photo = try scenery.folder.file("library/a.jpg", "one")
    let identity = try fileStatus(of: photo).identity
    let copy = try scenery.folder.file("backup/a.jpg", "one")
    let shown = try fileStatus(of: copy).identity
    var mirrored = shown
    mirrored.device += 1

    let backup = try backup()
    let digest = try contentDigest(of: photo)

    #expect(backup.holding(of: identity, digest: { digest }, isGoing: { _ in false }) != .ownName)
    #expect(backup.holding(of: mirrored, digest: { digest }, isGoing: { _ in false }) == .ownName)
  }

  @Test func `a library and a folder in it or around it are not apart`() throws {
    let photo = try scenery.folder.file("library/2024/a.jpg", "one")
    let library = scenery.folder("library")
    let other = try scenery.folder.folder("other")
    func shares(_ folder: FilePath) throws -> Bool {
      let backup = try BackupFolder(folder, environment: scenery.environment)
      return backup.library(among: [other, library], thatSharesFoldersAndHolds: [photo]) == library
    }

    #expect(try shares(scenery.folder.folder("library/backup")))
    #expect(try shares(library))
    #expect(try shares(library.removingLastComponent()))
    #expect(try !shares(scenery.folder.folder("backup")))
    // The backup of what lies elsewhere may well be a library.
    #expect(try !shares(scenery.folder.folder("other/backup")))
  }
}
