import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

/// The numbers in the sentences about photos.
@Suite struct FiguresTests {
  private let settings = ScanSettings()

  @Test func `the figures of a reason are those of the photo that stays, not of one that is nearly as good`() {
    let scene = Drawn.scene(51, width: 120, height: 90)
    func photo(_ path: String, _ sharpness: Double, size: Int64 = 1000) -> ScannedPhoto {
      scanned(path, scene, size: size) { $0.sharpness = sharpness }
    }

    let choice = keeper(among: [photo("/blurred", 0.10), photo("/soft", 0.80, size: 3000), photo("/sharp", 0.88)])

    #expect(choice?.index == 1 && choice?.reason == "sharper (0.80 to 0.10)")
  }

  @Test(arguments: 0..<40)
  func `each number in each sentence is a measurement of the two photos that the sentence is about`(seed: UInt64) {
    var random = SpreadGenerator(seed: seed)
    let photos = photos(&random)
    let byPath = Dictionary(uniqueKeysWithValues: photos.map { ($0.path, $0) })

    let found = findings(of: photos, settings: settings)

    #expect(!found.groups.isEmpty)
    for group in found.groups {
      let kept = byPath[group.keeper]!
      let others = group.members.dropFirst().map { byPath[$0.path]! }
      #expect(!hasFigures(group.reason) || others.contains { comparisons(kept, $0).contains(group.reason) })
      for issue in found.issues where issue.group == group.id {
        let other = byPath[issue.path]!
        let similarity = group.members.first { $0.path == issue.path }?.similarity
        #expect(issue.score == similarity)
        let texts = comparisons(kept, other).map { "the keeper is \($0)" } + figures(issue)
        for clause in issue.why.split(separator: "; ") where hasFigures(String(clause)) {
          let isOfTime = clause.hasSuffix(time(kept, other) ?? "no time")
          #expect(texts.contains(String(clause)) || isOfTime, "\(clause)")
        }
      }
    }
  }

  private func hasFigures(_ sentence: String) -> Bool { sentence.contains(where: \.isNumber) }

  private func comparisons(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> [String] {
    let (mine, theirs) = (kept.features!, other.features!)
    func size(_ features: PhotoFeatures) -> String { "\(features.pixelSize.width)×\(features.pixelSize.height)" }
    return [
      "sharper (\(hundredths(mine.sharpness ?? 0)) to \(hundredths(theirs.sharpness ?? 0)))",
      "larger: \(size(mine)) to \(size(theirs))",
      "less compressed: \(kept.fileSize.formatted) to \(other.fileSize.formatted)",
      "the larger file: \(kept.fileSize.formatted) to \(other.fileSize.formatted)",
    ]
  }

  private func figures(_ issue: PhotoIssue) -> [String] {
    let next = ThresholdSlider.similarity.values.first { $0 > issue.score }
    return ["match \(hundredths(issue.score)), limit \(hundredths(issue.threshold))"]
      + (next.map { ["leaves the list at \(hundredths($0))"] } ?? [])
  }

  private func time(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String? {
    guard let mine = kept.features?.facts.capturedAt, let theirs = other.features?.facts.capturedAt else { return nil }
    let seconds = (theirs.milliseconds - mine.milliseconds) / 1000
    return "\(abs(seconds)) s \(seconds < 0 ? "before" : "after") the keeper"
  }

  private func photos(_ random: inout SpreadGenerator) -> [ScannedPhoto] {
    let scene = Drawn.scene(61, width: 120, height: 90)
    return (0..<Int.random(in: 2...7, using: &random)).map { number in
      let light = Double.random(in: 0.6...1, using: &random)
      let side = [1600, 2000, 4000].randomElement(using: &random)!
      let sharpness = Int.random(in: 0...9, using: &random) == 0 ? nil : Double.random(in: 0...1, using: &random)
      let second = Int64.random(in: 0...30, using: &random)
      let hasCamera = Bool.random(using: &random)
      return scanned(
        "/\(number)", scene.mapped { $0 * light }, size: Int64.random(in: 1...90, using: &random) * 50_000,
        digest: UInt8(number + 1)
      ) {
        $0.pixelSize = PixelSize(width: side, height: side / 4 * 3)
        $0.sharpness = sharpness
        $0.regionSharpness = []
        if hasCamera {
          $0.facts.model = "X"
          $0.facts.capturedAt = CaptureTime(milliseconds: 1_700_000_000_000 + second * 1000)
        }
      }
    }
  }
}
