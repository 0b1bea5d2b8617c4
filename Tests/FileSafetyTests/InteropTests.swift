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

  private static let names = ["IMG_1.jpg", "a b#?%.jpg", "é日本.jpg", "-rf.jpg", "two\nlines.jpg"]

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
    // gio refuses memory volumes as internal to the system, so this needs a folder on a disk.
    let disk = try TemporaryFolder()
    let home = try disk.folder("home")
    let environment = TrashEnvironment.fixed(home: home)
    let path = try disk.file("library/a b#?é.jpg", "photo")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gio", "trash", "--", path.string]
    process.environment = [
      "HOME": home.string, "PATH": "/usr/bin:/bin", "XDG_DATA_HOME": home.string + "/.local/share",
    ]
    process.standardError = Pipe()
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      // The temporary folder itself is on a volume that gio does not serve; nothing to compare with.
      #expect(TemporaryFolder.exists(path))
      return
    }

    let file = try #require(try TrashedFile.all(from: path, environment).first)

    #expect(Restorer(environment: environment, journal: MemoryJournal()).restore(file).isRestored)
    #expect(try TemporaryFolder.read(path) == Array("photo".utf8))
  }

  @Test(.enabled(if: isInstalled("gio"), "gio is not installed"))
  func `gio lists and restores what Deckle trashed`() throws {
    let path = try scenery.photo("a b.jpg")
    try scenery.move([.only(path)])

    let list = try run("gio", ["trash", "--list"])

    // Without the trash service of the desktop, gio cannot list anything, whoever put it there.
    guard list.contains("trash:///") else { return }
    let uri = try #require(list.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("trash:///") })
    _ = try run("gio", ["trash", "--restore", String(uri)])
    #expect(TemporaryFolder.exists(path))
  }
}

/// A volume of its own that this process may write to: what the home trash does not serve.
@Suite struct VolumeTrashTests {
  static let volume: FilePath? = {
    guard let memory = TemporaryFolder.memory, let other = try? TemporaryFolder(),
      let one = try? Volume.containing(memory), let two = try? Volume.containing(other.path),
      one.mountID != two.mountID, one.mountPoint == memory
    else { return nil }
    return memory
  }()

  @Test(.enabled(if: volume != nil, "There is no second volume to write to"))
  func `a photo on another volume goes to the trash of that volume and comes back`() throws {
    let volume = try #require(Self.volume)
    let disk = try TemporaryFolder()
    let photos = try TemporaryFolder(in: volume)
    let environment = TrashEnvironment.fixed(home: try disk.folder("home"))
    let path = try photos.file("Holiday 1/IMG_1.jpg", "on a card")
    let journal = MemoryJournal()
    let plan = try RemovalPlan(items: [.only(path)], environment: environment)
    #expect(trashPreflight(for: photos.path, environment) == TrashPreflight(trash: .volume, obstacle: nil))

    let report = try BatchMover(environment: environment, journal: journal).move(plan, as: BatchID("b"))

    let outcome = try #require(report.outcomes.first)
    guard case .moved(let place) = outcome.result else {
      Issue.record("\(outcome)")
      return
    }
    #expect(place.folder.topFolder == volume)
    #expect(!place.folder.path.isInside(disk.path))
    let note = try #require(TrashInfo(contents: try TemporaryFolder.read(place.infoPath)))
    let relative = photos.path.appending(name: "Holiday 1/IMG_1.jpg").bytes.dropFirst(volume.bytes.count + 1)
    #expect(note.path == Array(relative))
    #expect(try TrashedFile.all(from: path, environment).map(\.place) == [place])
    let batch = try #require(journal.batch(BatchID("b")))
    #expect(try Restorer(environment: environment, journal: journal).restore(batch).restoredFiles == 1)
    #expect(try TemporaryFolder.read(path) == Array("on a card".utf8))
    #expect(!TemporaryFolder.exists(place.infoPath))
    // Leaves the volume as it was; whatever else lies in its trash keeps the folders.
    for part in ["files", "info", ""] {
      _ = place.folder.path.appending(name: part).withPlatformString { rmdir($0) }
    }
  }
}
