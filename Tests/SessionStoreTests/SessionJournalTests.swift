import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

@testable import FileSafety

/// The contract of `RemovalJournal`, held by the database.
@Suite struct SessionJournalTests {
  private let folder = TemporaryFolder()

  private func open() throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
  }

  private func location(_ kind: TrashFolder.Kind, name: [UInt8]) -> TrashLocation {
    TrashLocation(
      folder: TrashFolder(
        kind: kind, path: FilePath(bytes: Array("/trash/".utf8) + [0xFE]),
        topFolder: kind == .home ? nil : FilePath(bytes: [0x2F, 0xFD])),
      name: name, info: Array("[Trash Info]\nPath=%FF\n".utf8) + [0])
  }

  private func batch(_ id: String, files: Int = Samples.hostilePaths.count) throws -> RemovalBatch {
    let date = try #require(DeletionDate("2026-01-31T12:00:00"))
    let paths = Samples.hostilePaths.prefix(files)
    return RemovalBatch(
      id: BatchID(id), startedAt: date,
      files: paths.enumerated().map { index, path in
        BatchFile(index: index, item: index / 2, path: path, identity: Samples.identity(UInt64(index)))
      })
  }

  @Test func `a batch comes back as it was begun`() throws {
    let begun = try batch("one")

    try open().begin(begun)

    #expect(try open().batch(BatchID("one")) == begun)
    #expect(try open().unfinishedBatches() == [begun])
    #expect(try open().batch(BatchID("two")) == nil)
  }

  @Test func `folders that an app left behind come back as such`() throws {
    var begun = try batch("one")
    begun.app = "Gimp ‮"
    for index in begun.files.indices { begun.files[index].isFolder = true }

    try open().begin(begun)

    #expect(try open().batch(BatchID("one")) == begun)
  }

  @Test func `a batch that is begun with places keeps them`() throws {
    var begun = try batch("one", files: 2)
    begun.files[1].state = .moved
    begun.files[1].location = location(.own, name: [0xFF, 0x0A])

    try open().begin(begun)

    #expect(try open().batch(BatchID("one")) == begun)
  }

  @Test func `a batch keeps the folders that its files went to, until it is forgotten`() throws {
    var begun = try batch("one", files: 3)
    try open().begin(begun)
    let folders = [
      FolderLocation(path: FilePath(bytes: Array("/album/".utf8) + [0xFF])),
      FolderLocation(path: "/card/a", copyName: Array(".copy".utf8)),
      FolderLocation(path: "/card/b", copyName: [0xFE], copyTrash: location(.own, name: [0xFF])),
    ]
    for (index, folder) in folders.enumerated() {
      begun.files[index].folderLocation = folder
      begun.files[index].state = .moved
      if index > 0 { begun.files[index].location = location(.home, name: [65]) }
    }

    try open().record(
      begun.files.map {
        FileChange(index: $0.index, state: .reserved, location: $0.location, folderLocation: $0.folderLocation)
      }, in: begun.id)
    try open().record(begun.files.map { FileChange(index: $0.index, state: .moved) }, in: begun.id)

    #expect(try open().batch(begun.id) == begun)
    try open().finish(begun.id)
    try open().forget([begun.id])
    #expect(try open().batch(begun.id) == nil)
  }

  @Test func `what has to stay for a file comes back with it, and stays written down`() throws {
    var begun = try batch("one", files: 3)
    begun.files[0].survivor = Survivor(path: FilePath("/kept"), identity: Samples.identity(77))
    try open().begin(begun)
    let later = Survivor(path: FilePath(bytes: [0x2F, 0xFF]), identity: Samples.identity(99))
    try open().record(
      [FileChange(index: 1, state: .reserved, location: location(.home, name: [65]), survivor: later)], in: begun.id)

    try open().record([FileChange(index: 1, state: .moved)], in: begun.id)

    #expect(try open().batch(begun.id)?.files.map(\.survivor) == [begun.files[0].survivor, later, nil])
  }

  @Test func `what was erased is written down, and nothing else of its file changes`() throws {
    var expected = try batch("one", files: 3)
    for index in expected.files.indices {
      expected.files[index].state = .moved
      expected.files[index].location = location(.home, name: [65, UInt8(index)])
    }
    try open().begin(expected)

    for isErased in [true, false, true] {
      expected.files[1].isErased = isErased
      try open().record([FileChange(index: 1, state: .moved, isErased: isErased)], in: expected.id)
      #expect(try open().batch(expected.id) == expected)
    }
    try open().record([FileChange(index: 1, state: .moved)], in: expected.id)
    #expect(try open().batch(expected.id) == expected)
  }

  @Test(arguments: [TrashFolder.Kind.home, .shared, .own]) func `every state and place of a file comes back`(
    kind: TrashFolder.Kind
  ) throws {
    var expected = try batch("one")
    try open().begin(expected)

    for (index, state) in FileState.allCases.enumerated() {
      let location = location(kind, name: [UInt8(index + 1), 0xFF])
      try open().record([FileChange(index: index, state: state, location: location)], in: expected.id)
      expected.files[index].state = state
      expected.files[index].location = location
    }

    #expect(try open().batch(expected.id) == expected)
  }

  @Test func `a change without a place keeps the one that is written down`() throws {
    let begun = try batch("one", files: 1)
    let database = try open()
    try database.begin(begun)
    let location = location(.home, name: [65])
    try database.record([FileChange(index: 0, state: .reserved, location: location)], in: begun.id)

    try database.record([FileChange(index: 0, state: .moved)], in: begun.id)

    #expect(try database.batch(begun.id)?.files[0].state == .moved)
    #expect(try database.batch(begun.id)?.files[0].location == location)
  }

  @Test func `a change for an unknown file takes all the others back`() throws {
    let begun = try batch("one")
    let database = try open()
    try database.begin(begun)

    #expect(throws: StoreError.self) {
      try database.record(
        [FileChange(index: 0, state: .stayed), FileChange(index: 99, state: .stayed)], in: begun.id)
    }
    #expect(throws: StoreError.self) {
      try database.record([FileChange(index: 0, state: .stayed)], in: BatchID("unknown"))
    }

    #expect(try open(afterClosing: database).batch(begun.id) == begun)
  }

  /// A second connection beside the first: the lock is the business of another suite.
  private func open(afterClosing database: SessionDatabase) throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], isReadOnly: true, timestamp: timestamp)
  }

  @Test func `nothing can be said to be in the trash without its place`() throws {
    let begun = try batch("one", files: 1)
    let database = try open()
    try database.begin(begun)

    #expect(throws: StoreError.self) { try database.record([FileChange(index: 0, state: .moved)], in: begun.id) }

    #expect(try database.batch(begun.id) == begun)
  }

  @Test func `a batch has one name only and a failed begin leaves nothing`() throws {
    let begun = try batch("one")
    let database = try open()
    try database.begin(begun)
    var twice = try batch("one", files: 1)
    #expect(throws: StoreError.self) { try database.begin(twice) }

    twice = try batch("two", files: 2)
    twice.files[1].index = 0
    #expect(throws: StoreError.self) { try database.begin(twice) }

    #expect(try database.allBatches() == [begun])
  }

  @Test func `unfinished batches come oldest first and finished ones not at all`() throws {
    let database = try open()
    // Names and dates say nothing about the order: clocks jump.
    for name in ["m", "z", "a"] { try database.begin(try batch(name, files: 1)) }
    #expect(try database.unfinishedBatches().map(\.id.text) == ["m", "z", "a"])
    #expect(try database.allBatches().map(\.id.text) == ["a", "z", "m"])

    try database.finish(BatchID("z"))
    #expect(try database.unfinishedBatches().map(\.id.text) == ["m", "a"])

    try database.reopen(BatchID("z"))
    #expect(try database.unfinishedBatches().map(\.id.text) == ["m", "z", "a"])
    #expect(try database.batch(BatchID("z"))?.files.count == 1)
  }

  @Test func `a path leads to the newest batch that still holds it`() throws {
    let database = try open()
    let path = Samples.hostilePaths[1]
    for name in ["old", "new"] {
      try database.begin(try batch(name, files: 2))
      try database.record(
        [FileChange(index: 1, state: .moved, location: location(.home, name: [1]))], in: BatchID(name))
    }
    #expect(try database.batch(ofTrashedFileFrom: path) == BatchID("new"))

    try database.record([FileChange(index: 1, state: .restored)], in: BatchID("new"))
    #expect(try database.batch(ofTrashedFileFrom: path) == BatchID("old"))

    try database.record([FileChange(index: 1, state: .unclear)], in: BatchID("old"))
    #expect(try database.batch(ofTrashedFileFrom: path) == nil)
  }

  @Test func `a photo that is home leads to the batch that still holds another file of it`() throws {
    let database = try open()
    var (whole, other) = (try batch("whole", files: 2), try batch("other", files: 2))
    whole.files[1].item = whole.files[0].item
    other.files[1].item = other.files[0].item + 1
    for batch in [whole, other] {
      try database.begin(batch)
      let location = location(.home, name: [1])
      try database.record(
        [
          FileChange(index: 0, state: .restored, location: location),
          FileChange(index: 1, state: .moved, location: location),
        ],
        in: batch.id)
    }

    #expect(try database.batch(ofTrashedFileFrom: whole.files[0].path) == nil)
    #expect(try database.batch(withRestOfPhotoAt: whole.files[0].path) == BatchID("whole"))
    #expect(try database.batch(withRestOfPhotoAt: whole.files[1].path) == nil)
  }
}
