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
