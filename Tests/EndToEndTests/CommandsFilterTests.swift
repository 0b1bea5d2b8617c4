import TestSupport
import Testing

/// `deckle scan --filter`: what is listed of the photos that were scanned.
@Suite(.waits) struct CommandsFilterTests {
  /// A set of three copies in two folders, a set of two, a blurred photo with stars, and one with a date.
  private func library() throws -> CommandFixture {
    let fixture = try CommandFixture()
    for name in ["Sea/a.jpg", "Sea/b.jpg", "Old/c.jpg"] { try fixture.addPhoto(name, seed: 1) }
    for name in ["Old/d.jpg", "Old/e.jpg"] { try fixture.addPhoto(name, seed: 2) }
    let blurred = jpegData(of: TestPictures.blurred(TestPictures.scene(seed: 3), radius: 4))
    try fixture.folder.write(embedding(xmp: xmpPacket("xmp:Rating=\"4\""), in: blurred), to: "photos/Old/blurred.jpg")
    // In July 2023.
    try fixture.folder.write(CommandFixture.photo(seed: 4, at: 1_689_300_000_000), to: "photos/dated.jpg")
    return fixture
  }

  private func names(_ documents: [Document], in fixture: CommandFixture) -> Set<String> {
    Set(documents.compactMap { $0.text("path")?.dropFirst(fixture.photos.string.count + 1) }.map(String.init))
  }

  @Test func `a set is listed whole when one of its photos matches, and counts are of what is listed`() throws {
    let fixture = try library()

    let document = try Document(
      try fixture.deckle("scan", "photos", "--json", "--measurements", "--filter", "sea"))

    #expect(try document.list("groups").map { try $0.list("members").count } == [3])
    #expect(try document.list("issues").count == 2)
    let counts = try document.part("categories")
    #expect(try counts.part("duplicate").number("photos") == 2)
    #expect(try counts.part("duplicate").number("groups") == 1)
    #expect(try counts.part("blurry").number("photos") == 0)
    #expect(names(try document.list("measurements"), in: fixture) == ["Sea/a.jpg", "Sea/b.jpg"])
    // The scan was of all.
    #expect(try document.part("photos").number("found") == 7)
    #expect(try document.part("photos").number("scanned") == 7)
    let filter = try document.part("filter")
    #expect(filter.text("words") == "sea")
    #expect(filter.number("photos") == 2)
    #expect(try #require(filter.number("bytes")) > 0)
  }

  @Test(arguments: [
    ("★4", "Old/blurred.jpg"), ("july 2023", "dated.jpg"), ("no old no sea", "dated.jpg"), ("photos", ""),
    ("jpeg <1b", ""), ("\"old/d\"", "Old/d.jpg"),
  ])
  func `measurements are those of the photos that match`(_ filter: String, _ matching: String) throws {
    let fixture = try library()

    let document = try Document(
      try fixture.deckle("scan", "photos", "--json", "--measurements", "--filter", filter))

    #expect(names(try document.list("measurements"), in: fixture) == Set(matching.isEmpty ? [] : [matching]))
  }

  @Test func `with a category only what matches both is listed`() throws {
    let fixture = try library()

    let document = try Document(
      try fixture.deckle("scan", "photos", "--json", "--filter", "old", "--category", "blurry"))

    #expect(names(try document.list("issues"), in: fixture) == ["Old/blurred.jpg"])
    #expect(try document.list("groups").isEmpty)
    // All that match are counted, whatever is listed.
    #expect(try document.part("categories").part("duplicate").number("groups") == 2)
  }

  @Test func `the table says how many photos match, and lists their sets`() throws {
    let fixture = try library()

    let some = try fixture.deckle("scan", "photos", "--filter", "blurred").outputText
    let none = try fixture.deckle("scan", "photos", "--filter", "nothing\n").outputText

    #expect(some.contains("7 photos scanned"))
    #expect(some.contains("\n1 of 7 photos matches blurred: "))
    #expect(some.contains("Blurry  1 photo"))
    #expect(!some.contains("Duplicates"))
    #expect(none.contains("\nNo photo matches nothing\\n.\n"))
    #expect(none.hasSuffix("\nNothing was changed.\n"))
  }

  @Test func `without a filter the document has no word of one`() throws {
    let fixture = try library()

    #expect(!(try Document(try fixture.deckle("scan", "photos", "--json"))).keys.contains("filter"))
  }
}
