import Foundation
import SystemPackage
import TestSupport
import Testing

/// File names that are no text, or that a terminal would obey.
@Suite(.waits) struct CommandsNamesTests {
  private static let names: [[UInt8]] = [
    [0xFF, 0xFE] + Array(".jpg".utf8), [0xFF, 0xFD] + Array(".jpg".utf8), Array("two\nlines.jpg".utf8),
    Array("\u{1B}[31mred\u{1B}]0;title\u{7}.jpg".utf8), Array("c1\u{9B}31m.jpg".utf8),
    Array("right\u{202E}gpj.jpg".utf8), Array(" spaces .jpg".utf8), Array("--option.jpg".utf8),
    [UInt8(ascii: "l")] + [UInt8](repeating: 0xE9, count: 240) + Array(".jpg".utf8),
  ]

  private func library() throws -> CommandFixture {
    let fixture = try CommandFixture()
    for (index, name) in Self.names.enumerated() {
      try fixture.folder.write(CommandFixture.photo(seed: UInt64(index) + 10), nameBytes: Array("photos/".utf8) + name)
    }
    return fixture
  }

  private func isHarmless(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
  }

  @Test func `survive scan, trash and restore byte for byte`() throws {
    let fixture = try library()
    let before = try fixture.content()

    let scan = try Document(try fixture.deckle("scan", "photos", "--json", "--measurements"))
    let paths = try scan.list("measurements").map { try $0.pathBytes() }
    let expected = Self.names.map { Array((fixture.photos.string + "/").utf8) + $0 }
    #expect(Set(paths) == Set(expected))
    for measurement in try scan.list("measurements") {
      let bytes = try measurement.pathBytes()
      #expect(measurement.keys.contains("pathBytes") == (String(validating: bytes, as: UTF8.self) == nil))
      #expect(measurement.text("path") == String(decoding: bytes, as: UTF8.self))
    }
    let trash = try fixture.deckle(
      "trash", "--yes", "-0", "--from", "-", "--json", input: Array(paths.joined(separator: [0])))
    #expect(trash.status == .exited(0))
    #expect(try fixture.content().isEmpty)
    let outcomes = try Document(trash).list("files").map { try $0.pathBytes() }
    #expect(outcomes == paths)
    let restore = try fixture.deckle("restore", "--last", "--json")

    #expect(restore.status == .exited(0))
    #expect(try fixture.content() == before)
  }

  @Test func `that differ only in how an accent is written are two files, each restored by its name`() throws {
    let fixture = try CommandFixture()
    for (seed, name) in [(1, "\u{E9}tude.jpg"), (2, "e\u{301}tude.jpg")] {
      try fixture.folder.write(
        CommandFixture.photo(seed: UInt64(seed)), nameBytes: Array("photos/".utf8) + Array(name.utf8))
    }
    let before = try fixture.content()
    try #require(before.count == 2)
    let names = "photos/$'\\u00e9tude.jpg' photos/$'e\\u0301tude.jpg'"
    let trash = try fixture.shell("LC_ALL=C.UTF-8; \"$deckle\" trash --yes \(names)")
    try #require(trash.status == .exited(0), "\(trash.outputText)")

    let restore = try fixture.shell("LC_ALL=C.UTF-8; \"$deckle\" restore \(names)")

    #expect(restore.status == .exited(0))
    #expect(try fixture.content() == before)
  }

  @Test func `are taken from the arguments as the system passed them`() throws {
    let fixture = try library()
    let before = try fixture.content()

    let trash = try fixture.shell("\"$deckle\" trash --yes --json photos/$'\\xff\\xfd.jpg' photos/$'\\xff\\xfe.jpg'")
    #expect(trash.status == .exited(0))
    #expect(try fixture.content().count == before.count - 2)
    let restore = try fixture.shell("\"$deckle\" restore photos/$'\\xff\\xfe.jpg' photos/$'\\xff\\xfd.jpg'")

    #expect(restore.status == .exited(0))
    #expect(try fixture.content() == before)
  }

  @Test func `a library of such a name can be scanned`() throws {
    let fixture = try CommandFixture()
    let folder = Array("photos/".utf8) + [0xE4, 0xF6]
    try fixture.folder.write(CommandFixture.photo(seed: 1), nameBytes: folder + Array("/a.jpg".utf8))

    let process = try fixture.shell("\"$deckle\" scan photos/$'\\xe4\\xf6' --json")

    #expect(process.status == .exited(0))
    let root = try #require(try Document(process).list("roots").first)
    #expect(try root.pathBytes() == Array((fixture.folder.path.string + "/").utf8) + folder)
  }

  @Test func `never reach the terminal as control characters`() throws {
    let fixture = try library()
    try fixture.folder.write(Array("no picture".utf8), nameBytes: Array("photos/bad\u{1B}[2J.jpg".utf8))
    for name in Self.names.prefix(4) {
      try fixture.folder.write(CommandFixture.photo(seed: 99), nameBytes: Array("photos/copy of ".utf8) + name)
    }

    let runs = [
      try fixture.deckle("scan", "photos"), try fixture.deckle("scan", "photos", "--json", "--measurements"),
      try fixture.shell("\"$deckle\" trash --dry-run photos/*"), try fixture.shell("\"$deckle\" trash --yes photos/*"),
      try fixture.deckle("history"), try fixture.deckle("history", "--json"), try fixture.deckle("restore", "--last"),
      try fixture.deckle("scan", "photos/no\u{1B}[2J"), try fixture.deckle("scan", "photos", "--category", "\u{1B}[2J"),
      try fixture.deckle("restore", "--batch", "\u{1B}[2J"), try fixture.deckle("doctor", "no\u{1B}[2J"),
    ]

    for run in runs {
      #expect(isHarmless(run.output))
      #expect(isHarmless(run.errors))
    }
  }
}
