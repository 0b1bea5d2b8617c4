import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// What belongs to other programs is known by its name, below the folder that somebody named.
@Suite struct KnownPlacesTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder(in: TemporaryFolder.memory) }

  /// A name that a row of the table is about.
  private static func sample(_ row: KnownPlaces.Row) -> String {
    row.name.hasPrefix("*") ? "a.jpg\(row.name.dropFirst())" : row.name.replacing("*", with: "x1")
  }

  private static var places: [(name: String, kind: LeftOutPlace.Kind, isBundle: Bool)] {
    KnownPlaces.table.compactMap { row in
      switch row.meaning {
      case .folder(let kind): (sample(row), kind, false)
      case .bundle(let kind): (sample(row), kind, true)
      default: nil
      }
    }
  }

  private static func files(_ meaning: KnownPlaces.Meaning) -> [String] {
    KnownPlaces.table.filter { $0.meaning == meaning }.map(sample)
  }

  private func walked(_ root: FilePath, _ walk: TreeWalk = TreeWalk()) -> (
    files: [FilePath], leftOut: [FilePath: TreeWalk.LeftOut]
  ) {
    var found: (files: [FilePath], leftOut: [FilePath: TreeWalk.LeftOut]) = ([], [:])
    walk.walk([root]) { entry in
      if case .file(let path, _) = entry { found.files.append(path) }
      if case .leftOut(let path, let why) = entry { found.leftOut[path] = why }
      return .proceed
    }
    return found
  }

  @Test func `a folder of another program is told once with its kind and not entered`() throws {
    for (number, place) in Self.places.enumerated() {
      try folder.file("library/\(number)/\(place.name)/deep/photo.jpg")
    }

    let found = walked(folder("library"))

    #expect(found.files.isEmpty)
    #expect(found.leftOut.count == Self.places.count)
    for (number, place) in Self.places.enumerated() {
      #expect(found.leftOut[folder("library/\(number)/\(place.name)")] == .location(place.kind), "\(place.name)")
    }
  }

  @Test func `a folder that is named itself is walked whatever it is called, but for a bundle`() throws {
    for place in Self.places {
      let photo = try folder.file("\(place.name)/photo.jpg")

      let found = walked(photo.parentFolder)

      #expect(found.files == (place.isBundle ? [] : [photo]), "\(place.name)")
      #expect(found.leftOut == (place.isBundle ? [photo.parentFolder: .location(place.kind)] : [:]), "\(place.name)")
    }
  }

  @Test func `nothing above the folder that somebody named counts`() throws {
    let photo = try folder.file("tmp/.recycle/.cache/library/photo.jpg")
    let inside = try folder.file("tmp/.recycle/.cache/library/.cache/photo.jpg")

    let root = folder("tmp/.recycle/.cache/library")

    #expect(walked(root).files.count == 2)
    #expect(KnownPlaces.standard.permanence(of: photo, below: root) == .lasting)
    #expect(KnownPlaces.standard.permanence(of: inside, below: root).isInCache)
    #expect(KnownPlaces.standard.kind(around: photo, below: root) == nil)
    #expect(KnownPlaces.standard.kind(around: photo, below: folder.path) == .bin)
  }

  @Test(arguments: [
    "$recycle.bin", "#RECYCLE", "@recycle", ".RECYCLE", "Mine.PHOTOSLIBRARY", ".SYNC/archive", "@gmt-2024.01.01",
  ])
  func `names are known in any capitals where their makers' disks have none`(name: String) throws {
    try folder.file("library/\(name)/photo.jpg")

    #expect(walked(folder("library")).files.isEmpty)
  }

  @Test(arguments: [
    "recycle", "Recycler", "sync/Archive", ".sync/Photos", "photoslibrary", "Trash", "snapshots", "thumbs", "GMT-1",
  ])
  func `a folder of a person is entered`(name: String) throws {
    let photo = try folder.file("library/\(name)/photo.jpg")

    #expect(walked(folder("library")).files == [photo])
  }

  @Test func `a program's folder of any name is known by what lies in it`() throws {
    try folder.file("library/a/.immich")
    try folder.file("library/a/photo.jpg")
    for name in ["thumbs/x.webp", "encoded-video/x.mp4", "upload/photo.jpg"] { try folder.file("library/b/" + name) }
    try folder.file("library/c/.ppstorage")
    let mine = try folder.file("library/d/thumbs/photo.jpg")

    let found = walked(folder("library"))

    #expect(found.files == [mine])
    #expect(Set(found.leftOut.keys) == Set(["a", "b", "c"].map { folder("library/" + $0) }))
    #expect(walked(folder("library/a")).files.count == 2)
  }

  @Test func `half files are told and not read`() throws {
    let names = Self.files(.unfinishedFile) + [".photo.jpg.a8Kx2Z", ".IMG_1.CR2.000000", ".x.HEIC.ABCDEF"]
    for name in names { try folder.file("library/" + name) }
    let others = [
      ".photo.jpg.a8Kx2", ".photo.jpg.a8-x2Z", ".notes.txt.a8Kx2Z", "photo.jpg.a8Kx2Z", "tmp.jpg", ".hidden.jpg",
    ]
    for name in others { try folder.file("library/" + name) }

    let found = walked(folder("library"))

    #expect(Set(found.leftOut.keys) == Set(names.map { folder("library/" + $0) }))
    #expect(found.leftOut.values.allSatisfy { $0 == .unfinishedFile })
    #expect(Set(found.files) == Set(others.map { folder("library/" + $0) }))
  }

  @Test func `a file that its name betrays is read and says what it is`() throws {
    for name in Self.files(.trashedFile) + Self.files(.backupFile) { try folder.file("library/" + name) }
    let found = walked(folder("library"))
    #expect(
      found.leftOut.isEmpty && found.files.count == Self.files(.trashedFile).count + Self.files(.backupFile).count)

    for name in Self.files(.trashedFile) {
      #expect(KnownPlaces.standard.permanence(ofName: folder(name)) == .trashed, "\(name)")
    }
    for name in Self.files(.backupFile) {
      let ending = UInt8(name.utf8.count - "a.jpg".utf8.count)
      #expect(KnownPlaces.standard.permanence(ofName: folder(name)) == .backup(ending: ending), "\(name)")
    }
    #expect(KnownPlaces.standard.permanence(ofName: folder("a.jpg.~12~")) == .backup(ending: 5))
    #expect(KnownPlaces.standard.permanence(ofName: folder("a.JPG.BAK")) == .backup(ending: 4))
    for name in ["a.jpg", "original.jpg", "trashed-1.jpg", ".bak", "~", "part"] {
      #expect(KnownPlaces.standard.permanence(ofName: folder(name)) == .plain, "\(name)")
    }
  }

  @Test func `caches are walked, and what is in them may vanish`() throws {
    for row in KnownPlaces.table where row.meaning == .cache {
      let photo = try folder.file("library/\(Self.sample(row))/deep/photo.jpg")
      #expect(KnownPlaces.standard.permanence(of: photo, below: folder("library")).isInCache, "\(row.name)")
      #expect(walked(folder("library")).files.contains(photo), "\(row.name)")
    }
    #expect(!KnownPlaces.standard.permanence(of: folder("library/cache/photo.jpg"), below: folder("library")).isInCache)
    #expect(!KnownPlaces.standard.permanence(of: folder("library/tmp"), below: folder("library")).isInCache)
  }

  @Test func `files of a place that is not walked are counted, links not followed`() throws {
    for name in ["a.jpg", "b/c.jpg", "b/d/e.txt"] { try folder.file(".recycle/" + name) }
    try folder.file("outside/f.jpg")
    try TemporaryFolder.symbolicLink(folder(".recycle/out"), to: folder("outside"))
    try TemporaryFolder.symbolicLink(folder(".recycle/g.jpg"), to: folder("outside/f.jpg"))

    #expect(fileCount(below: folder(".recycle")) == 3)
    #expect(fileCount(below: folder("none")) == 0)
    #expect(fileCount(below: folder(".recycle"), most: 1) < 3)
  }

  @Test func `names of the user's are left out as those of the table`() throws {
    let places = KnownPlaces(adding: ["Rejects", "*.old", "Export*", "Phone/Twice"])
    #expect(["Rejects", "*.old", "Phone/Twice"].allSatisfy { KnownPlaces.problem(with: $0) == nil })
    for name in [
      "Rejects/a.jpg", "x.old/a.jpg", "Export 2024/a.jpg", "Phone/Twice/a.jpg", "b.jpg.old", ".recycle/a.jpg",
    ] {
      try folder.file("library/" + name)
    }
    let kept = try folder.file("library/Twice/a.jpg")

    let found = walked(folder("library"), TreeWalk(knownPlaces: places))

    #expect(found.files == [kept])
    #expect(found.leftOut[folder("library/Rejects")] == .location(.other))
    #expect(found.leftOut[folder("library/b.jpg.old")] == .unfinishedFile)
  }

  @Test(arguments: ["", "*", "**", "/a", "~/a", "a/b/c", "a*b", "*a*", "a/*", "..", "a/", "a/.."])
  func `a name that cannot be one of a place is a problem`(name: String) {
    #expect(KnownPlaces.problem(with: name) != nil)
  }

  @Test func `what two paths have in common is the folder around both`() {
    #expect(commonFolder(of: "/a/b/c.jpg", "/a/b/d/e.jpg") == "/a/b")
    #expect(commonFolder(of: "/a/b/d/e.jpg", "/a/b/c.jpg") == "/a/b")
    #expect(commonFolder(of: "/a/bc/x", "/a/b/x") == "/a")
    #expect(commonFolder(of: "/x", "/y") == "/")
  }
}
