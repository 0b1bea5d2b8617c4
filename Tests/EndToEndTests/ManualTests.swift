import Foundation
import SystemPackage
import TestSupport
import Testing

/// What the program says of itself, and the pages that are made from it.
@Suite(.waits) struct ManualTests {
  @Test func `the version comes first, then the libraries with theirs`() throws {
    let fixture = try CommandFixture()

    let process = try fixture.deckle("--version")
    let lines = process.outputText.split(separator: "\n")

    #expect(process.status == .exited(0))
    // A third line names the libraries that this build is without.
    #expect(lines.count == 2 || (lines.count == 3 && lines[2].hasPrefix("built without ")))
    #expect(try #require(lines.first).wholeMatch(of: /deckle \d+\.\d+\.\d+\S*/) != nil)
    for library in ["libjpeg-turbo", "libpng", "libheif", "libwebp", "libtiff", "expat", "ncurses", "SQLite"] {
      #expect(try #require(lines.dropFirst().first).contains(try Regex("\(library) [0-9]")), "\(library)")
    }
  }

  @Test(arguments: [
    "open", "scan", "trash", "restore", "plan", "apply", "import", "report", "empty", "apps", "history", "doctor",
    "cache",
  ])
  func `help says what the value of an option is`(command: String) throws {
    let help = try CommandFixture().deckle("help", command).outputText

    // Of a theme or a category the name is the value.
    let empty = help.matches(of: /--([a-z-]+) <([a-z-]+)>/).filter { $0.1 == $0.2 && $0.1 != "category" }
    #expect(empty.isEmpty, "\(empty.map(\.0))")
    #expect(help.contains("USAGE"))
  }

  @Test func `keys, manual pages and completions in docs are what this program writes`() throws {
    let tests = FilePath(#filePath).removingLastComponent().removingLastComponent()
    let script = tests.removingLastComponent().appending("scripts/make-docs")

    let process = try runProcess(script, ["--check"], environment: ["DECKLE_BIN": deckleBinary.string])

    #expect(process.status == .exited(0), "\(process.errorText)")
  }
}
