import Foundation
import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// The trash belongs to the whole desktop: what Deckle puts there, others must see and put back, and the reverse.
@Suite struct InteropTests {
  let scenery: Scenery

  init() throws { scenery = try Scenery() }

  static func isInstalled(_ program: String) -> Bool {
    ["/usr/bin/", "/usr/local/bin/", "/bin/"].contains { access($0 + program, X_OK) == 0 }
  }

  /// Runs a program with the home of the scenery, and gives what it wrote.
  private func run(_ program: String, _ arguments: [String], in folder: FilePath? = nil, input: String = "") throws
    -> String
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: (folder ?? scenery.folder.path).string)
    process.environment = [
      "HOME": scenery.environment.homeFolder.string, "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "XDG_DATA_HOME": scenery.environment.homeFolder.string + "/.local/share",
    ]
    let output = Pipe()
    let standardInput = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = standardInput
    try process.run()
    standardInput.fileHandleForWriting.write(Foundation.Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What other programs can hold too: names of valid UTF-8, with everything in them that a note or a shell could trip
  /// over. Names that are none are in scripts/torture, because the other tools lose them themselves.
  private static let names = [
    "IMG_1.jpg", "a b#?%.jpg", "é日本.jpg", "-rf.jpg", "two\nlines.jpg", "%2e%2e%2fescape.jpg", "e\u{301}.jpg",
    "\u{E9}.jpg", "\u{1B}[31mred.jpg", "tab\t.jpg", "quote\"'`$(x).jpg", "back\\slash.jpg", " leading.jpg",
    "trailing.jpg ", ".hidden", "x.trashinfo", "[Trash Info]", "Path=x", "\u{202E}gpj.jpg",
    String(repeating: "n", count: 200) + ".jpg",
  ]

  @Test(.enabled(if: isInstalled("trash-list"), "trash-cli is not installed"))
  func `trash-cli lists and restores what Deckle trashed`() throws {
    let paths = try Self.names.map { try scenery.photo($0, $0) }
    try scenery.move(paths.map { try .only($0) })

    let list = try run("trash-list", [])
    for path in paths { #expect(list.contains("2024-05-12 18:03:21 \(path.string)")) }

    let restored = try run("trash-restore", [paths[0].string], input: "0\n")
    #expect(TemporaryFolder.exists(paths[0]), "\(restored)")
    #expect(try TemporaryFolder.read(paths[0]) == Array(Self.names[0].utf8))
  }

  @Test(.enabled(if: isInstalled("trash-put"), "trash-cli is not installed"))
  func `Deckle finds and restores what trash-cli trashed`() throws {
    for name in Self.names {
      let path = try scenery.photo(name, name)
      _ = try run("trash-put", ["--", path.string])
      #expect(!TemporaryFolder.exists(path))

      let found = try TrashedFile.all(from: path, scenery.environment)

      let file = try #require(found.first)
      let outcome = Restorer(environment: scenery.environment, journal: scenery.journal).restore(file)
      #expect(outcome.result == .restored)
      #expect(try TemporaryFolder.read(path) == Array(name.utf8))
    }
    #expect(scenery.notes.isEmpty)
  }

  @Test(.enabled(if: isInstalled("gio"), "gio is not installed"))
  func `Deckle finds and restores what gio trashed`() throws {
    let desktop = try Desktop()
    for name in Self.names {
      let path = try desktop.disk.file("library/\(name)", name)
      try desktop.run("gio trash -- \"$1\"", path.string)
      #expect(!TemporaryFolder.exists(path))

      let file = try #require(try TrashedFile.all(from: path, desktop.environment).first)

      #expect(Restorer(environment: desktop.environment, journal: MemoryJournal()).restore(file).isRestored)
      #expect(try TemporaryFolder.read(path) == Array(name.utf8))
    }
  }

  @Test(.enabled(if: Desktop.hasTrashService, "dbus-run-session or the trash service of gvfs is not installed"))
  func `gio lists and restores what Deckle trashed`() throws {
    let desktop = try Desktop()
    let paths = try Self.names.map { try desktop.disk.file("library/\($0)", $0) }
    let plan = try RemovalPlan(items: paths.map { try .only($0) }, environment: desktop.environment)
    let mover = BatchMover(environment: desktop.environment, journal: MemoryJournal())
    #expect(try mover.move(plan, as: BatchID("b")).movedFiles == paths.count)

    let list = try desktop.run(
      "dbus-run-session -- sh -c 'gio trash --list; gio list -h -u trash:/// |"
        + " while read -r uri; do gio trash --restore \"$uri\"; done'")

    // This gio gives names beyond printable ASCII back as escapes, its own ones too, so those are known by content.
    let folder = desktop.disk.path.appending(name: "library")
    let back = try FileManager.default.contentsOfDirectory(atPath: folder.string).map {
      try TemporaryFolder.read(folder.appending(name: $0))
    }
    #expect(Set(back) == Set(Self.names.map { Array($0.utf8) }), "\(list)")
    for name in ["IMG_1.jpg", "a b#?%.jpg", "-rf.jpg"] {
      let path = folder.appending(name: name)
      #expect(list.contains(path.string), "\(list)")
      #expect(TemporaryFolder.exists(path), "\(list)")
    }
  }
}

/// A home on a disk for the desktop's own tools: they refuse memory volumes as internal to the system.
private struct Desktop {
  let disk: TemporaryFolder
  let environment: TrashEnvironment

  static let hasTrashService =
    InteropTests.isInstalled("gio") && InteropTests.isInstalled("dbus-run-session")
    && ["/usr/libexec/gvfsd-trash", "/usr/lib/gvfs/gvfsd-trash"].contains { (path: String) in access(path, X_OK) == 0 }

  init() throws {
    disk = TemporaryFolder()
    environment = TrashEnvironment.fixed(home: try disk.folder("home"))
  }

  /// Runs a line of the shell with this home, and gives what it wrote. `$1` is the argument.
  @discardableResult
  func run(_ line: String, _ argument: String = "") throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line, "sh", argument]
    process.environment = [
      "HOME": environment.homeFolder.string, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "XDG_DATA_HOME": environment.homeFolder.string + "/.local/share",
      "XDG_RUNTIME_DIR": try disk.folder("runtime").string,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A volume of its own that this process may write to: what the home trash does not serve.
@Suite struct VolumeTrashTests {
  static let volume: FilePath? = {
    guard let memory = TemporaryFolder.memory, case let other = TemporaryFolder(),
      let one = try? Volume.containing(memory), let two = try? Volume.containing(other.path),
      one.mountID != two.mountID, one.mountPoint == memory
    else { return nil }
    return memory
  }()

  @Test(.enabled(if: volume != nil, "There is no second volume to write to"))
  func `a photo on another volume goes to the trash of that volume and comes back`() throws {
    let volume = try #require(Self.volume)
    let disk = TemporaryFolder()
    let photos = TemporaryFolder(in: volume)
    let environment = TrashEnvironment.fixed(home: try disk.folder("home"))
    let path = try photos.file("Holiday 1/IMG_1.jpg", "on a card")
    let journal = MemoryJournal()
    let plan = try RemovalPlan(items: [.only(path)], environment: environment)
    let before = trashPreflight(for: photos.path, environment)
    #expect(before.trash == .volume && before.obstacle == nil)

    let report = try BatchMover(environment: environment, journal: journal).move(plan, as: BatchID("b"))

    let outcome = try #require(report.outcomes.first)
    guard case .moved(let location) = outcome.result else {
      Issue.record("\(outcome)")
      return
    }
    #expect(location.folder.topFolder == volume)
    #expect(!location.folder.path.isInside(disk.path))
    let note = try #require(TrashInfo(contents: try TemporaryFolder.read(location.infoPath)))
    let relative = photos.path.appending(name: "Holiday 1/IMG_1.jpg").bytes.dropFirst(volume.bytes.count + 1)
    #expect(note.path == Array(relative))
    #expect(try TrashedFile.all(from: path, environment).map(\.location) == [location])
    let batch = try #require(journal.batch(BatchID("b")))
    #expect(try Restorer(environment: environment, journal: journal).restore(batch).restoredFiles == 1)
    #expect(try TemporaryFolder.read(path) == Array("on a card".utf8))
    #expect(!TemporaryFolder.exists(location.infoPath))
    // Leaves the volume as it was; whatever else lies in its trash keeps the folders.
    for part in ["files", "info", ""] {
      _ = location.folder.path.appending(name: part).withPlatformString { rmdir($0) }
    }
  }
}
