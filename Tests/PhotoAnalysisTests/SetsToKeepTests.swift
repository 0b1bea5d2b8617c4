import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Brackets, focus stacks and panoramas, and what only looks like one.
@Suite struct SetsToKeepTests {
  private let scene = Drawn.scene(71, width: 200, height: 150)

  /// Shots of one camera, so many milliseconds apart.
  private func shots(
    _ count: Int, every milliseconds: Int64 = 1000, camera: String = "X",
    _ change: (Int, inout PhotoFeatures) -> Void = { _, _ in }
  ) -> [ScannedPhoto] {
    (0..<count).map { number in
      scanned("/\(camera)\(10 + number)", scene, digest: UInt8(number + 1)) {
        $0.facts.model = camera
        $0.facts.capturedAt = CaptureTime(milliseconds: 1_000_000 + Int64(number) * milliseconds)
        $0.facts.exposureSeconds = 0.01
        $0.facts.fNumber = 8
        $0.facts.iso = 100
        $0.facts.focalLength = 35
        $0.sharpness = 0.6
        change(number, &$0)
      }
    }
  }

  /// Without a motion, as after no verification.
  private func setsToKeep(in photos: [ScannedPhoto]) -> [Int: SetKind] {
    PhotoAnalysis.setsToKeep(in: photos) { _, _ in nil }
  }

  private func setsToKeep(in photos: [ScannedPhoto], motion: (ScannedPhoto, ScannedPhoto) -> PairMotion?)
    -> [Int: SetKind]
  { PhotoAnalysis.setsToKeep(in: photos, motion: motion) }

  private func kinds(_ photos: [ScannedPhoto]) -> Set<SetKind> { Set(setsToKeep(in: photos).values) }

  private func bracket(_ biases: [Double], every milliseconds: Int64 = 1000) -> [ScannedPhoto] {
    shots(biases.count, every: milliseconds) { $1.facts.exposureBias = biases[$0] }
  }

  @Test(arguments: [[0, -2, 2], [-1, 0, 1], [0, -1, 1, -2, 2], [-1, -0.7, -0.3, 0, 0.3, 0.7, 1], [0, 1, 2]])
  func `even steps of bias within seconds are a bracket`(biases: [Double]) {
    let found = setsToKeep(in: bracket(biases))
    #expect(found == Dictionary(uniqueKeysWithValues: biases.indices.map { ($0, .bracket) }))
  }

  @Test(arguments: [[0, -2], [0, 0, 0], [0, -1, 2], [0, 0.1, 0.2]])
  func `other biases are none`(biases: [Double]) { #expect(kinds(bracket(biases)).isEmpty) }

  @Test func `a bracket set by hand is told by its times, and the meter at work is none`() {
    let byHand = [1.0 / 15, 1.0 / 60, 1.0 / 250]
    #expect(kinds(shots(3) { $1.facts.exposureSeconds = byHand[$0] }) == [.bracket])
    let metered = [1.0 / 100, 1.0 / 125, 1.0 / 160]
    #expect(kinds(shots(3) { $1.facts.exposureSeconds = metered[$0] }).isEmpty)
    // Two things changed at once: no bracket of exposures.
    let other = shots(3) {
      $1.facts.exposureSeconds = byHand[$0]
      $1.facts.iso = 100 << $0
    }
    #expect(kinds(other).isEmpty)
  }

  @Test func `shots that are too far apart, or of two cameras, are no bracket`() {
    #expect(kinds(bracket([0, -2, 2], every: 4000)).isEmpty)
    var two = bracket([0, -2, 2])
    two[1].features?.facts.model = "Y"
    #expect(kinds(two).isEmpty)
    var unknown = bracket([0, -2, 2])
    for index in unknown.indices { unknown[index].features?.facts.capturedAt = nil }
    #expect(kinds(unknown).isEmpty)
  }

  @Test func `a bracket of an even number is one, and so is one with other shots around it`() {
    #expect(setsToKeep(in: bracket([-1, 0, 1, 2])).count == 4)
    for (biases, kept) in [([0, 0, -2, 2], 1...3), ([-2, 0, 2, 2], 0...2), ([0, -2, 2, 0, 0, -2, 2], 0...2)]
      as [([Double], ClosedRange<Int>)]
    {
      let found = setsToKeep(in: bracket(biases))
      #expect(Set(found.keys).isSuperset(of: kept) && found.count < biases.count, "\(biases)")
    }
  }

  @Test func `long exposures make the next shot wait`() {
    let night = shots(3) {
      $1.facts.exposureSeconds = [4, 16, 1][$0]
      $1.facts.capturedAt = CaptureTime(milliseconds: 1_000_000 + [0, 5_000, 22_000][$0])
    }
    #expect(kinds(night) == [.bracket])
  }

  @Test func `several brackets behind each other are sets, and a stray photo is none`() {
    #expect(setsToKeep(in: bracket([0, -2, 2, 0, -2, 2])).count == 6)
    var stray = scanned("/later", scene, digest: 99)
    stray.features?.facts.model = "X"
    stray.features?.facts.capturedAt = CaptureTime(milliseconds: 9_000_000)
    let found = setsToKeep(in: bracket([0, -2, 2]) + [stray])
    #expect(found.count == 3 && found[3] == nil)
  }

  @Test(arguments: [[0.2, 0.4, 0.6, 0.7, 0.8], [0.3, 0.5, 0.8, 0.6, 0.35, 0.2]])
  func `sharpness that moves one way, or there and back, is a focus stack`(sharpness: [Double]) {
    #expect(kinds(shots(sharpness.count) { $1.sharpness = sharpness[$0] }) == [.focusStack])
  }

  @Test(arguments: [[0.6, 0.62, 0.6, 0.58, 0.61], [0.8, 0.4, 0.8, 0.4, 0.8], [0.2, 0.5, 0.8, 0.6]])
  func `a burst is no set`(sharpness: [Double]) {
    #expect(kinds(shots(sharpness.count, every: 200) { $1.sharpness = sharpness[$0] }).isEmpty)
  }

  @Test func `a focus stack that is framed anew is none`() {
    let sharpness = [0.2, 0.4, 0.6, 0.7, 0.8]
    let moving = shots(5) {
      $1.sharpness = sharpness[$0]
      $1.lumaThumbnail = $1.lumaThumbnail.map { $0 &+ 1 }
      if $0 == 2 { $1.lumaThumbnail.reverse() }
    }
    #expect(kinds(moving).isEmpty)
  }

  /// Frames of a wide view that begin so many shares of a frame from its left; the names of the shots are the places.
  private func sweep(_ starts: [Double], aside: Double = 0, turnedBy degrees: Double = 0, scale: Double = 1)
    -> (ScannedPhoto, ScannedPhoto) -> PairMotion?
  {
    { first, second in
      guard let from = starts[position: first], let to = starts[position: second], abs(to - from) < 1 else {
        return nil
      }
      return PairMotion(
        overlap: (1 - abs(to - from)) * (1 - abs(aside)), across: to - from, down: aside, scale: scale,
        rotation: degrees)
    }
  }

  private func kinds(of starts: [Double], every milliseconds: Int64 = 1000) -> Set<SetKind> {
    Set(setsToKeep(in: shots(starts.count, every: milliseconds), motion: sweep(starts)).values)
  }

  @Test func `frames that drift one way and overlap are a panorama`() {
    #expect(kinds(of: [0, 0.4, 0.8, 1.2]) == [.panorama])
    #expect(kinds(of: [1.2, 0.8, 0.4, 0]) == [.panorama])
    let upwards = { (a: ScannedPhoto, b: ScannedPhoto) in
      sweep([0, 0.4, 0.8])(a, b).map { motion in
        var motion = motion
        (motion.across, motion.down) = (motion.down, -motion.across)
        return motion
      }
    }
    #expect(Set(setsToKeep(in: shots(3), motion: upwards).values) == [.panorama])
  }

  @Test func `frames that stay, that turn back, that share nothing, or that nobody looked at are none`() {
    #expect(kinds(of: [0, 0, 0, 0]).isEmpty)
    #expect(kinds(of: [0, 0.05, 0.1, 0.16]).isEmpty)
    #expect(kinds(of: [0, 0.4, 0, 0.4]).isEmpty)
    #expect(kinds(of: [0, 0.9, 1.8]).isEmpty)
    #expect(kinds(of: [0, 1.5, 3]).isEmpty)
    #expect(kinds(of: [0, 0.4, 0.8], every: 60_000).isEmpty)
    #expect(setsToKeep(in: shots(3)) { _, _ in nil }.isEmpty)
  }

  @Test func `frames that climb as they drift, are zoomed, or turned, are none`() {
    let starts = [0, 0.4, 0.8]
    for motion in [
      sweep(starts, aside: 0.2), sweep(starts, turnedBy: 20), sweep(starts, scale: 1.4), sweep(starts, scale: 0.6),
    ] { #expect(setsToKeep(in: shots(3), motion: motion).isEmpty) }
    #expect(!setsToKeep(in: shots(3), motion: sweep(starts, aside: 0.05, turnedBy: -5, scale: 1.05)).isEmpty)
  }

  @Test(arguments: Array(1...10) as [UInt64]) func `the order of the photos does not matter`(seed: UInt64) {
    var random = SpreadGenerator(seed: seed)
    let photos = bracket([0, -2, 2, 0, -2, 2]) + shots(4, camera: "P")
    let paths = { (photos: [ScannedPhoto]) in
      let sets = setsToKeep(in: photos, motion: sweep([0, 0.4, 0.8, 1.2]))
      return Dictionary(uniqueKeysWithValues: sets.map { (photos[$0.key].path, $0.value) })
    }
    #expect(paths(photos).count == 10)
    #expect(paths(photos.shuffled(using: &random)) == paths(photos))
  }

  @Test func `a bracket is a group to keep whole, says so and is never preselected`() throws {
    let result = findings(of: bracket([0, -2, 2]), settings: ScanSettings())

    let group = try #require(result.groups.first)
    #expect(group.members.count == 3 && group.keepWhole == .bracket)
    #expect(result.issues.count == 2)
    for issue in result.issues {
      #expect(!issue.isPreselected && issue.why.hasPrefix("part of an exposure bracket, made to be kept whole; "))
      #expect(!issue.why.contains("another shot"), "that it is one is said already: \(issue.why)")
    }
  }

  @Test func `a member of a set is proposed in no other category, and its copy only beside it`() throws {
    var stack = bracket([0, -2, 2])
    for position in stack.indices { stack[position].features?.sharpness = 0.05 }
    var copy = stack[1]
    copy.path = "/copies/of one"
    copy.identity.inode += 99
    let stranger = scanned("/other", Drawn.scene(72, width: 200, height: 150), digest: 88) { $0.sharpness = 0.05 }
    var far = ScanSettings()
    (far.similarThreshold, far.duplicateThreshold) = (0.99, 0.99)
    for settings in [ScanSettings(), far] {
      let result = findings(of: stack + [copy, stranger], settings: settings)

      #expect(result.keptWhole.count == 3 && result.keptWhole["/copies/of one"] == nil)
      let proposed = result.issues.filter(\.isPreselected)
      #expect(proposed.map(\.path) == ["/copies/of one", "/other"])
      #expect(proposed.map(\.category) == [.duplicate, .blurry])
      let keeper = try #require(result.groups.first { $0.category == .duplicate && $0.members.count == 2 }).keeper
      #expect(result.keptWhole[keeper] == .bracket)
      let blurry = try #require(result.issues(in: .blurry).first { $0.path == "/X12" })
      #expect(blurry.why.hasPrefix("part of an exposure bracket, made to be kept whole; looks blurry"))
    }
  }
}

extension [Double] {
  /// The one for a shot that is named "/X10", "/X11" …
  fileprivate subscript(position photo: ScannedPhoto) -> Double? {
    let position = Int(photo.path.string.suffix(2)).map { $0 - 10 } ?? -1
    return indices.contains(position) ? self[position] : nil
  }
}
