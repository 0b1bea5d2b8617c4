import ImageDecoding
import PhotoModel
import Testing

/// Words in IPTC data sets, and in the main directory of EXIF.
@Suite struct IPTCDescriptionTests {
  private func dataSet(_ record: UInt8, _ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0x1C, record, number, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
  }

  private func dataSet(_ number: UInt8, _ text: String) -> [UInt8] { dataSet(2, number, Array(text.utf8)) }

  private func resource(_ kind: UInt16, _ name: String, _ content: [UInt8]) -> [UInt8] {
    var name = [UInt8(name.utf8.count)] + Array(name.utf8)
    if name.count % 2 == 1 { name.append(0) }
    let size = (0..<4).reversed().map { UInt8(content.count >> (8 * $0) & 255) }
    return Array("8BIM".utf8) + [UInt8(kind >> 8), UInt8(kind & 255)] + name + size + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private var sets: [UInt8] {
    dataSet(1, 90, [0x1B, 0x25, 0x47]) + dataSet(25, "Rom") + dataSet(25, "Äpfel") + dataSet(5, "Title")
      + dataSet(105, "Headline")
      + dataSet(120, "Caption") + dataSet(116, "© Anna") + dataSet(10, "5")
  }

  @Test func `data sets give keywords, title, caption and copyright`() throws {
    let metadata = try #require(iptcDescription(inDataSets: sets))

    var expected = DescriptiveMetadata()
    expected.keywords = ["Rom", "Äpfel"].sorted()
    expected.title = "Title"
    expected.caption = "Headline\nCaption"
    expected.copyright = "© Anna"
    #expect(metadata == expected)
  }

  @Test func `they stand among the resources of Photoshop`() throws {
    let bytes = resource(0x03ED, "odd", [1, 2, 3]) + resource(0x0404, "", sets) + resource(0x0425, "", [0])

    #expect(iptcDescription(inResources: Array("Photoshop 3.0\0".utf8) + bytes) == iptcDescription(inDataSets: sets))
    #expect(iptcDescription(inResources: bytes) == iptcDescription(inDataSets: sets))
    let empty = Array("Photoshop 3.0\0".utf8) + resource(0x0404, "", [])
    #expect(
      iptcDescription(inResources: empty + Array("Photoshop 3.0\0".utf8) + bytes) == iptcDescription(inDataSets: sets))
    #expect(
      iptcDescription(inResources: resource(0x03ED, "", [1, 2])) == nil && iptcDescription(inResources: empty) == nil)
  }

  @Test func `without a character set it is UTF-8 where it can be, else Latin-1`() throws {
    let latin = dataSet(2, 120, [0x63, 0x61, 0x66, 0xE9])

    #expect(iptcDescription(inDataSets: latin)?.caption == "café")
    #expect(iptcDescription(inDataSets: dataSet(120, "café"))?.caption == "café")
  }

  @Test func `numbers in the byte order of a TIFF are the same data sets`() throws {
    let whole = sets + [UInt8](repeating: 0, count: (4 - sets.count % 4) % 4)
    let exchanged = stride(from: 0, to: whole.count, by: 4).flatMap { whole[$0..<$0 + 4].reversed() }

    #expect(iptcDescription(inDataSets: exchanged) == iptcDescription(inDataSets: sets))
  }

  @Test func `a long data set is read, and one that is cut is left out`() throws {
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 40_000)
    let bytes = dataSet(25, "Rome") + [0x1C, 2, 120, 0x80, 4, 0, 0, 0x9C, 0x40] + long

    let caption = try #require(iptcDescription(inDataSets: bytes)?.caption)
    #expect(caption.utf8.count <= 4096 && caption.hasPrefix("aaa"))
    for length in [bytes.count - 1, 20, 14, 12] {
      let metadata = try #require(iptcDescription(inDataSets: Array(bytes.prefix(length))))
      #expect(metadata.keywords == ["Rome"] && metadata.caption == nil)
    }
    #expect(iptcDescription(inDataSets: []) == nil)
    #expect(iptcDescription(inDataSets: [0x1C, 2, 25, 0xFF, 0xFF, 1, 2]) == nil)
  }

  @Test func `Windows writes UTF-16 into EXIF`() {
    func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } + [0, 0] }
    var exif = EXIFDescription()
    exif.rating = 0
    exif.ratingPercent = 99
    exif.xpTitle = wide("Žluťoučký kůň")
    exif.xpSubject = wide("Subject")
    exif.xpComment = wide("Comment")
    exif.xpKeywords = wide("Rome; Anna;")
    exif.copyright = "Anna\0Bert"

    let metadata = exif.metadata

    #expect(metadata.rating == 5 && metadata.title == "Žluťoučký kůň" && metadata.caption == "Subject\nComment")
    #expect(metadata.keywords == ["Anna", "Rome"] && metadata.copyright == "Anna, Bert" && metadata.edit == nil)
  }

  @Test(arguments: [
    "OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "          ", "Default", "MVIMG", "Screenshot", "SAMSUNG",
    "KONICA MINOLTA DIGITAL CAMERA", "Exif_JPEG_PICTURE", "DCIM", "DCIM\\100GOPRO\\GOPR0001.JPG", "rhdr",
    "<Digimax S500 / Kenox S500 / Digimax Cyber 530>",
  ])
  func `what a camera writes into every picture is nobody's word`(text: String) {
    var exif = EXIFDescription()
    exif.imageDescription = text

    #expect(exif.metadata.isEmpty)
  }

  @Test func `an editor in EXIF is an edit, firmware is none`() {
    func edit(_ software: String?, _ description: String? = nil) -> String? {
      var exif = EXIFDescription()
      exif.software = software
      exif.imageDescription = description
      return exif.metadata.edit
    }

    #expect(edit("GIMP 2.10.36") == "GIMP" && edit("Photos 1.5") == "Photos" && edit("ON1 Photo RAW 2024") == "ON1")
    #expect(edit("Ver.1.00") == nil && edit("17.2") == nil && edit("A536BXXU5CWG1") == nil && edit("version1.0") == nil)
    #expect(edit(nil, "Processed with VSCO with a6 preset") == "VSCO")
  }
}
