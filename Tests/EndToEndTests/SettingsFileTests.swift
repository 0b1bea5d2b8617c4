import Foundation
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// What a change in the settings does to `config.toml`, which its owner edits, too.
@Suite(.waits) struct SettingsFileTests {
  private let library: TrialLibrary
  private let name = "config/deckle/config.toml"

  init() throws { library = try TrialLibrary(samples: []) }

  private func write(_ text: String) throws { _ = try library.folder.write(text, to: name) }

  private var text: String {
    get throws { String(decoding: try readFile(library.folder[name]), as: UTF8.self) }
  }

  /// The number before a row of the settings.
  private func number(_ title: String) throws -> String {
    let rows = try library.run(["--plain", library.pictures.string], input: "settings\nnext\nq\n").outputText
    let line = rows.split(separator: "\n").first { $0.hasSuffix(" \(title)") || $0.contains(" \(title): ") }
    return String(try #require(line, "\(rows)").prefix { $0 != " " })
  }

  private func type(_ lines: [String]) throws -> String {
    try library.run(["--plain", library.pictures.string], input: lines.map { $0 + "\n" }.joined()).outputText
  }

  /// Opens the settings, lets the file be changed, and switches the mouse.
  private func switchMouse(
    before: () throws -> Void = {}, meanwhile: () throws -> Void, until awaited: String
  ) throws {
    let mouse = try number("Mouse")
    let terminal = try library.open(["--plain"], columns: 120, rows: 60, environment: ["TERM": "dumb"])
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    try before()
    terminal.send("settings\n")
    try #require(terminal.waitFor("Rows 1 to"), "\(terminal.text)")
    try meanwhile()
    terminal.send("change \(mouse)\n")
    try #require(terminal.waitFor(awaited), "\(terminal.text)")
    terminal.send("q\n")
    #expect(terminal.exitStatus() == .exited(0))
  }

  @Test func `a mark at the start of the file, as some editors put it there, stays and hinders nothing`() throws {
    for lines in ["# mine\nbell = false\n", "bell = false\n", ""] {
      try write("\u{FEFF}" + lines)
      let mouse = try number("Mouse")

      _ = try type(["settings", "change \(mouse)", "q"])

      #expect(try text.contains("mouse = false\n"))
      #expect(try text.replacing("mouse = false\n", with: "") == "\u{FEFF}" + lines)
    }
  }

  private let strange = """
    # mine
    excludedFolders = [ # [cards]
      "we[i]rd ] # x", # stays ]
      'C:\\', # a literal one
    ] # end
    mouse = true # of the desk

    [keys.home]
    scan = "w"

    """

  @Test func `a switch changes its own value, beside lists with brackets and signs in names and comments`() throws {
    try write(strange)

    let output = try type(["settings", "change \(number("Mouse"))", "q"])

    #expect(output.contains("from the next start on"), "\(output)")
    #expect(try text == strange.replacing("mouse = true", with: "mouse = false"))
  }

  @Test func `a list takes another name and keeps its comments`() throws {
    try write(strange)

    let output = try type(["settings", "change \(number("Left out"))", "*.psd", "q"])

    #expect(output.contains("Left out from now on"), "\(output)")
    #expect(try text == strange.replacing(#"'C:\',"#, with: #"'C:\', "*.psd","#))
  }

  @Test func `a name that goes leaves the others and every comment`() throws {
    try write(strange)

    let output = try type(["settings", "change \(number("we[i]rd ] # x"))", "yes", "q"])

    #expect(output.contains("looks there again"), "\(output)")
    #expect(try text == strange.replacing(#""we[i]rd ] # x", # stays"#, with: "# stays"))
  }

  @Test func `a folder that is protected in another window stays so`() throws {
    try write("theme = \"light\"\n")
    let added = "theme = \"light\"\nprotectedFolders = [\"~/Best\"]\nexcludedFolders = [\"*.psd\"]\n"
    try switchMouse(meanwhile: { try write(added) }, until: "from the next start on")
    #expect(try text == "mouse = false\n" + added)
  }

  @Test func `a file that was broken when the settings opened and is mended since keeps what it says`() throws {
    try write("theme = \"light\"\n")
    let mended = "protectedFolders = [\"~/Best\"]\npictures = \"off\"\n"
    try switchMouse(
      before: { try write("protectedFolders = [\"~/Best\"\n") }, meanwhile: { try write(mended) },
      until: "from the next start on")
    #expect(try text == "mouse = false\n" + mended)
  }

  @Test(arguments: ["mouse = \n", "muose = true\n", "protectedFolders = [\"~/Best\"\n"])
  func `a broken file is named and not written`(broken: String) throws {
    try write("theme = \"light\"\n")
    try switchMouse(meanwhile: { try write(broken) }, until: "config.toml, line")
    #expect(try text == broken)
  }

  @Test func `a change that does not fit into the file is refused, and nothing is written`() throws {
    let escaped = "\"mo\\u0075se\" = true\n"
    try write(escaped)

    let output = try type(["settings", "change \(number("Mouse"))", "q"])

    #expect(output.contains("does not fit into the file"), "\(output)")
    #expect(try text == escaped)
  }

  @Test(arguments: [0o640, 0o600, 0o664]) func `the file keeps its permissions`(mode: Int) throws {
    try write("theme = \"light\"\n")
    let path = library.folder[name].string
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)

    _ = try type(["settings", "change \(number("Mouse"))", "q"])

    #expect(try text == "mouse = false\ntheme = \"light\"\n")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    #expect(library.contents(of: library.folder["config/deckle"]).count == 1)
  }

  @Test func `a file that was not there is made for its owner alone`() throws {
    _ = try type(["settings", "change \(number("Mouse"))", "q"])

    let path = library.folder[name].string
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let folder = library.folder["config/deckle"].string
    #expect(try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)
  }
}
