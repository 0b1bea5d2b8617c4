import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@Suite struct ScanFormatsTests {
  private let picture = TestPictures.scene(seed: 8, size: PixelSize(width: 160, height: 120))

  @Test func `every format is found, judged by content, and alike to its neighbours`() async throws {
    let scene = try Scene()
    var lossless = WebPForm()
    lossless.isLossless = true
    try scene.write(pngData(of: picture), to: "a.png")
    try scene.write(webpData(of: picture, form: lossless), to: "b.webp")
    try scene.write(tiffData(of: picture), to: "c.tif")
    try scene.write(bmpData(of: picture), to: "d.bmp")
    try scene.write(gifData(of: picture), to: "e.gif")
    try scene.write(
      rawData(.cr3, jpeg: jpegData(of: picture), thumbnail: [], size: PixelSize(width: 640, height: 480)), to: "f.CR3")
    try scene.write(jpegData(of: picture), to: "g.heic")

    let report = try await scene.scan()

    #expect(report.skipped == [])
    #expect(report.photos.map { $0.features?.format } == [.png, .webp, .tiff, .bmp, .gif, .raw, .jpeg])
    let features = report.photos.compactMap(\.features)
    #expect(features.allSatisfy { $0.pixelSize == picture.size || $0.format == .raw })
    // What is stored without loss measures the same, whatever it is stored in.
    for other in features[1...3] {
      #expect(other.perceptualHash == features[0].perceptualHash)
      #expect(other.descriptor == features[0].descriptor)
      #expect(other.sharpness == features[0].sharpness)
      // The TIFF names a maker: then nobody looks for a screenshot.
      #expect(other.screenEvidence == (other.format == .tiff ? nil : features[0].screenEvidence))
    }
    // The preview of a RAW is not native pixels, and a camera took it.
    #expect(features[5].screenEvidence == nil)
    #expect(features[5].pixelSize == PixelSize(width: 640, height: 480))
  }

  @Test func `the time that stands in words is the time of a photo without another`() throws {
    let decoder = LocalPhotoDecoder { $0.string }
    let text = xmpPacket("photoshop:DateCreated=\"2021-08-19T18:48:53\"")
    let other = CaptureTime(year: 2019, month: 1, day: 2, hour: 3, minute: 4, second: 5)

    let noted = decoder.inspect(embedding(xmp: text, in: jpegData(of: picture)))
    let both = decoder.inspect(embedding(xmp: text, in: jpegData(of: picture, exif: exifBlock(capturedAt: other))))

    #expect(noted.features?.facts.capturedAt?.iso8601.hasPrefix("2021-08-19T18:48:53") == true)
    #expect(both.features?.facts.capturedAt == other)
  }

  @Test func `what a system writes about a screenshot is its comment, and what people write is not`() {
    let decoder = LocalPhotoDecoder { $0.string }
    func comment(_ file: [UInt8]) -> String? { decoder.inspect(file).features?.facts.userComment }
    func described(_ text: String) -> [UInt8] {
      embedding(xmp: xmpPacket("", xmpText("exif:UserComment", text)), in: jpegData(of: picture))
    }

    #expect(comment(described("Screenshot")) == "Screenshot")
    #expect(comment(described("Bildschirmfoto")) == "Bildschirmfoto")
    #expect(decoder.inspect(described("Screenshot")).features?.contents.metadata.caption == nil)
    #expect(comment(described("The screenshot that Ann sent")) == nil)
    #expect(comment(adding(pngChunk: "tEXt", Array("Description\0Screenshot".utf8), to: pngData(of: picture))) != nil)
    // Samsung's trailer: what is in it, then how much of it there is.
    let entry = Array("\0\0Q\u{0C}\u{14}\0\0\0Samsung_Capture_InfoScreenshotSEFHSEFT".utf8)
    #expect(comment(jpegData(of: picture) + entry) == "Screenshot")
    #expect(comment(jpegData(of: picture) + entry.prefix(24)) == nil)
    #expect(comment(jpegData(of: picture, exif: exifBlock(userComment: "mine")) + entry) == "mine")
  }

  @Test func `what is drawn on a transparent ground is no screen, and the same on an opaque one is`() throws {
    let decoder = LocalPhotoDecoder { $0.string }
    let screen = TestPictures.screen(seed: 3, size: PixelSize(width: 720, height: 1280))
    let negative = RGBPicture(width: screen.width, height: screen.height, pixels: screen.pixels.map { 255 - $0 })
    // The dark half of the palette is transparent, and with it the ground.
    var form = PNGForm()
    form.color = .palette
    let opaque = decoder.inspect(pngData(of: negative, form: form)).features
    form.alpha = 0
    let cutOut = decoder.inspect(pngData(of: negative, form: form)).features

    #expect(try #require(opaque?.screenEvidence) > 0.5)
    #expect(try #require(cutOut?.screenEvidence) <= 0.25)
  }

  @Test func `a RAW with nothing but a thumbnail is not judged for sharpness`() async throws {
    let scene = try Scene()
    try scene.write(
      rawData(.nef, jpeg: jpegData(of: picture), thumbnail: [], size: PixelSize(width: 4000, height: 3000)), to: "a.NEF"
    )

    let photo = try #require(await scene.scan().photos.first)

    #expect(photo.features?.pixelSize == PixelSize(width: 4000, height: 3000))
    #expect(photo.features?.sharpness == nil)
  }

  @Test func `a picture of a format that is not read is counted, matched and listed by name`() async throws {
    let scene = try Scene()
    let document = Array("8BPS".utf8) + [UInt8](repeating: 1, count: 500)
    try scene.write(document, to: "a.psd")
    try scene.write(document, to: "b.psd")

    let report = try await scene.scan()

    #expect(report.foundCount == 2)
    #expect(report.skipped.map(\.reason) == [.unsupported, .unsupported])
    #expect(report.skipped.allSatisfy { $0.message.contains("Photoshop (PSD) files are not read") })
    #expect(report.photos.count == 2 && report.photos[0].digest == report.photos[1].digest)
    #expect(report.photos[0].digest != nil)
  }
}
