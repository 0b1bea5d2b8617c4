import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// The real program on a pseudo-terminal, with a user's keys.
@Suite(.waits) struct InterfaceTests {
  @Test(arguments: [(80, 24), (120, 40)])
  func `a review from the scan to the trash and back leaves every byte as it was`(columns: Int, rows: Int) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)
    let terminal = try library.openScanned(columns: columns, rows: rows)

    // Delete one, keep one, take it back, delete it after all.
    terminal.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: terminal)
    terminal.send(Key(.left))
    try waitForCard("Copy of IMG_2120.JPG", in: terminal)
    terminal.send(Key(.right))
    try #require(terminal.waitFor("All reviewed!"), "\(terminal.text)")
    terminal.send("u")
    try waitForCard("Copy of IMG_2120.JPG", in: terminal)
    terminal.send(Key(.left))
    try #require(terminal.waitFor("All reviewed!"), "\(terminal.text)")
    #expect(library.contents(of: library.pictures) == before, "nothing may move before it is confirmed")

    terminal.send("m")
    try #require(terminal.waitFor("Move 2 photos to the trash?"), "\(terminal.text)")
    #expect(terminal.text.contains("a copy of each stays"))
    terminal.send("y")
    try #require(terminal.waitFor("2 photos moved"), "\(terminal.text)")

    let trashed = library.contents(of: library.trash)
    let name = "From grandma's computer/Album/DSC00001.JPG"
    #expect(trashed["files/DSC00001.JPG"] == before[name])
    let info = String(decoding: trashed["info/DSC00001.JPG.trashinfo"] ?? Data(), as: UTF8.self)
    let escaped = (library.pictures.string + "/" + name).replacingOccurrences(of: " ", with: "%20")
      .replacingOccurrences(of: "'", with: "%27")
    #expect(info.hasPrefix("[Trash Info]\nPath="))
    #expect(info.contains(escaped) || info.contains(escaped.replacingOccurrences(of: "%27", with: "'")), "\(info)")
    #expect(info.contains("\nDeletionDate=2"))
    #expect(library.contents(of: library.pictures).count == before.count - 2)

    terminal.send("r")
    try #require(terminal.waitFor("2 photos are back where they were"), "\(terminal.text)")
    #expect(library.contents(of: library.pictures) == before)
    #expect(library.contents(of: library.trash).isEmpty)

    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0), "\(terminal.text)")
    #expect(terminal.isRestored)
  }

  @Test(arguments: [true, false])
  func `a mouse that the terminal reports all the same does nothing where it is off`(isOn: Bool) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(isOn ? [] : ["--no-mouse"])
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    let row = try #require((0..<terminal.size.rows).first { terminal.line($0).contains("Settings") })
    let lineText = terminal.line(row)
    let column = try #require(lineText.range(of: "Settings")).lowerBound.utf16Offset(in: lineText)

    terminal.send(Mouse(.press, x: column + 1, y: row))
    terminal.send(Mouse(.release, x: column + 1, y: row))

    if isOn {
      #expect(terminal.waitUntil { !$0.text.contains("Ready when you are") }, "\(terminal.text)")
    } else {
      #expect(terminal.waitForIdle() && terminal.text.contains("Ready when you are"), "\(terminal.text)")
    }
  }

  @Test func `after leaving, the same card and the same undo come back`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let first = try library.openScanned()
    first.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: first)
    first.send(Key(.left))
    try waitForCard("Copy of IMG_2120.JPG", in: first)
    first.send("q")
    #expect(first.exitStatus() == .exited(0))

    let second = try library.open()
    try #require(second.waitFor("in 2 sets"), "\(second.text)")
    #expect(second.text.contains("1 photo in the bin"), "\(second.text)")
    second.send(Key(.enter))
    try waitForCard("Copy of IMG_2120.JPG", in: second)
    second.send("u")
    try waitForCard("DSC00001.JPG", in: second)
    second.send(Key(.escape))
    try #require(second.waitFor("The bin is empty"), "\(second.text)")
  }

  @Test func `keys of the user's own work, and are what hints and help say`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    _ = try library.folder.write("[keys.home]\nscan = \"w\"\n", to: "config/deckle/config.toml")
    let terminal = try library.open()
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    let button = (0..<24).map(terminal.line).first { $0.contains("Scan photos") }
    #expect(button?.trimmingCharacters(in: .whitespaces).hasSuffix(" w") == true, "\(terminal.text)")

    terminal.send("s")
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    #expect(terminal.text.contains("Ready when you are"))
    terminal.send("w")

    try #require(terminal.waitFor("in 2 sets", timeout: .seconds(60)), "\(terminal.text)")
    #expect(terminal.waitFor("w scan"), "\(terminal.text)")
  }

  @Test func `a second program may look but not decide`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let first = try library.openScanned()
    let second = try library.open(columns: 120, rows: 40)
    try #require(second.waitFor("Another Deckle is open") && second.waitFor("in 2 sets"), "\(second.text)")
    second.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: second)
    second.send(Key(.left))
    try #require(
      second.waitUntil { columnText(of: $0.text).contains("you can look, but not decide") }, "\(second.text)")
    #expect(first.text.contains("The bin is empty"))
  }

  @Test func `no colour is sent where none is wanted`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(environment: ["NO_COLOR": "1"])
    try #require(terminal.waitFor("Ready when you are"))
    for y in 0..<24 {
      for x in 0..<80 { #expect(terminal.cell(x: x, y: y).foreground == ScreenCell.Color.terminalDefault) }
    }
  }

  @Test func `keys explain themselves`() throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    let terminal = try library.open(columns: 120, rows: 40)
    try #require(terminal.waitFor("Ready when you are"))
    terminal.send("?")
    try #require(terminal.waitFor("Ctrl-L"), "\(terminal.text)")
    terminal.send(Key(.escape))
    try #require(terminal.waitUntil { !$0.text.contains("Ctrl-L") })
    terminal.send("2")
    let listed = ["by cleanup score", "No app with a menu entry", "No installed apps were found"]
    try #require(terminal.waitUntil { screen in listed.contains { screen.text.contains($0) } }, "\(terminal.text)")
    terminal.send("3")
    try #require(terminal.waitFor("Sensitivity"), "\(terminal.text)")
  }

  @Test(arguments: [marked, keeper]) func `a photo that was changed since is not moved, nor its copy, and the rest is`(
    _ name: String
  ) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.openScanned(columns: 120, rows: 40)
    terminal.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: terminal)
    terminal.send(Key(.left))
    try waitForCard("Copy of IMG_2120.JPG", in: terminal)
    terminal.send(Key(.left))
    try #require(terminal.waitFor("All reviewed!"), "\(terminal.text)")

    let changed = URL(fileURLWithPath: library.pictures.string).appendingPathComponent(name)
    let stays = URL(fileURLWithPath: library.pictures.string).appendingPathComponent(Self.marked)
    var bytes = try Data(contentsOf: changed)
    bytes.append(0)
    try bytes.write(to: changed)
    terminal.send("m")
    try #require(terminal.waitFor("stays in the bin"), "\(terminal.text)")
    terminal.send("y")
    try #require(terminal.waitFor("1 photo moved"), "\(terminal.text)")
    #expect(FileManager.default.contents(atPath: changed.path) == bytes)
    #expect(FileManager.default.fileExists(atPath: stays.path))
  }

  private static let marked = "From grandma's computer/Album/DSC00001.JPG"
  private static let keeper = "2023 Summer/IMG_2101.JPG"
}
