import PhotoModel
import SystemPackage
import Testing

@Suite struct PhotoFilterTests {
  private static let library = FilePath("/home/anna/Pictures")

  /// Photos of a library: with all that a filter asks for, with half of it, and with nothing.
  private static let photos: [String: ScannedPhoto] = [
    "sea": photo("2023/Österreich/IMG_2020.JPG", size: 6_000_000, format: .jpeg, 4000, 3000) { facts, contents in
      facts.capturedAt = CaptureTime(year: 2023, month: 7, day: 14, hour: 9, minute: 0, second: 0)
      (facts.make, facts.model, facts.lens) = ("NIKON", "NIKON D70", "AF-S 18-70mm")
      contents.location = PhotoContents.Location(latitude: 47_000_000, longitude: 13_000_000)
      contents.metadata.keywords = ["Places|Traunsee", "Evening"]
      contents.metadata.people = ["Ren\u{E9}e"]
      contents.metadata.rating = 4
    },
    "phone": photo("Phone/a march.heic", size: 1_500_000, format: .heic, 3024, 4032) { facts, contents in
      facts.capturedAt = CaptureTime(year: 2019, month: 3, day: 31, hour: 23, minute: 59, second: 59)
      (facts.make, facts.model) = ("Apple", "iPhone 13")
      contents.metadata.rating = -1
    },
    "copy": photo("2020/new york/b.png", size: 150_000, format: .png, 500, 500) { _, _ in },
    "broken": ScannedPhoto(path: library.appending("broken.jpg"), identity: identity(size: 10)),
  ]

  private static func identity(size: Int64) -> FileIdentity {
    FileIdentity(device: 1, inode: 1, size: size, modified: 0, changed: 0)
  }

  private static func photo(
    _ name: String, size: Int64, format: ImageFormat, _ width: Int, _ height: Int,
    _ describe: (inout CaptureFacts, inout PhotoContents) -> Void
  ) -> ScannedPhoto {
    var (facts, contents) = (CaptureFacts(), PhotoContents())
    describe(&facts, &contents)
    return ScannedPhoto(
      path: library.pushing(FilePath(name)), identity: identity(size: size),
      features: PhotoFeatures(
        format: format, pixelSize: PixelSize(width: width, height: height), facts: facts, contents: contents))
  }

  @Test func `a number that is no year of a photo is one in its name`() {
    let photo = Self.photo("2023/IMG_2141.JPG", size: 10, format: .jpeg, 40, 30) { facts, _ in
      facts.capturedAt = CaptureTime(year: 2023, month: 7, day: 14, hour: 9, minute: 0, second: 0)
    }
    #expect(PhotoFilter("2141", below: [Self.library]).matches(photo))
    #expect(!PhotoFilter("2041", below: [Self.library]).matches(photo))
  }

  @Test(arguments: [
    (">100", ">100 needs a unit, as >100mb"), ("march > 2.5", ">2.5 needs a unit, as >2.5mb"),
    ("<=7 >5mb", "<=7 needs a unit, as <=7mb"), (">5mb", nil), ("<2019", nil), (">2023-07", nil), ("100", nil),
    (">", nil), ("", nil),
  ])
  func `a limit that is neither a size nor a time is named with what it lacks`(line: String, advice: String?) {
    #expect(PhotoFilter.advice(on: line) == advice)
  }

  @Test(arguments: [
    // Nothing asked for: all.
    ("", "sea phone copy broken"), ("  ", "sea phone copy broken"), ("\"\"", "sea phone copy broken"),
    // Words: name, folder, camera, lens, keywords, people; whatever the case and the accents.
    ("img", "sea"), ("osterreich", "sea"), ("ÖSTERREICH", "sea"), ("nikon", "sea"), ("apple iphone", "phone"),
    ("18-70", "sea"), ("traunsee evening", "sea"), ("renee", "sea"), ("phone/a", "phone"), ("nothing", ""),
    ("img phone", ""),
    // The folders above the library are no words of its photos.
    ("anna", ""), ("pictures", ""),
    // Quotation marks: all that stands between them, and nothing of the grammar.
    ("\"new york\"", "copy"), ("\"new yo", "copy"), ("“new york”", "copy"), ("york new", "copy"), ("\"york new\"", ""),
    ("\"gps\"", ""), ("\"march\"", "phone"),
    // Months and years; a photo without a date has them in its name or not at all.
    ("march", "phone"), ("mar", "phone"), ("july", "sea"), ("jul", "sea"), ("july 2023", "sea"), ("july 2019", ""),
    ("2023-07", "sea"),
    ("2023-7", "sea"), ("2023-07-14", "sea"), ("2023-07-15", ""), ("2019-03-31", "phone"), ("2019", "phone"),
    ("2020", "copy"), ("<2020", "phone"), (">2019", "sea"), (">=2019", "sea phone"), ("<=2019", "phone"),
    (">2023-06", "sea"), (">2023-07", ""), ("<2023-07-14", "phone"), ("> 2019", "sea"),
    // Sizes in decimal units.
    (">5mb", "sea"), (">6mb", ""), (">=6mb", "sea"), ("<200kb", "copy broken"), ("<=150kb", "copy broken"),
    (">1.4mb <2mb", "phone"), (">1,4M", "sea phone"), ("< 11b", "broken"),
    // Formats, shapes, places, stars.
    ("jpeg", "sea"), ("jpg", "sea"), ("heif", "phone"), ("png", "copy"), ("raw", ""), ("landscape", "sea"),
    ("portrait", "phone"), ("square", "copy"), ("gps", "sea"), ("★3", "sea"), ("4★", "sea"), ("★★★★", "sea"),
    ("****", "sea"), ("*5", ""), ("★", "sea"),
    // Opposites.
    ("no gps", "phone copy broken"), ("NO heic", "sea copy broken"), ("no \"new york\"", "sea phone broken"),
    ("no >1mb", "copy broken"), ("no 2019", "sea copy broken"), ("no ★", "phone copy broken"),
    ("no gps no march", "copy broken"),
    ("no no gps", "phone copy broken"),
    // What the grammar does not know is a word.
    ("no", ""), (">", ""), (">5", ""), (">5 mb", ""), ("5mb", ""), ("★6", ""), ("2023-13", ""), ("0000", ""),
    ("<>", ""),
    (">99999999999999999999gb", ""),
  ])
  func `a line asks for these photos`(_ line: String, _ names: String) {
    let filter = PhotoFilter(line, below: [Self.library])

    let found = Self.photos.filter { filter.matches($0.value) }.keys

    #expect(Set(found) == Set(names.split(separator: " ").map(String.init)))
    // The columns of a library tell the same, but for texts that reach over the end of a folder.
    let all = Array(Self.photos)
    let index = PhotoFilterIndex(count: all.count + 1, below: [Self.library]) {
      all.indices.contains($0) ? all[$0].value : nil
    }
    guard let matches = index.matching(filter) else {
      #expect(line.contains("/"))
      return
    }
    #expect(Set(zip(all, matches).filter(\.1).map(\.0.key)) == Set(found) && matches.last == false, "\(line)")
  }

  @Test func `an XMP sidecar says the time where it is another one, an export where the file says none`() throws {
    func taken(_ name: String, sidecar: String, stating milliseconds: Int64) throws -> Int64? {
      var photo = try #require(Self.photos[name])
      let contents = SidecarContents(capturedAt: CaptureTime(milliseconds: milliseconds))
      photo.companions = [
        Companion(
          path: FilePath("/home/anna/Pictures/\(sidecar)"), identity: Self.identity(size: 10), role: .sidecar,
          owner: .photo, contents: contents)
      ]
      return photo.capturedAt?.milliseconds
    }
    let own = try #require(Self.photos["sea"]?.capturedAt?.milliseconds)

    #expect(try taken("sea", sidecar: "a.xmp", stating: own + 250) == own, "the same second")
    #expect(try taken("sea", sidecar: "a.XMP", stating: own + 5000) == own + 5000)
    #expect(try taken("sea", sidecar: "a.json", stating: own + 5000) == own)
    #expect(try taken("copy", sidecar: "b.json", stating: 7000) == 7000)
    #expect(try taken("copy", sidecar: "b.xmp", stating: 7000) == 7000)
  }

  @Test func `a RAW beside a photo, the name of a companion and the metadata of a sidecar belong to the photo`() throws
  {
    var photo = try #require(Self.photos["copy"])
    var metadata = DescriptiveMetadata()
    (metadata.rating, metadata.keywords) = (2, ["Wedding"])
    let sidecar = SidecarContents(
      metadata: metadata, location: PhotoContents.Location(latitude: 1, longitude: 1),
      capturedAt: CaptureTime(year: 2021, month: 1, day: 1, hour: 0, minute: 0, second: 0))
    photo.companions = [
      Companion(path: "/home/anna/Pictures/b.CR2", identity: Self.identity(size: 10_000_000), role: .raw, owner: .raw),
      Companion(
        path: "/home/anna/Pictures/b.xmp", identity: Self.identity(size: 10), role: .sidecar, owner: .photo,
        contents: sidecar),
    ]

    let index = PhotoFilterIndex(count: 1, below: []) { _ in photo }
    for line in ["raw", "png", "cr2", "★2", "wedding", "gps", "2021", "january", ">10mb"] {
      #expect(PhotoFilter(line).matches(photo) && index.matching(PhotoFilter(line)) == [true], "\(line)")
    }
    for line in ["no raw", "★3", "2020"] {
      #expect(!PhotoFilter(line).matches(photo) && index.matching(PhotoFilter(line)) == [false], "\(line)")
    }
  }

  @Test func `only a filter without terms asks for all`() {
    #expect(PhotoFilter(" ").isEmpty)
    #expect(!PhotoFilter("a").isEmpty)
  }
}
