import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// The first steps of the real program.
@Suite(.waits) struct FirstStepsTests {
  @Test func `who starts without a folder for the first time is led through the first steps, and only then`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let home = library.folder["home"].string
    try FileManager.default.createSymbolicLink(
      atPath: home + "/Pictures", withDestinationPath: library.pictures.string)

    let first = try library.openLast(columns: 100, rows: 30)
    try #require(first.waitFor("Your photos stay where they are"), "\(first.text)")
    try #require(first.waitFor("5 pictures seen"), "\(first.text)")
    first.send(Key(.enter))
    try #require(first.waitFor("Test the trash"), "\(first.text)")
    first.send(Key(.enter))
    try #require(first.waitFor("They stay there until you"), "\(first.text)")
    first.send(Key(.escape))
    try #require(first.waitFor("Ready when you are"), "\(first.text)")
    first.send("q")
    #expect(first.exitStatus() == .exited(0))

    let second = try library.openLast(columns: 100, rows: 30)
    try #require(second.waitFor("Ready when you are"), "\(second.text)")
    #expect(!second.text.contains("1 of 3"))
    second.send("q")
    #expect(second.exitStatus() == .exited(0))
  }

  @Test func `the first steps wait where they were left, and a folder that was chosen is opened again`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    _ = try library.folder.makeFolder("other")
    func choose(_ folder: String, in terminal: PseudoTerminal) throws {
      terminal.send("o")
      try #require(terminal.waitFor("Which folder?"), "\(terminal.text)")
      // The last letter by Tab, which may come back before or after the line is full.
      terminal.send(String(folder.dropLast()))
      terminal.send(Key(.tab))
      let name = folder.split(separator: "/").last ?? ""
      try #require(terminal.waitFor("\(name)/▏"), "\(terminal.text)")
      terminal.send(Key(.enter))
    }

    let first = try library.openLast(columns: 100, rows: 30)
    try #require(first.waitFor("1 of 3"), "\(first.text)")
    try choose(library.pictures.string, in: first)
    try #require(first.waitFor("Test the trash"), "\(first.text)")
    #expect(!first.text.contains("trash ready"), "nobody has tested it yet")
    first.send("2")
    try #require(first.waitUntil { !$0.text.contains("2 of 3") }, "\(first.text)")
    first.send(Key(.escape))
    try #require(first.waitFor("2 of 3"), "\(first.text)")
    first.send("q")
    #expect(first.exitStatus() == .exited(0))

    let second = try library.openLast(columns: 100, rows: 30)
    try #require(second.waitFor("2 of 3"), "\(second.text)")
    second.send("ss")
    try #require(second.waitFor("Ready when you are"), "\(second.text)")
    try choose(library.folder["other"].string, in: second)
    // The name stands in the question, too; while that looks for the folder it takes no key.
    try #require(second.waitUntil { !$0.text.contains("Which folder?") }, "\(second.text)")
    #expect(second.text.contains("/other"), "\(second.text)")
    second.send("q")
    #expect(second.exitStatus() == .exited(0))

    let third = try library.openLast(columns: 100, rows: 30)
    try #require(third.waitFor("Ready when you are"), "\(third.text)")
    #expect(!third.text.contains("of 3") && third.text.contains("/other"), "\(third.text)")
    third.send("q")
    #expect(third.exitStatus() == .exited(0))
  }
}
