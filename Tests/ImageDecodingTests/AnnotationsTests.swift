import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// What people wrote into a file that no property holds: a copy without it may not stand for the file.
@Suite struct AnnotationsTests {
  private let picture = TestPictures.scene(seed: 3, size: PixelSize(width: 48, height: 32))
  private var jpeg: [UInt8] { jpegData(of: picture) }

  private func annotations(_ bytes: [UInt8]) -> [String] { photoContents(of: bytes).annotations }

  private func jpeg(comment: String) -> [UInt8] {
    jpeg[..<2] + [0xFF, 0xFE, 0, UInt8(comment.utf8.count + 2)] + Array(comment.utf8) + jpeg[2...]
  }

  @Test func `comments, authors, places by name and what somebody appended are annotations`() {
    let files = [
      jpeg(comment: "Grandma at the lake"),
      jpegData(of: picture, exif: exifBlock(userComment: "Grandma at the lake")),
      embedding(xmp: xmpPacket("photoshop:City=\"Rome\""), in: jpeg),
      embedding(xmp: xmpPacket("", xmpArray("dc:creator", ["Anna"], "Seq")), in: jpeg),
      embedding(xmp: xmpPacket("", xmpText("xmpRights:UsageTerms", "for the family")), in: jpeg),
      adding(pngChunk: "tEXt", Array("Author\0Anna".utf8), to: pngData(of: picture)),
      jpeg + Array("a diary".utf8),
    ]
    for (index, bytes) in files.enumerated() { #expect(annotations(bytes).count == 1, "file \(index)") }
  }

  @Test func `the same words are the same in files of two formats`() {
    let packet = xmpPacket("photoshop:City=\"Rome\" photoshop:Country=\"Italy\"")
    let inJPEG = annotations(embedding(xmp: packet, in: jpeg))
    #expect(inJPEG.count == 2)
    #expect(inJPEG == annotations(embedding(xmp: packet, in: webpData(of: picture))))
    #expect(inJPEG == annotations(embedding(xmp: packet, in: pngData(of: picture))))
  }

  /// A JPEG with data sets of IPTC.
  private func jpeg(_ sets: [(number: UInt8, text: String)], exif: [UInt8]? = nil) -> [UInt8] {
    var record: [UInt8] = []
    for (number, text) in sets {
      record += [0x1C, 2, number, 0, UInt8(text.utf8.count)]
      record += Array(text.utf8)
    }
    var segment = Array("Photoshop 3.0\08BIM".utf8)
    segment += [4, 4, 0, 0, 0, 0, 0, UInt8(record.count)]
    segment += record
    if record.count % 2 == 1 { segment.append(0) }
    var bytes = jpegData(of: picture, exif: exif)
    bytes.insert(contentsOf: [0xFF, 0xED, 0, UInt8(segment.count + 2)] + segment, at: 2)
    return bytes
  }

  @Test func `a day without a time is an annotation, and one that a program repeats is none`() {
    let days = [
      embedding(xmp: xmpPacket("exif:DateTimeOriginal=\"1944-05-01\""), in: jpeg),
      embedding(xmp: xmpPacket("xmp:CreateDate=\"1944\""), in: jpeg),
      embedding(xmp: xmpPacket("exif:DateTimeDigitized=\"1944-05\""), in: jpeg),
      jpegData(of: picture, exif: exifBlock(dateText: "1944:05:00 00:00:00")),
      jpeg([(0x37, "19440501")]),
    ]
    for (index, bytes) in days.enumerated() { #expect(annotations(bytes).count == 1, "file \(index)") }
    let taken = exifBlock(capturedAt: CaptureTime(milliseconds: 1_700_000_000_000))
    #expect(annotations(jpeg([(0x37, "20231114"), (0x3C, "221320+0000")], exif: taken)).isEmpty)
    #expect(annotations(jpegData(of: picture, exif: exifBlock(dateText: "0000:00:00 00:00:00"))).isEmpty)
  }

  @Test func `maps, clipping paths and what editors keep for themselves are annotations, ordinary parts are none`() {
    let tiff = tiffData(of: picture)
    let content = [UInt8](repeating: 7, count: 24)
    func resource(_ number: Int) -> [UInt8] {
      let kind: [UInt8] = [UInt8(number >> 8), UInt8(number & 255), 0, 0, 0, 0, 0, UInt8(content.count)]
      return Array("8BIM".utf8) + kind + content
    }
    func withResource(_ number: Int) -> [UInt8] {
      let segment = Array("Photoshop 3.0\0".utf8) + resource(number)
      return jpeg[..<2] + [0xFF, 0xED, 0, UInt8(segment.count + 2)] + segment + jpeg[2...]
    }
    let png = pngData(of: picture)
    // The scale and the place of a map (GeoTIFF), GDAL's metadata, the paths of Photoshop, Fireworks, Android.
    var annotated: [[UInt8]] = [33_550, 33_922, 34_735, 42_112].map { adding(tiffTag: $0, content, to: tiff) }
    annotated += [adding(tiffTag: 34_377, resource(2000), to: tiff), withResource(2000), withResource(2999)]
    annotated += ["prVW", "mkBF", "npTc"].map { adding(pngChunk: $0, content, to: png) }
    for (index, bytes) in annotated.enumerated() { #expect(annotations(bytes).count == 1, "file \(index)") }
    #expect(annotations(annotated[4]) == annotations(annotated[5]))

    var ordinary: [[UInt8]] = [34_675, 37_500, 50_341].map { adding(tiffTag: $0, content, to: tiff) }
    ordinary += [adding(tiffTag: 34_377, resource(1036), to: tiff), withResource(1005), withResource(1061)]
    ordinary += ["pHYs", "iDOT", "vpAg", "caBX", "orNT"].map { adding(pngChunk: $0, content, to: png) }
    for (index, bytes) in ordinary.enumerated() { #expect(annotations(bytes).isEmpty, "file \(index)") }
  }

  @Test func `a date that contradicts the camera's is the same one wherever it stands`() throws {
    let taken = exifBlock(capturedAt: CaptureTime(milliseconds: 1_551_614_400_000))  // 3 March 2019, 12:00
    let camera = jpegData(of: picture, exif: taken)
    let properties = ["photoshop:DateCreated", "xmp:CreateDate", "exif:DateTimeOriginal", "exif:DateTimeDigitized"]
    var files = ["1945-06-03", "1945-06-03T12:00:00", "1945-06-03T15:30:00+02:00"].flatMap { date in
      properties.map { embedding(xmp: xmpPacket("\($0)=\"\(date)\""), in: camera) }
    }
    files.append(jpeg([(0x37, "19450603"), (0x3C, "120000+0000")], exif: taken))
    files.append(jpeg([(0x37, "19450603")], exif: taken))
    files.append(embedding(xmp: xmpPacket("xmp:CreateDate=\"1945-06-03\""), in: pngData(of: picture, exif: taken)))

    let expected = try #require(annotations(files[0]).first)
    #expect(expected.hasPrefix(PhotoContents.dateMark))
    for (index, bytes) in files.enumerated() { #expect(annotations(bytes) == [expected], "file \(index)") }
  }

  @Test func `a date that agrees with the camera's, to the day or in another zone, is none`() {
    let camera = jpegData(of: picture, exif: exifBlock(capturedAt: CaptureTime(milliseconds: 1_551_614_400_000)))
    let agreeing = [
      "2019-03-03T12:00:00", "2019-03-03T12:00:00.57", "2019-03-03T12:00:00+01:00", "2019-03-03T17:45:10", "2019-03-03",
      "2019-03", "2019", "2019-03-04T01:30:00+13:30", "2019-03-02T23:00:00-13:00", "2019:03:03 12:00:00",
      "0000-00-00T00:00:00",
    ]
    for date in agreeing {
      let packet = xmpPacket("xmp:CreateDate=\"\(date)\" xmp:ModifyDate=\"2024-01-01T10:00:00\"")
      #expect(annotations(embedding(xmp: packet, in: camera)).isEmpty, "\(date)")
    }
    for date in ["2018-03-03T12:00:00", "2019-03-04T12:00:01", "2019-04", "2018"] {
      let packet = xmpPacket("xmp:CreateDate=\"\(date)\"")
      #expect(annotations(embedding(xmp: packet, in: camera)).count == 1, "\(date)")
    }
    // Without Exif the packet's own time is that of the photo.
    let times = "exif:DateTimeOriginal=\"1945-06-03T12:00:00\" xmp:CreateDate=\"1945-06-03T12:00:00Z\""
    let packet = xmpPacket(times + " photoshop:DateCreated=\"1945\"")
    #expect(annotations(embedding(xmp: packet, in: jpeg)).isEmpty)
  }

  @Test func `what a program that nobody knows writes is an annotation, and what Adobe's write for themselves is none`()
  {
    func file(_ namespace: String) -> [UInt8] {
      embedding(xmp: xmpPacket("", "<q:Event xmlns:q=\"\(namespace)\">Wedding</q:Event>"), in: jpeg)
    }
    #expect(annotations(file("http://example.org/albums/1.0/")).count == 1)
    #expect(annotations(file("http://ns.adobe.com/illustrator/1.0/")).isEmpty)
    #expect(annotations(embedding(xmp: xmpPacket("digiKam:CaptionsAuthorNames=\"Anna\""), in: jpeg)).count == 1)
  }

  @Test func `what Facebook writes into each copy is none`() {
    #expect(annotations(jpeg([(0x28, "FBMD0100"), (0x67, "a9Zk3")])).isEmpty)
    #expect(annotations(jpeg([(0x67, "a9Zk3")])).count == 1)
  }

  @Test func `what programs note of their work is none`() {
    let books = xmpPacket(
      "xmp:CreatorTool=\"GIMP 2.10\" xmpMM:InstanceID=\"1\" photoshop:LegacyIPTCDigest=\"F0\" dc:Format=\"image/jpeg\"")
    let files = [
      jpeg, jpeg(comment: "CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90"), embedding(xmp: books, in: jpeg),
      jpeg + movieData(MovieForm(createdAt: 1_700_000_000_000)), jpeg + [UInt8](repeating: 0, count: 512),
      adding(pngChunk: "tEXt", Array("exif:Make\0Canon".utf8), to: pngData(of: picture)),
    ]
    for (index, bytes) in files.enumerated() { #expect(annotations(bytes).isEmpty, "file \(index)") }
  }

  @Test(arguments: [
    ("Created with GIMP", true), ("Created with GIMP\n\0", true), ("Created with The GIMP", true),
    ("Optimized by JPEGmini 3.14", true), ("File source: https://commons.wikimedia.org/wiki/File:Lake.jpg", true),
    ("Created with Grandma Rose in Rome, 1945", false), ("Created with GIMP by Anna, from her negative", false),
    ("Optimized by Anna", false), ("Processed By hand at the lake", false), ("File source: the red album", false),
  ]) func `a comment is a program's by the name of that program alone`(comment: String, isOfProgram: Bool) {
    #expect(annotations(jpeg(comment: comment)).isEmpty == isOfProgram)
  }

  @Test func `areas of faces are the same in a smaller copy`() {
    func file(width: Int) -> [UInt8] {
      let regions = """
        <mwg-rs:Regions rdf:parseType="Resource">
        <mwg-rs:AppliedToDimensions stDim:w="\(width)" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"/>
        <mwg-rs:RegionList><rdf:Bag><rdf:li mwg-rs:Type="Face"/></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
        """
      return embedding(xmp: xmpPacket("", regions), in: jpeg)
    }
    #expect(annotations(file(width: 4032)).count == 1)
    #expect(annotations(file(width: 4032)) == annotations(file(width: 1024)))
  }
}
