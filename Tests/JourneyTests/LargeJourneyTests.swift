import Foundation
import ImageDecoding
import PhotoModel
import Shell
import TestSupport
import Testing
import TextSurface
import ViewModels

/// Photos of a real library, made smaller with real pixels, and back.
@MainActor
struct LargeJourneyTests {
  /// Two photos with something to gain, one that is as small as it can be, and a copy of the first.
  private func library() throws -> RealLibrary {
    try RealLibrary { folder in
      var form = JPEGForm()
      form.hasStandardTables = true
      let photo = TestPictures.scene(seed: 1, size: PixelSize(width: 300, height: 200))
      for name in ["Harbour/p1.jpg", "p3.jpg"] {
        _ = try folder.write(jpegData(of: photo, form: form), to: "Pictures/\(name)")
      }
      _ = try folder.write(pngData(of: TestPictures.screen(seed: 2)), to: "Pictures/p2.png")
      let small = try shrunken(pngData(of: TestPictures.screen(seed: 3)), by: .lossless)
      _ = try folder.write(small.bytes, to: "Pictures/small.png")
    }
  }

  @Test func `photos are measured, made smaller, put back, and marks and sets stay`() async throws {
    let library = try library()
    let before = library.contents
    await library.type(Key("s"), Key(.enter), Key(.left))
    let marked = library.app.library.review.bin.map(\.path)
    #expect(marked.count == 1)
    await library.type(Key("1"), Key("z"))
    #expect(library.screen.contains("Large") && library.screen.contains("Harbour"), "\(library.screen)")
    #expect(library.contents == before)
    #expect(library.app.state.large.rows.count == 3)
    #expect(!library.app.state.large.rows.contains { $0.name == "small.png" })

    await library.type(Key("m"))
    #expect(library.screen.contains("Make 3 photos smaller?"), "\(library.screen)")
    #expect(library.screen.contains("left as it is"), "\(library.screen)")
    await library.type(Key("y"))

    #expect(library.app.state.route == .done && library.screen.contains("3 photos made smaller"), "\(library.screen)")
    let after = library.contents
    #expect(after.keys.sorted() == before.keys.sorted() && after["small.png"] == before["small.png"])
    for name in ["Harbour/p1.jpg", "p2.png", "p3.jpg"] {
      #expect((after[name]?.count ?? .max) * 100 < (before[name]?.count ?? 0) * 95)
    }
    #expect(library.trashed.count == 3)
    #expect(library.app.library.review.bin.map(\.path) == marked)
    #expect(library.app.library.review.groups.count == 1 && library.app.library.missingNotice() == nil)
    let sizes = library.app.library.review.photos.values.map(\.fileSize).reduce(.zero, +)
    #expect(sizes == ByteCount(Int64(after.values.map(\.count).reduce(0, +))))

    await library.type(Key("r"))
    #expect(library.contents == before, "\(library.screen)")
    #expect(library.app.library.review.bin.map(\.path) == marked)
    #expect(library.app.library.review.groups.count == 1)
    await library.type(Key(.enter), Key("y"))
    #expect(library.screen.contains("3 photos") && library.screen.contains("put back"), "\(library.screen)")
  }

  @Test func `a smaller picture is only made where it is chosen, and never twice`() async throws {
    let library = try RealLibrary { folder in
      for seed in [1, 2] {
        let scene = TestPictures.scene(seed: UInt64(seed), size: PixelSize(width: 2400, height: 1600))
        _ = try folder.write(jpegData(of: scene, quality: 97), to: "Pictures/p\(seed).jpg")
      }
    }
    let before = library.contents
    await library.type(Key("s"), Key("z"), Key("a"), Key("v"), Key("v"), Key("v"))
    #expect(library.app.state.large.way == .fit(longSide: 2048, byteLimit: nil))
    #expect(library.app.state.large.rows.count == 2 && library.app.state.large.chosen <= 2, "\(library.screen)")
    await library.type(Key(" "), Key("m"))
    #expect(library.screen.contains("smaller picture"), "\(library.screen)")
    let fitted = library.app.state.large.rows[0].name
    await library.type(Key("y"), Key(.enter), Key(.enter))

    let after = library.contents
    #expect(after[fitted] != before[fitted] && after.count { before[$0.key] != $0.value } == 1)
    #expect(library.app.state.route == .large && library.app.state.large.rows.count == 1, "\(library.screen)")
    #expect(library.app.state.large.rows.first?.name != fitted)
  }

  @Test func `in lines of text photos are made smaller and put back`() async throws {
    let library = try library()
    let before = library.contents
    let lines = await library.lines(of: [
      "scan", "large", "choose 1", "filter", "p2", "filter", "", "choose 1", "make smaller", "no", "make smaller",
      "yes",
      "restore", "home", "quit",
    ])

    let all = lines.joined(separator: "\n")
    #expect(all.contains("Large, nothing lost: "), "\(all)")
    #expect(
      all.contains("in Harbour, ") && all.contains(" could be ") && all.contains(", to be made smaller"), "\(all)")
    #expect(all.contains("Make 3 photos smaller?") && all.contains("Nothing was changed."), "\(all)")
    #expect(all.contains("3 photos made smaller") && all.contains("are as large as they were."), "\(all)")
    #expect(library.contents == before)
  }
}
