import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct CaptureFactsReadingTests {
  private func block(isBigEndian: Bool = false) -> [UInt8] {
    exifBlock(
      orientation: .left, capturedAt: time, make: "NIKON CORPORATION", model: "NIKON D70", lens: "18-70 mm",
      software: "Ver.1.02", userComment: "Screenshot", exposureSeconds: 0.002, fNumber: 4.5, iso: 200,
      focalLength: 52, exposureBias: -0.67, isBigEndian: isBigEndian)
  }

  private var time: CaptureTime? {
    CaptureTime(year: 2008, month: 3, day: 15, hour: 9, minute: 52, second: 1, millisecond: 50)
  }

  @Test(arguments: [false, true])
  func `what was written is read, in both byte orders`(isBigEndian: Bool) throws {
    let facts = try #require(captureFacts(inEXIF: block(isBigEndian: isBigEndian)))

    #expect(facts.orientation == .left)
    #expect(facts.capturedAt == time)
    #expect(facts.make == "NIKON CORPORATION")
    #expect(facts.model == "NIKON D70")
    #expect(facts.lens == "18-70 mm")
    #expect(facts.software == "Ver.1.02")
    #expect(facts.userComment == "Screenshot")
    #expect(facts.exposureSeconds == 0.002)
    #expect(facts.fNumber == 4.5)
    #expect(facts.iso == 200)
    #expect(facts.focalLength == 52)
    #expect(facts.exposureBias == -0.67)
  }

  @Test func `the facts of a JPEG and of a PNG are the same`() throws {
    let scene = TestPictures.scene(seed: 1, size: PixelSize(width: 16, height: 16))
    let expected = captureFacts(inEXIF: block())

    #expect(try pictureHeader(of: jpegData(of: scene, exif: block())).facts == expected)
    #expect(try pictureHeader(of: pngData(of: scene, exif: block())).facts == expected)
  }

  @Test func `an absent or broken block leaves empty facts`() throws {
    let scene = TestPictures.scene(seed: 1, size: PixelSize(width: 16, height: 16))

    #expect(try pictureHeader(of: jpegData(of: scene)).facts == CaptureFacts())
    #expect(try pictureHeader(of: jpegData(of: scene, exif: ascii("nonsense"))).facts == CaptureFacts())
    #expect(captureFacts(inEXIF: []) == nil)
    #expect(captureFacts(inEXIF: ascii("II*\0") + [8, 0, 0, 0]) == CaptureFacts())
    #expect(captureFacts(inEXIF: ascii("II*\0") + [255, 255, 255, 255]) == CaptureFacts())
  }

  @Test func `fractions over zero and below zero say nothing`() throws {
    let written = exifBlock(exposureSeconds: 0.5, fNumber: 2, focalLength: 35, exposureBias: 1)

    let overZero = try #require(captureFacts(inEXIF: replacing(little(100_000), by: little(0), in: written)))
    #expect(overZero == CaptureFacts())
    let below = try #require(captureFacts(inEXIF: exifBlock(fNumber: 0, focalLength: 0, exposureBias: 0)))
    #expect(below.fNumber == nil)
    #expect(below.focalLength == nil)
    #expect(below.exposureBias == 0)
    #expect(!below.hasCameraMetadata)
  }

  @Test func `an orientation that does not exist is upright`() throws {
    for value: UInt8 in [0, 9, 255] {
      let written = exifBlock(orientation: .left)
      let changed = replacing(
        [0x12, 0x01, 3, 0, 1, 0, 0, 0, 8], by: [0x12, 0x01, 3, 0, 1, 0, 0, 0, value], in: written)
      #expect(try #require(captureFacts(inEXIF: changed)).orientation == .up)
    }
  }

  @Test func `texts lose padding, control characters and what is too long`() throws {
    #expect(captureFacts(inEXIF: exifBlock(make: "  Canon \u{1B}[31m  "))?.make == "Canon [31m")
    #expect(captureFacts(inEXIF: exifBlock(make: "    "))?.make == nil)
    #expect(captureFacts(inEXIF: exifBlock(make: "Größe"))?.make == "Größe")
    #expect(captureFacts(inEXIF: exifBlock(make: String(repeating: "x", count: 9000)))?.make?.count == 256)
    let latin = replacing(ascii("Gr##e"), by: [0x47, 0x72, 0xF6, 0xDF, 0x65], in: exifBlock(model: "Gr##e"))
    #expect(captureFacts(inEXIF: latin)?.model == "Größe")
  }

  @Test(arguments: [false, true], [false, true])
  func `a comment in UTF-16 is read whoever wrote it`(isBigEndian: Bool, isCommentBigEndian: Bool) {
    let content = "Schöner Tag".utf16.flatMap { unit in
      let bytes = [UInt8(unit & 255), UInt8(unit >> 8)]
      return isCommentBigEndian ? bytes.reversed() : bytes
    }
    let filler = String(repeating: "#", count: content.count)
    let written = exifBlock(userComment: filler, isBigEndian: isBigEndian)

    let changed = replacing(ascii("ASCII\0\0\0" + filler), by: ascii("UNICODE\0") + content, in: written)

    #expect(captureFacts(inEXIF: changed)?.userComment == "Schöner Tag")
  }

  @Test(arguments: ["0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 00:00:00", "2024:02:30 10:00:00", "x"])
  func `a date that is none is left out`(text: String) {
    let written = exifBlock(capturedAt: time)
    let padded = text.padding(toLength: 19)

    #expect(
      captureFacts(inEXIF: replacing(ascii("2008:03:15 09:52:01"), by: ascii(padded), in: written))?.capturedAt == nil)
  }

  @Test func `a directory that points at itself is read once`() {
    var bytes = exifBlock(model: "Loop")
    let pointer = exifPointer(in: bytes)
    bytes.replaceSubrange(pointer..<pointer + 4, with: little(8))

    #expect(captureFacts(inEXIF: bytes)?.model == "Loop")
  }

  @Test func `changed and shortened blocks never crash and never grow`() {
    var random = SeededGenerator(seed: 12)
    for isBigEndian in [false, true] {
      let written = block(isBigEndian: isBigEndian)
      for count in 0..<written.count { _ = captureFacts(inEXIF: Array(written.prefix(count))) }
      for _ in 0..<4000 {
        var bytes = written
        for _ in 0...random.below(6) {
          bytes[random.below(bytes.count)] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(random.below(256))][random.below(6)]
        }
        let facts = captureFacts(inEXIF: bytes)
        #expect((facts?.make?.unicodeScalars.count ?? 0) <= 256)
        #expect(facts?.exposureSeconds.map { $0.isFinite && $0 > 0 } ?? true)
      }
    }
  }

  /// Where the offset of the Exif directory stands, in a little-endian block.
  private func exifPointer(in bytes: [UInt8]) -> Int {
    (8..<bytes.count - 12).first { Array(bytes[$0..<$0 + 4]) == [0x69, 0x87, 4, 0] }.map { $0 + 8 } ?? 0
  }
}

private func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

/// Every occurrence.
private func replacing(_ part: [UInt8], by other: [UInt8], in bytes: [UInt8]) -> [UInt8] {
  bytes.replacing(part, with: other)
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
