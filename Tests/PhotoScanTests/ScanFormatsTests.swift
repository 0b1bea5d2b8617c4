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
