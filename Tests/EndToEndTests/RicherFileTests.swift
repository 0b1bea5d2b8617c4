import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Pairs that differ only in what one of them holds: through `scan`, `plan` and the deck, the richer one is never proposed.
@Suite(.waits) struct RicherFileTests {
  /// Two files with one picture, and the name of what only the first one holds.
  private struct Pair {
    var holding: String
    var ending: String
    var richer: [UInt8]
    var poorer: [UInt8]
  }

  private static let text: [(holding: String, packet: String)] = [
    ("rating", xmpPacket("xmp:Rating=\"5\"")), ("label", xmpPacket("xmp:Label=\"Red\"")),
    ("pick", xmpPacket("xmpDM:pick=\"1\"")), ("keywords", xmpPacket("", xmpArray("dc:subject", ["wedding"]))),
    ("title", xmpPacket("", xmpText("dc:title", "Lake"))),
    ("caption", xmpPacket("", xmpText("dc:description", "Anna"))),
    ("copyright", xmpPacket("", xmpText("dc:rights", "Anna"))),
    ("people", xmpPacket("", xmpArray("Iptc4xmpExt:PersonInImage", ["Anna"]))),
    ("gps", xmpPacket("exif:GPSLatitude=\"48,8.0N\" exif:GPSLongitude=\"11,34.0E\"")),
  ]

  /// Each row of what a photo can hold, in each format that can carry it. Each pair shows a scene of its own.
  private static func pairs() -> [Pair] {
    var seed: UInt64 = 100
    var pairs: [Pair] = []
    func add(_ holding: String, _ ending: String, _ make: (RGBPicture) -> (richer: [UInt8], poorer: [UInt8])) {
      seed += 1
      let made = make(TestPictures.scene(seed: seed))
      pairs.append(Pair(holding: holding, ending: ending, richer: made.richer, poorer: made.poorer))
    }
    let encoders: [(String, (RGBPicture) -> [UInt8])] = [
      ("jpg", { jpegData(of: $0) }), ("png", { pngData(of: $0) }), ("gif", { gifData(of: $0) }),
      ("webp", { webpData(of: $0) }), ("tif", { tiffData(of: $0) }),
    ]
    let optional: [(String, (RGBPicture) -> [UInt8])] = [
      ("jxl", { jxlData(of: $0, exif: exifBlock()) }), ("jp2", { jp2Data(of: $0) }),
    ].filter { !$0.1(TestPictures.scene(seed: 1)).isEmpty }
    for (ending, encode) in encoders + optional {
      for (holding, packet) in text {
        add(holding, ending) { (embedding(xmp: packet, in: encode($0)), encode($0)) }
      }
    }
    for (ending, encode) in encoders.dropLast() + [("heic", { heifData(of: $0, format: .heic) })] + optional {
      add("movieSeconds", ending) { (encode($0) + movieData(MovieForm(createdAt: 1_700_000_000_000)), encode($0)) }
    }
    add("gainMap", "jpg") {
      let announced = embedding(xmp: xmpPacket("hdrgm:Version=\"1.0\""), in: jpegData(of: $0))
      return (announced + jpegData(of: $0, quality: 50), jpegData(of: $0))
    }
    add("frames", "gif") {
      var form = GIFForm()
      form.hasMore = true
      return (gifData(of: $0, form: form), gifData(of: $0))
    }
    add("pages", "tif") { (twoPages(tiffData(of: $0)), tiffData(of: $0)) }
    add("bitsPerChannel", "png") {
      var form = PNGForm()
      form.color = .rgb16
      return (pngData(of: $0, form: form), pngData(of: $0))
    }
    add("bitsPerChannel", "tif") {
      var form = TIFFForm()
      form.bits = 16
      return (tiffData(of: $0, form: form), tiffData(of: $0))
    }
    // CICP: Display P3 primaries, the curve of sRGB.
    add("gamut", "png") { (adding(pngChunk: "cICP", [12, 13, 0, 1], to: pngData(of: $0)), pngData(of: $0)) }
    add("time", "jpg") {
      let time = CaptureTime(milliseconds: 1_700_000_000_000)
      return (jpegData(of: $0, exif: exifBlock(capturedAt: time)), jpegData(of: $0))
    }
    return pairs + optionalPairs(optional.map(\.0), from: seed)
  }

  /// Of the formats whose libraries are built in.
  private static func optionalPairs(_ endings: [String], from seed: UInt64) -> [Pair] {
    func scene(_ number: UInt64) -> RGBPicture { TestPictures.scene(seed: seed + number) }
    func jxl(_ picture: RGBPicture, _ change: (inout JXLForm) -> Void = { _ in }) -> [UInt8] {
      var form = JXLForm()
      change(&form)
      return jxlData(of: picture, form: form)
    }
    func jp2(_ picture: RGBPicture, _ change: (inout JP2Form) -> Void = { _ in }) -> [UInt8] {
      var form = JP2Form()
      change(&form)
      return jp2Data(of: picture, form: form)
    }
    let stored = jxlData(ofJPEG: jpegData(of: scene(6)))
    var pairs = [
      Pair(holding: "frames", ending: "jxl", richer: jxl(scene(1)) { $0.frames = 3 }, poorer: jxl(scene(1))),
      Pair(holding: "bitsPerChannel", ending: "jxl", richer: jxl(scene(2)) { $0.bits = 16 }, poorer: jxl(scene(2))),
      Pair(holding: "gamut", ending: "jxl", richer: jxl(scene(3)) { $0.primaries = 11 }, poorer: jxl(scene(3))),
      Pair(holding: "depthMap", ending: "jxl", richer: jxl(scene(4)) { $0.hasDepth = true }, poorer: jxl(scene(4))),
      Pair(
        holding: "gainMap", ending: "jxl", richer: jxlData(of: scene(5), exif: exifBlock()) + isoBox("jhgm", [0]),
        poorer: jxl(scene(5))),
      Pair(holding: "bitsPerChannel", ending: "jp2", richer: jp2(scene(7)) { $0.bits = 16 }, poorer: jp2(scene(7))),
      Pair(
        holding: "pages", ending: "jp2",
        richer: jp2(scene(8)) + isoBox("jp2c", jp2(scene(9)) { $0.isCodestream = true }), poorer: jp2(scene(8))),
    ]
    // The box that gives the JPEG back, under another name.
    if let box = stored.firstRange(of: Array("jbrd".utf8)) {
      var poorer = stored
      poorer.replaceSubrange(box, with: Array("free".utf8))
      pairs.append(Pair(holding: "storedJPEG", ending: "jxl", richer: stored, poorer: poorer))
    }
    return pairs.filter { endings.contains($0.ending) }
  }

  @Test(arguments: [true, false])
  func `the richer of two files is never proposed, and the poorer one is`(isRicherFirst: Bool) throws {
    let fixture = try CommandFixture()
    let pairs = Self.pairs().enumerated().map { number, pair in
      let names = isRicherFirst ? ("a", "b") : ("b", "a")
      return (
        pair: pair, richer: "\(names.0)\(number)-richer.\(pair.ending)",
        poorer: "\(names.1)\(number)-poorer.\(pair.ending)"
      )
    }
    for (pair, richer, poorer) in pairs {
      try fixture.folder.write(pair.richer, to: "photos/\(richer)")
      try fixture.folder.write(pair.poorer, to: "photos/\(poorer)")
    }

    let scan = try Document(try fixture.deckle("scan", "photos", "--json"))
    let plan = try Document(try fixture.deckle("plan", "photos"))
    // Agreed many times, a look at ten more, and the rest is accepted at once.
    let keys =
      ["s", "review"] + Array(repeating: "h", count: 20) + ["A"] + Array(repeating: "h", count: 10) + ["yes", "b"]
      + Array(repeating: "next", count: 9) + ["q"]
    let deck = try fixture.deckle("--plain", fixture.photos.string, input: Array(keys.joined(separator: "\n").utf8))

    let issues = try scan.list("issues").filter { $0.text("category") == "duplicate" }
    let reasons = try scan.list("groups").filter { $0.text("category") == "duplicate" }.map { group in
      (keeper: Self.name(group.text("keeper")), reason: group.text("reason") ?? "")
    }
    let decisions = try plan.list("photos").map { (Self.name($0.text("path")), $0.text("decision")) }
    for (pair, richer, poorer) in pairs {
      let title: Comment = "\(pair.holding) in .\(pair.ending)"
      let issue = issues.first { Self.name($0.text("path")) == poorer }
      #expect(issue?.flag("preselected") == true, title)
      #expect(reasons.first { $0.keeper == richer }?.reason.hasPrefix("holds more: ") == true, title)
      #expect(decisions.first { $0.0 == poorer }?.1 == "delete", title)
      #expect(decisions.first { $0.0 == richer }?.1 == "keep", title)
    }
    #expect(!issues.contains { Self.name($0.text("path")).contains("richer") })
    let bin = try #require(deck.outputText.firstRange(of: "\nBin: "), "\(deck.outputText)")
    let listed = deck.outputText[bin.lowerBound...]
    #expect(listed.contains("\(pairs.count) photos") && !listed.contains("richer"), "\(listed)")
  }

  @Test func `of a photo that is named it is said what another, which shows the same, has not`() throws {
    let fixture = try CommandFixture()
    let picture = TestPictures.scene(seed: 400)
    let movie = movieData(MovieForm(createdAt: 1_700_000_000_000))
    try fixture.folder.write(jpegData(of: picture) + movie, to: "photos/moving.jpg")
    try fixture.folder.write(jpegData(of: picture), to: "photos/still.jpg")
    _ = try fixture.deckle("scan", "photos")

    for (name, isNamed) in [("moving.jpg", true), ("still.jpg", false)] {
      let run = try fixture.deckle("trash", "--dry-run", "photos/\(name)")
      #expect(run.status == .exited(0))
      #expect(run.errorText.contains("Only in") == isNamed, "\(name): \(run.errorText)")
    }
  }

  private static func name(_ path: String?) -> String { path?.split(separator: "/").last.map(String.init) ?? "" }
}
