import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// What stands beside a photo, as the programs that put it there write it.
@Suite struct SidecarReadingTests {
  private func contents(_ text: String) -> SidecarContents { sidecarContents(of: Array(text.utf8)) }

  @Test func `Takeout tells of a favourite, words, people, place and time`() {
    let json = """
      {
        "title": "IMG_1.jpg", "description": "On the beach", "imageViews": "12",
        "creationTime": {"timestamp": "1715540000", "formatted": "12.05.2024"},
        "photoTakenTime": {"timestamp": "1715529801", "formatted": "12.05.2024, 16:03:21 UTC"},
        "geoData": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0},
        "geoDataExif": {"latitude": 48.1353833, "longitude": -1.15e1, "altitude": 0.0},
        "people": [{"name": "Zoë"}, {"name": "Anna"}, {}], "favorited": true, "archived": false
      }
      """

    let read = contents(json)

    var expected = DescriptiveMetadata()
    expected.isFavourite = true
    expected.caption = "On the beach"
    expected.people = ["Anna", "Zoë"]
    #expect(read.metadata == expected)
    #expect(read.location == PhotoContents.Location(latitude: 48_135_383, longitude: -11_500_000))
    #expect(read.capturedAt?.iso8601 == "2024-05-12T16:03:21" && read.timeOffset == 0)
    let plain =
      #"{"photoTakenTime": {"timestamp": "0"}, "geoData": {"latitude": 0, "longitude": 0}, "description": ""}"#
    #expect(contents(plain) == SidecarContents())
    #expect(contents(#"{"favorited": true, "settings": 1}"#) == SidecarContents())
  }

  @Test func `an XMP sidecar says what a packet says`() {
    let read = contents(
      xmpPacket("xmp:Rating='5' exif:GPSLatitude='1,0N' exif:GPSLongitude='2,0W' xmp:CreateDate='2024-05-12T18:03:21Z'")
    )

    #expect(read.metadata.rating == 5 && read.timeOffset == 0 && read.capturedAt != nil)
    #expect(read.location == PhotoContents.Location(latitude: 1_000_000, longitude: -2_000_000))
  }

  @Test func `an adjustment of Apple's is an edit, in XML and in binary`() {
    func list(_ format: String) -> String {
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
        <key>adjustmentBaseVersion</key><integer>0</integer><key>adjustmentData</key><data>YnBsaXN0</data>
        <key>adjustmentFormatIdentifier</key><string>\(format)</string>
      </dict></plist>
      """
    }

    #expect(contents(list("com.apple.photo")).metadata.edit == "Photos adjustments")
    #expect(contents(list("com.apple.video.slomo")).metadata.isEmpty && contents(list("")).metadata.isEmpty)
    #expect(contents("bplist00\u{1} adjustmentFormatIdentifier com.apple.photo").metadata.edit == "Photos adjustments")
    #expect(contents("bplist00\u{1} something else").metadata.isEmpty)
  }

  @Test func `RawTherapee keeps a rank, a label, a trash and settings`() {
    let facts = "[Version]\nAppVersion=5.8\nVersion=346\n\n[General]\nRank=3\nColorLabel=4\nInTrash=false\n"
    let trashed = "[General]\r\nRank=0\r\nColorLabel=0\r\nInTrash=true\r\n\r\n[IPTC]\r\nKeywords=Rome;Anna;\r\n"

    let read = contents(facts + "\n[Exposure]\nAuto=false\nRank=5\n").metadata
    #expect(read.rating == 3 && read.label == "Blue" && read.isPicked == nil && read.edit == "RawTherapee")
    #expect(contents(facts).metadata.edit == nil)
    let metadata = contents(trashed).metadata
    #expect(
      metadata.rating == nil && metadata.isPicked == false && metadata.keywords == ["Anna", "Rome"]
        && metadata.edit == nil)
  }

  @Test func `DxO keeps stars, and what differs from its preset`() {
    func sidecar(_ overrides: String) -> String {
      "Sidecar = {\nSoftware = \"DxO PhotoLab 6.0\",\nSource = {\nItems = {\n{\nRating = 4,\nSettings = {\nBase = {\nA = 1,\n}\n,\n"
        + "Overrides = {\n\(overrides)}\n,\n}\n,\n}\n,\n}\n,\n}\n,\n}\n"
    }

    #expect(contents(sidecar("ExposureBias = 0.5,\n")).metadata.edit == "DxO PhotoLab")
    #expect(contents(sidecar("")).metadata.edit == nil && contents(sidecar("")).metadata.rating == 4)
  }

  @Test func `everything else says nothing`() {
    let strange: [[UInt8]] = [
      [], [0], [0xFF, 0xD8, 0xFF, 0xE0], Array("{".utf8), Array("[".utf8), Array("<plist/>".utf8),
    ]
    for bytes in strange + [[UInt8](repeating: UInt8(ascii: "["), count: 100_000)] {
      #expect(sidecarContents(of: bytes) == SidecarContents())
    }
  }
}
