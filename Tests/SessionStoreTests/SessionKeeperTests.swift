import Foundation
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// Which photo of a group stays, where somebody chose it.
@Suite struct SessionKeeperTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos"), FilePath(bytes: Array("/more/".utf8) + [0xFF])]
  private let time = Date(timeIntervalSince1970: 1_700_000_060)

  private func open() throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
  }

  @discardableResult
  private func choose(_ path: FilePath, of group: PhotoGroup.ID, before: FilePath? = nil) throws -> DecisionAction {
    let move = KeeperMove(group: group, path: path, previous: before)
    return try open().record(
      DecisionAction(items: [Samples.item(path, .pending)], keeperMove: move), in: roots)
  }

  @Test func `the files of chosen keepers are told with their bytes, in whatever library, while the choice holds`()
    throws
  {
    let group = PhotoGroup.ID("00ff")
    var item = Samples.item("/photos/a", .pending, number: 3)
    item.digest = Samples.digest(3)
    func choose(_ item: DecisionAction.Item, before: FilePath?, in roots: [FilePath]) throws -> DecisionAction {
      let move = KeeperMove(group: group, path: item.path, previous: before)
      return try open().record(DecisionAction(items: [item], keeperMove: move), in: roots)
    }
    _ = try choose(item, before: nil, in: roots)
    let first = DecidedFile(path: item.path, identity: item.identity, digest: item.digest)
    #expect(try open().reviews().flatMap(\.chosenFiles) == [first])

    let other = Samples.item("/photos/b", .pending, number: 4)
    let second = try choose(other, before: item.path, in: roots)
    let there = try choose(other, before: nil, in: ["/photos"])
    let files = try open().reviews().flatMap(\.chosenFiles)
    #expect(files == [other, other].map { DecidedFile(path: $0.path, identity: $0.identity) })

    try open().undo(second.id)
    try open().undo(there.id)
    #expect(try open().reviews().flatMap(\.chosenFiles) == [first])
  }

  @Test func `the chosen keeper of a group is the last one chosen`() throws {
    let group = PhotoGroup.ID("00ff")
    try choose(FilePath("/photos/a"), of: group)
    let last = try choose(Samples.hostilePaths[1], of: group, before: FilePath("/photos/a"))

    let session = try open().session(of: roots)

    #expect(session.chosenKeepers == [group: Samples.hostilePaths[1]])
    #expect(session.actions.last == last && last.keeperMove?.previous == FilePath("/photos/a"))
  }

  @Test func `a chosen keeper is taken back and brought again`() throws {
    let group = PhotoGroup.ID("00ff")
    let first = try choose(FilePath("/photos/a"), of: group)
    let second = try choose(FilePath("/photos/b"), of: group, before: FilePath("/photos/a"))

    try open().undo(second.id)
    #expect(try open().session(of: roots).chosenKeepers == [group: FilePath("/photos/a")])
    try open().undo(first.id)
    #expect(try open().session(of: roots).chosenKeepers == [:])
    _ = try open().redo(first, at: time, in: roots)
    #expect(try open().session(of: roots).chosenKeepers == [group: FilePath("/photos/a")])
  }

  @Test func `a chosen keeper that was moved is chosen no more, whatever has its name then, and no undo chooses it`()
    throws
  {
    let (group, others) = (PhotoGroup.ID("00ff"), PhotoGroup.ID("0f0f"))
    let (a, b): (FilePath, FilePath) = ("/photos/a", "/photos/b")
    try choose(b, of: group)
    let second = try choose(a, of: group, before: b)
    let again = try choose(b, of: group, before: a)
    try choose(a, of: others)
    #expect(try open().session(of: roots).chosenKeepers == [group: b, others: a])

    try open().forgetDecisions(about: [b], identities: [b: Samples.identity(1)])

    #expect(try open().session(of: roots).chosenKeepers == [others: a])
    #expect(try open().reviews().flatMap(\.chosenFiles).map(\.path) == [a])
    #expect(try open().session(of: roots).actions.map(\.id).contains(again.id) == false)
    // What was chosen before it is not there either to be brought back.
    try open().undo(second.id)
    #expect(try open().session(of: roots).chosenKeepers == [others: a])
  }

  @Test func `a choice that was undone and is said again outlives the forgetting of the one before`() throws {
    let group = PhotoGroup.ID("00ff")
    let (a, b): (FilePath, FilePath) = ("/photos/a", "/photos/b")
    try choose(b, of: group)
    let second = try choose(a, of: group, before: b)
    try open().undo(second.id)
    _ = try open().redo(second, at: time, in: roots)

    try open().forgetDecisions(about: [b], identities: [b: Samples.identity(1)])

    #expect(try open().session(of: roots).chosenKeepers == [group: a])
  }
}
