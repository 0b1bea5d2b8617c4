import Foundation
import ImageDecoding
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// What is added to a sidecar is read again, by Deckle and by others, and every other byte stays.
@Suite struct XMPWritingTests {
  private func contents(_ change: (inout DescriptiveMetadata) -> Void = { _ in }) -> SidecarContents {
    var metadata = DescriptiveMetadata()
    metadata.rating = 4
    metadata.label = "Green & \"fresh\""
    metadata.title = "Rome <at night>"
    metadata.caption = "Two lines\nof it, ünïcödé 🏛"
    metadata.keywords = ["Family", "Places|Italy|Rome"]
    metadata.people = ["Ada", "Grace"]
    change(&metadata)
    return SidecarContents(
      metadata: metadata, location: PhotoContents.Location(latitude: 41_890_210, longitude: -12_492_231),
      capturedAt: CaptureTime(year: 2024, month: 5, day: 12, hour: 18, minute: 3, second: 21, millisecond: 50),
      timeOffset: -210)
  }

  private func added(_ addition: SidecarAddition, to sidecar: String) throws -> String {
    let edits = try sidecarEdits(adding: addition, to: Array(sidecar.utf8))
    return String(decoding: try #require(edits.applied(to: Array(sidecar.utf8))), as: UTF8.self)
  }

  /// Whether the bytes of one text stand in the other in their order.
  private func isWithin(_ old: String, _ new: String) -> Bool {
    var rest = new.utf8[...]
    return old.utf8.allSatisfy { byte in
      guard let index = rest.firstIndex(of: byte) else { return false }
      rest = rest[rest.index(after: index)...]
      return true
    }
  }

  private static let darktable = xmpPacket(
    "xmp:Rating=\"0\" exif:DateTimeOriginal='2020:05:12 18:03:21' darktable:history_end=\"1\"",
    "<!-- kept --><dc:subject><rdf:Seq><rdf:li>Old</rdf:li></rdf:Seq></dc:subject><tiff:Make>Canon</tiff:Make>")

  @Test func `a new sidecar says what it was made of`() throws {
    let made = try #require(try newSidecar(SidecarAddition(contents())))

    #expect(sidecarContents(of: made) == contents())
    #expect(try newSidecar(SidecarAddition(SidecarContents())) == nil)
  }

  @Test func `words join what a sidecar has, and every other byte stays`() throws {
    let addition = SidecarAddition(
      SidecarContents(metadata: contents { $0.rating = 5 }.metadata))

    let new = try added(addition, to: Self.darktable)
    let read = sidecarContents(of: Array(new.utf8))

    #expect(read.metadata.rating == 5 && read.metadata.keywords == ["Family", "Old", "Places|Italy|Rome"])
    #expect(read.metadata.title == "Rome <at night>" && read.metadata.people == ["Ada", "Grace"])
    #expect(isWithin(Self.darktable.replacing("xmp:Rating=\"0\"", with: "xmp:Rating=\"\""), new))
    #expect(try sidecarEdits(adding: addition, to: Array(new.utf8)).isEmpty)
  }

  @Test func `a value that is there is never another one`() throws {
    let sidecar = xmpPacket("xmp:Rating=\"3\" xmp:Label=\"Red\"", xmpText("dc:title", "Mine"))

    for change in [
      { $0.rating = 4 }, { $0.label = "Blue" }, { $0.title = "Yours" },
    ] as [(inout DescriptiveMetadata) -> Void] {
      var metadata = DescriptiveMetadata()
      change(&metadata)
      #expect(throws: SidecarWritingError.self) {
        try added(SidecarAddition(SidecarContents(metadata: metadata)), to: sidecar)
      }
    }
  }

  @Test func `a chosen value takes the place of the one that is there, and every other byte stays`() throws {
    let sidecar = xmpPacket(
      "xmp:Rating=\"3\" exif:DateTimeOriginal='2020:05:12 18:03:21' exif:GPSLatitude=\"48,8.123N\"",
      xmpText("dc:title", "Ours &amp; &#x6D;ine") + "<exif:GPSLongitude>11,30,0E</exif:GPSLongitude>"
        + "<dc:description>two\nlines</dc:description><xmp:Label>Red</xmp:Label>")
    let old = sidecarContents(of: Array(sidecar.utf8))
    #expect(old.metadata.title == "Ours & mine" && old.location != nil && old.capturedAt != nil)

    let addition = SidecarAddition(contents { $0.keywords = [] }, replacing: old)
    let edits = try sidecarEdits(adding: addition, to: Array(sidecar.utf8))
    let new = try #require(edits.applied(to: Array(sidecar.utf8), replacing: old))

    var read = sidecarContents(of: new)
    #expect(read == contents { $0.keywords = [] })
    #expect(String(decoding: new, as: UTF8.self).contains("<rdf:li xml:lang='de-DE'>(deutsch)</rdf:li>"))
    #expect(edits.filter { !$0.old.isEmpty }.count == 7)
    // Without the choice, or another one, the parent takes none of it.
    #expect(edits.applied(to: Array(sidecar.utf8)) == nil)
    read = SidecarContents(metadata: contents { $0.title = "Other" }.metadata, location: old.location)
    #expect(edits.applied(to: Array(sidecar.utf8), replacing: read) == nil)
  }

  @Test func `a chosen value that would not be read afterwards is refused`() throws {
    let sidecar = xmpPacket("", "<dc:title><rdf:Alt/></dc:title><acdsee:caption>Mine</acdsee:caption>")
    var metadata = DescriptiveMetadata()
    metadata.title = "Yours"
    let old = sidecarContents(of: Array(sidecar.utf8))

    #expect(old.metadata.title == "Mine")
    #expect(throws: SidecarWritingError.self) {
      try sidecarEdits(
        adding: SidecarAddition(SidecarContents(metadata: metadata), replacing: old), to: Array(sidecar.utf8))
    }
  }

  @Test(arguments: [
    "", "no XMP", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", "<a><rdf:RDF xmlns:rdf='r'></a>",
    "<!DOCTYPE x [<!ENTITY a 'b'>]><x/>",
  ])
  func `nothing is added to what is no whole packet`(sidecar: String) throws {
    #expect(throws: SidecarWritingError.noXMP) {
      try sidecarEdits(adding: SidecarAddition(contents()), to: Array(sidecar.utf8))
    }
    let wide = Array(Self.darktable.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(throws: SidecarWritingError.noXMP) { try sidecarEdits(adding: SidecarAddition(contents()), to: wide) }
  }

  @Test(arguments: [(8, false), (23, true)])
  func `more words than a sidecar gets at once are refused, in a new one and in one that is there`(
    keywords: Int, isRefused: Bool
  ) throws {
    // Six bytes for each quotation mark.
    var metadata = DescriptiveMetadata()
    metadata.caption = String(repeating: "\"", count: 4000)
    metadata.keywords = (10..<10 + keywords).map { "\($0)" + String(repeating: "\"", count: 250) }
    let addition = SidecarAddition(SidecarContents(metadata: metadata))
    let sidecar = Array(Self.darktable.utf8)

    let isNewRefused = throwsTooLong { _ = try newSidecar(addition) }
    let isEditRefused = throwsTooLong { _ = try sidecarEdits(adding: addition, to: sidecar) }

    #expect(isNewRefused == isRefused && isEditRefused == isRefused)
  }

  private func throwsTooLong(_ work: () throws -> Void) -> Bool {
    do { try work() } catch { return error as? SidecarWritingError == .tooLong }
    return false
  }

  // MARK: Verdicts

  private static let none = DescriptiveMetadata()

  private func marks(_ sidecar: String) throws -> [String?] {
    try ["xmp:Rating", "digiKam:PickLabel", "xmpDM:pick", "deckle:Exported"].map { name in
      try sidecar.firstMatch(of: Regex("\(name)=\"([^\"]*)\""))?.output[1].substring.map(String.init)
    }
  }

  @Test func `a verdict is written as three programs read it, and is no mark of a person`() throws {
    let pick = try #require(try newSidecar(SidecarAddition(.pick, besides: Self.none)))
    let rejected = try #require(try newSidecar(SidecarAddition(.rejected, besides: Self.none)))

    #expect(try marks(String(decoding: pick, as: UTF8.self)) == [nil, "3", "1", "pick"])
    #expect(try marks(String(decoding: rejected, as: UTF8.self)) == ["-1", "1", "-1", "rejected"])
    for made in [pick, rejected] { #expect(sidecarContents(of: made) == .exportedMarks) }
    #expect(SidecarContents(bytes: SidecarContents.exportedMarks.bytes) == .exportedMarks)
    #expect(SidecarContents.exportedMarks.metadata.isEmpty)
  }

  @Test func `a verdict that changed takes the marks of the one before along, and nobody else's`() throws {
    let packet = xmpPacket("xmp:Rating=\"0\" digiKam:PickLabel=\"0\"", "<xmp:Label>Red</xmp:Label>")
    let rejected = try added(SidecarAddition(.rejected, besides: Self.none), to: packet)
    #expect(try marks(rejected) == ["-1", "1", "-1", "rejected"])
    let picked = try added(SidecarAddition(.pick, besides: Self.none), to: rejected)
    #expect(try marks(picked) == ["0", "3", "1", "pick"])
    let open = try added(SidecarAddition(.none, besides: Self.none), to: picked)
    #expect(try marks(open) == ["0", "0", "0", "none"])

    #expect(try sidecarEdits(adding: SidecarAddition(.none, besides: Self.none), to: Array(packet.utf8)).isEmpty)
    #expect(sidecarContents(of: Array(picked.utf8)).metadata.isPicked == nil)
    // Somebody gave it stars since, and took the flag away.
    let theirs = picked.replacing("xmp:Rating=\"0\"", with: "xmp:Rating=\"2\"").replacing(
      "PickLabel=\"3\"", with: "PickLabel=\"1\"")
    let again = try added(SidecarAddition(.rejected, besides: Self.none), to: theirs)
    #expect(try marks(again) == ["2", "1", "0", "rejected"])
    #expect(sidecarContents(of: Array(theirs.utf8)).metadata.rating == 2)
    #expect(sidecarContents(of: Array(theirs.utf8)).metadata.isPicked == false)
  }

  @Test(arguments: ["xmp:Rating=\"5\" digiKam:PickLabel=\"2\"", "xmp:Rating=\"1\" xmpDM:pick=\"1\""])
  func `a photo with a rating and a pick of its own gets no verdict`(attributes: String) throws {
    let packet = Array(xmpPacket(attributes).utf8)

    for verdict in [ExportedVerdict.pick, .rejected] {
      #expect(try sidecarEdits(adding: SidecarAddition(verdict, besides: Self.none), to: packet).isEmpty)
    }
    var own = DescriptiveMetadata()
    own.rating = 3
    own.isPicked = true
    #expect(try newSidecar(SidecarAddition(.rejected, besides: own)) == nil)
  }

  // MARK: Changes

  @Test func `changes that are none of a sidecar are refused`() {
    let sidecar = Array("a=\"0\" b=\"4\"".utf8)

    #expect([SidecarEdit(at: 3, replacing: "0", with: "-1")].applied(to: sidecar) == Array("a=\"-1\" b=\"4\"".utf8))
    for edits in [
      [SidecarEdit(at: 9, replacing: "4", with: "0")], [SidecarEdit(at: 3, replacing: "1", with: "0")],
      [SidecarEdit(at: -1, with: "x")], [SidecarEdit(at: 12, with: "x")],
      [SidecarEdit(at: .max, replacing: "0", with: "x")],
      [SidecarEdit(at: 5, with: "x"), SidecarEdit(at: 3, with: "y")],
      [SidecarEdit(at: 0, with: String(repeating: "x", count: 50_000))],
    ] { #expect(edits.applied(to: sidecar) == nil) }
  }

  // MARK: Others

  private static func path(of tool: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + tool }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let hasExifTool = path(of: "exiftool") != nil
  private static let hasExiv2 = path(of: "exiv2") != nil

  private static let sidecars = ["new", "darktable"]

  private func sidecar(_ name: String) throws -> [UInt8] {
    if name == "new" { return try #require(try newSidecar(SidecarAddition(contents()))) }
    let expected = SidecarContents(metadata: contents().metadata, location: contents().location)
    return Array(try added(SidecarAddition(expected), to: Self.darktable).utf8)
  }

  @Test(.enabled(if: hasExifTool, "there is no exiftool here"), arguments: sidecars)
  func `exiftool reads the same words`(name: String) throws {
    let folder = TemporaryFolder()
    let file = try folder.write(try sidecar(name), to: "a.jpg.xmp")

    let process = try runProcess(
      FilePath(try #require(Self.path(of: "exiftool"))),
      ["-j", "-n", "-XMP:all", "-api", "structformat=jsonq", file.string])
    let document = try JSONDecoder().decode([[String: JSONValue]].self, from: Data(process.output))

    let fields = try #require(document.first)
    func text(_ name: String) -> String? { if case .text(let text) = fields[name] { text } else { nil } }
    guard case .whole(4) = fields["Rating"], case .real(let north) = fields["GPSLatitude"] else {
      Issue.record("\(fields)")
      return
    }
    #expect(abs(north - 41.89021) < 1e-6 && text("Label") == "Green & \"fresh\"")
    #expect(text("Title") == "Rome <at night>" && text("Description") == "Two lines\nof it, ünïcödé 🏛")
  }

  @Test(.enabled(if: hasExiv2, "there is no exiv2 here"), arguments: sidecars)
  func `exiv2 reads the same words`(name: String) throws {
    let folder = TemporaryFolder()
    let file = try folder.write(try sidecar(name), to: "a.jpg.xmp")

    let text = try runProcess(FilePath(try #require(Self.path(of: "exiv2"))), ["-PXkt", "pr", file.string]).outputText
    func value(_ key: String) -> String? {
      text.split(separator: "\n").first { $0.hasPrefix("Xmp.\(key) ") }.map {
        $0.dropFirst(key.count + 4).trimmingCharacters(in: .whitespaces)
      }
    }

    #expect(value("xmp.Rating") == "4" && value("xmp.Label") == "Green & \"fresh\"")
    #expect(value("dc.subject") == (name == "new" ? "Family" : "Old, Family"))
    #expect(value("lr.hierarchicalSubject") == "Places|Italy|Rome")
    #expect(value("iptcExt.PersonInImage") == "Ada, Grace" && value("dc.title") == "lang=\"x-default\" Rome <at night>")
  }
}
