import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// Trashes of volumes on which others write, too, and of volumes that show one owner for everything.
@Suite(.waits) struct CommandsOpenTrashTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
  }

  @Test func `a trash that others can empty is named before anything moves`() throws {
    try fixture.folder.makeFolder("home/data/Trash/files")
    #expect(chmod(fixture.folder["home/data/Trash/files"].string, 0o777) == 0)

    let doctor = try fixture.deckle("doctor", "photos")
    let scan = try fixture.deckle("scan", "photos", "--json", "--progress", "none")
    let trash = try fixture.deckle("trash", "--yes", "photos/a.jpg")

    #expect(doctor.outputText.contains("there is none"), "\(doctor.outputText)")
    #expect(doctor.outputText.contains("is not safe to use"), "\(doctor.outputText)")
    #expect(try Document(scan).list("roots").first?.text("trash") == "none")
    #expect(trash.status == .exited(1))
    let messages = trash.outputText + trash.errorText
    #expect(messages.contains("data/Trash/files is not safe to use"), "\(messages)")
    #expect(fixture.folder.contains("photos/a.jpg") && !fixture.folder.contains("home/data/Trash/files/a.jpg"))
  }

  /// As FAT and NTFS are mounted for everybody, and shares with mapped users.
  @Test(arguments: ["root", "daemon"])
  func `a plain user moves photos on a mount that shows one owner and one mode for everything`(owner: String) throws {
    guard let mount = try OneOwnerMount(fixture.folder, owner: owner) else { return }
    defer { mount.end() }
    let user = PlainUser()
    let photo = "card/a.jpg"
    guard let moved = try user.deckle(fixture, "trash", "--yes", photo) else { return }

    #expect(moved.status == .exited(0), "\(moved.errorText)")
    #expect(!fixture.folder.contains(photo))
    // On a mount that another program answers for, the name has a part that nobody else can choose.
    let name = try #require(Self.trashedNames(fixture.folder).first { $0.hasPrefix("a.") })
    var status = stat()
    #expect(lstat(fixture.folder["card/.Trash-65534"].string, &status) == 0 && status.st_uid != 65534)
    let restored = try user.deckle(fixture, "restore", "--last")
    #expect(restored?.status == .exited(0) && fixture.folder.contains(photo), "\(restored?.errorText ?? "")")
    #expect(!Self.trashedNames(fixture.folder).contains(name))

    _ = try user.deckle(fixture, "trash", "--yes", photo)
    let command = (user.prefix ?? []) + [deckleBinary.string, "empty", "--all"]
    let terminal = try PseudoTerminal.launch(
      FilePath(command[0]), arguments: Array(command.dropFirst()), environment: fixture.environment,
      size: Size(columns: 100, rows: 30), directory: fixture.folder.path)
    #expect(terminal.waitFor("Type erase 1"), "\(terminal.text)")
    terminal.send("erase 1\r")
    #expect(terminal.exitStatus() == .exited(0), "\(terminal.text)")
    #expect(Self.trashedNames(fixture.folder).isEmpty)
  }

  private static func trashedNames(_ folder: TemporaryFolder) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder["card/.Trash-65534/files"].string)) ?? []
  }
}

/// A folder "card" that shows another one through bindfs, in which everything belongs to one user and is open to all.
private struct OneOwnerMount {
  private let path: FilePath

  /// Nil, with a word about it, where nothing can be mounted.
  init?(_ folder: TemporaryFolder, owner: String) throws {
    let program = "/usr/bin/bindfs"
    guard getuid() == 0, FileManager.default.isExecutableFile(atPath: program) else {
      print("skipped: only root with bindfs makes a mount of one owner")
      return nil
    }
    path = try folder.makeFolder("card")
    let below = try folder.makeFolder("below")
    try folder.write(CommandFixture.photo(seed: 1), to: "below/a.jpg")
    try PlainUser().own(folder)
    let options = ["--force-user=\(owner)", "--force-group=\(owner)", "--perms=a=rwX", "-o", "allow_other"]
    let mounting = try runProcess(FilePath(program), options + [below.string, path.string])
    guard mounting.status == .exited(0) else {
      print("skipped: bindfs cannot mount here: \(mounting.errorText)")
      return nil
    }
  }

  func end() { _ = path.withPlatformString { umount2($0, CInt(MNT_DETACH)) } }
}
