import FileSafety
import ImageDecoding
import PhotoModel
import TestSupport
import Testing
import TextSurface
import ViewModels

/// Words of photos that go, carried over at the question before the move: what is on the disk then, and after the restore.
@MainActor
struct CarriedMetadataJourneyTests {
  private let scene = jpegData(of: TestPictures.scene(seed: 1, size: PixelSize(width: 320, height: 240)), quality: 90)

  private func sidecar(_ name: String, _ library: RealLibrary) throws -> SidecarContents {
    sidecarContents(of: try #require(library.contents[name]))
  }

  @Test func `a chosen title takes the place of the other in the sidecar, and the restore brings that back`()
    async throws
  {
    let library = try RealLibrary(columns: 120, rows: 40) { folder in
      for (name, title) in [("a", "Roma"), ("b", "Rome")] {
        try folder.write(scene, to: "Pictures/\(name).jpg")
        try folder.write(Array(xmpPacket("", xmpText("dc:title", title)).utf8), to: "Pictures/\(name).jpg.xmp")
      }
    }
    let before = library.contents

    await library.type(Key("s"), Key(.enter), Key(.left), Key("m"))
    #expect(library.screen.contains("❯ title Roma stays, not title Rome of b.jpg"), "\(library.screen)")
    await library.type(Key(" "))
    #expect(library.screen.contains("❯ title Rome of b.jpg → a.jpg.xmp, not title Roma"), "\(library.screen)")
    await library.type(Key("y"))

    #expect(library.contents.keys.sorted() == ["a.jpg", "a.jpg.xmp"], "\(library.screen)")
    #expect(try sidecar("a.jpg.xmp", library).metadata.title == "Rome")
    #expect(library.screen.contains("Its words are in 1 file beside the photo that stays"), "\(library.screen)")
    await library.type(Key("r"))
    #expect(library.contents == before)
    #expect(library.app.state.done.message?.hasSuffix("The file of words is as before.") == true, "\(library.screen)")
  }

  @Test func `a photo that its words alone hold back goes once they are included, and comes back with them`()
    async throws
  {
    let library = try RealLibrary(columns: 120, rows: 40) { folder in
      let attributes = "exif:GPSLatitude=\"48,8.123N\" exif:GPSLongitude=\"11,30.5E\" xmp:Rating=\"5\""
      try folder.write(embedding(xmp: xmpPacket(attributes), in: scene), to: "Pictures/a.jpg")
      // In one language, which a sidecar can take.
      let caption = "<dc:description><rdf:Alt><rdf:li xml:lang='x-default'>Lake</rdf:li></rdf:Alt></dc:description>"
      try folder.write(embedding(xmp: xmpPacket("", caption), in: scene), to: "Pictures/b.jpg")
      let other = jpegData(of: TestPictures.scene(seed: 2, size: PixelSize(width: 320, height: 240)), quality: 90)
      for name in ["c", "d"] { try folder.write(other, to: "Pictures/\(name).jpg") }
    }
    let before = library.contents

    await library.type(Key("s"), Key(.enter))
    // The one of the exact copies goes; b.jpg is left open.
    while library.app.state.deck.card?.name == "b.jpg" { await library.type(Key("s")) }
    await library.type(Key(.left), Key("m"))
    #expect(library.screen.contains("1 more duplicate may go with its words (a includes it)"), "\(library.screen)")
    await library.type(Key("a"))
    #expect(library.screen.contains("caption Lake · b.jpg → a.jpg.xmp"), "\(library.screen)")
    await library.type(Key("y"))

    #expect(library.contents.keys.sorted() == ["a.jpg", "a.jpg.xmp", "c.jpg"], "\(library.screen)")
    #expect(try sidecar("a.jpg.xmp", library).metadata.caption == "Lake")
    await library.type(Key("r"))
    #expect(library.contents == before)
    #expect(library.app.state.done.message?.hasSuffix("The file of words is gone again.") == true, "\(library.screen)")
  }
}
