import PhotoModel
import PhotoScan
import TestSupport
import Testing

@testable import DecodeWorker

/// Frames: what goes in comes out, and nothing else does.
@Suite struct WireTests {
  private static var inspection: Inspection {
    var facts = CaptureFacts()
    facts.orientation = .left
    facts.capturedAt = CaptureTime(milliseconds: -12)
    facts.make = "Canon"
    facts.userComment = "Über \u{1F600}"
    facts.exposureSeconds = 1.0 / 3
    facts.iso = 800
    let features = PhotoFeatures(
      format: .png, pixelSize: PixelSize(width: 4000, height: 3000), facts: facts, decodeWarnings: 3,
      perceptualHash: .max - 4, descriptor: (0..<512).map { Int8(truncatingIfNeeded: $0) },
      lumaThumbnail: (0..<256).map { UInt8($0) }, sharpness: 0.1, screenEvidence: nil)
    return Inspection(
      digest: ContentDigest(bytes: [UInt8](repeating: 9, count: 32)), features: features,
      problem: Inspection.Problem(reason: .corrupt, message: "x"))
  }

  private struct Keypoints: ByteCodable {
    var bytes: [UInt8]
  }

  private static let answers: [WorkerAnswer] = [
    .inspection(inspection), .inspection(Inspection()), .picture(PixelSize(width: 1, height: 2)),
    .detail(PixelRect(x: 1, y: 2, width: 3, height: 4), of: PixelSize(width: 5, height: 6)),
    .problem(Inspection.Problem(reason: .tooLarge, message: "")), .unreadable(errno: nil), .unreadable(errno: 5),
    .working(PictureWork(format: .heic, pixels: 200_000_000)),
    .escapes([]), .escapes([true, false]), .formats([true, false]), .movie(MovieFacts()),
    .movie(
      MovieFacts(
        contentIdentifier: "A-1", createdAt: -5, capturedAt: CaptureTime(milliseconds: 7), timeOffset: -90,
        duration: 2500)),
  ]

  @Test func `every answer comes back as it was`() throws {
    for answer in Self.answers {
      let bytes = try WorkerFrame.make(7, answer)
      #expect(try WorkerFrame.value(WorkerAnswer.self, in: bytes[...]) == answer)
    }
  }

  @Test func `every request comes back as it was`() throws {
    for request: WorkerRequest in [
      .detail(
        size: 1, center: RelativePoint(x: 0.5, y: .infinity), pixels: PixelSize(width: 7, height: 8), capacity: 9),
      .digest(size: .max), .inspection(Inspection.Measures(localFeatures: true, mayBePartial: true)),
      .picture(size: 0, minimumLongSide: 8192, capacity: 1),
      .escapes, .formats, .thumbnail(size: 1, capacity: 2), .movie(size: 40_000_000),
    ] {
      #expect(try WorkerFrame.value(WorkerRequest.self, in: try WorkerFrame.make(7, request)[...]) == request)
    }
  }

  @Test func `an answer about a photo is a few kilobytes`() throws {
    #expect(try WorkerFrame.make(7, WorkerAnswer.inspection(Self.inspection)).count < 2000)
  }

  @Test func `a frame that is cut off anywhere is refused`() throws {
    let bytes = try WorkerFrame.make(7, WorkerAnswer.inspection(Self.inspection))

    for length in 0..<bytes.count {
      #expect(throws: (any Error).self) { try WorkerFrame.value(WorkerAnswer.self, in: bytes[..<length]) }
    }
    #expect(throws: (any Error).self) { try WorkerFrame.value(WorkerAnswer.self, in: (bytes + [0])[...]) }
  }

  @Test func `a changed byte gives another value or an error, and nothing worse`() throws {
    let bytes = try WorkerFrame.make(7, WorkerAnswer.inspection(Self.inspection))
    var random = SeededGenerator(seed: 7)

    var refused = 0
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard case .inspection(let inspection)? = try? WorkerFrame.value(WorkerAnswer.self, in: changed[...]) else {
        refused += 1
        continue
      }
      // Whatever is believed is fit for a screen.
      let message = inspection.checked?.problem?.message ?? "x"
      #expect(!message.isEmpty && message.unicodeScalars.allSatisfy(\.isFitForALine))
    }
    #expect((1..<3000).contains(refused))
  }

  @Test func `lists in lists without end are refused`() {
    let depth = WorkerFrame.longest / 2
    let frame = [0, 0, 0, 0] + [UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth)
    #expect(throws: DecodingError.self) { try WorkerFrame.value([[Int]].self, in: frame[...]) }
  }

  @Test func `63 kilobytes of keypoints fit into a frame, whatever the bytes`() throws {
    for byte: UInt8 in [0, 0xFF, 0x5C] {
      let keypoints = Keypoints(bytes: [UInt8](repeating: byte, count: 63 << 10))
      let frame = try WorkerFrame.make(7, keypoints)
      #expect(try WorkerFrame.value(Keypoints.self, in: frame[...]).bytes == keypoints.bytes)
    }
  }

  @Test func `a frame that would be too long is refused`() {
    let long = WorkerAnswer.problem(
      Inspection.Problem(reason: .corrupt, message: String(repeating: "m", count: WorkerFrame.longest)))
    #expect(throws: EncodingError.self) { try WorkerFrame.make(7, long) }
  }

  @Test func `what no decode worker would say is not believed`() throws {
    var wide = Self.inspection
    wide.features?.pixelSize.width = 1_000_000
    var long = Self.inspection
    long.features?.facts.make = String(repeating: "m", count: 5000)
    var sharp = Self.inspection
    sharp.features?.sharpness = .nan
    var painted = Self.inspection
    painted.problem?.message = "\u{1B}[31mred"
    var elsewhere = Self.inspection
    elsewhere.problem?.reason = .vanished

    #expect(Self.inspection.checked == Self.inspection)
    for wrong in [painted, elsewhere, Inspection()] { #expect(wrong.checked == nil) }
    // Features are checked while they are read.
    for wrong in [wide, long, sharp] {
      let bytes = try WorkerFrame.make(7, WorkerAnswer.inspection(wrong))
      #expect(throws: (any Error).self) { try WorkerFrame.value(WorkerAnswer.self, in: bytes[...]) }
    }
    var partial = Self.inspection
    partial.features?.isPartial = true
    partial.features?.sharpness = 0.7
    #expect(partial.isOf(Inspection.Measures(mayBePartial: true)) && !partial.isOf(Inspection.Measures()))
    partial.features?.sharpness = 0.5
    #expect(!partial.isOf(Inspection.Measures(mayBePartial: true)))
    #expect(PixelSize(width: 10, height: 10).fits(capacity: 300))
    #expect(!PixelSize(width: 10, height: 10).fits(capacity: 299))
    #expect(!PixelSize(width: .max, height: .max).fits(capacity: .max))
    #expect(!PixelSize(width: 0, height: 10).fits(capacity: 300))
  }
}
