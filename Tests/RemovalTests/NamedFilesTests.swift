import FileSafety
import Foundation
import Glibc
import PhotoModel
import Removal
import SystemPackage
import TestSupport
import Testing

/// Single files that were named: what may go, and the reason why each of the others stays.
@Suite struct NamedFilesTests {
  @Test func `a file that is named twice is one file, and has one outcome`() throws {
    let scene = try RemovalScene()
    try scene.add("a.jpg", seed: 1)

    #expect(scene.outcomes("a.jpg", "a.jpg") == ["moved a.jpg"])
  }

  @Test func `links, folders, missing and second names are refused one by one`() throws {
    let scene = try RemovalScene()
    try scene.add("a.jpg", seed: 1)
    try scene.add("linked.jpg", seed: 2)
    try scene.folder.makeFolder("photos/folder")
    #expect(symlink("linked.jpg", scene.path("symbolic.jpg").string) == 0)
    #expect(link(scene.path("a.jpg").string, scene.path("hard.jpg").string) == 0)

    #expect(
      scene.outcomes("a.jpg", "symbolic.jpg", "folder", "none.jpg", "hard.jpg") == [
        "moved a.jpg", "symbolic.jpg is a symbolic link. Name the file that it leads to, if that is meant.",
        "folder is a folder. Name the photos in it one by one.", "There is no file none.jpg.",
        "hard.jpg is another name of a.jpg, which is in the list already.",
      ])
  }

  @Test func `a protected folder keeps its photos, also one that other disks take for it`() throws {
    var scene = try RemovalScene()
    for name in ["Fav/a.jpg", "fav/a.jpg", "b.jpg"] { try scene.add(name, seed: 1) }
    scene.protectedFolders = [scene.path("Fav")]

    let outcomes = scene.outcomes("Fav/a.jpg", "fav/a.jpg", "b.jpg")

    #expect(outcomes[0].contains("protected folder"))
    #expect(outcomes[1].contains("would be one on some drives"))
    #expect(outcomes[2] == "moved b.jpg")
  }

  @Test func `what is in a trash already is refused, also in the recycle bin of a network drive`() throws {
    let scene = try RemovalScene()
    try scene.add("a.jpg", seed: 1)
    try scene.add("#recycle/b.jpg", seed: 2)
    let moved = try scene.move(scene.select("a.jpg"))
    let trashed = try #require(moved.trashPaths[scene.path("a.jpg")])

    for path in [trashed, scene.path("#recycle/b.jpg")] {
      let selection = RemovalSelection([path], scene.environment())
      #expect(selection.plan == nil)
      #expect(scene.outcomes(selection).first?.contains("in a trash folder already") == true)
    }
  }

  @Test func `what is no picture and belongs to none is refused, and a name without an ending is judged by its bytes`()
    throws
  {
    let scene = try RemovalScene()
    let strangers = ["notes.txt", "Makefile", "lonely.xmp", "film.mp4", "list.json"]
    for name in strangers { try scene.write("content of \(name)", to: name) }
    try scene.add("scan0001", seed: 7)
    try scene.write("no longer a picture", to: "damaged.jpg")

    for name in strangers {
      #expect(
        scene.outcomes(name) == [
          "\(name) is no picture, and belongs to no photo beside it. Deckle moves photos only, so it stays."
            + (name == "list.json" ? " If it is a plan, deckle apply carries it out." : "")
        ])
    }
    #expect(scene.outcomes("scan0001", "damaged.jpg") == ["moved scan0001", "moved damaged.jpg"])
  }

  @Test func `photos of one name have places beside each other and beside what the trash holds`() throws {
    let scene = try RemovalScene()
    for (seed, name) in ["a.jpg", "one/a.jpg", "two/a.jpg"].enumerated() { try scene.add(name, seed: UInt64(seed)) }
    try scene.move(scene.select("a.jpg"))
    // A note without its file takes a name, too.
    try scene.folder.write("[Trash Info]\n", to: "home/.local/share/Trash/info/a.2.jpg.trashinfo")
    let selection = scene.select("one/a.jpg", "two/a.jpg")

    let foreseen = RemovalReceipt(foreseeing: try #require(selection.plan), scene.trash, naming: scene.naming)
    let receipt = try scene.move(selection)

    let names = selection.outcomes(by: foreseen).map { $0.trashPath?.lastComponent?.string }
    #expect(names == ["a.3.jpg", "a.4.jpg"])
    #expect(selection.outcomes(by: receipt).map(\.trashPath) == selection.outcomes(by: foreseen).map(\.trashPath))
    #expect(foreseen.moved == receipt.moved && foreseen.bytes == receipt.bytes && foreseen.files == receipt.files)
  }

  @Test func `what cannot be moved now is taken out, and its photo with it`() throws {
    let scene = try RemovalScene()
    for name in ["a.jpg", "b.jpg"] { try scene.add(name, seed: name == "a.jpg" ? 1 : 2) }
    try scene.write("edits", to: "a.xmp")
    var selection = scene.select("a.jpg", "b.jpg")

    selection.hold([scene.path("a.xmp"): "It cannot be moved."])

    #expect(scene.going(selection) == ["b.jpg"])
    #expect(
      scene.outcomes(selection) == [
        "It cannot be moved.", "a.xmp stays with a.jpg, to which it belongs.", "moved b.jpg",
      ])
  }

  @Test func `of a photo with words nothing is only in it where a copy stays, whether a scan knows it or not`()
    async throws
  {
    let plain = RemovalScene.photo(seed: 1)
    var scene = try RemovalScene()
    try scene.write(plain, to: "a.jpg")
    try scene.write(embedding(xmp: xmpPacket("xmp:Rating=\"5\""), in: plain), to: "rated.jpg")
    #expect(scene.select("rated.jpg").sentencesOfWhatGoesAlong == ["Only in rated.jpg: ★★★★★."])
    try scene.write(scene.folder.read("photos/rated.jpg"), to: "twin.jpg")

    #expect(scene.select("rated.jpg").sentencesOfWhatGoesAlong.isEmpty)
    scene = try await scene.scanned()
    var selection = scene.select("rated.jpg")
    #expect(selection.sentencesOfWhatGoesAlong.isEmpty)
    #expect(selection.carriedSidecars().isEmpty)
    // One of the two is held back.
    #expect(scene.going("rated.jpg", "twin.jpg").count == 1)
    try scene.write(xmpPacket("xmp:Label=\"Red\""), to: "rated.xmp")
    #expect(scene.select("rated.jpg").sentencesOfWhatGoesAlong.contains { $0.hasPrefix("Only in rated.jpg: ") })
  }

  @Test func `the stars of a photo of which nothing stays are told, of its sidecar, too, unless the settings say no`()
    throws
  {
    var scene = try RemovalScene()
    let rated = embedding(xmp: xmpPacket("xmp:Rating=\"5\""), in: RemovalScene.photo(seed: 1))
    try scene.write(rated, to: "rated.jpg")
    try scene.add("plain.jpg", seed: 2)
    try scene.write(xmpPacket("xmp:Rating=\"3\""), to: "plain.xmp")
    try scene.add("other.jpg", seed: 3)

    #expect(scene.select("rated.jpg").sentencesOfWhatGoesAlong == ["Only in rated.jpg: ★★★★★."])
    #expect(scene.select("plain.jpg").sentencesOfWhatGoesAlong.contains("Only in plain.jpg: ★★★☆☆."))
    #expect(scene.select("other.jpg").sentencesOfWhatGoesAlong.isEmpty)
    scene.settings.ratingsAreSacred = false
    #expect(scene.select("rated.jpg").sentencesOfWhatGoesAlong.isEmpty)
  }

  @Test func `all copies of a photo may move to a folder, and one of them stays from the trash`() throws {
    let scene = try RemovalScene()
    for name in ["a.jpg", "b.jpg"] { try scene.add(name, seed: 1) }
    let folder = try scene.folder.makeFolder("album")
    let paths = ["a.jpg", "b.jpg"].map(scene.path)
    func select(_ folders: [FilePath: FilePath]) -> RemovalSelection {
      RemovalSelection(paths, to: folders, scene.environment())
    }

    #expect(scene.going(select([paths[0]: folder, paths[1]: folder])) == ["a.jpg", "b.jpg"])
    #expect(scene.going(select([:])).count == 1)
    // What moves is no copy that stays.
    #expect(scene.going(select([paths[0]: folder])) == ["a.jpg", "b.jpg"])
  }

  @Test func `photos of the folder that they should go to are skipped, and its faults are said`() throws {
    let scene = try RemovalScene()
    let path = try scene.add("a.jpg", seed: 1)
    let missing = scene.folder["none"]

    let skipped = RemovalSelection([path], to: [path: scene.photos], scene.environment())
    let refused = RemovalSelection([path], to: [path: missing], scene.environment())

    #expect(skipped.entries.map(\.isSkipped) == [true] && skipped.plan == nil)
    #expect(skipped.outcomes(by: RemovalReceipt()).map(\.outcome) == [.skipped])
    #expect(refused.entries.first?.refusal?.hasPrefix("There is no folder") == true)
  }
}
