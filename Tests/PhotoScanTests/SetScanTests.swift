import FileSafety
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

/// Brackets, focus stacks, panoramas and what only looks like them: from files to findings.
@Suite struct SetScanTests {
  private static let noon = 1_700_000_000_000 as Int64
  private let size = PixelSize(width: 480, height: 360)
  private let scene: Scene

  init() throws { scene = try Scene() }

  /// One file of one camera, so many milliseconds after noon.
  private func shoot(
    _ picture: RGBPicture, _ name: String, after milliseconds: Int, bias: Double? = nil, seconds: Double = 0.01
  ) throws {
    let exif = exifBlock(
      capturedAt: CaptureTime(milliseconds: Self.noon + Int64(milliseconds)), make: "M", model: "X",
      exposureSeconds: seconds, fNumber: 8, iso: 100, focalLength: 35, exposureBias: bias)
    try scene.write(jpegData(of: picture, quality: 90, exif: exif), to: name)
  }

  private func findings() async throws -> Findings {
    let report = try await scene.scan()
    return FindingsIndex(photos: report.photos, verified: report.verified).findings(settings: ScanSettings())
  }

  /// The one group there is, all of it one set, and nothing of it proposed for the bin.
  private func expectOneSet(_ kind: SetKind, of count: Int, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let found = try await findings()
    #expect(found.groups.map(\.members.count) == [count], sourceLocation: sourceLocation)
    #expect(found.groups.first?.keepWhole == kind, sourceLocation: sourceLocation)
    #expect(found.groups.first?.members.allSatisfy { $0.set == kind } == true, sourceLocation: sourceLocation)
    #expect(found.issues.allSatisfy { !$0.isPreselected }, sourceLocation: sourceLocation)
  }

  private func expectNoSet(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Findings {
    let found = try await findings()
    #expect(found.groups.allSatisfy { $0.keepWhole == nil }, sourceLocation: sourceLocation)
    return found
  }

  /// Part of a wide view: what a camera sees that is pointed there.
  private func frame(x: Int, y: Int = 40) -> RGBPicture {
    TestPictures.cropped(Self.view, x: x, y: y, width: size.width, height: size.height)
  }

  private static let view = TestPictures.scene(seed: 321, size: PixelSize(width: 1400, height: 440))

  /// Sharp around a share of the width, the more blurred the farther from it.
  private func focused(_ picture: RGBPicture, at position: Double) -> RGBPicture {
    let radii = [0, 1, 2, 4, 6]
    let depths = radii.map { TestPictures.blurred(picture, radius: $0) }
    return TestPictures.composed(size, from: depths) { x, _ in
      let distance = abs((Double(x) + 0.5) / Double(size.width) - position)
      return min(radii.count - 1, Int(distance * 8))
    }
  }

  @Test(arguments: [true, false]) func `an exposure bracket stays whole, told by its bias or by its times`(
    detectsBias: Bool
  ) async throws {
    let picture = TestPictures.scene(seed: 5, size: size)
    for (number, stops) in [0, -2, 2].enumerated() {
      try shoot(
        TestPictures.brightened(picture, by: stops * 30), "\(number).jpg", after: number * 700,
        bias: detectsBias ? Double(stops) : nil,
        seconds: detectsBias ? 0.01 : stops < 0 ? 0.0025 : stops > 0 ? 0.04 : 0.01)
    }

    try await expectOneSet(.bracket, of: 3)
  }

  @Test func `a sweep of five frames that overlap stays whole, to either side and whatever their names`() async throws {
    let left = [0, 180, 370, 540, 730]
    for (number, x) in left.enumerated() {
      try shoot(frame(x: x, y: 40 + number % 2 * 12), "\(9 - number).jpg", after: number * 4000)
    }

    try await expectOneSet(.panorama, of: 5)
  }

  @Test func `a focus stack stays whole, wherever its sharp part wanders`() async throws {
    let picture = TestPictures.scene(seed: 8, size: size)
    for number in 0..<5 {
      try shoot(focused(picture, at: 0.1 + 0.2 * Double(number)), "\(number).jpg", after: number * 1500)
    }

    try await expectOneSet(.focusStack, of: 5)
  }

  @Test(arguments: [300, 0]) func `a burst in which somebody moved is no set and no copy`(gap: Int) async throws {
    // A gap of 0 is a camera that writes whole seconds only.
    let (street, person) = (TestPictures.scene(seed: 6, size: size), TestPictures.scene(seed: 99, size: size))
    for number in 0..<4 {
      let columns = 80 + 60 * number..<130 + 60 * number
      let picture = TestPictures.composed(size, from: [street, person]) { x, y in
        columns.contains(x) && (150..<330).contains(y) ? 1 : 0
      }
      try shoot(picture, "\(number).jpg", after: number * gap)
    }

    let found = try await expectNoSet()

    #expect(found.groups.map(\.category) == [.similar] && found.groups.first?.members.count == 4)
    #expect(found.issues.allSatisfy { !$0.isPreselected })
  }

  @Test func `tries at one photo with a shaking hand are no set`() async throws {
    for (number, position) in [(300, 40), (312, 46), (296, 33), (305, 52), (321, 41)].enumerated() {
      let picture = frame(x: position.0, y: position.1)
      try shoot(
        TestPictures.blurred(picture, radius: [0, 3, 0, 4, 1][number]), "\(number).jpg", after: number * 1200)
    }

    let found = try await expectNoSet()

    #expect(found.groups.map(\.category) == [.similar] && found.groups.first?.members.count == 5)
  }

  @Test func `the same view at other lights on other days is no bracket`() async throws {
    let day = 24 * 3_600_000
    for (number, light) in [0, -40, 40].enumerated() {
      try shoot(
        TestPictures.brightened(frame(x: 300 + 4 * number), by: light), "\(number).jpg", after: number * day,
        bias: Double(light / 40))
    }

    _ = try await expectNoSet()
  }

  @Test func `a view that is gone along day by day is no panorama`() async throws {
    let day = 24 * 3_600_000
    for number in 0..<3 { try shoot(frame(x: 180 * number), "\(number).jpg", after: number * day) }

    _ = try await expectNoSet()
  }
}
