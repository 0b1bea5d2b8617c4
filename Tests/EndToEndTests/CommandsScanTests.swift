import FileSafety
import Foundation
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// `deckle scan` as scripts see it.
@Suite(.waits) struct CommandsScanTests {
  @Test func `a folder that does not exist is named and nothing is done`() throws {
    let fixture = try CommandFixture()

    let process = try fixture.deckle("scan", "nowhere")

    #expect(process.status == .exited(1))
    #expect(process.errorText == "deckle: There is no folder nowhere. Check the name and try again.\n")
    #expect(process.output.isEmpty)
  }

  @Test func `an empty name, as of a variable that was never set, is told from a missing folder`() throws {
    let process = try CommandFixture().deckle("scan", "")

    #expect(process.status == .exited(1))
    #expect(process.errorText == "deckle: An empty name is no folder. Name the folder to look into.\n")
  }

  @Test func `a file in place of a folder is refused with what to do`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)

    let process = try fixture.deckle("scan", "photos/a.jpg")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("is a file, not a folder. Name the folder that it lies in."))
  }

  @Test(arguments: [
    ["scan"], ["scan", "photos", "--jobs", "0"], ["scan", "photos", "--jobs", "two"],
    ["scan", "photos", "--blur-threshold", "0.9"], ["scan", "photos", "--similar-threshold", "0.4"],
    ["scan", "photos", "--duplicate-threshold", "1"], ["scan", "photos", "--blur-threshold", "nan"],
    ["scan", "photos", "--category", "selfie"], ["scan", "photos", "--progress", "dots"], ["scan", "--no-such-option"],
    ["trash"], ["trash", "-0", "a"], ["restore"], ["restore", "--last", "a"], ["restore", "--last", "--batch", "x"],
    ["history", "extra"], ["cache", "burn"],
  ])
  func `wrong usage is exit code 64`(_ arguments: [String]) throws {
    let fixture = try CommandFixture()

    let process = try runProcess(
      deckleBinary, arguments, environment: fixture.environment, directory: fixture.folder.path)

    #expect(process.status == .exited(64))
    #expect(process.output.isEmpty)
    #expect(!process.errors.isEmpty)
  }

  @Test func `an empty folder and one without photos are done with a sentence`() throws {
    let fixture = try CommandFixture()
    let empty = try fixture.deckle("scan", "photos")
    try fixture.folder.write("no photo", to: "photos/notes.txt")
    let withoutPhotos = try fixture.deckle("scan", "photos")

    for process in [empty, withoutPhotos] {
      #expect(process.status == .exited(0))
      #expect(process.outputText.hasPrefix("There are no photos in "))
      #expect(!process.outputText.contains("left out"))
      #expect(process.errors.isEmpty)
    }
  }

  @Test func `where all photos are left out the sentence says so`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg", "old/c.jpg"] { try fixture.addPhoto(name, seed: 1) }

    let all = try fixture.deckle("scan", "photos", "--exclude", "*")
    let some = try fixture.deckle("scan", "photos", "--exclude", "[ab].jpg")

    #expect(all.status == .exited(0))
    #expect(all.outputText.contains("but for what is left out: 3 files and folders match a pattern of --exclude"))
    #expect(some.outputText.contains("1 photo scanned"))
  }

  @Test(arguments: ["Phone", "Phone/", "Phone/*", "./Phone", "Phone/**", "Phone/Old/{a,b}.jpg", "./*/Old"])
  func `a pattern leaves out what lies below the folder, with or without a slash`(_ pattern: String) throws {
    let fixture = try CommandFixture()
    for name in ["c.jpg", "Phone/Old/a.jpg", "Phone/Old/b.jpg"] { try fixture.addPhoto(name, seed: 1) }

    let process = try fixture.deckle("scan", "photos", "--exclude", pattern)

    #expect(process.outputText.contains("1 photo scanned"))
    #expect(process.errors.isEmpty)
  }

  @Test func `a pattern that left nothing out is told once, apart from the document`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("sub/a.jpg", seed: 1)
    try fixture.folder.write("excludedFolders = [\"never\"]\n", to: "home/config/deckle/config.toml")

    let process = try fixture.deckle(
      "scan", "photos", "--json", "--exclude", "Phnoe/*", "--exclude", "sub", "--exclude", "Phnoe/*", "--exclude",
      "./a\u{1B}b")

    #expect(process.status == .exited(0))
    #expect(try Document(process).part("photos").number("found") == 0)
    let lines = process.errorText.split(separator: "\n")
    #expect(lines.count == 2 && lines.first == "deckle: --exclude Phnoe/* left nothing out.")
    #expect(!process.errors.contains(0x1B))
  }

  @Test func `what could not be read counts as not scanned at the second scan, too`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("no picture", to: "photos/b.jpg")
    _ = try fixture.deckle("scan", "photos")

    let counts = try Document(try fixture.deckle("scan", "photos", "--json")).part("photos")

    #expect(counts.number("found") == 2 && counts.number("scanned") == 1 && counts.number("fromCache") == 1)
  }

  @Test func `a folder that a plain user may not read is exit code 1 with a sentence`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("closed/a.jpg", seed: 1)
    let user = PlainUser()
    try user.own(fixture.folder)
    chmod(fixture.folder["photos/closed"].string, 0)
    defer { chmod(fixture.folder["photos/closed"].string, 0o700) }

    guard let all = try user.deckle(fixture, "scan", "photos/closed", "--json"),
      let part = try user.deckle(fixture, "scan", "photos"),
      let text = try user.deckle(fixture, "scan", "photos/closed")
    else { return }

    #expect(all.status == .exited(1))
    #expect(all.errorText.contains("photos/closed cannot be read."))
    #expect(try Document(all).list("roots").first?.text("access") == "denied")
    // What is in it is not known, and its name is said once in a line.
    #expect(!text.outputText.contains("There are no photos"))
    let line = try #require(text.outputText.split(separator: "\n").first)
    #expect(line.contains(" belongs to you, mode 0000.") && !line.contains("photos/closed: "))
    #expect(part.status == .exited(2))
    #expect(part.outputText.contains("photos/closed"))
    #expect(part.outputText.contains("No photos were found in ") && !part.outputText.contains("There are no photos"))
    #expect(part.outputText.contains(", and 1 folder could not be opened."))
    #expect(part.outputText.contains("Not read  1 folder that could not be opened\n"))
  }

  @Test func `photos that are marked in the review of the same folders and not found are said beside the result`()
    throws
  {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let gone = try fixture.addPhoto("card/b.jpg", seed: 2)
    let item = DecisionAction.Item(
      path: gone, identity: try fileStatus(of: gone).identity, category: .blurry, decision: .delete, previous: .pending)
    _ = try SessionDatabase(path: fixture.folder["home/state/deckle/session.sqlite"], timestamp: "x")
      .record(DecisionAction(items: [item]), in: [fixture.photos])
    #expect(!(try fixture.deckle("scan", "photos").errorText.contains("marked")))

    #expect(unlink(gone.string) == 0)
    let scan = try fixture.deckle("scan", "photos", "--json", "--progress", "none")

    #expect(scan.status == .exited(0))
    #expect(
      scan.errorText
        == "deckle: 1 photo that you marked was not found in \(fixture.folder["photos/card"].string). What you "
        + "decided is kept, and counts again when it is back.\n")
    #expect(try Document(scan).list("skipped").isEmpty)
    for others in [["--exclude", "card"], ["--one-file-system"]] {
      let process = try runProcess(
        deckleBinary, ["scan", "photos"] + others, environment: fixture.environment, directory: fixture.folder.path)
      #expect(!process.errorText.contains("marked"))
    }
  }

  @Test func `a state and a cache that cannot be written do not stop a scan`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("in the way", to: "home/cache")
    try fixture.folder.write("in the way", to: "home/state")

    let process = try fixture.deckle("scan", "photos")

    #expect(process.status == .exited(0))
    #expect(process.errorText.contains("Without its cache Deckle measures every photo anew."))
    #expect(process.outputText.contains("1 photo scanned"))
  }

  @Test func `an unknown setting is an error that names the line`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.write("reducedMotion = true\ncolour = \"red\"\n", to: "home/config/deckle/config.toml")

    let process = try fixture.deckle("scan", "photos")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("line 2"))
    #expect(process.errorText.contains("colour"))
  }

  @Test func `a folder to protect that is not there stops the scan`() throws {
    let fixture = try CommandFixture()

    let process = try fixture.deckle("scan", "photos", "--protect", "photos/alubm")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("photos/alubm"))
  }

  @Test func `output without a terminal has no escape codes`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] { try fixture.addPhoto(name, seed: 1) }

    for progress in ["auto", "bar", "json", "none"] {
      let process = try fixture.deckle("scan", "photos", "--progress", progress)
      #expect(!process.output.contains(0x1B))
      #expect(!process.errors.contains(0x1B))
    }
  }

  @Test func `progress as JSON is one object to a line, and auto is silent without a terminal`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try fixture.addPhoto(name, seed: 1) }

    let json = try fixture.deckle("scan", "photos", "--progress", "json")
    let auto = try fixture.deckle("scan", "photos")

    let lines = json.errorText.split(separator: "\n")
    // Nothing is known at first.
    #expect(lines.first?.contains("\"total\":0") == true)
    for line in lines {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["total"] is NSNumber)
      #expect(object["stage"] is String)
    }
    // In the end what the result says.
    #expect(lines.last?.contains("\"duplicate\":2") == true, "\(lines.last ?? "")")
    #expect(auto.errors.isEmpty)
  }

  @Test(arguments: [20, 40, 80]) func `the bar takes one line, however narrow the terminal is`(columns: Int) throws {
    let fixture = try CommandFixture()
    let picture = jpegData(of: TestPictures.scene(seed: 5, size: .init(width: 64, height: 48)))
    for index in 0..<120 { try fixture.folder.write(picture, to: "photos/\(index).jpg") }

    let terminal = try PseudoTerminal.launch(
      "/bin/sh", arguments: ["-c", "exec \"$deckle\" scan photos --json --no-cache > found.json"],
      environment: fixture.environment.merging(["deckle": deckleBinary.string]) { $1 },
      size: Size(columns: columns, rows: 10), directory: fixture.folder.path)

    #expect(terminal.exitStatus() == .exited(0))
    let left = terminal.text.filter { !$0.isWhitespace }
    #expect(left.isEmpty, "\(terminal.text)")
  }

  @Test func `a closed pipe ends the scan quietly`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] { try fixture.addPhoto(name, seed: 1) }

    let process = try fixture.shell("\"$deckle\" scan photos --json | true; echo \"${PIPESTATUS[0]}\"")

    #expect(process.outputText == "0\n")
    #expect(process.errors.isEmpty)
  }

  @Test func `Ctrl-C prints what was found by then and is exit code 130`() throws {
    let fixture = try CommandFixture()
    let picture = jpegData(of: TestPictures.scene(seed: 5, size: .init(width: 1024, height: 768)))
    // Each with bytes of its own: copies would be known at once.
    for index in 0..<400 {
      try fixture.folder.write(picture + [UInt8(index % 256), UInt8(index / 256)], to: "photos/\(index).jpg")
    }

    let terminal = try PseudoTerminal.launch(
      "/bin/sh",
      arguments: ["-c", "exec \"$deckle\" scan photos --json --jobs 1 --no-cache --progress json > found.json"],
      environment: fixture.environment.merging(["deckle": deckleBinary.string]) { $1 }, directory: fixture.folder.path)
    #expect(terminal.waitFor("\"reading\""))
    terminal.send(bytes: [0x03])

    #expect(terminal.exitStatus() == .exited(130))
    let bytes = try fixture.folder.read("found.json")
    let document = Document(try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]))
    #expect(document.flag("interrupted") == true)
    let photos = try document.part("photos")
    #expect(photos.number("found") == 400)
    #expect(try #require(photos.number("scanned")) < 400)
    #expect(try #require(photos.number("scanned")) >= 1)
  }

  /// A scan leaves room for what is decided.
  private static let hasDiskWithSpace =
    (try? Volume.containing(TemporaryFolder().path)).map {
      $0.available > ByteCount(6_000_000_000) && $0.fileSystemType != "tmpfs"
    } ?? false

  @Test(.enabled(if: hasDiskWithSpace, "The folder for temporary files is in memory, or has less than 6 GB of room."))
  func `what a stopped scan keeps for the next one is told, and gone once that has ended`() throws {
    let fixture = try CommandFixture()
    let picture = jpegData(of: TestPictures.scene(seed: 5, size: .init(width: 1024, height: 768)))
    for index in 0..<400 {
      try fixture.folder.write(picture + [UInt8(index % 256), UInt8(index / 256)], to: "photos/\(index).jpg")
    }
    let terminal = try PseudoTerminal.launch(
      deckleBinary, arguments: ["scan", "photos", "--jobs", "1", "--progress", "json"],
      environment: fixture.environment, directory: fixture.folder.path)
    #expect(terminal.waitFor("\"reading\""))
    terminal.send(bytes: [0x03])
    #expect(terminal.exitStatus() == .exited(130))
    func kept() -> [String] { fixture.folder.listing().filter { $0.contains("keypoints-") } }
    let sentence = "Kept only until a scan has compared all photos"

    #expect(kept().count == 1)
    #expect(try fixture.deckle("cache", "info").outputText.contains(sentence))
    for index in 3..<400 { try FileManager.default.removeItem(atPath: fixture.folder["photos/\(index).jpg"].string) }
    #expect(try fixture.deckle("scan", "photos").status == .exited(0))

    #expect(kept() == [])
    #expect(try !fixture.deckle("cache", "info").outputText.contains(sentence))
  }

  @Test func `a cache that a scan finds damaged is kept under another name and said so, once`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    #expect(try fixture.deckle("scan", "photos").status == .exited(0))
    // Pages of measurements: they are met by the scan, not by opening the file.
    let cache = "home/cache/deckle/features.sqlite"
    #expect(!fixture.folder.contains(cache + "-wal"), "a scan ends with all it measured in one file")
    var bytes = try fixture.folder.read(cache)
    let whole = bytes
    let path = Array(fixture.photos.appending("a.jpg").string.utf8)
    for page in stride(from: 16384, to: bytes.count, by: 16384)
    where Data(bytes[page..<page + 16384]).firstRange(of: path) != nil {
      for byteIndex in page..<page + 64 { bytes[byteIndex] = 0x5A }
    }
    try #require(bytes != whole)
    try fixture.folder.write(bytes, to: cache)

    let damaged = try fixture.deckle("scan", "photos")
    let after = try fixture.deckle("scan", "photos")

    #expect(damaged.status == .exited(0))
    #expect(
      damaged.errorText.contains("deckle: The cache was damaged. It is kept as ~/cache/deckle/features.sqlite.damaged-")
    )
    #expect(damaged.errorText.contains("; every photo is measured anew.\n"))
    #expect(!after.errorText.contains("damaged"))
    let kept = fixture.folder.listing().filter {
      $0.contains("features.sqlite.damaged-") && !$0.contains("-wal") && !$0.contains("-shm")
    }
    #expect(try kept.map { try fixture.folder.read($0) } == [bytes])
  }

  @Test func `a byte that has changed in the cache, wherever it stands, changes no finding`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write(jpegData(of: TestPictures.scene(seed: 1), quality: 70), to: "photos/c.jpg")
    let expected = try findings(in: fixture)
    let cache = "home/cache/deckle/features.sqlite"
    let whole = Data(try fixture.folder.read(cache))
    let path = Data(fixture.photos.appending("c.jpg").string.utf8)
    // Behind the path stands what is known of the photo: in one place its numbers, in another what it looks like. At the end
    // of the file stands before it the content that it is found by.
    var indices: [Data.Index] = []
    var rest = whole.startIndex..<whole.endIndex
    while let found = whole.range(of: path, in: rest) {
      indices.append(found.upperBound + 100 < whole.endIndex ? found.upperBound + 100 : found.lowerBound - 8)
      rest = found.upperBound..<whole.endIndex
    }
    try #require(indices.count >= 3)

    for byteIndex in indices {
      var damaged = whole
      damaged[byteIndex] ^= 0x10
      try fixture.folder.write(Array(damaged), to: cache)

      #expect(try findings(in: fixture) == expected)
      #expect(try findings(in: fixture) == expected)
    }
  }

  /// The document up to what is another at each scan.
  private func findings(in fixture: CommandFixture) throws -> [String] {
    let process = try fixture.deckle("scan", "photos", "--json")
    #expect(process.status == .exited(0) && process.errorText.isEmpty)
    let document = try Document(process)
    #expect(try document.part("photos").number("scanned") == 2)
    let groups = try document.list("groups")
    #expect(groups.count == 1)
    return try [groups, document.list("issues")].flatMap {
      try $0.map { document in
        let bytes = try JSONSerialization.data(withJSONObject: document.object, options: .sortedKeys)
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}
