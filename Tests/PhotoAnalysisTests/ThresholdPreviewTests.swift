import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct ThresholdPreviewTests {
  /// Scenes of one to fourteen shots that are more or less alike, with copies, protected photos and screenshots.
  private func library(_ random: inout SpreadGenerator) -> [ScannedPhoto] {
    (0..<12).flatMap { scene -> [ScannedPhoto] in
      let bits = random.next()
      let lines = (0..<512).map { _ in Double.random(in: -1...1, using: &random) }
      let light = (0..<256).map { _ in UInt8.random(in: 40...210, using: &random) }
      let spread = Double.random(in: 0.05...1.4, using: &random)
      return (0..<Int.random(in: 1...14, using: &random)).map { shot -> ScannedPhoto in
        let collision = Int.random(in: 0..<5, using: &random) == 0
        var photo = scanned(
          "/\(scene)/\(shot)", size: Int64.random(in: 1000...9000, using: &random),
          digest: UInt8(scene * 16 + (collision ? 0 : shot)), isProtected: Int.random(in: 0..<12, using: &random) == 0)
        var features = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 4000, height: 3000))
        let noise = collision ? 0 : Double.random(in: 0...spread, using: &random)
        features.descriptor = lines.map {
          Int8(max(-127, min(127, ($0 + noise * Double.random(in: -1...1, using: &random)) * 63)))
        }
        features.perceptualHash = (0..<(collision ? 0 : Int.random(in: 0...24, using: &random))).reduce(bits) {
          hash, _ in
          hash ^ 1 << UInt64.random(in: 0..<64, using: &random)
        }
        features.lumaThumbnail = light
        features.sharpness = Int.random(in: 0..<9, using: &random) == 0 ? nil : Double.random(in: 0...1, using: &random)
        features.screenEvidence = Int.random(in: 0..<9, using: &random) == 0 ? 1 : 0
        photo.features = features
        return photo
      }
    }
  }

  /// Somebody kept photos of some groups, and said of some pairs that they are not the same.
  private func ledger(of findings: Findings, _ photos: [ScannedPhoto], _ random: inout SpreadGenerator) -> Ledger {
    let digests = Dictionary(uniqueKeysWithValues: photos.map { ($0.path, $0.digest) })
    var ledger = Ledger()
    for (number, group) in findings.groups.enumerated() where Bool.random(using: &random) {
      let members = group.members.compactMap { digests[$0.path] ?? nil }
      guard let keeper = members.first, let last = members.last, let path = group.members.last?.path else { continue }
      ledger.groupSnapshots[Int64(number)] = members
      ledger.keeps.append(
        Ledger.Keep(
          id: Int64(number), digest: last, category: group.category, path: path,
          decidedAt: Date(timeIntervalSince1970: 0),
          groupSnapshot: Int64(number), keeper: keeper))
      if members.count > 2, let pair = ContentPair(keeper, members[1]) {
        ledger.refusals.append(
          Ledger.Refusal(
            id: Int64(number), pair: pair, photo: group.members[1].path, keeper: group.keeper,
            decidedAt: Date(timeIntervalSince1970: 0)))
      }
    }
    return ledger
  }

  private func expectSame(
    _ board: ThresholdPreview, _ index: FindingsIndex, _ settings: ScanSettings, _ ledger: Ledger, _ comment: Comment
  ) {
    let fresh = index.findings(settings: settings, ledger: ledger)
    var board = board
    let listing = board.move(to: settings)
    for category in IssueCategory.allCases {
      let issues = fresh.issues(in: category)
      #expect(Set(board.photos(in: category)) == Set(issues.map(\.path)), "\(comment) \(category)")
      let figures = listing.figures[category]
      #expect(figures?.photos == issues.count && figures?.bytes == issues.map(\.size).total, "\(comment) \(category)")
    }
  }

  @Test(arguments: 0..<12) func `moving sliders lists what a fresh grouping lists`(seed: Int) {
    var random = SpreadGenerator(seed: UInt64(900 + seed))
    let photos = library(&random)
    let index = FindingsIndex(photos: photos)
    var settings = ScanSettings()
    let ledger = seed % 2 == 0 ? Ledger() : self.ledger(of: index.findings(settings: settings), photos, &random)
    var board = ThresholdPreview(index: index, settings: settings, ledger: ledger)
    expectSame(board, index, settings, ledger, "at the start")
    // Being made ready changes nothing, whenever it happens.
    if seed % 3 == 0 { board.prepare(0..<board.componentCount) }

    for step in 0..<25 {
      let steps = Int.random(in: -3...3, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: settings.blurThreshold = ThresholdSlider.blur.moved(settings.blurThreshold, by: steps)
      case 1: settings.similarThreshold = ThresholdSlider.similarity.moved(settings.similarThreshold, by: steps)
      default: settings.duplicateThreshold = ThresholdSlider.similarity.moved(settings.duplicateThreshold, by: steps)
      }
      let before = IssueCategory.allCases.map { Set(board.photos(in: $0)) }
      let listing = board.move(to: settings)

      expectSame(board, index, settings, ledger, "step \(step)")
      for (category, earlier) in zip(IssueCategory.allCases, before) {
        let now = Set(board.photos(in: category))
        for (isListed, crossed) in [(true, now.subtracting(earlier)), (false, earlier.subtracting(now))] {
          let noted = listing.crossings.first { $0.category == category && $0.isListed == isListed }
          #expect(noted?.count ?? 0 == crossed.count)
          #expect(noted?.photos.count ?? 0 == min(5, crossed.count))
          #expect(noted?.photos.allSatisfy { crossed.contains($0.path) && !$0.why.isEmpty } ?? true)
        }
      }
    }
  }

  @Test(arguments: 0..<8) func `where another photo was chosen to stay it is not listed, and the proposed one is`(
    seed: Int
  ) {
    var random = SpreadGenerator(seed: UInt64(400 + seed))
    let photos = library(&random)
    let byPath = Dictionary(uniqueKeysWithValues: photos.map { ($0.path, $0) })
    let index = FindingsIndex(photos: photos)
    var settings = ScanSettings()
    let ledger = seed % 2 == 0 ? Ledger() : self.ledger(of: index.findings(settings: settings), photos, &random)
    var chosen: [ChosenKeeper] = []
    for group in index.findings(settings: settings).groups {
      for member in group.members.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)) {
        chosen.append(ChosenKeeper(member.path, of: group.id, in: group.category))
      }
    }
    var board = ThresholdPreview(index: index, settings: settings, ledger: ledger, chosen: chosen)
    if seed % 3 == 0 { board.prepare(0..<board.componentCount) }

    for step in 0..<12 {
      let fresh = index.findings(settings: settings, ledger: ledger)
      for category in [IssueCategory.duplicate, .similar] {
        var listed = Set(fresh.issues(in: category).map(\.path))
        for group in fresh.groups where group.category == category {
          let members = Set(group.members.map(\.path))
          let choices = chosen.filter { $0.category == category && members.contains($0.path) }
          guard let last = (choices.last { $0.group == group.id } ?? choices.last)?.path, last != group.keeper,
            !listed.isDisjoint(with: members)
          else { continue }
          listed.remove(last)
          if byPath[group.keeper]?.isProtected == false { listed.insert(group.keeper) }
        }
        #expect(Set(board.photos(in: category)) == listed, "step \(step) \(category)")
        let bytes = listed.compactMap { byPath[$0]?.size }.total
        #expect(board.move(to: settings).figures[category] == SliderListing.Figures(photos: listed.count, bytes: bytes))
      }
      let steps = Int.random(in: -2...2, using: &random)
      settings.similarThreshold = ThresholdSlider.similarity.moved(settings.similarThreshold, by: steps)
      settings.duplicateThreshold = ThresholdSlider.similarity.moved(settings.duplicateThreshold, by: -steps)
      let before = [IssueCategory.duplicate, .similar].map { Set(board.photos(in: $0)) }
      let crossings = board.move(to: settings).crossings
      for (category, earlier) in zip([IssueCategory.duplicate, .similar], before) {
        let now = Set(board.photos(in: category))
        for (isListed, crossed) in [(true, now.subtracting(earlier)), (false, earlier.subtracting(now))] {
          let noted = crossings.first { $0.category == category && $0.isListed == isListed }
          #expect(noted?.count ?? 0 == crossed.count, "step \(step) \(category)")
        }
      }
    }
  }

  @Test func `another order of keepers is another board with the same law`() {
    var random = SpreadGenerator(seed: 77)
    let index = FindingsIndex(photos: library(&random))
    var settings = ScanSettings()
    settings.keeperOrder = [.lessCompressed, .shorterPath]

    var board = ThresholdPreview(index: index, settings: settings, ledger: Ledger())
    expectSame(board, index, settings, Ledger(), "other order")
    settings.similarThreshold = 0.6
    _ = board.move(to: settings)
    expectSame(board, index, settings, Ledger(), "other order, moved")
  }
}
