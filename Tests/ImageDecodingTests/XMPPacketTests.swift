import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// What a packet says of its file, and what becomes of one that lies.
@Suite struct XMPPacketTests {
  private func packet(_ attributes: String = "", _ elements: String = "") throws -> XMPPacket {
    try #require(XMPPacket(Array(xmpPacket(attributes, elements).utf8)))
  }

  private func directory(_ items: [(meaning: String, type: String, length: Int)]) -> String {
    let items = items.map {
      "<rdf:li rdf:parseType='Resource'><Container:Item Item:Semantic='\($0.meaning)' Item:Mime='\($0.type)' "
        + "Item:Length='\($0.length)' Item:Padding='8'/></rdf:li>"
    }
    return "<Container:Directory><rdf:Seq>\(items.joined())</rdf:Seq></Container:Directory>"
  }

  @Test func `a phone tells of a gain map`() throws {
    let items = [("Primary", "image/jpeg", 0), ("GainMap", "image/jpeg", 500), ("MotionPhoto", "video/mp4", 4000)]

    let packet = try packet("GCamera:MotionPhoto='1' hdrgm:Version='1.0'", directory(items))

    #expect(packet.hasGainMap && !packet.hasDepthMap && !packet.hasSound)
    #expect(try self.packet("", directory([items[0], items[1]])).hasGainMap)
  }

  @Test func `depth and sound are told`() throws {
    #expect(try packet("GDepth:Format='RangeInverse' GDepth:Near='0.2'").hasDepthMap)
    #expect(try packet("", directory([("Depth", "image/jpeg", 9)])).hasDepthMap)
    #expect(try packet("GAudio:Mime='audio/mp4'").hasSound)
  }

  @Test func `a place is in degrees and minutes`() throws {
    func location(_ north: String, _ east: String) throws -> PhotoContents.Location? {
      try packet("exif:GPSLatitude='\(north)' exif:GPSLongitude='\(east)'").location
    }

    #expect(
      try location("48,8.123N", "11,34.5E") == PhotoContents.Location(latitude: 48_135_383, longitude: 11_575_000))
    #expect(
      try location("33,51,31S", "70,40,30W") == PhotoContents.Location(latitude: -33_858_611, longitude: -70_675_000))
    for (north, east) in [("0,0.0N", "0,0.0E"), ("91,0N", "1,0E"), ("48,8", "11,34E"), ("N", "E"), ("1,nanN", "1,2E")] {
      #expect(try location(north, east) == nil, "\(north) \(east)")
    }
  }

  @Test func `a moment has its offset, and a day is none`() throws {
    let time = try packet("photoshop:DateCreated='2024-05-12T18:03:21.05+02:00' xmp:CreateDate='2020-01-01T00:00:00Z'")
    let local = try packet("exif:DateTimeOriginal='2024-05-12T18:03:21'")

    #expect(time.capturedAt?.iso8601 == "2024-05-12T18:03:21" && time.timeOffset == 120)
    #expect(time.capturedAt.map { $0.milliseconds % 1000 } == 50)
    #expect(local.capturedAt?.iso8601 == "2024-05-12T18:03:21" && local.timeOffset == nil)
    #expect(try packet("xmp:CreateDate='2024-05-12'").capturedAt == nil)
    #expect(try packet("xmp:CreateDate='2024-13-12T18:03:21'").capturedAt == nil)
  }

  @Test(arguments: [false, true])
  func `a packet may be UTF-16`(isBigEndian: Bool) throws {
    let text = xmpPacket("xmp:Rating='2'", xmpText("dc:title", "Žluťoučký kůň"))
    let bytes = text.utf16.flatMap {
      isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
    }

    let metadata = try #require(XMPPacket(bytes)).metadata

    #expect(metadata.rating == 2 && metadata.title == "Žluťoučký kůň")
  }

  @Test func `a packet that is no UTF-8 is Latin-1, and other prefixes are the same names`() throws {
    let latin = xmpPacket("", "<dc:title>caf~</dc:title>").utf8.map { $0 == UInt8(ascii: "~") ? 0xE9 : $0 }
      .filter { $0 < 0x80 || $0 == 0xE9 }
    let renamed = """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
        xmlns:MicrosoftPhoto_1_="http://ns.microsoft.com/photo/1.0" MicrosoftPhoto_1_:Rating="50"/></r:RDF>
      """

    #expect(try #require(XMPPacket(latin)).metadata.title == "café")
    #expect(try #require(XMPPacket(Array(renamed.utf8))).metadata.rating == 3)
  }

  @Test func `a packet that is cut gives what stands before that`() throws {
    let whole = Array(xmpPacket("xmp:Rating='4'", xmpArray("dc:subject", ["Rome", "Pisa"])).utf8)
    let cut = try #require(String(decoding: whole, as: UTF8.self).range(of: "Pisa")?.lowerBound)
    let length = String(decoding: whole, as: UTF8.self)[..<cut].utf8.count

    let packet = try #require(XMPPacket(Array(whole.prefix(length))))

    #expect(packet.metadata.rating == 4 && packet.metadata.keywords == ["Rome"])
    for length in stride(from: 0, to: whole.count, by: 5) { _ = XMPPacket(Array(whole.prefix(length))) }
    #expect(XMPPacket(whole + [0, 0, 0]) == XMPPacket(whole))
  }

  @Test func `a document with entities of its own is refused`() {
    let laughs = (1...20).map { "<!ENTITY l\($0) '\(String(repeating: "&l\($0 - 1);", count: 10))'>" }.joined()
    let rdf = xmpPacket("", "<dc:title>&l20;</dc:title>").drop { $0 != ">" }.dropFirst()
    for subset in ["<!ENTITY l0 'ha'>" + laughs, "<!ENTITY l20 SYSTEM 'file:///etc/passwd'>", "<!ELEMENT a ANY>"] {
      #expect(XMPPacket(Array("<!DOCTYPE x [\(subset)]>\(rdf)".utf8)) == nil)
    }
  }

  @Test func `depth, breadth and length have an end`() throws {
    let deep = String(repeating: "<dc:title>", count: 100_000)
    let broad = String(repeating: "<dc:a/>", count: 100_000)
    let long = String(repeating: "a", count: 2_000_000)

    #expect(try packet("xmp:Rating='1'", "<dc:title>\(long)</dc:title>").metadata.rating == 1)
    for elements in [deep, broad] { #expect(try packet("xmp:Rating='1'", elements).metadata.rating == 1) }
    let title = try #require(try packet("", "<dc:title>\(long.prefix(100_000))</dc:title>").metadata.title)
    #expect(title.utf8.count <= 512 && title.contains("… ("))
  }

  @Test(arguments: ["", "<", "no packet", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", "\u{0}\u{0}", "{}"])
  func `what has no RDF is no packet`(text: String) {
    #expect(XMPPacket(Array(text.utf8)) == nil)
  }
}
