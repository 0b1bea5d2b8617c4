import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Kill -9 at every system call of a move that writes, renames or syncs, and a disk that does not give the session: no
/// photo may be unsafe, and the next start finishes or takes back.
@Suite(.waits) struct KillTests {
  private static let strace = FilePath("/usr/bin/strace")
  private static let isTraced = access("/usr/bin/strace", X_OK) == 0

  /// strace counts each kind of call on its own, so each is gone through to its end.
  @Test(
    .enabled(if: isTraced, "strace is not installed"),
    arguments: ["renameat2", "fsync", "fdatasync", "mkdirat", "write"])
  func `a move killed at any call loses nothing, and the next start cleans up`(call: String) throws {
    let chosen = [
      "From grandma's computer/Album/DSC00001.JPG", "From grandma's computer/Album/Copy of IMG_2120.JPG",
    ]
    for number in 1...400 {
      let library = try TrialLibrary(samples: TrialLibrary.copies)
      let before = library.contents(of: library.pictures)
      let run = try traced(
        library, "inject=\(call):signal=KILL:when=\(number)",
        ["trash", "--yes"] + chosen.map { library.pictures.string + "/" + $0 })
      if run.status == .exited(0) {
        #expect(library.contents(of: library.trash).count == 4)
        #expect(number > 1, "the fault was never hit")
        return
      }
      checkSafe(before, library, "killed at \(call) \(number)")
      // The next start of any command that writes finds out what happened.
      let next = try library.run(["trash", "--yes", library.pictures.string + "/no such photo"])
      #expect(next.status == .exited(1), "\(next.errorText)")
      checkSafe(before, library, "recovered after \(call) \(number)")
      checkNoStrayNotes(library, "after \(call) \(number)")
    }
    Issue.record("no run came to its end: the loop was too short")
  }

  /// Both a disk that fails once and one that fails from then on; the receipt must not be given up for either.
  @Test(.enabled(if: isTraced, "strace is not installed"), arguments: ["", "+"])
  func `a session that the disk cannot read is not taken for a damaged one`(how: String) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let photo = library.pictures.string + "/2023 Summer/IMG_2160.JPG"
    for number in 1...200 {
      try #require(library.run(["trash", "--yes", photo]).status == .exited(0))

      let run = try traced(library, "inject=pread64:error=EIO:when=\(number)\(how)", ["restore", "--last"])

      let left = try FileManager.default.contentsOfDirectory(atPath: library.folder["state/deckle"].string)
      #expect(!left.contains { $0.contains("damaged") }, "read \(number): \(run.errorText)")
      if run.status == .exited(0) {
        // A single failure may be made good on the way; only one that lasts tells where the reads end.
        if how == "+" || number == 30 { return }
        continue
      }
      #expect(run.errorText.contains(" "), "it failed without a sentence")
      #expect(try library.run(["restore", "--last"]).status == .exited(0), "read \(number)")
    }
    Issue.record("no run came to its end: the loop was too short")
  }

  /// The last sync of a batch is that of the folder a photo came from.
  @Test(.enabled(if: isTraced, "strace is not installed"))
  func `a move that the disk does not confirm is not called done`() throws {
    var refusals = 0
    for number in 1...40 {
      let library = try TrialLibrary(samples: TrialLibrary.copies)
      let photo = library.pictures.string + "/2023 Summer/IMG_2160.JPG"
      try FileManager.default.createDirectory(
        atPath: library.trash.string + "/files", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      let run = try traced(library, "inject=fsync:error=EIO:when=\(number)", ["trash", "--yes", photo])
      if run.status == .exited(0) {
        // It may end well only because there was no such sync any more.
        let trace = try String(contentsOfFile: library.folder["trace"].string, encoding: .utf8)
        #expect(!trace.contains("INJECTED"), "sync \(number) failed and it was called done")
        #expect(refusals > 2, "the fault was hardly ever hit")
        return
      }
      refusals += 1
      #expect(run.status == .exited(1) || run.status == .exited(2), "sync \(number): \(run.errorText)")
      #expect(!run.errorText.isEmpty || run.outputText.contains("failed"), "sync \(number) failed without a word")
    }
    Issue.record("no run came to its end: the loop was too short")
  }

  private func traced(_ library: TrialLibrary, _ fault: String, _ arguments: [String]) throws -> FinishedProcess {
    let call = fault.dropFirst("inject=".count).prefix { $0 != ":" }
    return try runProcess(
      Self.strace,
      ["-f", "-qq", "-o", library.folder["trace"].string, "-e", "trace=\(call)", "-e", fault, deckleBinary.string]
        + arguments,
      environment: library.environment)
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
