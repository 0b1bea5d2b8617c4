import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// Decisions that outlive a scan, through the shell over a real library.
@MainActor
struct LedgerJourneyTests {
  /// Three copies of one picture under any names, and a photo apart.
  private func library(isReadOnly: Bool = false) throws -> RealLibrary {
    try RealLibrary(columns: 100, rows: 30, isReadOnly: isReadOnly) { folder in
      for name in ["a1", "a2", "a3"] { _ = try folder.write(Self.picture(1), to: "Pictures/\(name).jpg") }
      _ = try folder.write(Self.picture(3), to: "Pictures/c.jpg")
    }
  }

  private static func picture(_ seed: UInt64, quality: Int = 90) -> [UInt8] {
    jpegData(of: TestPictures.scene(seed: seed, size: PixelSize(width: 320, height: 240)), quality: quality)
  }

  private func issues(_ library: RealLibrary) -> [String] {
    IssueCategory.allCases.flatMap { library.app.library.review.deck($0)?.issues ?? [] }
      .map { String(decoding: $0.path.nameBytes, as: UTF8.self) }
  }

  private func rename(_ old: String, _ new: String, in library: RealLibrary) throws {
    try FileManager.default.moveItem(
      atPath: library.pictures.appending(old).string, toPath: library.pictures.appending(new).string)
  }

  @Test func `what was kept does not come back after a new name, another folder and a lost cache`() async throws {
    let library = try library()
    await library.type(Key("s"), Key(.enter), Key(.right), Key(.right))
    // Decided in this review, it is still shown; at the next scan it is not.
    #expect(issues(library) == ["a2.jpg", "a3.jpg"])
    _ = try library.folder.makeFolder("Pictures/deep")
    for name in ["a1", "a2", "a3"] { try rename("\(name).jpg", "deep/new \(name).jpg", in: library) }
    try library.clearCache()

    await library.type(Key(.escape), Key("s"))

    #expect(issues(library) == [], "\(library.screen)")
    _ = try library.folder.write(Self.picture(1), to: "Pictures/again.jpg")
    await library.type(Key("s"))
    #expect(issues(library).count == 3, "nobody can say which name is the new file")
  }

  @Test func `what was kept stays on its deck when a batch comes back, and Home says where it went at the next scan`()
    async throws
  {
    let library = try RealLibrary(columns: 100, rows: 30) { folder in
      for name in ["a1", "a2"] { _ = try folder.write(Self.picture(1), to: "Pictures/\(name).jpg") }
      for name in ["b1", "b2"] { _ = try folder.write(Self.picture(2), to: "Pictures/\(name).jpg") }
    }
    await library.type(Key("s"), Key(.enter), Key(.right), Key(.left), Key("m"), Key("y"))
    #expect(library.screen.contains("1 photo moved"), "\(library.screen)")

    await library.type(Key("r"), Key(.enter))

    #expect(Set(issues(library)) == ["a2.jpg", "b2.jpg"], "\(library.screen)")
    #expect(library.screen.contains("50 %") && !library.screen.contains("kept before"), "\(library.screen)")
    await library.type(Key("s"))
    #expect(issues(library) == ["b2.jpg"])
    #expect(library.screen.contains("1 kept before"), "\(library.screen)")
    await library.type(Key(.enter), Key(.right), Key(.escape), Key("s"))
    #expect(issues(library).isEmpty && library.screen.contains("Nothing is left to review"), "\(library.screen)")
    #expect(library.screen.contains("2 photos that you kept before are not asked about again."))
  }

  @Test func `a new member brings a kept set back, and undo a kept photo`() async throws {
    let library = try library()
    await library.type(Key("s"), Key(.enter), Key(.right), Key(.right), Key(.escape))
    _ = try library.folder.write(Self.picture(1), to: "Pictures/b.jpg")

    await library.type(Key("s"), Key(.enter))

    #expect(issues(library) == ["b.jpg"])
    #expect(library.beside.contains("new since you kept the others"), "\(library.screen)")
    #expect(library.screen.contains("1 of 1"))
    await library.type(Key("u"))
    #expect(Set(issues(library)) == ["b.jpg", "a3.jpg"], "\(library.screen)")
  }

  @Test func `a photo that is not the same stays away from its keeper until that is forgotten`() async throws {
    let library = try RealLibrary(columns: 100, rows: 30) { folder in
      _ = try folder.write(Self.picture(1, quality: 95), to: "Pictures/a.jpg")
      _ = try folder.write(Self.picture(1, quality: 80), to: "Pictures/b.jpg")
    }
    await library.type(Key("s"), Key(.enter), Key("n"))
    #expect(library.screen.contains("is taken out of this set; u puts it back"), "\(library.screen)")
    #expect(issues(library) == [])

    await library.type(Key("u"))
    #expect(issues(library).count == 1)
    await library.type(.control("r"), Key(.escape), Key("s"))
    #expect(issues(library) == [])

    await library.type(Key("3"))
    for _ in 0..<20 where library.app.settings.selectedID != .ledger { await library.type(Key(.down)) }
    #expect(library.screen.contains("1 not the same"), "\(library.screen)")
    await library.type(Key(.enter), Key("x"))
    #expect(library.screen.contains("Forget this decision?"), "\(library.screen)")
    await library.type(Key(.enter))
    #expect(library.app.library.ledger.refusals.count == 1)
    await library.type(Key("x"), Key("y"))
    #expect(library.app.library.ledger == Ledger() && library.screen.contains("Nothing is remembered yet"))
    #expect(issues(library).count == 1)
  }

  @Test func `copies are the same, whatever is said`() async throws {
    let library = try library()
    await library.type(Key("s"), Key(.enter), Key("n"))
    #expect(library.beside.contains("has the same bytes as its keeper"), "\(library.screen)")
    #expect(issues(library).count == 2 && library.app.library.ledger == Ledger())
  }

  @Test func `forgetting a kept photo makes a question of it again`() async throws {
    let library = try library()
    await library.type(Key("s"), Key(.enter), Key(.right), Key(.right), Key(.escape), Key("s"))
    #expect(issues(library) == [])

    await library.type(Key("3"))
    for _ in 0..<20 where library.app.settings.selectedID != .ledger { await library.type(Key(.down)) }
    await library.type(Key(.enter), Key("X"), Key("y"))

    #expect(issues(library) == ["a2.jpg", "a3.jpg"], "\(library.screen)")
    #expect(library.app.library.review.decision(library.pictures.appending("a2.jpg"), in: .duplicate) == .pending)
  }

  @Test func `a read-only session remembers nothing and forgets nothing`() async throws {
    let library = try library(isReadOnly: true)
    await library.type(Key("s"), Key(.enter), Key(.right), Key("n"), Key("*"))
    #expect(library.app.library.ledger == Ledger() && issues(library).count == 2)
  }

  @Test func `a chosen keeper is taken back with u and brought again`() async throws {
    let library = try library()
    await library.type(Key("s"), Key(.enter))
    let before = library.app.state.deck

    await library.type(Key("*"))
    #expect(library.app.state.deck.filmstrip.first?.path == library.pictures.appending("a2.jpg"), "\(library.screen)")
    await library.type(Key("u"))

    #expect(library.app.state.deck.filmstrip == before.filmstrip && issues(library) == ["a2.jpg", "a3.jpg"])
    #expect(library.app.state.deck.card?.issue == before.card?.issue)
    await library.type(.control("r"))
    #expect(library.app.state.deck.filmstrip.first?.path == library.pictures.appending("a2.jpg"))
  }

  @Test func `beside the sliders stands what the decks hold, also where another keeper was chosen`() async throws {
    let library = try RealLibrary(columns: 100, rows: 30) { folder in
      for (name, quality) in [("a1", 95), ("a2", 80), ("a3", 60)] {
        _ = try folder.write(Self.picture(1, quality: quality), to: "Pictures/\(name).jpg")
      }
    }
    func expectNotice() throws {
      let row = try #require(library.app.settings.state.rows.first { $0.id == .duplicateThreshold })
      let deck = try #require(library.app.library.review.deck(.duplicate)?.issues)
      #expect(row.figures == "\(deck.count) photos · \(deck.map(\.size).total.formatted)", "\(library.screen)")
    }
    await library.type(Key("s"), Key("3"))
    try expectNotice()
    let before = library.app.settings.state.rows.first { $0.id == .duplicateThreshold }?.figures

    await library.type(Key("1"), Key(.enter), Key("*"), Key("3"))

    try expectNotice()
    #expect(library.app.settings.state.rows.first { $0.id == .duplicateThreshold }?.figures != before)
    for _ in 0..<20 where library.app.settings.selectedID != .duplicateThreshold { await library.type(Key(.down)) }
    await library.type(Key(.left), Key(.right))
    try expectNotice()
  }
}
