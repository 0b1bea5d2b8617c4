import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Whatever a library holds, wherever its files lie and however the program is set: what is proposed has an equal that stays.
@Suite struct ProposalPropertyTests {
  private static let scenes = [Drawn.scene(77, width: 120, height: 90), Drawn.scene(78, width: 120, height: 90)]

  /// Rows of `OnlyHereTests` that one file can hold at once.
  private static let rows = OnlyHereTests.rows.filter { $0.holding != .gamut }

  /// Photos with the rows that were put into each, by path: what they hold by construction, not by what the program finds.
  private struct Library {
    var photos: [ScannedPhoto] = []
    var kept: [FilePath: Set<Int>] = [:]
    var verified = VerifiedPairs.none
    var settings = ScanSettings()
  }

  @Test(arguments: 0..<4)
  func `nothing that is proposed holds what its keeper lacks, lies in a bin or breaks a set`(seed: UInt64) throws {
    var random = SplitMix64(seed: 3300 + seed)
    var seen = Seen()
    for round in 0..<500 {
      let library = library(round, &random)
      let found = findings(of: library.photos, verified: library.verified, settings: library.settings)
      check(found, of: library, &seen)
    }
    // A draw in which nothing was proposed, or no place and no set came up, would prove nothing.
    #expect(seen.proposed > 100 && seen.alone > 20 && seen.inBins > 50 && seen.inSets > 50 && seen.chosen > 50)
  }

  /// How often what is checked came up.
  private struct Seen { var proposed = 0, alone = 0, inBins = 0, inSets = 0, chosen = 0 }

  private func check(_ found: Findings, of library: Library, _ seen: inout Seen) {
    let byPath = Dictionary(uniqueKeysWithValues: library.photos.map { ($0.path, $0) })
    let groups = Dictionary(uniqueKeysWithValues: found.groups.map { ($0.id, $0) })
    let proposed = Set(found.issues.lazy.filter(\.isPreselected).map(\.path))
    seen.inSets += found.keptWhole.count
    for group in found.groups { #expect(!proposed.contains(group.keeper), "\(group.keeper) stays and would go") }
    for issue in found.issues {
      guard let photo = byPath[issue.path] else { continue }
      if photo.permanence.name != .plain { seen.inBins += 1 }
      if photo.isChosen { seen.chosen += 1 }
      guard issue.isPreselected else { continue }
      seen.proposed += 1
      #expect(!photo.isProtected)
      #expect(found.keptWhole[issue.path] == nil)
      if let keeper = issue.group.flatMap({ groups[$0] }).flatMap({ byPath[$0.keeper] }) {
        #expect(keeper.mayStay(for: photo), "\(keeper.path) of \(keeper.permanence) stays for \(photo.path)")
        #expect(library.kept[photo.path]?.isSubset(of: library.kept[keeper.path] ?? []) == true)
        #expect(photo.hasSameBytes(as: keeper) || keeper.features?.decodeWarnings == 0)
        #expect(photo.features?.pixelSize == keeper.features?.pixelSize)
      } else {
        seen.alone += 1
        #expect(photo.permanence.name == .plain)
        #expect(photo.companions.isEmpty)
        #expect(photo.features?.decodeWarnings == 0)
        #expect(photo.contents?.besidesFirstPicture == [])
        #expect(!library.settings.ratingsAreSacred || !photo.isChosen)
      }
    }
  }

  // MARK: Random libraries

  private func library(_ round: Int, _ random: inout SplitMix64) -> Library {
    var library = Library()
    library.settings = settings(&random)
    let scene = Self.scenes[Int.random(in: 0..<Self.scenes.count, using: &random)]
    for number in 0..<Int.random(in: 2...5, using: &random) {
      // Of some contents there are several files.
      let content = UInt8(Bool.random(using: &random) ? number + 1 : 1)
      let collision = library.photos.first { $0.digest?.bytes.first == content }
      var photo = scanned("/\(round)/\(number).jpg", scene, digest: content)
      photo.features = collision?.features ?? features(photo.features, &random)
      let rows = collision.flatMap { library.kept[$0.path] } ?? rows(&random)
      var contents = PhotoContents()
      for row in rows.sorted() { Self.rows[row].put(&contents) }
      photo.features?.contents = contents
      put(&photo, somewhere: number, &random)
      library.kept[photo.path] = rows
      library.photos.append(photo)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      for photo in bracket(round, &random) {
        library.kept[photo.path] = []
        library.photos.append(photo)
      }
    }
    library.verified = verifications(library.photos, &random)
    return library
  }

  private func settings(_ random: inout SplitMix64) -> ScanSettings {
    var settings = ScanSettings()
    settings.blurThreshold = .random(in: 0.1...0.8, using: &random)
    settings.similarThreshold = .random(in: 0.5...0.99, using: &random)
    settings.duplicateThreshold = .random(in: 0.5...0.99, using: &random)
    settings.ratingsAreSacred = Bool.random(using: &random)
    settings.keeperOrder = Array(
      KeeperRule.standardOrder.shuffled(using: &random).prefix(
        .random(in: 0...KeeperRule.standardOrder.count, using: &random)))
    return settings
  }

  private func features(_ features: PhotoFeatures?, _ random: inout SplitMix64) -> PhotoFeatures? {
    var features = features
    features?.decodeWarnings = Int.random(in: 0..<6, using: &random) == 0 ? 1 : 0
    features?.sharpness = .random(in: 0.01...0.9, using: &random)
    return features
  }

  private func rows(_ random: inout SplitMix64) -> Set<Int> {
    Set(Self.rows.indices.filter { _ in Int.random(in: 0..<12, using: &random) == 0 })
  }

  /// Protected folders, caches, memory, bins by name, and backups of the photo before.
  private func put(_ photo: inout ScannedPhoto, somewhere number: Int, _ random: inout SplitMix64) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: photo.isProtected = true
    case 1: photo.permanence = FilePermanence(isInCache: true)
    case 2: photo.permanence = FilePermanence(isInMemory: true)
    case 3: photo.permanence = FilePermanence(name: .trashed)
    case 4 where number > 0:
      photo.path = FilePath("\(photo.path.removingLastComponent())/\(number - 1).jpg~")
      photo.permanence = FilePermanence(name: .backup(ending: 1))
    default: break
    }
  }

  /// Three exposures of one view, of which one is unsharp.
  private func bracket(_ round: Int, _ random: inout SplitMix64) -> [ScannedPhoto] {
    let scene = Self.scenes[0]
    return [0, -2, 2].enumerated().map { number, bias in
      scanned("/\(round)/bracket\(number).jpg", scene, digest: UInt8(100 + number)) {
        $0.facts.model = "X"
        $0.facts.capturedAt = CaptureTime(milliseconds: 1_000_000 + Int64(number) * 1000)
        $0.facts.exposureSeconds = 0.01
        $0.facts.exposureBias = Double(bias)
        $0.sharpness = .random(in: 0.01...0.9, using: &random)
      }
    }
  }

  /// A verification of each two of them, with whatever result.
  private func verifications(_ photos: [ScannedPhoto], _ random: inout SplitMix64) -> VerifiedPairs {
    var verifications: [ContentPair: PairVerification] = [:]
    for (index, first) in photos.enumerated() {
      for second in photos[(index + 1)...] {
        guard let a = first.digest, let b = second.digest, let key = ContentPair(a, b) else { continue }
        var verification = PairVerification(
          inliers: 100, spread: 1, firstOverlap: 1, secondOverlap: 1, correlation: 1, agreement: 1)
        verification.haveSamePixels = Bool.random(using: &random)
        if verification.haveSamePixels == false {
          verification.comparison = PairComparison(
            colour: .random(in: 0...6, using: &random), region: .random(in: 0...2, using: &random),
            firstOnSecond: Bool.random(using: &random) ? .random(in: 0...1, using: &random) : nil)
        }
        verifications[key] = verification
      }
    }
    return VerifiedPairs(verifications)
  }
}
