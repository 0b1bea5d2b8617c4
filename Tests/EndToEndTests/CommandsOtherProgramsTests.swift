import Foundation
import SystemPackage
import TestSupport
import Testing

/// What lies where other programs put things to die, or keep for themselves, is no copy that stays.
@Suite(.waits) struct CommandsOtherProgramsTests {
  private static let foreignFolders: [(name: String, kind: String)] = [
    (".Trash", "bin"), (".Trash-1000", "bin"), (".Trashes", "bin"), ("$RECYCLE.BIN", "bin"), ("RECYCLER", "bin"),
    (".recycle", "bin"), ("#recycle", "bin"), ("@Recycle", "bin"), (".dtrash", "bin"), ("files_trashbin", "bin"),
    ("lost+found", "bin"), ("files_versions", "versions"), (".stversions", "versions"), (".sync/Archive", "versions"),
    (".dropbox.cache", "versions"), (".snapshot", "versions"), (".snapshots", "versions"), ("~snapshot", "versions"),
    (".zfs", "versions"), ("@GMT-2024.05.01-10.00.00", "versions"), ("Photos Library.photoslibrary", "library"),
    ("A.aplibrary", "library"), ("A.migratedphotolibrary", "library"), ("Lightroom.lrlibrary", "library"),
    (".picasaoriginals", "library"), (".comments", "library"), ("Catalog Previews.lrdata", "previews"),
    ("@eaDir", "previews"), (".thumbnails", "previews"), (".@__thumb", "previews"), ("immich/thumbs", "previews"),
    ("immich/upload", "library"), (".photoprism", "previews"),
  ]

  private static let caches = [".cache", "tmp", "Library/Caches", "Cache_Data"]
  private static let files = [".trashed-1700000000-", ".pending-1700000000-"]
  private static let backups = ["_original", "~", ".bak", ".orig", ".part", ".crdownload"]

  private func scan(_ fixture: CommandFixture, _ folder: String = "photos") throws -> Document {
    try Document(try fixture.deckle("scan", folder, "--json"))
  }

  private func paths(_ list: [Document], _ key: String = "path", in fixture: CommandFixture) -> [String] {
    list.compactMap { $0.text(key)?.replacing(fixture.photos.string + "/", with: "") }
  }

  /// Plans and applies, and says what is left of the photos.
  private func namesAfterApplying(_ fixture: CommandFixture, _ folder: String = "photos") throws -> Set<String> {
    let before = try names(fixture)
    try fixture.folder.write(try fixture.deckle("plan", folder).output, to: "plan.json")
    _ = try fixture.deckle("apply", "plan.json", "--yes", "--count", "\(before.count)")
    _ = try fixture.deckle("apply", "plan.json", "--yes")
    return try names(fixture)
  }

  private func names(_ fixture: CommandFixture) throws -> Set<String> {
    Set(try fixture.content().keys.map { String(decoding: $0.dropFirst("photos/".utf8.count), as: UTF8.self) })
  }

  @Test func `a photo whose copies lie in places of other programs stays, and each place is told once`() throws {
    let fixture = try CommandFixture()
    let photo = CommandFixture.photo(seed: 1)
    for (number, foreignFolder) in Self.foreignFolders.enumerated() {
      // Other bytes behind the end of the picture: each has its own copies.
      let bytes = photo + [UInt8(number)]
      try fixture.folder.write(bytes, to: "photos/\(number)/home.jpg")
      try fixture.folder.write(bytes, to: "photos/\(number)/\(foreignFolder.name)/deep/a.jpg")
      try fixture.folder.write(bytes, to: "photos/\(number)/\(foreignFolder.name)/b.jpg")
    }
    let before = try names(fixture)

    let document = try scan(fixture)

    let leftOut = try document.list("leftOut")
    let expected = Self.foreignFolders.enumerated().map { ("\($0)/\($1.name)", $1.kind) }
    #expect(
      Dictionary(uniqueKeysWithValues: zip(paths(leftOut, in: fixture), leftOut.map { $0.text("kind") }))
        == Dictionary(uniqueKeysWithValues: expected.map { ($0.0, Optional($0.1)) }))
    #expect(leftOut.allSatisfy { $0.number("files") == 2 })
    #expect(leftOut.compactMap { $0.text("path") } == leftOut.compactMap { $0.text("path") }.sorted())
    #expect(try document.part("photos").number("scanned") == Double(Self.foreignFolders.count))
    // Only among themselves they are alike: one stays whatever is done.
    #expect(try document.list("groups").allSatisfy { $0.text("keeper")?.hasSuffix("/home.jpg") == true })
    let after = try namesAfterApplying(fixture)
    #expect(after.filter { !$0.hasSuffix("home.jpg") } == before.filter { !$0.hasSuffix("home.jpg") })
    #expect(after.contains { $0.hasSuffix("home.jpg") })
  }

  @Test(arguments: 0..<4)
  func `in random trees nothing in a place of another program is proposed or stands as the copy that stays`(
    seed: UInt64
  )
    throws
  {
    let fixture = try CommandFixture()
    var random = SeededGenerator(seed: 700 + seed)
    let plain = ["Sommer", "2019", "IMG", "a b", "Thumbs", "Library", "Trash", "immich"]
    var ofOthers: Set<String> = []
    var inCaches: Set<String> = []
    for photo in 0..<12 {
      let bytes = CommandFixture.photo(seed: 100 * seed + UInt64(photo))
      for copy in 0..<Int.random(in: 1...6, using: &random) {
        var names: [String] = []
        var (isOfOthers, isInCache) = (false, false)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          switch Int.random(in: 0..<4, using: &random) {
          case 0:
            names.append(Self.foreignFolders[Int.random(in: 0..<Self.foreignFolders.count, using: &random)].name)
            isOfOthers = true
          case 1:
            names.append(Self.caches[Int.random(in: 0..<Self.caches.count, using: &random)])
            isInCache = true
          default: names.append(plain[Int.random(in: 0..<plain.count, using: &random)])
          }
        }
        let path = (names + ["\(photo)-\(copy).jpg"]).joined(separator: "/")
        try fixture.folder.write(bytes, to: "photos/\(path)")
        if isOfOthers { ofOthers.insert(path) } else if isInCache { inCaches.insert(path) }
      }
    }
    let before = try names(fixture)

    let document = try scan(fixture)
    let after = try namesAfterApplying(fixture)

    let issues = try document.list("issues")
    let keepers = Dictionary(
      uniqueKeysWithValues: try document.list("groups").map { group in
        (group.text("id") ?? "", paths([group], "keeper", in: fixture).first ?? "")
      })
    #expect(!ofOthers.isEmpty && !inCaches.isEmpty && !keepers.isEmpty && !issues.isEmpty)
    #expect(ofOthers.isDisjoint(with: paths(issues, in: fixture)) && ofOthers.isDisjoint(with: keepers.values))
    for issue in issues where issue.flag("preselected") == true {
      let keeper = issue.text("group").flatMap { keepers[$0] } ?? ""
      let isInCache = paths([issue], in: fixture).allSatisfy(inCaches.contains)
      #expect(isInCache || !inCaches.contains(keeper), "\(issue.text("path") ?? "") for \(keeper)")
    }
    #expect(ofOthers.isSubset(of: after))
    // Of each photo one stays, and outside of caches where one was outside.
    func photos(_ names: Set<String>) -> Set<Substring> {
      Set(names.compactMap { $0.split(separator: "/").last?.split(separator: "-").first })
    }
    let lasting = before.subtracting(ofOthers).subtracting(inCaches)
    #expect(photos(after.subtracting(ofOthers).subtracting(inCaches)) == photos(lasting))
    #expect(photos(after.subtracting(ofOthers)) == photos(before.subtracting(ofOthers)))
  }

  @Test(arguments: [".recycle", ".stversions", "immich/thumbs", "tmp/.cache/mine"])
  func `a folder that is named is scanned and judged whatever it is called`(name: String) throws {
    let fixture = try CommandFixture()
    for file in ["a.jpg", "sub/b.jpg"] { try fixture.addPhoto("\(name)/\(file)", seed: 1) }

    let document = try scan(fixture, "photos/\(name)")

    #expect(try document.list("leftOut").isEmpty)
    #expect(try document.list("issues").map { $0.flag("preselected") } == [true])
    #expect(try namesAfterApplying(fixture, "photos/\(name)").count == 1)
  }

  @Test func `a library of another program is left alone also where it is named, and nothing is moved out of it`()
    throws
  {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] { try fixture.addPhoto("P.photoslibrary/originals/\(name)", seed: 1) }

    let document = try scan(fixture, "photos/P.photoslibrary/originals")
    let trash = try fixture.deckle("trash", "--yes", "photos/P.photoslibrary/originals/a.jpg")

    #expect(try document.part("photos").number("found") == 0)
    #expect(try document.list("leftOut").map { $0.number("files") } == [2])
    #expect(trash.status == .exited(1) && trash.outputText.contains("belongs to the library"), "\(trash.outputText)")
    #expect(try names(fixture).count == 2)
  }

  @Test func `what may vanish by itself stands for nothing that lasts, and is judged among its like`() throws {
    let fixture = try CommandFixture()
    for (number, cache) in Self.caches.enumerated() {
      let bytes = CommandFixture.photo(seed: UInt64(number + 1))
      try fixture.folder.write(bytes, to: "photos/\(number)/a/long/way/to/the photo copy.jpg")
      try fixture.folder.write(bytes, to: "photos/\(number)/\(cache)/x.jpg")
      try fixture.folder.write(bytes, to: "photos/\(number)/\(cache)/y.jpg")
    }

    let document = try scan(fixture)
    let issues = try document.list("issues").filter { $0.text("category") == "duplicate" }

    #expect(try document.list("leftOut").isEmpty)
    #expect(try document.list("groups").allSatisfy { $0.text("keeper")?.hasSuffix("the photo copy.jpg") == true })
    for issue in issues where issue.flag("preselected") == true {
      #expect(issue.text("path")?.hasSuffix("the photo copy.jpg") == false)
    }
    // Named by themselves, a copy in a cache is none that stays.
    let named = try fixture.deckle(
      "trash", "--yes", "--json", "photos/0/a/long/way/to/the photo copy.jpg", "photos/0/.cache/x.jpg")
    #expect(
      try Document(named).list("files").filter { $0.text("outcome") == "moved" }.map { $0.text("path") }
        == [fixture.photos.appending("0/.cache/x.jpg").string])
  }

  @Test func `copies in a cache alone are judged as any`() throws {
    let fixture = try CommandFixture()
    for name in [".cache/a.jpg", ".cache/b.jpg"] { try fixture.addPhoto(name, seed: 1) }

    #expect(try scan(fixture).list("issues").map { $0.flag("preselected") } == [true])
    #expect(try namesAfterApplying(fixture).count == 1)
  }

  @Test func `a file that is removed or unfinished by its name is listed and never stays for another`() throws {
    let fixture = try CommandFixture()
    for (number, name) in Self.files.enumerated() {
      let seeds = (UInt64(number + 1), UInt64(number + 11))
      for file in ["a photo of the lake copy.jpg", "\(name)x.jpg"] {
        try fixture.addPhoto("\(number)/\(file)", seed: seeds.0)
      }
      for file in ["x.jpg", "y.jpg"] { try fixture.addPhoto("only\(number)/\(name)\(file)", seed: seeds.1) }
    }

    let document = try scan(fixture)

    #expect(try document.part("photos").number("scanned") == 8)
    for issue in try document.list("issues") where issue.flag("preselected") == true {
      #expect(issue.text("path")?.contains("/.") == true)
    }
    let left = try namesAfterApplying(fixture)
    #expect(left.isSuperset(of: ["0/a photo of the lake copy.jpg", "1/a photo of the lake copy.jpg"]))
    #expect(left.count { $0.hasPrefix("only") } == 4)
  }

  @Test func `a backup beside its file goes for that one only, and never stays for it`() throws {
    let fixture = try CommandFixture()
    for (number, ending) in Self.backups.enumerated() {
      for name in ["a.jpg", "a.jpg\(ending)"] { try fixture.addPhoto("\(number)/zz/\(name)", seed: UInt64(number + 1)) }
      for name in ["b.jpg", "a.jpg\(ending)"] {
        try fixture.addPhoto("\(number)/other/\(name)", seed: UInt64(number + 11))
      }
    }

    let document = try scan(fixture)

    #expect(try document.part("photos").number("scanned") == Double(Self.backups.count * 4))
    let proposed = Set(paths(try document.list("issues").filter { $0.flag("preselected") == true }, in: fixture))
    #expect(!proposed.contains { $0.hasSuffix("zz/a.jpg") || $0.contains("/other/a.jpg") })
    let left = try namesAfterApplying(fixture)
    for (number, ending) in Self.backups.enumerated() {
      #expect(left.contains("\(number)/zz/a.jpg") && !left.contains("\(number)/zz/a.jpg\(ending)"), "\(ending)")
      #expect(left.contains("\(number)/other/a.jpg\(ending)") && left.contains("\(number)/other/b.jpg"), "\(ending)")
    }
  }

  @Test func `a plan that says otherwise moves nothing for the sake of what may vanish or is a backup`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "a.jpg~", ".cache/a.jpg", ".trashed-1-a.jpg"] { try fixture.addPhoto(name, seed: 1) }
    let plan = try deciding(try fixture.plan(), "delete", "photos/a.jpg")
    try fixture.write(plan: try deciding(plan, "keep", "a.jpg~", ".cache/a.jpg", ".trashed-1-a.jpg"))

    let process = try fixture.deckle("apply", "plan.json", "--yes")

    #expect(process.status == .exited(1), "\(process.outputText)")
    #expect(process.outputText.contains("nothing of its set would stay"), "\(process.outputText)")
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `half files are counted and not read`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    let names = [
      ".syncthing.a.jpg.tmp", "~syncthing~a.jpg.tmp", ".a.jpg.Xy12Za", "a.jpg.partial", "a.jpg.filepart", "a.jpg.tmp",
      ".goutputstream-ABCDEF", ".nfs000000000001", ".fuse_hidden0000000100000001",
    ]
    for name in names { try fixture.addPhoto(name, seed: 1) }
    // As macOS writes it.
    try fixture.folder.write([0, 5, 0x16, 7, 0, 2, 0, 0] + [UInt8](repeating: 0, count: 74), to: "photos/._a.jpg")

    // The second scan has it from the cache.
    for _ in 0..<2 {
      let document = try scan(fixture)
      #expect(try document.part("photos").number("scanned") == 1)
      #expect(try document.list("skipped").isEmpty && document.list("groups").isEmpty)
      let leftOut = try document.list("leftOut")
      #expect(leftOut.map { $0.text("path") } == [fixture.photos.string])
      #expect(leftOut.map { $0.text("kind") } == ["other"])
      #expect(leftOut.map { $0.number("files") } == [Double(names.count + 1)])
    }
  }

  @Test func `what is no picture is named for what it is`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.write([], to: "photos/empty.jpg")
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
    for name in ["a.jpg", "b.jpg"] { try fixture.folder.write(pointer, to: "photos/\(name)") }

    let document = try scan(fixture)
    let messages = try document.list("skipped").compactMap { $0.text("message") }

    #expect(messages.count == 3 && !messages.contains { $0.contains("backup") })
    #expect(
      messages.filter { $0.contains("Git LFS") }.count == 2 && messages.contains { $0.contains("empty (0 bytes)") })
    #expect(try document.list("groups").isEmpty)
  }

  @Test func `the end of a scan says what was left out`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    for name in ["x.jpg", "y.jpg"] { try fixture.addPhoto(".recycle/\(name)", seed: 1) }

    let process = try fixture.deckle("scan", "photos")

    #expect(process.outputText.contains("Left out: 1 folder with 2 files: "), "\(process.outputText)")
    #expect(process.outputText.contains(".recycle (bin)."))
    #expect(process.status == .exited(0))
  }

  @Test func `what a backup has in a bin, a cache or under such a name is no backup`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg", "c.jpg", "d.jpg"] { try fixture.addPhoto(name, seed: UInt64(name.utf8.first ?? 0)) }
    func backUp(_ name: String, _ photo: String) throws {
      try fixture.folder.write(try fixture.folder.read("photos/\(photo)"), to: "backup/\(name)")
    }
    try backUp(".stversions/a.jpg", "a.jpg")
    try backUp(".cache/b.jpg", "b.jpg")
    try backUp(".trashed-1-c.jpg", "c.jpg")
    try backUp("d.jpg", "d.jpg")

    let process = try fixture.deckle(
      "trash", "--yes", "--json", "--backup", "backup", "photos/a.jpg", "photos/b.jpg", "photos/c.jpg", "photos/d.jpg")

    let moved = try Document(process).list("files").filter { $0.text("outcome") == "moved" }
    #expect(moved.map { $0.text("path") } == [fixture.photos.appending("d.jpg").string])
  }

  @Test func `a photo in a preferred folder stays, and a folder without a root is an error with its line`() throws {
    let fixture = try CommandFixture()
    for name in ["2018 Birthday/a.jpg", "Best/deep/IMG 1 copy.jpg"] { try fixture.addPhoto(name, seed: 1) }
    let settings = "home/config/deckle/config.toml"
    let plain = try scan(fixture)
    try fixture.folder.write("preferredFolders = [\"\(fixture.photos)/Best\"]\n", to: settings)
    let preferring = try scan(fixture)
    try fixture.folder.write("bell = true\npreferredFolders = [\"Best\"]\n", to: settings)
    let wrong = try fixture.deckle("scan", "photos")

    func keepers(_ document: Document) throws -> [String] {
      try document.list("groups").map { group in try #require(group.text("keeper")) }
    }
    #expect(try keepers(plain) == [fixture.photos.appending("2018 Birthday/a.jpg").string])
    #expect(try keepers(preferring) == [fixture.photos.appending("Best/deep/IMG 1 copy.jpg").string])
    #expect(try preferring.list("groups").first?.text("reason") == "in a folder you prefer")
    #expect(wrong.status == .exited(1))
    #expect(wrong.errorText.contains("line 2") && wrong.errorText.contains("~/"), "\(wrong.errorText)")
  }

  @Test func `names of ignoredPlaces are left out, and a slip in them is an error with its line`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "Rejects/b.jpg", "x/Export 1/c.jpg", "d.jpg.old"] { try fixture.addPhoto(name, seed: 1) }
    let settings = "home/config/deckle/config.toml"
    try fixture.folder.write("ignoredPlaces = [\"Rejects\", \"Export*\", \"*.old\"]\n", to: settings)

    let document = try scan(fixture)
    try fixture.folder.write("bell = true\nignoredPlaces = [\"/mnt/photos/Rejects\"]\n", to: settings)
    let wrong = try fixture.deckle("scan", "photos")

    #expect(try document.part("photos").number("scanned") == 1)
    let leftOut = try document.list("leftOut")
    #expect(paths(leftOut, in: fixture) == [fixture.photos.string, "Rejects", "x/Export 1"])
    #expect(leftOut.allSatisfy { $0.text("kind") == "other" && $0.number("files") == 1 })
    #expect(wrong.status == .exited(1))
    #expect(wrong.errorText.contains("line 2") && wrong.errorText.contains("excludedFolders"), "\(wrong.errorText)")
  }
}
