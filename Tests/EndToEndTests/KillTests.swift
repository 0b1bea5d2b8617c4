import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Kill -9 at every system call of a move that writes, renames or syncs: no photo may be unsafe, and the next start
/// finishes or takes back.
struct KillTests {
  private static let strace = FilePath("/usr/bin/strace")

  @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0, "strace is not installed"))
  func `a move killed at any call loses nothing, and the next start cleans up`() throws {
    var clean = false
    var kills = 0
    for call in 1...400 where !clean {
      let library = try TrialLibrary(samples: TrialLibrary.copies)
      let before = library.contents(of: library.pictures)
      let chosen = [
        "From grandma's computer/Album/DSC00001.JPG", "From grandma's computer/Album/Copy of IMG_2120.JPG",
      ]
      let calls = "renameat2,fsync,fdatasync,unlinkat,mkdirat,pwrite64,write,linkat,ftruncate"
      let run = try runProcess(
        Self.strace,
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(calls)", "-e", "inject=\(calls):signal=KILL:when=\(call)",
          deckleBinary.string, "trash", "--yes",
        ] + chosen.map { library.pictures.string + "/" + $0 }, environment: library.environment)
      if run.status == .exited(0) {
        clean = true
        #expect(library.contents(of: library.trash).count == 4)
      } else {
        kills += 1
        checkSafe(before, library, "killed at call \(call)")
        // The next start of any command that writes finds out what happened.
        let next = try library.run(["trash", "--dry-run", library.pictures.string + "/2023 Summer/IMG_2160.JPG"])
        #expect(next.status == .exited(0), "\(next.errorText)")
        checkSafe(before, library, "recovered after call \(call)")
        checkNoStrayNotes(library, "after call \(call)")
      }
    }
    #expect(clean, "no run came to its end: the loop was too short")
    #expect(kills > 10, "the fault was hardly ever hit")
  }

  /// Each photo is exactly in one place with its bytes: at home, or in the trash with a note that names its home.
  private func checkSafe(_ before: [String: Data], _ library: TrialLibrary, _ moment: String) {
    let home = library.contents(of: library.pictures)
    let trash = library.contents(of: library.trash)
    for (name, bytes) in before {
      let atHome = home[name] == bytes
      let file = (name as NSString).lastPathComponent
      let note = String(decoding: trash["info/\(file).trashinfo"] ?? Data(), as: UTF8.self)
      let inTrash = trash["files/\(file)"] == bytes && note.contains("Path=") && note.contains("DeletionDate=")
      #expect(atHome != inTrash, "\(name), \(moment): at home \(atHome), in the trash \(inTrash)")
    }
  }

  private func checkNoStrayNotes(_ library: TrialLibrary, _ moment: String) {
    let trash = library.contents(of: library.trash)
    for name in trash.keys where name.hasPrefix("info/") {
      let file = "files/" + name.dropFirst("info/".count).dropLast(".trashinfo".count)
      #expect(trash[file] != nil, "a note without its file, \(moment): \(name)")
    }
  }
}
