import FileSafety
import Foundation
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// What is said in the review of one library counts in those of others that hold the photo.
@Suite struct SessionElsewhereTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos"), FilePath(bytes: Array("/more/".utf8) + [0xFF])]
  private let time = Date(timeIntervalSince1970: 1_700_000_060)

  private func open() throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
  }

  /// Says something about a photo of `/photos` in the review of one of its folders.
  private func decide(
    _ decision: UserDecision, in category: IssueCategory = .duplicate, choosing isChosen: Bool = false
  ) throws -> DecisionAction {
    let path = FilePath("/photos/sub/c")
    var action = DecisionAction(items: [Samples.item(path, decision, in: category)])
    if isChosen { action.keeperMove = KeeperMove(group: PhotoGroup.ID("any"), path: path, previous: nil) }
    return try open().record(action, in: ["/photos/sub"])
  }

  /// What other libraries say here: by number, the paths and decisions.
  private func elsewhere(_ roots: [FilePath]? = nil) throws -> [Int64: [String]] {
    let session = try open().session(of: roots ?? self.roots)
    return Dictionary(
      uniqueKeysWithValues: session.otherLibraryDecisions.map { ($0.id, $0.items.map { "\($0.decision) \($0.path)" }) })
  }

  @Test(arguments: [false, true])
  func `a keep, or a keeper chosen in another library, comes with the session until it is undone`(_ isChosen: Bool)
    throws
  {
    let path = FilePath("/photos/sub/c")
    let mark = try open().record(DecisionAction(items: [Samples.item(path, .delete)]), in: roots)
    let keep = try decide(isChosen ? .pending : .keep, choosing: isChosen)

    #expect(try open().session(of: roots).actions == [mark], "what counts of it the decision rule says")
    #expect(try elsewhere() == [keep.id: ["keep \(path)"]])
    let kept = [DecidedFile(path: path, identity: Samples.identity(1))]
    #expect(try open().reviews().flatMap(\.keptFiles) == (isChosen ? [] : kept))
    #expect(try open().reviews().flatMap(\.chosenFiles) == (isChosen ? kept : []))

    try open().undo(keep.id)
    #expect(try elsewhere() == [:])
    let again = try open().redo(keep, at: time, in: ["/photos/sub"])
    #expect(try elsewhere() == [again.id: ["keep \(path)"]] && again.id > keep.id)
  }

  @Test func `a mark stays with its library, and all by which something stays comes to the others`() throws {
    let raw = DecidedFile(path: "/elsewhere/k.cr2", identity: Samples.identity(7), digest: Samples.digest(7))
    var (half, keep) = (
      Samples.item("/elsewhere/h", .delete, number: 2), Samples.item("/elsewhere/k", .keep, number: 5)
    )
    (half.parts, keep.stayingRAW) = (.raw, raw)
    let items = [half, Samples.item("/elsewhere/p", .pending, number: 3), Samples.item("/elsewhere/m", .delete), keep]
    let recorded = try open().record(DecisionAction(items: items), in: ["/elsewhere"])

    let expected = ["delete /elsewhere/h", "pending /elsewhere/p", "keep /elsewhere/k", "keep /elsewhere/k.cr2"]
    #expect(try elsewhere() == [recorded.id: expected])
    #expect(try elsewhere(["/never reviewed"]) == [recorded.id: expected])
    #expect(try elsewhere(["/elsewhere"]) == [:])
  }

  @Test func `a keep that is followed there by a mark is open here`() throws {
    let keep = try decide(.keep)
    _ = try decide(.delete)

    #expect(try elsewhere() == [keep.id: ["pending /photos/sub/c"]])
    #expect(try open().reviews().flatMap(\.keptFiles) == [])
  }

  @Test func `only the last word of another library keeps a photo here`() throws {
    _ = try open().record(DecisionAction(items: [Samples.item("/photos/sub/c", .pending)]), in: roots)
    _ = try decide(.keep)
    let last = try decide(.pending)

    #expect(try elsewhere().values.allSatisfy { $0 == ["pending /photos/sub/c"] })
    #expect(try open().reviews().flatMap(\.keptFiles) == [])

    try open().undo(last.id)
    #expect(try Array(elsewhere().values) == [["keep /photos/sub/c"]])
  }

  @Test func `what was not undone, or is not there, is not said again`() throws {
    let keep = try decide(.keep)

    #expect(throws: StoreError.self) { try self.open().redo(keep, at: time, in: roots) }
    var absent = keep
    absent.id = 99
    #expect(throws: StoreError.self) { try self.open().redo(absent, at: time, in: roots) }
    #expect(try open().session(of: ["/photos/sub"]).actions == [keep])
  }

  @Test func `what is said to stay since a moment is what was said last of it since, in whatever library`() throws {
    let session = try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
    func decide(_ items: DecisionAction.Item..., in roots: [FilePath] = ["/photos"]) throws -> DecisionAction {
      try session.record(DecisionAction(items: items), in: roots)
    }
    _ = try decide(Samples.item("/photos/kept", .keep), Samples.item("/photos/kept", .pending, in: .blurry))
    _ = try decide(Samples.item("/photos/out", .pending, was: .delete), in: ["/"])
    _ = try decide(Samples.item("/photos/marked", .keep))
    _ = try decide(Samples.item("/photos/marked", .delete), in: ["/"])
    var half = Samples.item("/photos/half", .delete)
    half.parts = .raw
    _ = try decide(half)
    try session.undo(try decide(Samples.item("/photos/undone", .keep)).id)

    let since = try session.filesStaying(since: Date(timeIntervalSince1970: 0)).map(\.path.string)
    #expect(since.sorted() == ["/photos/half", "/photos/kept", "/photos/out"])
    #expect(try session.filesStaying(since: Date(timeIntervalSinceNow: 3600)).isEmpty)
  }
}
