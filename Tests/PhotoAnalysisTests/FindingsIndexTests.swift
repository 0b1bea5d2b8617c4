import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct FindingsIndexTests {
  private let settings = ScanSettings()
  private let scene = Drawn.scene(61, width: 240, height: 180)
  private let other = Drawn.scene(62, width: 240, height: 180)

  private func found(_ photos: [ScannedPhoto]) -> Findings { findings(of: photos, settings: settings) }

  @Test func `files with the same bytes are duplicates, and every copy but the keeper is preselected`() {
    let result = found([scanned("/a", digest: 1), scanned("/b", digest: 1), scanned("/c", digest: 2)])

    #expect(result.paths(of: .duplicate) == [["/a", "/b"]])
    #expect(result.issues.map(\.path) == ["/b"])
    #expect(result.issues.allSatisfy { $0.isPreselected && $0.score == 1 && $0.confidence == 1 })
    #expect(result.issues.first?.why.hasPrefix("same bytes as the keeper") == true)
  }

  @Test func `files without a digest, and empty files, are never copies`() {
    #expect(found([scanned("/a"), scanned("/b")]).groups.isEmpty)
    #expect(found([scanned("/a", size: 0, digest: 1), scanned("/b", size: 0, digest: 1)]).groups.isEmpty)
  }

  @Test func `two names of one file are never two copies`() {
    let linked = found([scanned("/a", scene, digest: 1, inode: 7), scanned("/b", scene, digest: 1, inode: 7)])
    #expect(linked.groups.isEmpty && linked.issues.isEmpty)

    let withCopy = found([
      scanned("/a", digest: 1, inode: 7), scanned("/b", digest: 1, inode: 7), scanned("/c", digest: 1, inode: 8),
    ])
    #expect(withCopy.paths(of: .duplicate) == [["/a", "/c"]])
  }

  @Test(arguments: [["/p/IMG.JPG", "/p/img.jpg"], ["/p/caf\u{E9}", "/p/cafe\u{301}"], ["/\u{C9}/a", "/e\u{301}/a"]])
  func `names that differ in capitals or accents alone are never two copies`(names: [String]) {
    let collisions = names.map { scanned($0, scene, digest: 1) }
    #expect(found(collisions).groups.isEmpty && found(collisions).issues.isEmpty)

    let withCopy = found(collisions + [scanned("/z", scene, digest: 1)])
    let first = collisions.map(\.path).min(by: precedesInByteOrder)!
    #expect(withCopy.groups.map { Set($0.members.map(\.path)) } == [[first, "/z"]])

    var guarded = collisions
    guarded[1].isProtected = true
    let withProtected = found(guarded + [scanned("/z", scene, digest: 1)])
    #expect(withProtected.groups.first?.keeper == guarded[1].path && withProtected.issues.map(\.path) == ["/z"])

    // Other bytes are another photo.
    let others = found([collisions[0], scanned(names[1], scene, digest: 2)])
    #expect(others.groups.first?.members.count == 2)
  }

  @Test func `the keeper of the copies stands for them among the similar photos`() {
    let edited = scanned("/edited", scene.mapped { $0 * 0.7 })
    let result = found([scanned("/a", scene, digest: 1), scanned("/b", scene, digest: 1), edited])

    #expect(result.paths(of: .duplicate) == [["/a", "/b"]])
    #expect(result.paths(of: .similar) == [["/a", "/edited"]])
    #expect(Set(result.issues.map(\.path)).count == result.issues.count)
  }

  @Test func `a word about the light stands in the line, and lists nothing by itself`() {
    let dark = Tones(mean: 20, shadow: 0, light: 90, nearBlack: 60, clippedWhite: 0)
    let blurry = scanned("/a", scene) {
      $0.sharpness = 0.2
      $0.tones = dark
    }
    let sharp = scanned("/b", other) {
      $0.sharpness = 0.9
      $0.tones = dark
    }
    let result = found([blurry, sharp])
    #expect(result.issues.map(\.path) == ["/a"])
    #expect(result.issues.first?.why.hasSuffix("leaves the list at 0.20; very dark") == true)
  }

  @Test func `similar photos are never preselected`() {
    let result = found([scanned("/a", scene), scanned("/b", scene.mapped { $0 * 0.7 }), scanned("/c", scene.mirrored)])
    #expect(result.issues(in: .similar).count == 2)
    #expect(result.issues.allSatisfy { !$0.isPreselected })
  }

  @Test func `a near-identical copy is preselected only where it was made from its keeper`() throws {
    let shot: (inout PhotoFeatures) -> Void = {
      $0.facts.model = "X"
      $0.facts.capturedAt = CaptureTime(milliseconds: 9)
      $0.sharpness = 0.7
    }
    let copy = scene.noisy(1, seed: 1)
    let original = scanned("/a", scene, size: 3000, digest: 1, change: shot)
    let saved = scanned("/b", copy, size: 5000, digest: 2, change: shot)
    func found(_ comparison: PairComparison?) throws -> Findings {
      let (first, second) = (try #require(original.digest), try #require(saved.digest))
      let key = try #require(ContentPair(first, second))
      var verification = PairVerification(
        inliers: 100, spread: 1, firstOverlap: 1, secondOverlap: 1, correlation: 1, agreement: 1)
      verification.comparison = comparison
      return findings(
        of: [original, saved], verified: VerifiedPairs([key: verification]), settings: ScanSettings())
    }

    let made = try found(PairComparison(colour: 1, region: 0.5, secondOnFirst: 0.6))
    #expect(made.groups.map(\.keeper) == ["/a"], "the larger file was made from the smaller one")
    #expect(made.issues.map(\.isPreselected) == [true])
    for comparison in [
      nil, PairComparison(colour: 1, region: 0.5), PairComparison(colour: 5, region: 0.5, secondOnFirst: 0.6),
      PairComparison(colour: 1, region: 3, secondOnFirst: 0.6),
    ] {
      let open = try found(comparison)
      #expect(open.issues.map(\.category) == [.duplicate] && open.issues.map(\.isPreselected) == [false])
    }
  }

  @Test func `protected photos are keepers and never issues`() {
    let guarded = scanned("/z", scene, digest: 1, isProtected: true)
    let result = found([scanned("/a", scene, digest: 1), guarded])
    #expect(result.groups.map(\.keeper) == ["/z"])
    #expect(result.issues.map(\.path) == ["/a"])

    let all = found([scanned("/a", digest: 1, isProtected: true), scanned("/b", digest: 1, isProtected: true)])
    #expect(all.groups.isEmpty && all.issues.isEmpty)

    let blurry = found([scanned("/a", scene, isProtected: true) { $0.sharpness = 0.01 }])
    #expect(blurry.issues.isEmpty)
  }

  @Test func `blurry photos are listed below the limit and preselected at the strict point`() {
    let photos = [0.05, 0.2, 0.3, 0.9].map { score in
      scanned("/\(score)", Drawn.scene(UInt64(score * 100), width: 120, height: 90)) { $0.sharpness = score }
    }
    let result = found(photos + [scanned("/cannot tell", Drawn.flat(3)) { $0.sharpness = nil }])

    #expect(result.issues.map(\.path) == ["/0.05", "/0.2"])
    #expect(result.issues.map(\.isPreselected) == [true, false])
    #expect(result.issues.last?.why == "perhaps blurry: sharpness 0.20, your limit is 0.30; leaves the list at 0.20")
    #expect(
      result.issues.first?.why == "looks blurry: sharpness 0.05, your limit is 0.30")
    #expect(
      result.issues.map(\.whyText)
        == ["looks blurry: softer than your limit", "perhaps blurry: softer than your limit"])
  }

  @Test func `a blurry keeper is listed but never preselected`() {
    let result = found([
      scanned("/a", scene, digest: 1) { $0.sharpness = 0.01 }, scanned("/b", scene, digest: 1) { $0.sharpness = 0.01 },
    ])
    let keeper = result.groups.first?.keeper
    #expect(result.issues(in: .blurry).contains { $0.path == keeper && !$0.isPreselected })
  }

  @Test func `screenshots are listed and never preselected`() {
    let result = found([
      scanned("/Screenshot.png", scene),
      scanned("/phone.png", other) { $0.pixelSize = PixelSize(width: 1170, height: 2532) },
      scanned("/photo.jpg", Drawn.scene(63)) { $0.screenEvidence = 0.2 },
    ])
    #expect(Set(result.issues(in: .screenshot).map(\.path)) == ["/Screenshot.png", "/phone.png"])
    #expect(result.issues.allSatisfy { !$0.isPreselected && $0.group == nil })
  }

  @Test func `the result depends on no order, and equal libraries give equal group names`() {
    var random = SpreadGenerator(seed: 64)
    let photos = (0..<6).flatMap { seed -> [ScannedPhoto] in
      let scene = Drawn.scene(UInt64(70 + seed), width: 160, height: 120)
      return [
        scanned("/\(seed)/a", scene, digest: UInt8(seed)), scanned("/\(seed)/b", scene, digest: UInt8(seed)),
        scanned("/\(seed)/c", scene.mapped { $0 * 0.75 }), scanned("/\(seed)/d", scene.noisy(2, seed: 1)),
      ]
    }
    let expected = found(photos)
    for _ in 0..<4 { #expect(found(photos.shuffled(using: &random)) == expected) }
    #expect(Set(expected.groups.map(\.id)).count == expected.groups.count)
  }

  @Test func `moving a slider towards more never lists less, and every group keeps its promises`() {
    var random = SpreadGenerator(seed: 65)
    let photos = (0..<5).flatMap { seed -> [ScannedPhoto] in
      let scene = Drawn.scene(UInt64(80 + seed), width: 160, height: 120)
      return (0..<4).map { copy in
        scanned("/\(seed)-\(copy)", scene.noisy(Double(copy * 25), seed: UInt64(copy))) {
          $0.sharpness = Double.random(in: 0...1, using: &random)
        }
      }
    }
    let index = FindingsIndex(photos: photos)
    var lastGrouped = 0
    var lastBlurry = 0
    for step in 0...9 {
      var settings = ScanSettings()
      settings.similarThreshold = 0.99 - Double(step) * 0.05
      settings.blurThreshold = 0.10 + Double(step) * 0.07
      let result = index.findings(settings: settings)

      let grouped = Set(result.groups.flatMap { $0.members.map(\.path) }).count
      #expect(grouped >= lastGrouped)
      #expect(result.issues(in: .blurry).count >= lastBlurry)
      lastGrouped = grouped
      lastBlurry = result.issues(in: .blurry).count
      for group in result.groups {
        let threshold = group.category == .duplicate ? settings.duplicateThreshold : settings.similarThreshold
        #expect(group.members.count > 1)
        #expect(group.members[0].path == group.keeper)
        #expect(group.members.allSatisfy { $0.similarity ?? 0 >= threshold })
        #expect(!group.reason.isEmpty)
        #expect(
          Set(result.issues.filter { $0.group == group.id }.map(\.path)) == Set(group.members.dropFirst().map(\.path)))
      }
    }
  }

  @Test func `ten thousand black frames and ten thousand equal copies cost no square`() {
    let black = LumaFeatures(of: Drawn.flat(0, width: 32, height: 24))
    let features = PhotoFeatures(
      format: .jpeg, pixelSize: PixelSize(width: 32, height: 24), perceptualHash: black.perceptualHash,
      descriptor: black.descriptor, lumaThumbnail: black.lumaThumbnail, sharpness: black.sharpness)
    let frames = (0..<10_000).map { number in
      ScannedPhoto(
        path: FilePath("/black/\(number)"),
        identity: FileIdentity(device: 1, inode: UInt64(number + 1), size: 10, modified: 0, changed: 0),
        features: features)
    }
    #expect(found(frames).issues.isEmpty)

    let copies = frames.map { frame in
      var copy = frame
      copy.digest = ContentDigest(bytes: [UInt8](repeating: 1, count: 32))
      return copy
    }
    let result = found(copies)
    #expect(result.groups.map(\.members.count) == [10_000])
    #expect(result.issues.count == 9999)
  }

  @Test func `a copy that an editor wrote with whole seconds and rounded fractions is no other shot`() {
    func copy(_ path: String, _ milliseconds: Int64, exposure: Double, luma: LumaPlane) -> ScannedPhoto {
      scanned(path, luma) {
        $0.facts.model = "X"
        $0.facts.capturedAt = CaptureTime(milliseconds: milliseconds)
        $0.facts.exposureSeconds = exposure
        $0.facts.fNumber = 2.8
      }
    }
    let original = copy("/a", 100_340, exposure: 1.0 / 125, luma: scene)
    func text(_ other: ScannedPhoto) -> String { found([original, other]).issues.first?.why ?? "" }

    var copied = copy("/b", 100_000, exposure: 0.0080000001, luma: scene.noisy(12, seed: 1))
    copied.features?.contents.metadata.edit = "Snapseed"
    let saved = text(copied)
    #expect(!saved.isEmpty && !saved.contains("another shot") && !saved.contains(" ms "), "\(saved)")
    let burst = text(copy("/b", 100_520, exposure: 1.0 / 125, luma: scene.noisy(12, seed: 1)))
    #expect(burst.hasPrefix("another shot of the same scene, 180 ms after the keeper"), "\(burst)")
    var edited = copy("/b", 100_520, exposure: 1.0 / 125, luma: scene.noisy(12, seed: 1))
    edited.features?.contents.metadata.edit = "Snapseed"
    #expect(text(edited).hasPrefix("the same scene, one of the two edited"), "\(text(edited))")
  }

  @Test func `words carry the distance in time and where the slider lets go`() {
    let shot = { (path: String, seconds: Int64, sharpness: Double, luma: LumaPlane) in
      scanned(path, luma) {
        $0.facts.model = "X"
        $0.facts.capturedAt = CaptureTime(milliseconds: seconds * 1000)
        $0.sharpness = sharpness
      }
    }
    let result = found([shot("/a", 100, 0.81, scene), shot("/b", 102, 0.44, scene.noisy(12, seed: 1))])
    let why = result.issues.first?.why ?? ""
    // That another shot is like the keeper by 0.94 at most is no measurement, and is not said.
    #expect(why == "another shot of the same scene, 2 s after the keeper; the keeper is sharper (0.81 to 0.44)")
    #expect(
      result.issues.first?.whyText
        == "another shot of the same scene, 2 s after the keeper; the keeper is sharper")
  }

  @Test func `a drawing is not judged for blur, a photo of little evidence is`() {
    func blurry(_ evidence: Double) -> Int {
      let picture = scanned("/a", scene) {
        $0.sharpness = 0.05
        $0.screenEvidence = evidence
      }
      return found([picture]).issues(in: .blurry).count
    }
    #expect(blurry(0.2) == 1)
    #expect(blurry(0.3) == 0)
  }

  @Test func `what only the main lines of two pictures say is said with a perhaps`() {
    let shot = { (path: String, seconds: Int64, luma: LumaPlane) in
      scanned(path, luma) {
        $0.facts.model = "X"
        $0.facts.capturedAt = CaptureTime(milliseconds: seconds * 1000)
      }
    }
    let hours = found([shot("/a", 100, scene), shot("/b", 7_300, scene.noisy(12, seed: 1))])
    let far = hours.issues.first?.why ?? ""
    #expect(far.hasPrefix("perhaps the same scene, 2 h after the keeper; "))
    let seconds = found([shot("/a", 100, scene), shot("/b", 103, scene.noisy(12, seed: 1))])
    let near = seconds.issues.first?.why ?? ""
    #expect(near.hasPrefix("another shot of the same scene, 3 s after the keeper; "))
  }
}
