import PhotoModel
import SessionStore
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import FileSafety

/// What was decided about a photo ends with the photo, whatever moment the program ends at.
@Suite struct SessionForgettingTests {
  private let folder = TemporaryFolder()
  private let libraries: [[FilePath]] = [["/photos"], ["/"]]

  private func open() throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
  }

  /// The paths that something is decided about, in either library.
  private func decided() throws -> Set<FilePath> {
    let session = try open()
    return Set(try libraries.flatMap { try session.session(of: $0).actions.flatMap { $0.items.map(\.path) } })
  }

  /// Each path is another file.
  private func number(_ path: FilePath) -> UInt64 {
    path.string.utf8.reduce(7) { ($0 &* 31 &+ UInt64($1)) % 1_000_000 }
  }

  private func decide(_ paths: [FilePath], parts: PhotoParts = .all) throws {
    let session = try open()
    for library in libraries {
      for path in paths {
        var item = Samples.item(path, .delete, number: number(path))
        item.parts = parts
        _ = try session.record(DecisionAction(items: [item]), in: library)
      }
    }
  }

  private func begin(_ paths: [FilePath]) throws -> RemovalBatch {
    let batch = RemovalBatch(
      id: BatchID("one"), startedAt: try #require(DeletionDate("2026-01-31T12:00:00")),
      files: paths.enumerated().map { location, path in
        BatchFile(index: location, item: location, path: path, identity: Samples.identity(number(path)))
      })
    let trash = TrashFolder(kind: .home, path: "/trash", topFolder: nil)
    let session = try open()
    try session.begin(batch)
    try session.record(
      paths.indices.map {
        FileChange(
          index: $0, state: .reserved, location: TrashLocation(folder: trash, name: [65 + UInt8($0)], info: [0]))
      }, in: batch.id)
    return batch
  }

  @Test func `the word that a photo went forgets what was decided about it, and about no other`() throws {
    let (gone, stays): (FilePath, FilePath) = ("/photos/a.jpg", "/photos/b.jpg")
    try decide([gone, stays])
    let batch = try begin([gone, stays])
    #expect(try decided() == [gone, stays])

    try open().record([FileChange(index: 0, state: .moved), FileChange(index: 1, state: .stayed)], in: batch.id)

    #expect(try decided() == [stays])
    #expect(try open().batch(batch.id)?.files.map(\.state) == [.moved, .stayed])
  }

  @Test func `what went, or came back, is marked under no name that its file has or had, and kept where it was kept`()
    throws
  {
    let (name, gone): (FilePath, FilePath) = ("/photos/b.jpg", "/photos/z.jpg")
    let file = number(gone)
    let decisions = [Samples.item(name, .delete, number: file), Samples.item("/photos/a.jpg", .keep, number: file)]
    _ = try open().record(DecisionAction(items: decisions), in: ["/photos"])
    _ = try open().record(DecisionAction(items: [Samples.item(name, .keep, was: .delete, number: file)]), in: ["/"])
    let batch = try begin([gone])

    try open().record([FileChange(index: 0, state: .moved)], in: batch.id)

    let now = try [["/photos"], ["/"]].flatMap { try open().session(of: $0).actions.flatMap(\.items) }
    #expect(now.map(\.decision) == [.keep, .keep] && now.map(\.previous) == [.pending, .pending])
    try decide([gone])
    _ = try open().record(DecisionAction(items: [Samples.item(name, .delete, number: file)]), in: ["/photos"])
    try open().record([FileChange(index: 0, state: .restoring)], in: batch.id)
    try open().record([FileChange(index: 0, state: .restored)], in: batch.id)
    #expect(try decided() == [name, "/photos/a.jpg"])
    #expect(try open().session(of: ["/photos"]).actions.flatMap(\.items).allSatisfy { $0.decision == .keep })
  }

  @Test func `with a word that is forgotten go the marks that it ended under other names`() throws {
    // Marked, renamed, kept, and moved when its card had been mounted again: FAT gives it another number then.
    let (before, now): (FilePath, FilePath) = ("/photos/b.jpg", "/photos/z.jpg")
    var file = Samples.identity(number(now))
    file.inode = 5
    func recordDecision(_ decision: UserDecision, _ path: FilePath, in library: FilePath) throws {
      var item = Samples.item(path, decision)
      item.identity = file
      _ = try open().record(DecisionAction(items: [item]), in: [library])
    }
    try recordDecision(.delete, before, in: "/")
    try recordDecision(.keep, now, in: "/photos")
    try recordDecision(.delete, "/photos/c.jpg", in: "/")
    let batch = try begin([now])

    try open().record([FileChange(index: 0, state: .moved)], in: batch.id)

    #expect(try decided() == ["/photos/c.jpg"])
  }

  @Test func `a mark of a hard link goes when the file goes by its other name`() throws {
    let (gone, link): (FilePath, FilePath) = ("/photos/a.jpg", "/photos/link.jpg")
    let file = number(gone)
    for item in [Samples.item(link, .delete, number: file), Samples.item(link, .delete, was: .delete, number: file)] {
      _ = try open().record(DecisionAction(items: [item]), in: ["/photos"])
    }
    let batch = try begin([gone])

    try open().record([FileChange(index: 0, state: .moved)], in: batch.id)

    #expect(try decided().isEmpty, "nobody can tell it from the same file seen by another way")
  }

  @Test func `what went or came back on a drive that numbers its files anew is marked at none of its mounts`() throws {
    let gone: FilePath = "/mnt/two/b.jpg"
    let names: [FilePath] = ["/mnt/one/b.jpg", "/mnt/one/a.jpg", "/mnt/one/bb.jpg"]
    for name in names {
      var mark = Samples.item(name, .delete, number: number(gone))
      mark.identity.inode += 1
      _ = try open().record(DecisionAction(items: [mark]), in: ["/photos"])
    }
    let batch = try begin([gone])

    try open().record([FileChange(index: 0, state: .moved)], in: batch.id)

    #expect(try decided() == Set(names.dropFirst()))
  }

  @Test(arguments: [UserDecision.keep, .delete])
  func `with a word by which bytes stay goes their older mark under that name, in whatever folder`(
    _ decision: UserDecision
  ) throws {
    func recordDecision(_ decision: UserDecision, _ name: String, number: UInt64, in library: FilePath) throws {
      var item = Samples.item(FilePath(name), decision, number: number)
      item.digest = Samples.digest(1)
      _ = try open().record(DecisionAction(items: [item]), in: [library])
    }
    try recordDecision(.delete, "/photos/b.jpg", number: 5, in: "/photos")
    try recordDecision(decision, "/elsewhere/b.jpg", number: 6, in: "/")
    try recordDecision(.delete, "/photos/c.jpg", number: 7, in: "/photos")

    try open().forgetDecisions(about: ["/elsewhere/b.jpg"], identities: ["/elsewhere/b.jpg": Samples.identity(6)])

    #expect(try decided() == (decision == .keep ? ["/photos/c.jpg"] : ["/photos/b.jpg", "/photos/c.jpg"]))
  }

  @Test(arguments: [UserDecision.keep, .pending], [true, false])
  func `what stays by words about another file that had the name stays when one of that name goes`(
    _ decision: UserDecision, _ isItself: Bool
  ) throws {
    // Two cards have one name for two photos.
    let name: FilePath = "/photos/a.jpg"
    let file = isItself ? number(name) : 5
    var decisions = [
      Samples.item(name, .delete, number: file), Samples.item(name, decision, was: .delete, number: file),
      Samples.item(name, .delete, number: file + 1), Samples.item("/photos/b.jpg", .keep, number: 9),
    ]
    for item in decisions { _ = try open().record(DecisionAction(items: [item]), in: libraries[0]) }
    let move = KeeperMove(group: PhotoGroup.ID("00ff"), path: name, previous: nil)
    let choice = DecisionAction(items: [Samples.item(name, .pending, number: file)], keeperMove: move)
    _ = try open().record(choice, in: libraries[1])
    let batch = try begin([name])

    for state in [FileState.moved, .restoring, .restored] {
      try open().record([FileChange(index: 0, state: state)], in: batch.id)
      try open().forgetDecisions(about: [name])
    }

    decisions[1].previous = .pending
    let left = try open().session(of: libraries[0]).actions.flatMap(\.items)
    #expect(left == (isItself ? [decisions[3]] : [decisions[1], decisions[3]]))
    #expect(try open().session(of: libraries[1]).chosenKeepers.values.contains(name) != isItself)
  }

  @Test func `neither is written down where one of them cannot be`() throws {
    try decide(["/photos/a.jpg"])
    let batch = try begin(["/photos/a.jpg"])

    #expect(throws: (any Error).self) {
      try open().record([FileChange(index: 0, state: .moved), FileChange(index: 7, state: .moved)], in: batch.id)
    }

    #expect(try decided() == ["/photos/a.jpg"])
    #expect(try open().batch(batch.id)?.files.map(\.state) == [.reserved])
  }

  @Test func `what came back is forgotten with the word, and what could not come back leaves its name alone`() throws {
    let (back, taken): (FilePath, FilePath) = ("/photos/a.jpg", "/photos/b.jpg")
    let batch = try begin([back, taken])
    try open().record([0, 1].map { FileChange(index: $0, state: .moved) }, in: batch.id)
    try open().record([0, 1].map { FileChange(index: $0, state: .restoring) }, in: batch.id)
    try decide([back, taken])

    try open().record([FileChange(index: 0, state: .restored), FileChange(index: 1, state: .moved)], in: batch.id)

    #expect(try decided() == [taken])
  }

  @Test(arguments: ["IMG_1", "img_1", "Img_1"])
  func `with a RAW that goes by itself goes what was decided by the name of its photo`(_ name: String) throws {
    let photo: FilePath = "/photos/roll.1/IMG_1.JPG"
    let others: [FilePath] = [
      "/photos/roll.1/IMG_10.JPG", "/photos/roll.1/IMG_1", "/photos/roll.2/a.JPG", "/photos/Roll.1/IMG_1.JPG",
    ]
    try decide([photo] + others, parts: .raw)
    try decide(["/photos/roll.1/IMG_1.PNG"])
    let batch = try begin([FilePath("/photos/roll.1/\(name).CR2"), "/photos/roll"])

    try open().record([FileChange(index: 0, state: .moved), FileChange(index: 1, state: .moved)], in: batch.id)

    #expect(try decided() == Set(others + ["/photos/roll.1/IMG_1.PNG"]))
  }

  @Test func `with a RAW that goes by itself goes each mark for it, whatever its photo was called then`() throws {
    // A drive shows under two names.
    func mark(_ folder: FilePath, _ parts: PhotoParts) throws {
      var item = Samples.item(folder.appending("x.JPG"), .delete)
      item.parts = parts
      _ = try open().record(DecisionAction(items: [item]), in: [folder])
    }
    let (here, there): (FilePath, FilePath) = ("/photos/a", "/photos/b")
    try mark(there, .all)
    try mark(here, .raw)
    try mark(there, .raw)
    try mark("/photos/c", .all)
    let batch = try begin([here.appending("x.NEF")])

    try open().record([FileChange(index: 0, state: .moved)], in: batch.id)

    func left() throws -> [FilePath] {
      try [here, there, "/photos/c"].flatMap { try open().session(of: [$0]).actions.flatMap { $0.items.map(\.path) } }
    }
    #expect(try left() == ["/photos/c/x.JPG"])
    // What had to stay for it is known where nothing is said of it by this name.
    try mark(there, .raw)
    try mark("/photos/c", .all)
    try open().begin(
      RemovalBatch(
        id: BatchID("two"), startedAt: batch.startedAt,
        files: [
          BatchFile(
            index: 0, item: 0, path: here.appending("x.NEF"), identity: Samples.identity(8), state: .reserved,
            location: TrashLocation(
              folder: TrashFolder(kind: .home, path: "/trash", topFolder: nil), name: [66], info: [0]),
            survivor: Survivor(path: here.appending("x.JPG"), identity: Samples.identity(1)))
        ]))
    try open().record([FileChange(index: 0, state: .moved)], in: BatchID("two"))
    #expect(try left() == ["/photos/c/x.JPG"])
  }

  @Test func `a photo whose RAW came back is a new question, under every name that it has`() throws {
    let (here, there): (FilePath, FilePath) = ("/photos/x.JPG", "/drive/x.JPG")
    let batch = try begin(["/photos/X.NEF"])
    for (path, number) in [(here, 1), (there, 1), ("/photos/y.JPG", 2)] as [(FilePath, UInt64)] {
      _ = try open().record(
        DecisionAction(items: [Samples.item(path, .delete, number: number)]), in: ["/"])
    }
    _ = try open().record(DecisionAction(items: [Samples.item("/photos/x.PNG", .keep, number: 3)]), in: ["/"])

    try open().record([FileChange(index: 0, state: .moved)], in: batch.id)
    #expect(try decided() == [here, there, "/photos/y.JPG", "/photos/x.PNG"])
    for state in [FileState.restoring, .restored] {
      try open().record([FileChange(index: 0, state: state)], in: batch.id)
    }

    #expect(try decided() == ["/photos/y.JPG", "/photos/x.PNG"])
  }

  @Test func `a move that is stopped before any call leaves decisions about what is at home, and no others`() throws {
    for number in 1..<200 {
      let round = try Round()
      let calls = Mutex(0)
      let operations = FileOperations { _ in
        calls.withLock { calls in
          calls += 1
          return calls >= number ? .ioError : nil
        }
      }
      try round.move(operations)
      try round.recover()

      let decided = try round.decided()
      for photo in round.photos {
        let isHome = (try? fileStatus(of: photo)) != nil
        #expect(decided.contains(photo) == isHome, "call \(number), \(photo)")
      }
      if calls.withLock({ $0 }) < number {
        #expect(decided.isEmpty)
        return
      }
    }
    Issue.record("no run came through")
  }

  /// A library with two photos that are marked, and its session.
  private struct Round {
    let folder: TemporaryFolder
    let photos: [FilePath]
    let environment: TrashEnvironment

    init() throws {
      let folder = TemporaryFolder()
      self.folder = folder
      photos = try ["a.jpg", "b.jpg"].map { try folder.write("photo \($0)", to: "photos/\($0)") }
      try folder.makeFolder("home")
      environment = TrashEnvironment(homeFolder: folder["home"], userID: try fileStatus(of: photos[0]).owner) {
        DeletionDate(secondsSince1970: 1_700_000_000)
      }
      let session = try open()
      for photo in photos {
        let item = DecisionAction.Item(
          path: photo, identity: try fileStatus(of: photo).identity, category: .blurry, decision: .delete,
          previous: .pending)
        _ = try session.record(DecisionAction(items: [item]), in: [folder["photos"]])
      }
    }

    private func open() throws -> SessionDatabase {
      try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
    }

    func move(_ operations: FileOperations) throws {
      let items = try photos.map {
        RemovalItem(path: $0, identity: try fileStatus(of: $0).identity, safeguard: .onlyOne)
      }
      let plan = try RemovalPlan(items: items, environment: environment)
      _ = try? BatchMover(environment: environment, journal: try open(), operations: operations)
        .move(plan, as: BatchID("batch"))
    }

    func recover() throws { _ = try Recovery(environment: environment, journal: try open()).run { _ in } }

    func decided() throws -> Set<FilePath> {
      Set(try open().session(of: [folder["photos"]]).actions.flatMap { $0.items.map(\.path) })
    }
  }
}
