import Foundation
import SystemPackage
import TestSupport
import Testing

/// `config.toml`, as the commands take it.
@Suite(.waits) struct ConfigurationTests {
  private let file = "home/config/deckle/config.toml"

  @Test func `a protected folder that is not there is said, and the command goes on`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("protectedFolders = [\"/nowhere/best\"]\n", to: file)

    let process = try fixture.deckle("scan", "photos", "--json", "--progress", "none")

    #expect(process.status == .exited(0))
    #expect(process.errorText.contains("/nowhere/best"))
    #expect(process.errorText.contains("protectedFolders"))
    #expect(try Document(process).text("schema") == "deckle.scan/1")
  }

  @Test(arguments: [true, false]) func `a pattern may begin with the home folder`(isOption: Bool) throws {
    let fixture = try CommandFixture()
    try fixture.folder.write(CommandFixture.photo(seed: 1), to: "home/pictures/kept.jpg")
    try fixture.folder.write(CommandFixture.photo(seed: 2), to: "home/pictures/old/a.jpg")
    if !isOption { try fixture.folder.write("excludedFolders = [\"~/pictures/old\"]\n", to: file) }
    let option = isOption ? ["--exclude", "~/pictures/old"] : []

    let process = try runProcess(
      deckleBinary, ["scan", "home/pictures", "--json", "--measurements", "--no-cache", "--progress", "none"] + option,
      environment: fixture.environment, directory: fixture.folder.path)

    #expect(process.status == .exited(0))
    #expect(process.outputText.contains("kept.jpg"))
    #expect(!process.outputText.contains("old/a.jpg"))
  }

  @Test(arguments: [
    ("bell = 3\n", "line 1: bell must be true or false."),
    ("bell = true\n[[[keys]\n", "line 2: a name has to stand behind the bracket"),
    ("[\u{1b}keys]\n", "line 1: a name has to stand behind the bracket"),
    ("\n[keys.deck]\ndelete = \"u\"\n", "line 3: \"u\" would be both deck.delete and deck.undo."),
    ("[keys.entry]\nconfirm = \"a\"\n", "line 2: \"a\" is for typing in entry. Give entry.confirm another key."),
    ("[keys.deck]\nundo = [\"w\"]\ndelet = \"x\"\n", "line 3: \"delet\" has no key in deck;"),
    ("[keys]\ndeck.keep = \"ctrl-9\"\n", "line 2: deck.keep must be a key or a list of keys"),
    ("[keys.desk]\nkeep = \"x\"\n", "line 1: \"desk\" is no place with keys;"),
    ("keys = 3\n", "line 1: keys must be tables"),
    ("mouse = true\r\nbell = 3\r\n", "line 2: bell must be true or false."),
    ("mouse = true\r\n[ \r\n", "line 2: a name has to stand behind the bracket"),
    ("mouse = true\nmous = 1\n", "line 2: \"mous\" is no setting"),
    ("excludedFolders = [\n \"theme\",\n]\n\ntheme = \"purple\"\n", "line 5: theme must be one of"),
    ("# mouse\nexcludedFolders = [\"a\",\n\"mouse\"]\nmouse = 3\n", "line 4: mouse must be true or false"),
    ("mouse = true\n\n[colours]\na = 1\n", "line 3: \"colours\" is no setting; there are blurThreshold"),
    ("mouse = true\nbell.x = 1\n", "line 2: bell"),
    ("mouse = true\u{0}\nfoo = 1\n", "line 1: a character that is no text stands here"),
    ("mouse = true\nexcludedFolders = [\"a\", \u{2028}\"b\"]\n", "line 2: an invisible line break stands here"),
    ("a = [\u{2029}1]\n", "line 1: an invisible line break stands here"),
    ("a = [\u{85}1]\n", "line 1: an invisible line break stands here"),
    ("bell = ]\n", "line 1: a value has to stand behind the equals sign"),
    ("# \"\n\nbell =", "line 3: a value has to stand behind the equals sign"),
    ("excludedFolders = [ # [\n  \"a\", }\n]\n", "line 2: a brace closes what is no table"),
    ("excludedFolders = ['a:b', \"\"\"\n12:30\"\"\"]\nbell = 0:\n", "line 3: no setting is a date or a time"),
    ("bell = true\nbell = false\n", "line 2: the line cannot be read as name = value (this is set twice)"),
    ("theme = \"dark\nbell = true\n", "line 1: the line cannot be read as name = value (the closing quote is missing)"),
    ("theme = \"da\u{1}rk\"\n", "line 1: the line cannot be read as name = value (unescaped control characters"),
    ("bell = = true\n", "line 1: the line cannot be read as name = value ("),
    (
      "bell = true\nmouse = yes\n",
      "line 2: the line cannot be read as name = value (a word stands in \"quotes\", and what is"
    ),
    ("blurThreshold = 0,3 # less\n", "line 1: the line cannot be read as name = value (a number has a dot, like 0.3)"),
    ("bell = 1979-05-27Tx\n", "line 1: no setting is a date or a time"),
  ])
  func `a mistake in the settings is named with its line`(text: String, problem: String) throws {
    let fixture = try CommandFixture()
    try fixture.folder.write(text, to: file)

    let scan = try fixture.deckle("scan", "photos")

    #expect(scan.status == .exited(1))
    #expect(scan.errorText.contains(problem), "\(scan.errorText)")
  }

  @Test func `every mistake in the settings is named with its line`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.write("blurThreshold = 3\nbell = true\nmuose = true\nflash = 1\n", to: file)

    let scan = try fixture.deckle("scan", "photos")

    #expect(scan.status == .exited(1))
    let lines = scan.errorText.split(separator: "\n")
    let sentences = [
      "line 1: blurThreshold", "line 3: \"muose\" is no setting; did you mean mouse?", "line 4: flash",
      "Nothing was done. Mend the file",
    ]
    #expect(lines.count == sentences.count, "\(scan.errorText)")
    for (line, sentence) in zip(lines, sentences) {
      #expect(line.hasPrefix("deckle: ") && line.contains(sentence), "\(line)")
    }
  }

  @Test func `with a mistake in the settings photos are put back and listed, and nothing moves or is erased`() throws {
    let fixture = try CommandFixture()
    for seed: UInt64 in 1...3 { try fixture.addPhoto("\(seed).jpg", seed: seed) }
    let before = try fixture.content()
    _ = try fixture.deckle("trash", "--yes", "photos/1.jpg")
    _ = try fixture.deckle("trash", "--yes", "photos/2.jpg")
    try fixture.folder.write("# settings\nmuose = true\nprotectedFolders = [\"\(fixture.photos)\"]\n", to: file)

    let history = try fixture.deckle("history", "--json")
    let refusing = [
      try fixture.deckle("trash", "--yes", "photos/3.jpg"), try fixture.deckle("empty", "--all", "--dry-run"),
      try fixture.deckle("history", "--wipe"), try fixture.deckle("apps", "--tips"),
    ]
    let goingOn = [
      history, try fixture.deckle("restore", "--last", "--json"), try fixture.deckle("restore", "photos/1.jpg"),
      try fixture.deckle("cache", "info"), try fixture.deckle("apps", "--json"),
    ]

    for process in goingOn {
      #expect(process.status == .exited(0), "\(process.errorText)")
      #expect(process.errorText.contains("config.toml, line 2: \"muose\""), "\(process.errorText)")
      #expect(process.errorText.contains("goes on without the settings"))
    }
    #expect(try Document(history).list("batches").count == 2)
    for process in refusing {
      #expect(process.status == .exited(1))
      #expect(process.errorText.contains("line 2") && !process.errorText.contains("goes on"))
    }
    #expect(try fixture.content() == before)
    let unknown = try fixture.deckle("restore", "photos/3.jpg", "photos/none.jpg")
    #expect(unknown.outputText.contains("in were not looked into"), "\(unknown.outputText)")
  }

  @Test func `doctor reports a mistake in the settings with its line and looks at the rest`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.write("# settings\nmuose = true\n", to: file)

    let doctor = try fixture.deckle("doctor", "photos")
    let scan = try fixture.deckle("scan", "photos")

    #expect(doctor.status == .exited(1))
    #expect(doctor.outputText.contains("✕ config.toml"))
    #expect(doctor.outputText.contains("line 2"))
    #expect(doctor.outputText.contains("session"))
    #expect(scan.status == .exited(1))
    #expect(scan.errorText.contains("muose"))
  }

  @Test func `the order of keepers is the user's, and a mistake in it names its line`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.write(CommandFixture.photo(seed: 1), to: "photos/a/deep/x.jpg")
    try fixture.folder.write(CommandFixture.photo(seed: 1), to: "photos/y.jpg")
    try fixture.folder.write("# mine\nkeeper_order = [\n  \"shorterPath\",\n]\n", to: file)
    let process = try fixture.deckle("scan", "photos", "--json", "--progress", "none")
    #expect(process.status == .exited(0))
    #expect(process.outputText.contains("the one with the shorter path"))

    try fixture.folder.write("# mine\nkeeper_order = [\"sharpest\"]\n", to: file)
    let wrong = try fixture.deckle("scan", "photos")
    #expect(wrong.status == .exited(1))
    #expect(wrong.errorText.contains("line 2") && wrong.errorText.contains("there is no rule \"sharpest\""))

    try fixture.folder.write("keeper_order = [\"older\", \"older\"]\n", to: file)
    #expect(try fixture.deckle("scan", "photos").errorText.contains("older is there twice"))
  }

  @Test func `a session cut to nothing is noticed behind a symbolic link, too`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("", to: "disk/state/deckle/session.sqlite")
    #expect(symlink(fixture.folder["disk/state"].string, fixture.folder["home/state"].string) == 0)

    let process = try fixture.deckle("trash", "--yes", "photos/a.jpg")

    #expect(process.status == .exited(0))
    #expect(process.errorText.contains("damaged"))
    let kept = fixture.folder.listing().filter { $0.contains("session.sqlite.damaged-") }
    #expect(kept.count == 1)
  }
}
