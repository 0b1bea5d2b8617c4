import Foundation
import PhotoModel
import Shell
import TestSupport
import Testing
import TextSurface
import ViewModels

/// All photos of a real library, gone through month by month.
@MainActor
struct BrowseJourneyTests {
  /// Two photos of July 2023, two of March 2022, one without a date; none of them is alike.
  private func library() throws -> RealLibrary {
    try RealLibrary { folder in
      for (number, month) in [(1, 7), (2, 7), (3, 3), (4, 3), (5, 0)] {
        let time =
          month == 0
          ? nil
          : CaptureTime(year: month == 7 ? 2023 : 2022, month: month, day: number, hour: 9, minute: 0, second: 0)
        let scene = TestPictures.scene(seed: UInt64(number), size: PixelSize(width: 320, height: 240))
        let exif = time.map { exifBlock(capturedAt: $0, make: "NIKON", model: "NIKON D70") }
        _ = try folder.write(jpegData(of: scene, exif: exif), to: "Pictures/p\(number).jpg")
      }
    }
  }

  private func text(_ library: RealLibrary) -> String {
    library.terminal.screen.map { screen in
      (0..<screen.size.rows).map { y in
        (0..<screen.size.columns).map { screen[$0, y].scalar.map { String(Character($0)) } ?? "" }.joined()
      }.joined(separator: "\n")
    } ?? ""
  }

  @Test func `a month is looked at, one photo goes to the trash and comes back, and nothing else moves`() async throws {
    let library = try library()
    let before = library.contents
    await library.type(Key("s"), Key("a"))
    #expect(text(library).contains("July") && text(library).contains("Without a date"))
    await library.type(Key(.down), Key(.down), Key(.enter))
    #expect(library.app.state.deck.goal?.title == "July 2023" && text(library).contains("SEEN"))

    // p2 is the newer one.
    await library.type(Key(.left), Key(.right))
    #expect(library.app.state.deck.card == nil && text(library).contains("All looked at!"))
    await library.type(Key("m"), Key("y"))
    #expect(library.trashed.keys.sorted() == ["Pictures/p2.jpg"] || library.trashed.count == 1)
    #expect(library.contents.count == before.count - 1)
    #expect(library.contents.allSatisfy { before[$0.key] == $0.value })
    await library.type(Key("r"), Key(.enter), Key("a"))

    #expect(library.contents == before)
    let rows = library.app.state.browse.rows
    // p1 was looked at; p2 came back and was not.
    #expect(rows.first { $0.heading == "July 2023" }?.goneThrough == 1)
    #expect(rows.contains { $0.heading == "Not looked at yet" && $0.photos == 4 })
  }

  @Test func `in lines of text a month is chosen, gone through and filtered`() async throws {
    let library = try library()
    let lines = await library.lines(of: [
      "scan", "home", "all photos", "look 3", "delete", "keep", "back", "filter", "no july", "groups", "filter", "",
      "bin",
      "quit",
    ])

    let all = lines.joined(separator: "\n")
    #expect(all.contains("July 2023, 2 photos"), "\(all)")
    #expect(all.contains("July 2023, 0 looked at, All photos, photo 1 of 2"), "\(all)")
    #expect(all.contains("Marked for the bin: p2.jpg") && all.contains("Looked at: p1.jpg"), "\(all)")
    #expect(all.contains("July 2023, 2 photos") && all.contains("done"), "\(all)")
    #expect(all.contains("All photos: 3 photos") && all.contains("filter no july"), "\(all)")
    #expect(all.contains("p2.jpg in ") && all.contains("All photos, "), "\(all)")
  }

  @Test func `in lines of text photos of a month are chosen and go to a folder together`() async throws {
    let library = try library()
    let family = try library.folder.makeFolder("Family")
    let before = library.contents
    let lines = await library.lines(of: [
      "scan", "home", "all photos", "choose 1", "list 3", "list", "choose 2", "choose 1", "look", "back",
      "move to folder", family.string, "move", "yes", "quit",
    ])

    let all = lines.joined(separator: "\n")
    #expect(all.contains("List the photos of a group first.") && all.contains("The photos are listed."), "\(all)")
    #expect(all.contains("\nJuly 2023, 2 photos\n1 p2.jpg in ") && all.contains("\n2 p1.jpg in "), "\(all)")
    #expect(all.contains("\nJuly 2023, 2 photos, 2 in the choice\nChosen: p2.jpg\n1 p2.jpg in "), "\(all)")
    #expect(all.contains("2 chosen, 0 looked at, All photos, photo 1 of 2"), "\(all)")
    let printed = lines.filter { $0.hasPrefix("2 photos move to ") }
    #expect(printed == ["2 photos move to \(family.string) with the next move; u takes it back"], "\(all)")
    #expect(
      lines.contains { $0.hasPrefix("1 p2.jpg in ") && $0.contains(", to a folder with the next move") }, "\(all)")
    let there = try FileManager.default.contentsOfDirectory(atPath: family.string).sorted()
    #expect(there == ["p1.jpg", "p2.jpg"] && library.trashed.isEmpty)
    for name in there { #expect(try readFile(family.appending(name)) == before[name]) }
  }

  @Test func `a page of the photos of a month has twenty lines, whichever photo is named`() async throws {
    let library = try RealLibrary { folder in
      for number in 1...23 {
        let scene = TestPictures.scene(seed: UInt64(number), size: PixelSize(width: 64, height: 48))
        _ = try folder.write(jpegData(of: scene), to: "Pictures/p\(number).jpg")
      }
    }
    let lines = await library.lines(of: ["scan", "home", "all photos", "list", "next", "22", "previous", "24", "quit"])

    let numbers = lines.compactMap { line in line.contains(".jpg in ") ? line.prefix { $0 != " " } : nil }
    let (first, second) = ((1...20).map { "\($0)" }, (21...23).map { "\($0)" })
    #expect(numbers.map(String.init) == first + second + ["22"] + first, "\(lines)")
    #expect(lines.contains("There is no row 24."))
  }

  /// A set of four copies, one plain photo.
  private func copies() throws -> RealLibrary {
    try RealLibrary { folder in
      for (seed, names) in [(1, ["a1", "a2", "a3", "a4"]), (2, ["b"])] {
        let scene = TestPictures.scene(seed: UInt64(seed), size: PixelSize(width: 320, height: 240))
        for name in names { _ = try folder.write(jpegData(of: scene, quality: 90), to: "Pictures/\(name).jpg") }
      }
    }
  }

  @Test func `of a set on the contact sheet what is not chosen goes to the trash and comes back`() async throws {
    let library = try copies()
    let before = library.contents
    await library.type(Key("s"), Key(.enter), Key("g"))
    #expect(library.screen.contains("Set of 4") && library.screen.contains("✕ 3 to the bin"), "\(library.screen)")

    // The card is one of the others: it stays as well.
    await library.type(Key(" "), Key(.enter))
    #expect(library.screen.contains("2 kept, 2 marked"), "\(library.screen)")
    await library.type(Key("u"))
    #expect(library.app.library.review.binCount == 0)
    await library.type(.control("r"), Key("m"), Key("y"))
    #expect(library.trashed.count == 2 && library.contents.count == before.count - 2)
    #expect(library.contents.allSatisfy { before[$0.key] == $0.value })

    await library.type(Key("r"))
    #expect(library.contents == before)
  }

  @Test func `in lines of text a set is gone through by numbers`() async throws {
    let library = try copies()
    let lines = await library.lines(of: ["scan", "review", "set", "choose 2", "mark the rest", "undo", "bin", "quit"])

    let all = lines.joined(separator: "\n")
    #expect(all.contains("Duplicates, Set of 4: 1 to keep, 3 for the bin"), "\(all)")
    #expect(all.contains("2 a2.jpg, ") && all.contains("goes to the bin") && all.contains("keeper"), "\(all)")
    #expect(all.contains("2 kept, 2 marked; u takes it back"), "\(all)")
    #expect(all.contains("Bin: empty"), "\(all)")
  }

  @Test func `in lines of text the set of a listed photo is shown, and undo stays among the photos of the deck`()
    async throws
  {
    let library = try copies()
    let lines = await library.lines(of: [
      "scan", "home", "all photos", "list 1", "set 2", "mark the rest", "undo", "look 1", "set", "mark the rest",
      "undo", "quit",
    ])

    let all = lines.joined(separator: "\n")
    #expect(lines.count { $0.hasPrefix("Duplicates, Set of 4: 1 to keep, 3 for the bin") } == 2, "\(all)")
    let undone = "Undone in Duplicates: 4 photos are undecided again"
    let last = try #require(lines.lastIndex(of: undone), "\(all)")
    #expect(lines[last + 1].hasPrefix("All photos, 0 looked at, All photos, photo "), "\(all)")
    #expect(library.app.library.review.binCount == 0)
  }

  @Test func `what t sends to a folder goes there with the next move, and a restore brings it back`() async throws {
    let library = try library()
    let family = try library.folder.makeFolder("Family")
    let before = library.contents
    await library.type(Key("s"), Key("a"), Key(.right), Key(" "), Key(" "), Key("t"))
    for scalar in family.string.unicodeScalars { await library.type(Key(scalar)) }
    await library.type(Key(.enter))
    #expect(library.screen.contains("→ folder") && library.app.library.review.binCount == 2, "\(library.screen)")
    #expect(library.contents == before)

    await library.type(Key("m"), Key("y"))

    let there = try FileManager.default.contentsOfDirectory(atPath: family.string).sorted()
    #expect(there == ["p1.jpg", "p2.jpg"] && library.trashed.isEmpty)
    #expect(library.contents.count == before.count - 2)
    for name in there { #expect(try readFile(family.appending(name)) == before[name]) }
    await library.type(Key("r"))
    #expect(library.contents == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: family.string).isEmpty)
  }
}
