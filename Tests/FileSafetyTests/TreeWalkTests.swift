import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct TreeWalkTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder(in: TemporaryFolder.memory) }

  private func entries(_ walk: TreeWalk = TreeWalk(), _ roots: FilePath...) -> [TreeWalk.Entry] {
    var entries: [TreeWalk.Entry] = []
    walk.walk(roots) { entry in
      entries.append(entry)
      return .proceed
    }
    return entries
  }

  private func files(_ walk: TreeWalk = TreeWalk(), _ roots: FilePath...) -> [FilePath] {
    var files: [FilePath] = []
    walk.walk(roots) { entry in
      if case .file(let path, _) = entry { files.append(path) }
      return .proceed
    }
    return files
  }

  @Test func `every file is told once, in byte order of whole paths`() throws {
    for name in ["b/c.jpg", "b.jpg", "a/x/y.jpg", "b/a.jpg", "a.jpg", "B/z.jpg", "b-c.jpg", "b0.jpg"] {
      try folder.file("library/" + name)
    }

    let found = files(TreeWalk(), folder("library"))

    #expect(found.count == 8)
    #expect(found == found.sorted(by: precedesInByteOrder))
  }

  @Test func `names of any bytes come back as they are`() throws {
    let names: [[UInt8]] = [
      [0xFF, 0xFE], Array("line\nbreak".utf8), [0x1B] + Array("[31m.jpg".utf8), Array("-rf".utf8), Array(" ".utf8),
      [UInt8](repeating: 97, count: 255), Array("e\u{301}.jpg".utf8), Array("\u{E9}.jpg".utf8), Array("%41".utf8),
    ]
    for name in names { try TemporaryFolder.write([1], to: folder(name)) }

    let found = files(TreeWalk(), folder.path)

    #expect(Set(found.map(\.nameBytes)) == Set(names))
    for path in found { #expect(try readContents(of: path) == [1]) }
  }

  @Test func `a folder given twice, inside another, or through a link is walked once`() throws {
    try folder.file("library/a/photo.jpg")
    try TemporaryFolder.symbolicLink(folder("again"), to: folder("library"))

    let found = files(
      TreeWalk(), folder("library"), folder("library"), folder("library/a"), folder("again"),
      folder("library/a/photo.jpg"))

    #expect(found == [folder("library/a/photo.jpg")])
    #expect(
      files(TreeWalk(), folder("library/a/photo.jpg"), folder("library/a/photo.jpg"), folder("library"))
        == [folder("library/a/photo.jpg")])
  }

  @Test func `links are told and never followed, and loops end`() throws {
    try folder.file("outside/secret.jpg")
    try folder.folder("library/a")
    try TemporaryFolder.symbolicLink(folder("library/a/up"), to: folder("library"))
    try TemporaryFolder.symbolicLink(folder("library/out"), to: folder("outside"))
    try TemporaryFolder.symbolicLink(folder("library/broken"), to: "/nowhere/at/all")

    let found = entries(TreeWalk(), folder("library"))

    let links = [folder("library/a/up"), folder("library/broken"), folder("library/out")]
    #expect(found.filter { if case .symbolicLink = $0 { true } else { false } } == links.map { .symbolicLink($0) })
    #expect(files(TreeWalk(), folder("library")).isEmpty)
  }

  @Test func `hard links are two files with one identity`() throws {
    let path = try folder.file("library/a.jpg")
    try TemporaryFolder.hardLink(folder("library/b.jpg"), to: path)

    var statuses: [FileStatus] = []
    TreeWalk().walk([folder("library")]) { entry in
      if case .file(_, let status) = entry { statuses.append(status) }
      return .proceed
    }

    #expect(statuses.count == 2)
    #expect(statuses[0].identity.isSameFile(as: statuses[1].identity))
    #expect(statuses[0].linkCount == 2)
  }

  @Test func `a pipe is named as a special file and a root that is missing as vanished`() throws {
    try folder.folder("library")
    let pipe = folder("library/pipe")
    #expect(pipe.withPlatformString { mkfifo($0, 0o644) } == 0)

    let found = entries(TreeWalk(), folder("library"), folder("none"))

    let skipped = found.compactMap { entry -> SkippedFile? in
      if case .skipped(let file) = entry { file } else { nil }
    }
    #expect(skipped.map(\.path) == [pipe, folder("none")])
    #expect(skipped.map(\.reason) == [.specialFile, .vanished] && !skipped[0].isFolder)
    #expect(skipped[0].message == "It is a pipe, not a picture file.")
  }

  @Test func `trash folders and the insides of programs are left out, with the reason`() throws {
    let names = [".Trash", ".Trash-1000", ".git", "@eaDir", ".thumbnails", "lost+found", "$RECYCLE.BIN", "home/Trash"]
    for name in names { try folder.file("library/\(name)/photo.jpg") }
    try folder.file("library/trash-abc/kept.jpg")
    let walk = TreeWalk(neverEntered: [folder("library/home/Trash")])

    let found = entries(walk, folder("library"))

    let leftOut = found.compactMap { entry -> FilePath? in if case .leftOut(let path, _) = entry { path } else { nil } }
    #expect(Set(leftOut) == Set(names.map { folder("library/" + $0) }))
    #expect(found.contains(.leftOut(folder("library/.git"), .location(.other))))
    #expect(found.contains(.leftOut(folder("library/.Trash-1000"), .location(.bin))))
    #expect(files(walk, folder("library")) == [folder("library/trash-abc/kept.jpg")])
  }

  @Test func `excluded patterns are left out, but a root that was chosen is walked`() throws {
    try folder.file("library/Backup/photo.jpg")
    try folder.file("library/photo.tmp")
    let kept = try folder.file("library/photo.jpg")

    #expect(files(TreeWalk(excludedGlobs: ["Backup", "*.tmp"]), folder("library")) == [kept])
    #expect(files(TreeWalk(excludedGlobs: ["Backup"]), folder("library/Backup")).count == 1)
  }

  @Test func `the walk ends when it is told to`() throws {
    for number in 0..<10 { try folder.file("library/\(number)/photo.jpg") }
    var count = 0

    let isWhole = TreeWalk().walk([folder("library")]) { _ in
      count += 1
      return count == 5 ? .stop : .proceed
    }

    #expect(!isWhole)
    #expect(count == 5)
  }

  @Test func `a tree deeper than any path may be is walked to its end, and its file can be read`() throws {
    let name = [UInt8](repeating: UInt8(ascii: "d"), count: 250)
    var current = try #require(folder.path.withPlatformString { open($0, O_RDONLY | O_DIRECTORY) } as CInt?)
    for _ in 0..<40 {
      let next: CInt = name.map { CChar($0) }.withUnsafeBufferPointer { buffer in
        let terminated = Array(buffer) + [0]
        mkdirat(current, terminated, 0o755)
        return openat(current, terminated, O_RDONLY | O_DIRECTORY)
      }
      try #require(next >= 0)
      close(current)
      current = next
    }
    let file = openat(current, "photo.jpg", O_WRONLY | O_CREAT, 0o644)
    #expect(write(file, "deep", 4) == 4)
    close(file)
    close(current)

    let found = files(TreeWalk(), folder.path)

    let path = try #require(found.first)
    #expect(found.count == 1)
    #expect(path.bytes.count > 10_000)
    #expect(try readContents(of: path) == Array("deep".utf8))
    #expect(try fileStatus(of: path).size == ByteCount(4))
  }

  @Test(.enabled(if: !isRoot, "Permission bits do not bind root"))
  func `a folder that may not be read is told, and the rest is walked`() throws {
    let kept = try folder.file("library/b/photo.jpg")
    let closed = try folder.folder("library/a", mode: 0o000)

    let found = entries(TreeWalk(), folder("library"))

    #expect(
      found.contains {
        if case .skipped(let file) = $0 {
          file.path == closed && file.reason == .permissionDenied && file.isFolder
        } else {
          false
        }
      })
    #expect(files(TreeWalk(), folder("library")) == [kept])
  }

  @Test func `an error while a folder is read is told with what was found before`() throws {
    try folder.file("library/a/photo.jpg")
    let gate = FaultGate(.error(.ioError, at: 1))

    let found = entries(TreeWalk(operations: gate.operations()), folder("library"))

    #expect(gate.wasHit)
    #expect(
      found == [.skipped(SkippedFile(folder("library"), .operationFailed(.openFolder, folder("library"), .ioError)))])
  }
}
