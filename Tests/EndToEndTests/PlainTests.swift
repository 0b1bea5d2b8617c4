import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// The real program with `--plain`: through a pipe, and on a terminal that knows nothing but lines.
@Suite(.waits) struct PlainTests {
  private func run(_ library: TrialLibrary, _ lines: [String]) throws -> FinishedProcess {
    try library.run(["--plain", library.pictures.string], input: lines.map { $0 + "\n" }.joined())
  }

  @Test func `a script reviews, moves, and puts back, and every byte is as it was`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)

    let first = try run(library, ["s", "review", "h", "l", "u", "h", "m", "yes", "q"])

    let text = first.outputText
    #expect(first.status == .exited(0), "\(text)\(first.errorText)")
    #expect(!first.output.contains(0x1B) && !first.errors.contains(0x1B))
    #expect(text.contains("\nMarked for the bin: DSC00001.JPG\n"), "\(text)")
    #expect(text.contains("\nKept: Copy of IMG_2120.JPG\n"))
    #expect(text.contains("\nMove 2 photos to the trash?\n2 are exact copies; a copy of each stays\n"))
    #expect(text.contains("\n2 photos moved\n"))
    #expect(text.hasSuffix("\nEvery decision is kept.\n"))
    let trashed = library.contents(of: library.trash)
    #expect(trashed["files/DSC00001.JPG"] == before["From grandma's computer/Album/DSC00001.JPG"])
    #expect(library.contents(of: library.pictures).count == before.count - 2)

    let second = try run(library, ["y", "r", "q"])
    #expect(second.status == .exited(0))
    #expect(second.outputText.contains("2 photos are back where they were, undecided again."), "\(second.outputText)")
    #expect(library.contents(of: library.pictures) == before)
    #expect(library.contents(of: library.trash).isEmpty)
  }

  @Test func `a script makes photos smaller by real decode workers, and puts them back`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)

    let first = try run(library, ["scan", "large", "choose 1", "make smaller", "yes", "home", "quit"])

    let text = first.outputText
    #expect(first.status == .exited(0), "\(text)\(first.errorText)")
    #expect(text.contains("Large, nothing lost: ") && text.contains(" could be "), "\(text)")
    #expect(text.contains(" lose nothing: the same pictures in fewer bytes"), "\(text)")
    #expect(text.contains(" made smaller\n") && text.contains("You did not choose it."), "\(text)")
    let after = library.contents(of: library.pictures)
    let changed = after.filter { before[$0.key] != $0.value }
    #expect(after.keys == before.keys && !changed.isEmpty && changed.count < before.count)
    #expect(changed.allSatisfy { $0.value.count * 100 <= (before[$0.key]?.count ?? 0) * 95 })
    #expect(library.contents(of: library.trash).keys.count { $0.hasPrefix("files/") } == changed.count)

    let second = try run(library, ["y", "r", "q"])
    #expect(second.outputText.contains("made smaller"), "\(second.outputText)")
    #expect(library.contents(of: library.pictures) == before, "\(second.outputText)")
  }

  @Test func `a photo moves to a folder that is made where the same answer comes twice`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)
    let family = library.folder["Family"]
    let below = family.appending("2024")

    let process = try run(
      library, ["s", "review", "t", below.string, family.string, family.string, "m", "yes", "q"])

    let text = process.outputText
    #expect(process.status == .exited(0), "\(text)\(process.errorText)")
    #expect(text.contains("There is no folder \(below.string)."), "one level at a time: \(text)")
    #expect(text.contains("is not there yet: the same answer again makes it."))
    let moved = library.contents(of: family)
    let photo = try #require(moved.values.first)
    #expect(moved.count == 1 && before.values.contains(photo))
    #expect(library.contents(of: library.pictures).count == before.count - 1)
  }

  @Test func `what was said last is not said again on quitting`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)

    let text = try run(library, ["s", "review", "s", "q"]).outputText

    #expect(text.split(separator: "\n").count { $0.hasPrefix("Skipped") } == 1, "\(text)")
    #expect(text.hasSuffix("\nEvery decision is kept.\n") || text.hasSuffix("\nNothing was decided.\n"), "\(text)")
  }

  @Test func `a session that was left is whole in its one file`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    _ = try run(library, ["s", "review", "h", "q"])

    let files = library.folder.listing().filter { $0.contains("session.sqlite") && !$0.hasSuffix("lock") }

    #expect(files.count == 1 && files.allSatisfy { $0.hasSuffix("session.sqlite") }, "\(files)")
  }

  @Test func `settings that are typed stand in the file, beside what its owner wrote there`() throws {
    let library = try TrialLibrary(samples: [])
    let file = library.folder["config/deckle/config.toml"]
    _ = try library.folder.write("# mine\ntheme = \"light\"\n", to: "config/deckle/config.toml")
    let row = try run(library, ["settings", "next", "q"]).outputText
    func number(_ title: String) throws -> String {
      let line = row.split(separator: "\n").first { $0.contains(" \(title): ") }
      return String(try #require(line, "\(row)").prefix { $0 != " " })
    }
    let mouse = try number("Mouse")
    let leftOut = try number("Left out")

    let typed = try run(library, ["settings", "look \(mouse)", "look \(leftOut)", "*", "*.psd", "q"])

    #expect(typed.status == .exited(0), "\(typed.outputText)\(typed.errorText)")
    #expect(typed.outputText.contains("This would leave out everything."), "\(typed.outputText)")
    #expect(typed.outputText.contains("Mouse: off. This holds from the next start on."), "\(typed.outputText)")
    #expect(typed.outputText.contains("Left out: 1 pattern. Left out from now on."), "\(typed.outputText)")
    let text = String(decoding: try readFile(file), as: UTF8.self)
    #expect(text == "# mine\nexcludedFolders = [\"*.psd\"]\nmouse = false\ntheme = \"light\"\n", "\(text)")
  }

  @Test func `a folder that is protected in the settings meanwhile keeps its photos`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)
    _ = try run(library, ["s", "review", "h", "q"])
    let terminal = try library.open(["--plain"], columns: 100, rows: 40)
    #expect(terminal.waitFor("in the bin"))
    terminal.send("b\r")
    #expect(terminal.waitFor("(chosen)"))
    try library.folder.write("protectedFolders = [\"\(library.pictures)\"]\n", to: "config/deckle/config.toml")
    terminal.send("m\r")
    #expect(terminal.waitFor("No photo can be moved"))
    #expect(terminal.waitFor("in the protected folder"))
    terminal.send("no\r")
    #expect(terminal.waitFor("Nothing was moved."))
    try library.folder.write("protectedFolders = [\"", to: "config/deckle/config.toml")
    terminal.send("m\r")
    #expect(terminal.waitFor("it is not known what is"))
    terminal.send("no\r")
    terminal.send("q\r")

    #expect(terminal.exitStatus() == .exited(0))
    #expect(library.contents(of: library.pictures) == before)
  }

  @Test func `what is not in the backup is held back, and goes only after a yes to that`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let album = "From grandma's computer/Album"
    let copy = try readFile(library.pictures.appending("\(album)/DSC00001.JPG"))
    try library.folder.write(copy, to: "backup/another name.jpg")
    let before = library.contents(of: library.pictures)
    func run(_ lines: [String]) throws -> FinishedProcess {
      try library.run(
        ["--plain", library.pictures.string, "--backup", library.folder["backup"].string],
        input: lines.map { $0 + "\n" }.joined())
    }

    let partial = try run(["s", "review", "h", "h", "m", "no", "yes", "q"])
    #expect(partial.status == .exited(0), "\(partial.errorText)")
    #expect(partial.outputText.contains("1 of 2 photos is not in the backup. Move it, too?"), "\(partial.outputText)")
    #expect(partial.outputText.contains("Move 1 photo to the trash?"), "\(partial.outputText)")
    #expect(partial.outputText.contains("1 of 2 is in the backup; 1 is not, so it stays"))
    #expect(partial.outputText.contains("is not in the backup"))
    var now = library.contents(of: library.pictures)
    #expect(now.count == before.count - 1 && now["\(album)/DSC00001.JPG"] == nil)

    let all = try run(["b", "m", "yes", "yes", "q"])
    #expect(all.outputText.contains("This photo is not in the backup. Move it all the same?"), "\(all.outputText)")
    now = library.contents(of: library.pictures)
    #expect(now.count == before.count - 2, "\(all.outputText)")
  }

  @Test func `a backup that is not there is said before anything is shown`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)

    let run = try library.run(["--plain", library.pictures.string, "--backup", "/nowhere/backup"])

    #expect(run.status == .exited(1) && run.output.isEmpty)
    #expect(run.errorText.contains("/nowhere/backup"), "\(run.errorText)")
  }

  @Test func `the library itself is no backup`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)

    let run = try library.run(
      ["--plain", library.pictures.string, "--backup", library.pictures.string], input: "s\nreview\nh\nm\nyes\nq\n")

    #expect(run.outputText.contains("is no backup of it"), "\(run.outputText)")
    #expect(library.contents(of: library.pictures) == before)
  }

  @Test func `what could not be read is listed with its reason, after a restart as well`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    try library.folder.write(Array("no picture".utf8), to: "Pictures/broken.jpg")
    _ = try run(library, ["s", "q"])

    let text = try run(library, ["e", "q"]).outputText

    #expect(text.contains("Note: 1 file could not be read"), "\(text)")
    #expect(text.contains("1 broken.jpg in ") && text.contains("a backup may have a whole one."), "\(text)")
  }

  @Test func `a no at the confirmation moves nothing`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)
    let run = try run(library, ["s", "review", "h", "m", "no", "q"])
    #expect(run.status == .exited(0))
    #expect(run.outputText.contains("\nNothing was moved.\n"), "\(run.outputText)")
    #expect(library.contents(of: library.pictures) == before)
    #expect(library.contents(of: library.trash).isEmpty)
  }

  @Test func `the end of the input in the middle keeps every decision`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)
    let first = try run(library, ["s", "review", "h", "m"])
    #expect(first.status == .exited(0))
    #expect(first.outputText.contains("1 photo (") && first.outputText.contains("Every decision is kept."))
    #expect(library.contents(of: library.pictures) == before)

    let second = try run(library, ["b"])
    #expect(second.outputText.contains("\n1 DSC00001.JPG in "), "\(second.outputText)")
  }

  @Test func `a dumb terminal is enough, and nothing but text reaches it`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(["--plain"], environment: ["TERM": "dumb"])
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    terminal.send("s\n")
    try #require(terminal.waitFor("in 2 sets"), "\(terminal.text)")
    terminal.send("review\n")
    try #require(terminal.waitFor("DSC00001.JPG in "), "\(terminal.text)")
    terminal.send("h\n")
    try #require(terminal.waitFor("Marked for the bin: DSC00001.JPG"), "\(terminal.text)")
    // Ctrl-D.
    terminal.send(bytes: [4])
    #expect(terminal.exitStatus() == .exited(0), "\(terminal.text)")
    #expect(terminal.text.contains("Every decision is kept."))
    #expect(!terminal.rawOutput.contains(0x1B))
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(130))])
  func `a signal leaves safely`(signal: Int32, code: Int32) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(["--plain"], environment: ["TERM": "dumb"])
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    terminal.send("s\n")
    try #require(terminal.waitFor("Scanning"), "\(terminal.text)")
    if signal == SIGINT { terminal.send(bytes: [3]) } else { terminal.signal(signal) }
    #expect(terminal.exitStatus() == .exited(code), "\(terminal.text)")
  }

  @Test func `a listener that goes away ends the session before it can move anything`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)
    let script = "printf 's\\nreview\\nh\\nm\\nyes\\n' | \"$0\" --plain \"$1\" | head -n 1; exit ${PIPESTATUS[1]}"
    let process = try runProcess(
      "/bin/bash", ["-c", script, deckleBinary.string, library.pictures.string], environment: library.environment)
    #expect(process.status == .exited(1), "\(process.errorText)")
    #expect(process.errorText.contains("could not be written"), "\(process.errorText)")
    #expect(library.contents(of: library.pictures) == before)
  }

  @Test func `an endless script is read no faster than it is obeyed`() throws {
    let library = try TrialLibrary(samples: [])
    let script = "yes again | \"$0\" --plain \"$1\" | head -n 2000 | tail -n 1"
    let process = try runProcess(
      "/bin/bash", ["-c", script, deckleBinary.string, library.pictures.string], environment: library.environment)
    #expect(process.status == .exited(0), "\(process.errorText)")
  }

  @Test func `without the flag a dumb terminal is told about it`() throws {
    let library = try TrialLibrary(samples: [])
    let terminal = try library.open(environment: ["TERM": "dumb"])
    #expect(terminal.exitStatus() == .exited(1))
    #expect(terminal.text.contains("--plain"), "\(terminal.text)")
  }
}
