import FileSafety
import Foundation
import PhotoModel
import Removal
import SystemPackage
import TestSupport
import Testing

/// Files that are named together although they hold the same: one of them stays, unless something else is known to.
@Suite struct CopiesTests {
  @Test func `of all copies of a photo one stays, and a keeper elsewhere lets all of them go`() throws {
    let scene = try RemovalScene()
    for name in ["a.jpg", "b.jpg", "deep/c.jpg"] { try scene.add(name, seed: 1) }

    #expect(scene.going("a.jpg", "b.jpg") == ["a.jpg", "b.jpg"])
    let survivors = scene.select("a.jpg").plan?.items.map(\.safeguard)
    #expect(survivors == [.onlyOne], "one that is named alone goes because it was named")
    #expect(scene.going("a.jpg", "b.jpg", "deep/c.jpg").count == 2)
  }

  @Test(arguments: [false, true])
  func `a name that other disks take for the same is no copy that stays`(_ isScanned: Bool) async throws {
    var scene = try RemovalScene()
    for name in ["a.jpg", "A.JPG", "b.jpg"] { try scene.add(name, seed: 1) }
    // A scan knows the twin, too; without one it is found beside.
    if isScanned { scene = try await scene.scanned() }

    #expect(scene.going("a.jpg", "b.jpg").count == 1)
    #expect(scene.going("a.jpg", "A.JPG").count == 2)
    try scene.remove("b.jpg")
    #expect(scene.going("a.jpg", "A.JPG").count == 1)
  }

  @Test func `a copy in the recycle bin of a network drive is no copy that stays`() async throws {
    let scene = try RemovalScene()
    for name in ["a.jpg", "b.jpg", "#recycle/c.jpg"] { try scene.add(name, seed: 1) }

    #expect(scene.going("a.jpg", "b.jpg").count == 1)
    let scanned = try await scene.scanned()
    #expect(scanned.going("a.jpg", "b.jpg").count == 1)
  }

  @Test func `a copy in a protected folder stays, and lets its copies go`() throws {
    var scene = try RemovalScene()
    for name in ["kept/a.jpg", "b.jpg", "c.jpg"] { try scene.add(name, seed: 1) }
    scene.protectedFolders = [scene.path("kept")]

    #expect(scene.going("kept/a.jpg", "b.jpg", "c.jpg") == ["b.jpg", "c.jpg"])
  }

  @Test func `of photos that show the same picture with other metadata one stays`() async throws {
    var scene = try RemovalScene()
    let photo = RemovalScene.photo(seed: 1)
    let comment: [UInt8] = [0xFF, 0xFE, 0, 5, 0x61, 0x62, 0x63]
    try scene.write(photo, to: "a.jpg")
    try scene.write(Array(photo.prefix(2)) + comment + photo.dropFirst(2), to: "b.jpg")
    #expect(scene.going("a.jpg", "b.jpg").count == 2, "nobody knows before a scan")

    scene = try await scene.scanned()
    let selection = scene.select("a.jpg", "b.jpg")

    #expect(scene.going(selection).count == 1)
    #expect(scene.outcomes(selection).contains { $0.contains("known to show this picture. Name it alone") })
    #expect(scene.going("a.jpg") == ["a.jpg"])
  }

  @Test(arguments: ["touched", "renamed"])
  func `what a scan found of a picture holds for the same bytes under another time or name`(change: String) async throws
  {
    var scene = try RemovalScene()
    let photo = RemovalScene.photo(seed: 1)
    let comment: [UInt8] = [0xFF, 0xFE, 0, 5, 0x61, 0x62, 0x63]
    try scene.write(photo, to: "a.jpg")
    try scene.write(Array(photo.prefix(2)) + comment + photo.dropFirst(2), to: "b.jpg")
    scene = try await scene.scanned()
    if change == "touched" {
      try scene.write(photo, to: "a.jpg")
    } else {
      try FileManager.default.moveItem(atPath: scene.path("a.jpg").string, toPath: scene.path("a2.jpg").string)
    }

    let selection = scene.select(change == "touched" ? "a.jpg" : "a2.jpg", "b.jpg")

    #expect(scene.going(selection).count == 1)
  }

  @Test func `of several copies the nearest is the one that counts`() async throws {
    var scene = try RemovalScene()
    for name in ["archive/keep.jpg", "library/keep.jpg", "library/old/words.jpg"] { try scene.add(name, seed: 1) }
    scene = try await scene.scanned()

    var selection = scene.select("library/old/words.jpg")
    _ = selection.carriedSidecars()

    guard case .exactCopy(let survivors) = selection.plan?.items.first?.safeguard else {
      Issue.record("no copy")
      return
    }
    #expect(survivors.map { scene.naming($0.path) } == ["library/keep.jpg", "archive/keep.jpg"])
  }

  @Test func `of files that cannot be compared none goes for the sake of another`() throws {
    let scene = try RemovalScene()
    for name in ["a.tif", "b.tif"] {
      try scene.write([], to: name)
      // Nearly all of it is a hole, which is not read.
      #expect(truncate(scene.path(name).string, 300_000_000) == 0)
    }

    let both = scene.outcomes("a.tif", "b.tif")
    #expect(both.allSatisfy { $0.contains("may be a copy of another file in the list, which has its size") })
    #expect(scene.going("a.tif") == ["a.tif"])
  }
}
