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
  private func say(
    _ decision: UserDecision, in category: IssueCategory = .duplicate, choosing isChosen: Bool = false
  ) throws -> DecisionAction {
    let path = FilePath("/photos/sub/c")
    var action = DecisionAction(items: [Samples.item(path, decision, in: category)])
    if isChosen { action.keeperMove = KeeperMove(group: PhotoGroup.ID("any"), path: path, previous: nil) }
    return try open().record(action, in: ["/photos/sub"])
  }

  @Test(arguments: [false, true])
  func `a mark ends with a later word in another library that the photo stays`(_ isChosen: Bool) throws {
    let path = FilePath("/photos/sub/c")
    let other = Samples.item("/photos/d", .delete, number: 2)
    let mark = try open().record(DecisionAction(items: [Samples.item(path, .delete), other]), in: roots)
    let unmark = try open().record(DecisionAction(items: [Samples.item(path, .pending, was: .delete)]), in: roots)
    try open().undo(unmark.id)

    let keep = try say(isChosen ? .pending : .keep, choosing: isChosen)

    let session = try open().session(of: roots)
    #expect(session.actions[0].items == [Samples.item(path, .pending), other])
    #expect(session.actions[1].items == [Samples.item(path, .pending)])
    #expect(session.keptElsewhere.map(\.id) == [keep.id])
    #expect(session.keptElsewhere.flatMap(\.items) == [Samples.item(path, .keep, in: .duplicate)])
    #expect(try open().keptPhotos() == (isChosen ? [] : [StayingFile(path: path, identity: Samples.identity(1))]))

    // It is a word like any other: taken back it was never said, and a later one of this library counts.
    try open().undo(keep.id)
    #expect(try open().session(of: roots).actions[0] == mark)
    _ = try open().redo(keep, at: time, in: ["/photos/sub"])
    let again = try open().record(DecisionAction(items: [Samples.item(path, .delete)]), in: roots)
    #expect(try open().session(of: roots).actions.last == again)
  }

  @Test func `a mark ends with a later word in another library that takes the photo out of the bin`() throws {
    let path = FilePath("/photos/sub/c")
    let mark = try open().record(DecisionAction(items: [Samples.item(path, .delete)]), in: roots)
    let theirs = try say(.delete)
    #expect(try open().session(of: roots).actions == [mark])

    let open = try say(.pending)

    #expect(try self.open().session(of: roots).actions[0].items == [Samples.item(path, .pending)])
    #expect(try self.open().session(of: ["/photos/sub"]).actions == [theirs, open])

    // Undone it was never said, and a later mark is one.
    try self.open().undo(open.id)
    #expect(try self.open().session(of: roots).actions == [mark])
    _ = try self.open().redo(open, at: time, in: ["/photos/sub"])
    let again = try self.open().record(DecisionAction(items: [Samples.item(path, .delete)]), in: roots)
    #expect(try self.open().session(of: roots).actions.last == again)
  }

  /// Where another library has the file.
  enum OtherName: CaseIterable {
    /// A drive that got another name, a folder that is mounted twice, or one that the file was in for a while.
    case sameFile
    /// The same on a drive that gives its files other numbers each time.
    case otherNumber
    /// Not the same: no mark ends.
    case otherBytes, otherFile
  }

  @Test(arguments: OtherName.allCases)
  func `a mark ends with a later word about its file under another name in another library`(_ name: OtherName) throws {
    func item(_ path: FilePath, _ decision: UserDecision) -> DecisionAction.Item {
      var item = Samples.item(path, decision, number: 5)
      item.digest = Samples.digest(1)
      return item
    }
    var word = item("/mnt/DISK1/b", .keep)
    if name != .sameFile, name != .otherBytes { word.identity.inode = 7 }
    if name == .otherBytes { word.digest = Samples.digest(2) }
    if name == .otherFile { word.identity.changed = 7 }
    _ = try open().record(DecisionAction(items: [word]), in: ["/mnt/DISK1"])
    let mark = try open().record(DecisionAction(items: [item("/photos/b", .delete)]), in: roots)
    #expect(try open().session(of: roots).actions == [mark], "an older word ends none")

    let keep = try open().record(DecisionAction(items: [word]), in: ["/mnt/DISK1"])

    let isSame = name == .sameFile || name == .otherNumber
    let session = try open().session(of: roots)
    #expect(session.actions[0].items == [isSame ? item("/photos/b", .pending) : mark.items[0]])
    #expect(session.keptElsewhere == [keep] && session.stayingElsewhere.last == keep)
    try open().undo(keep.id)
    #expect(try open().session(of: roots).actions == [mark])
  }

  @Test func `a mark ends with a later word in another library by which half of its photo stays`() throws {
    let path = FilePath("/photos/sub/c")
    let mark = try open().record(DecisionAction(items: [Samples.item(path, .delete)]), in: roots)
    var half = Samples.item(path, .delete)
    half.parts = .raw
    let word = try open().record(DecisionAction(items: [half]), in: ["/photos/sub"])
    #expect(try open().session(of: roots).actions[0].items == [Samples.item(path, .pending)])
    try open().undo(word.id)
    #expect(try open().session(of: roots).actions == [mark])

    let inPart = try open().record(DecisionAction(items: [half]), in: roots)
    _ = try say(.delete)
    #expect(try open().session(of: roots).actions == [mark, inPart], "all of it goes there, too")
  }

  @Test func `a keep in another library ends a mark, whatever was marked there since`() throws {
    _ = try open().record(DecisionAction(items: [Samples.item("/photos/sub/c", .delete)]), in: roots)
    _ = try say(.keep)
    _ = try say(.delete)

    #expect(try open().session(of: roots).actions[0].items == [Samples.item("/photos/sub/c", .pending)])
  }

  @Test func `a word of another library that leaves a photo open takes no keep away`() throws {
    let keep = try open().record(DecisionAction(items: [Samples.item("/photos/sub/c", .keep)]), in: roots)
    _ = try say(.pending, in: .similar)

    #expect(try open().session(of: roots) == SavedSession(actions: [keep]))
  }

  @Test
  func `all that other libraries say stays comes with a library that has marks, and what was moved and may be back`()
    throws
  {
    _ = try open().record(DecisionAction(items: [Samples.item("/photos/a", .keep)]), in: roots)
    var half = Samples.item("/elsewhere/h", .delete, number: 2)
    half.parts = .raw
    let text = [half, Samples.item("/elsewhere/p", .pending, number: 3), Samples.item("/elsewhere/m", .delete)]
    let said = try open().record(DecisionAction(items: text), in: ["/elsewhere"])
    let trash = TrashFolder(kind: .home, path: "/trash", topFolder: nil)
    var files = (4...6).map {
      BatchFile(index: $0 - 4, item: 0, path: "/elsewhere/b", identity: Samples.identity(UInt64($0)))
    }
    for (place, state) in [FileState.moved, .restored, .stayed].enumerated() {
      files[place].state = state
      files[place].place = TrashPlace(folder: trash, name: [65], info: [0])
    }
    files[1].identity.size += 1
    let date = try #require(DeletionDate("2026-01-31T12:00:00"))
    try open().begin(RemovalBatch(id: BatchID("one"), startedAt: date, files: files))
    #expect(try open().session(of: roots).stayingElsewhere == [])

    // The size of a file that is marked.
    var mark = Samples.item("/photos/b", .delete, number: 9)
    mark.identity.size = files[0].identity.size
    _ = try open().record(DecisionAction(items: [mark]), in: roots)

    let heard = try open().session(of: roots).stayingElsewhere
    #expect(heard.map(\.id) == [0, said.id])
    #expect(heard.last.map { Set($0.items) } == Set(text.prefix(2)))
    #expect(heard.first?.items.map(\.identity) == [files[0].identity])
  }

  @Test func `only the last word of another library keeps a photo here`() throws {
    _ = try open().record(DecisionAction(items: [Samples.item("/photos/sub/c", .pending)]), in: roots)
    _ = try say(.keep)
    let last = try say(.pending)

    #expect(try open().session(of: roots).keptElsewhere == [])
    #expect(try open().keptPhotos() == [])

    try open().undo(last.id)
    #expect(try open().session(of: roots).keptElsewhere.count == 1)
    #expect(try open().session(of: ["/never reviewed"]).keptElsewhere.count == 1)
    #expect(try open().session(of: ["/photos/sub"]).keptElsewhere == [])
  }

  @Test func `a word that is said again is later than what another library said meanwhile`() throws {
    let path = FilePath("/photos/sub/c")
    let keep = try say(.keep)
    try open().undo(keep.id)
    let mark = try open().record(DecisionAction(items: [Samples.item(path, .delete)]), in: roots)
    #expect(try open().session(of: roots).actions == [mark])

    let again = try open().redo(keep, at: time, in: ["/photos/sub"])

    #expect(try open().session(of: roots).actions[0].items == [Samples.item(path, .pending)])
    #expect(try open().session(of: roots).keptElsewhere.map(\.id) == [again.id])
    #expect(try open().keptPhotos() == [StayingFile(path: path, identity: Samples.identity(1))])
  }

  @Test func `what was not undone, or is not there, is not said again`() throws {
    let keep = try say(.keep)

    #expect(throws: StoreError.self) { try self.open().redo(keep, at: time, in: roots) }
    var absent = keep
    absent.id = 99
    #expect(throws: StoreError.self) { try self.open().redo(absent, at: time, in: roots) }
    #expect(try open().session(of: ["/photos/sub"]).actions == [keep])
  }

  @Test func `what is said to stay since a moment is what was said last of it since, in whatever library`() throws {
    let session = try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
    func say(_ items: DecisionAction.Item..., in roots: [FilePath] = ["/photos"]) throws -> DecisionAction {
      try session.record(DecisionAction(items: items), in: roots)
    }
    _ = try say(Samples.item("/photos/kept", .keep), Samples.item("/photos/kept", .pending, in: .blurry))
    _ = try say(Samples.item("/photos/out", .pending, was: .delete), in: ["/"])
    _ = try say(Samples.item("/photos/marked", .keep))
    _ = try say(Samples.item("/photos/marked", .delete), in: ["/"])
    var half = Samples.item("/photos/half", .delete)
    half.parts = .raw
    _ = try say(half)
    try session.undo(try say(Samples.item("/photos/undone", .keep)).id)

    let since = try session.filesSaidToStay(since: Date(timeIntervalSince1970: 0)).map(\.path.string)
    #expect(since.sorted() == ["/photos/half", "/photos/kept", "/photos/out"])
    #expect(try session.filesSaidToStay(since: Date(timeIntervalSinceNow: 3600)).isEmpty)
  }
}
