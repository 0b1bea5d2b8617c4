import Foundation
import SystemPackage
import TestSupport
import Testing

/// The document of `deckle scan --json`, key by key.
@Suite(.waits) struct CommandsScanDocumentTests {
  /// Two sets of copies, one blurred picture, one that is no picture, one without any bytes.
  private func library() throws -> CommandFixture {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "sub/b.jpg", "c.jpg"] { try fixture.addPhoto(name, seed: 1) }
    for name in ["d.jpg", "e.jpg"] { try fixture.addPhoto(name, seed: 2) }
    let blurred = TestPictures.blurred(TestPictures.scene(seed: 3), radius: 4)
    try fixture.folder.write(jpegData(of: blurred), to: "photos/blurred.jpg")
    let exif = exifBlock(capturedAt: .init(milliseconds: 1_700_000_000_000), make: "NIKON", model: "NIKON D70")
    try fixture.folder.write(jpegData(of: TestPictures.scene(seed: 4), exif: exif), to: "photos/nikon.jpg")
    try fixture.folder.write("this is text", to: "photos/text.jpg")
    try fixture.folder.write([], to: "photos/empty.png")
    return fixture
  }

  @Test func `has every key of the contract, with its type`() throws {
    let fixture = try library()

    let process = try fixture.deckle("scan", "photos", "--json", "--measurements")
    let document = try Document(process)

    #expect(process.status == .exited(2))
    #expect(
      document.keys == [
        "schema", "roots", "startedAt", "elapsedSeconds", "interrupted", "photos", "skipped", "settings", "categories",
        "groups", "issues", "leftOut", "measurements",
      ])
    #expect(document.text("schema") == "deckle.scan/1")
    #expect(document.flag("interrupted") == false)
    #expect(try #require(document.number("elapsedSeconds")) >= 0)
    let time = try #require(document.text("startedAt"))
    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    let root = try #require(try document.list("roots").first)
    #expect(root.keys == ["path", "access", "trash", "message"])
    #expect(root.text("path") == fixture.photos.string)
    #expect(root.text("access") == "authorized")
    let settings = try document.part("settings")
    #expect(settings.number("blurThreshold") == 0.3)
    #expect(settings.number("duplicateThreshold") == 0.95)
    #expect(settings.number("similarThreshold") == 0.8)
    #expect(try document.part("photos").keys == ["found", "scanned", "fromCache", "bytes"])
  }

  @Test func `is laid out as JSONEncoder lays it out, keys in their order`() throws {
    let fixture = try library()
    try fixture.addPhoto("höhe \"1\".jpg", seed: 1)
    try fixture.addPhoto("raw/a.jpg", seed: 1)
    try fixture.folder.write("<x/>", to: "photos/raw/a.xmp")

    let process = try fixture.deckle("scan", "photos", "--json", "--measurements")

    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(process.output))
    #expect(process.outputText == String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }

  @Test func `counts add up`() throws {
    let fixture = try library()

    let document = try Document(try fixture.deckle("scan", "photos", "--json", "--measurements"))

    let photos = try document.part("photos")
    let measurements = try document.list("measurements")
    let skipped = try document.list("skipped")
    #expect(photos.number("found") == 9)
    #expect(photos.number("scanned") == 7)
    #expect(measurements.count == 7)
    #expect(skipped.map { $0.text("reason") } == ["corrupt", "corrupt"])
    let categories = try document.part("categories")
    #expect(categories.keys == ["duplicate", "similar", "blurry", "screenshot"])
    let issues = try document.list("issues")
    let groups = try document.list("groups")
    for category in categories.keys {
      let counts = try categories.part(category)
      let mine = issues.filter { $0.text("category") == category }
      #expect(counts.number("photos") == Double(mine.count))
      #expect(counts.number("groups") == Double(groups.count { $0.text("category") == category }))
      #expect(counts.number("reclaimableBytes") == mine.compactMap { $0.number("bytes") }.reduce(0, +))
    }
    #expect(try categories.part("duplicate").number("photos") == 3)
    #expect(try categories.part("duplicate").number("groups") == 2)
  }

  @Test func `every member of a group but the keeper is an issue of that group`() throws {
    let fixture = try library()

    let document = try Document(try fixture.deckle("scan", "photos", "--json"))

    let issues = try document.list("issues")
    for group in try document.list("groups") {
      let members = try group.list("members").compactMap { $0.text("path") }
      let keeper = try #require(group.text("keeper"))
      #expect(members.first == keeper)
      let listed = issues.filter { $0.text("group") == group.text("id") }
      #expect(Set(listed.compactMap { $0.text("path") }) == Set(members).subtracting([keeper]))
      #expect(listed.allSatisfy { $0.text("category") == group.text("category") })
      #expect(group.text("reason")?.isEmpty == false)
    }
    for issue in issues {
      #expect(issue.flag("preselected") != nil)
      #expect(issue.number("score") != nil)
      #expect((0...1).contains(try #require(issue.number("confidence"))))
      #expect(issue.isNull("group") != ["duplicate", "similar"].contains(issue.text("category")))
      #expect(issue.keys.contains("group"))
    }
    #expect(!document.keys.contains("measurements"))
  }

  @Test func `a measurement says null where nothing is known`() throws {
    let fixture = try library()

    let document = try Document(try fixture.deckle("scan", "photos", "--json", "--measurements"))

    let measurements = try document.list("measurements")
    let nikon = try #require(measurements.first { $0.text("path")?.hasSuffix("nikon.jpg") == true })
    #expect(nikon.text("camera") == "NIKON D70")
    #expect(nikon.text("capturedAt") == "2023-11-14T22:13:20")
    #expect(nikon.number("width") == 320)
    #expect(nikon.number("height") == 240)
    #expect(nikon.text("format") == "jpeg")
    #expect(nikon.number("screenshot") == 0)
    let plain = try #require(measurements.first { $0.text("path")?.hasSuffix("a.jpg") == true })
    #expect(plain.isNull("camera"))
    #expect(plain.isNull("capturedAt"))
    #expect(plain.keys.contains("sharpness"))
  }

  @Test func `what is drawn has no sharpness, and what is below the limit is in the list`() throws {
    let fixture = try library()
    let blurred = TestPictures.blurred(TestPictures.scene(seed: 5), radius: 4)
    try fixture.folder.write(jpegData(of: blurred, exif: exifBlock(software: "Inkscape 1.2")), to: "photos/drawn.jpg")

    let document = try Document(try fixture.deckle("scan", "photos", "--json", "--measurements"))

    let measurements = try document.list("measurements")
    #expect(try #require(measurements.first { $0.text("path")?.hasSuffix("drawn.jpg") == true }).isNull("sharpness"))
    let below = measurements.filter { ($0.number("sharpness") ?? 1) < 0.3 }.compactMap { $0.text("path") }
    let listed = try document.list("issues").filter { $0.text("category") == "blurry" }.compactMap { $0.text("path") }
    #expect(Set(below) == Set(listed) && listed.contains { $0.hasSuffix("/blurred.jpg") })
  }

  @Test func `is the same again, from the cache, and with one job, but for times`() throws {
    let fixture = try library()
    func comparable(_ arguments: String...) throws -> (text: String, fromCache: Double?) {
      let process = try runProcess(
        deckleBinary, ["scan", "photos", "--json", "--measurements"] + arguments, environment: fixture.environment,
        directory: fixture.folder.path)
      var object = try Document(process).object
      object["startedAt"] = nil
      object["elapsedSeconds"] = nil
      var photos = try #require(object["photos"] as? [String: Any])
      let fromCache = (photos.removeValue(forKey: "fromCache") as? NSNumber)?.doubleValue
      object["photos"] = photos
      let data = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
      return (String(decoding: data, as: UTF8.self), fromCache)
    }

    let cold = try comparable()
    let warm = try comparable()
    let alone = try comparable("--jobs", "1", "--no-cache")

    #expect(cold.text == warm.text)
    #expect(cold.text == alone.text)
    #expect(cold.fromCache == 0)
    // Two of the nine are no photos.
    #expect(warm.fromCache == 7)
    #expect(alone.fromCache == 0)
  }

  @Test func `a category filters what is listed and not what is counted`() throws {
    let fixture = try library()

    let document = try Document(try fixture.deckle("scan", "photos", "--json", "--category", "blurry"))

    #expect(try document.list("groups").isEmpty)
    #expect(try document.list("issues").allSatisfy { $0.text("category") == "blurry" })
    #expect(try document.part("categories").part("duplicate").number("photos") == 3)
  }

  @Test func `excluded folders are left out and protected ones are never proposed`() throws {
    let fixture = try library()

    let excluded = try Document(try fixture.deckle("scan", "photos", "--json", "--exclude", "sub"))
    let protected = try Document(try fixture.deckle("scan", "photos", "--json", "--protect", "photos/sub"))

    #expect(try excluded.part("photos").number("found") == 8)
    let issues = try protected.list("issues")
    #expect(!issues.contains { $0.text("path")?.contains("/sub/") == true })
    #expect(try protected.list("groups").contains { $0.text("keeper")?.contains("/sub/") == true })
  }

  @Test func `the same folder twice, and a folder within, count each photo once`() throws {
    let fixture = try library()

    let document = try Document(try fixture.deckle("scan", "photos", "./photos/", "photos/sub", "--json"))

    #expect(try document.part("photos").number("found") == 9)
    #expect(try document.list("roots").count == 2)
  }

  @Test func `changes nothing in the library`() throws {
    let fixture = try library()
    let before = try fixture.content()

    _ = try fixture.deckle("scan", "photos")

    #expect(try fixture.content() == before)
  }
}
