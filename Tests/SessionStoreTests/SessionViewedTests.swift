import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// The photos that were viewed among all photos, and marks that were made there.
@Suite struct SessionViewedTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos")]
  private let time = Date(timeIntervalSince1970: 1_700_000_060)

  private func open() throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
  }

  private func viewing(_ byte: UInt8) -> DecisionAction {
    var item = Samples.item(FilePath("/photos/\(byte)"), .pending, in: .browse, number: UInt64(byte))
    item.digest = Samples.digest(byte)
    return DecisionAction(items: [item], isViewing: true)
  }

  private func viewed(in roots: [FilePath] = [FilePath("/photos")]) throws -> Set<ContentDigest> {
    try open().session(of: roots).viewed
  }

  @Test func `what was viewed is known in every library, until it is taken back, and again when that is`() throws {
    let first = try open().record(viewing(1), in: roots)
    let second = try open().record(viewing(2), in: roots)
    #expect(first.isViewing && second.isViewing)
    #expect(try viewed() == Set([Samples.digest(1), Samples.digest(2)].compactMap(\.self)))
    #expect(try viewed(in: ["/elsewhere"]) == viewed())
    #expect(try open().session(of: roots).actions == [first, second])

    try open().undo(second.id)
    #expect(try viewed() == Set([Samples.digest(1)].compactMap(\.self)))
    let undone = try #require(try open().session(of: roots).actions.last)
    #expect(undone.isViewing && undone.isUndone)
    let again = try open().redo(undone, at: time, in: roots)
    #expect(again.isViewing)
    #expect(try viewed().count == 2)

    // What was undone and is then forgotten was never viewed.
    try open().undo(again.id)
    _ = try open().record(DecisionAction(items: [Samples.item("/photos/x", .keep)]), in: roots)
    #expect(try viewed() == Set([Samples.digest(1)].compactMap(\.self)))
  }

  @Test func `what was viewed outlives the decisions about its file`() throws {
    let stored = try open().record(viewing(1), in: roots)

    try open().forgetDecisions(
      about: [stored.items[0].path], identities: [stored.items[0].path: stored.items[0].identity])

    #expect(try open().session(of: roots).actions.isEmpty)
    #expect(try viewed() == Set([Samples.digest(1)].compactMap(\.self)))
  }

  @Test func `a mark made among all photos is stored as such`() throws {
    let mark = DecisionAction(items: [Samples.item("/photos/a", .delete, in: .browse)])
    let stored = try open().record(mark, in: roots)

    let saved = try open().session(of: roots)

    #expect(saved.actions == [stored] && saved.actions[0].items[0].category == .browse && saved.viewed.isEmpty)
  }
}
