import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

/// What was decided before, held against what is found now.
@Suite struct LedgerLookupTests {
  private let scene = Drawn.scene(61, width: 240, height: 180)

  private func digest(_ byte: UInt8) throws -> ContentDigest {
    try #require(ContentDigest(bytes: Array(repeating: byte, count: 32)))
  }

  private func similar(_ name: String, _ byte: UInt8, light: Double = 1) -> ScannedPhoto {
    scanned(name, scene.mapped { $0 * light }, digest: byte) { $0.sharpness = byte == 1 ? 0.9 : 0.5 }
  }

  private func found(_ photos: [ScannedPhoto], _ ledger: Ledger = Ledger()) -> Findings {
    FindingsIndex(photos: photos).findings(settings: ScanSettings(), ledger: ledger)
  }

  /// Everything but the keepers kept, as a review would have written it down.
  private func allKept(_ photos: [ScannedPhoto], but left: Set<String> = []) -> Ledger {
    var ledger = Ledger()
    let digests = Dictionary(photos.map { ($0.path, $0.digest) }, uniquingKeysWith: { first, _ in first })
    let findings = found(photos)
    for (number, group) in findings.groups.enumerated() {
      ledger.groupSnapshots[Int64(number)] = group.members.compactMap { digests[$0.path] ?? nil }
    }
    for issue in findings.issues where !left.contains(issue.path.string) {
      guard let digest = digests[issue.path] ?? nil else { continue }
      let number = findings.groups.firstIndex { $0.id == issue.group }
      ledger.keeps.append(
        Ledger.Keep(
          id: Int64(ledger.keeps.count + 1), digest: digest, category: issue.category, path: issue.path,
          decidedAt: Date(timeIntervalSince1970: 0), groupSnapshot: number.map(Int64.init),
          keeper: number.flatMap { digests[findings.groups[$0].keeper] ?? nil }))
    }
    return ledger
  }

  private func renamed(_ photos: [ScannedPhoto]) -> [ScannedPhoto] {
    photos.map { photo in
      var photo = photo
      photo.path = FilePath("/moved/x" + photo.path.string.dropFirst(1))
      photo.identity.inode += 1000
      return photo
    }
  }

  private var set: [ScannedPhoto] { [similar("/a", 1), similar("/b", 2, light: 0.7), similar("/c", 3, light: 0.75)] }

  @Test func `a set of which all others were kept does not come back, wherever its photos lie`() {
    let ledger = allKept(set)
    #expect(found(set).groups.count == 1)

    #expect(found(set, ledger) == Findings())
    #expect(found(renamed(set), ledger) == Findings())
    #expect(found(Array(set.dropLast()), ledger) == Findings())
  }

  @Test func `a new member brings the set back, and only it is a question`() throws {
    let ledger = allKept(set)

    let result = found(renamed(set) + [similar("/d", 4, light: 0.8)], ledger)

    let group = try #require(result.groups.first)
    #expect(group.members.count == 4)
    #expect(result.issues.map(\.path) == ["/d"])
    #expect(result.issues.first?.why.hasPrefix("new since you kept the others; ") == true)
    #expect(group.members.filter(\.isNew).map(\.path) == ["/d"])
    #expect(group.members.filter(\.isKept).count == 2)
  }

  @Test func `a copy that was kept beside its copies is no word about other shots of the scene`() throws {
    let copies = [similar("/a", 1), similar("/a2", 1)]
    let ledger = allKept(copies)

    let result = found(copies + [similar("/b", 2, light: 0.7)], ledger)

    let shots = try #require(result.groups.first { $0.category == .similar })
    #expect(shots.members.filter(\.isNew).isEmpty)
    #expect(result.issues.first { $0.path == "/b" }?.why.contains("new since") == false)
    #expect(result.issues.allSatisfy { $0.path != "/a2" }, "it was kept")
  }

  @Test func `a new keeper makes questions of all that were kept without it`() throws {
    let better = scanned("/z", scene.mapped { $0 * 0.9 }, digest: 9) {
      $0.sharpness = 0.9
      $0.facts.model = "X"
    }
    let result = found(set + [better], allKept(set))

    let group = try #require(result.groups.first)
    #expect(group.keeper == "/z" && group.members.filter(\.isNew).map(\.path) == ["/z"])
    #expect(result.issues.count == 3 && !group.members.contains(where: \.isKept))
  }

  @Test func `what was not decided is still a question, alone`() {
    let result = found(set, allKept(set, but: ["/c"]))

    #expect(result.issues.map(\.path) == ["/c"])
    #expect(result.groups.first?.members.contains(where: \.isNew) == false)
  }

  @Test func `one more copy of the same bytes is new`() {
    let copies = ["/a", "/b", "/c"].map { scanned($0, digest: 7) }
    let ledger = allKept(copies)
    #expect(found(copies, ledger) == Findings() && found(renamed(copies), ledger) == Findings())

    let more = found(copies + [scanned("/d", digest: 7)], ledger)
    #expect(more.issues.map(\.path) == ["/d"])
    #expect(more.groups.first?.members.filter(\.isNew).map(\.path) == ["/d"])

    // Nobody can say which of four new names is the new file: then all are asked about.
    let unknown = found(renamed(copies + [scanned("/d", digest: 7)]), ledger)
    #expect(unknown.issues.count == 3 && unknown.groups.first?.members.contains(where: \.isNew) == false)
  }

  @Test func `a copy that took the place of one in the trash is a question`() {
    let copies = ["/a", "/b", "/c"].map { scanned($0, digest: 7) }
    let ledger = allKept(copies, but: ["/c"])

    #expect(found(Array(copies.prefix(2)), ledger) == Findings())
    #expect(found(copies.prefix(2) + [scanned("/d", digest: 7)], ledger).issues.map(\.path) == ["/d"])
  }

  @Test func `a kept blurry photo and a kept screenshot come back when their content changes`() {
    let photos = [
      scanned("/b", scene, digest: 1) { $0.sharpness = 0.1 },
      scanned("/Screenshot.png", Drawn.scene(64, width: 200, height: 100), digest: 2),
    ]
    let ledger = allKept(photos)
    #expect(ledger.keeps.count == 2)

    #expect(found(photos, ledger) == Findings())
    var changed = photos
    changed[0].digest = ContentDigest(bytes: Array(repeating: 77, count: 32))
    #expect(found(changed, ledger).issues.map(\.path) == ["/b"])
    changed[0].digest = nil
    #expect(found(changed, ledger).issues.map(\.path) == ["/b"])
  }

  @Test func `what was kept in one category is proposed in no other one`() throws {
    let photos = [scanned("/a", scene, digest: 1), scanned("/b", scene, digest: 1), scanned("/c", scene, digest: 2)]
      .map { photo in
        var photo = photo
        photo.features?.sharpness = 0.05
        return photo
      }
    let keep = { (byte: UInt8, category: IssueCategory) in
      Ledger(keeps: [
        Ledger.Keep(
          id: 1, digest: try digest(byte), category: category, path: "/x", decidedAt: Date(timeIntervalSince1970: 0))
      ])
    }
    #expect(found(photos).issues.contains { $0.path == "/b" && $0.category == .duplicate && $0.isPreselected })

    let result = found(photos, try keep(1, .blurry))

    let copy = try #require(result.issues(in: .duplicate).first { $0.path == "/b" })
    #expect(!copy.isPreselected && copy.why.hasPrefix("you kept it before; "))
    let kept = found([photos[2]], try keep(2, .duplicate)).issues
    #expect(kept.map(\.category) == [.blurry] && kept.allSatisfy { !$0.isPreselected })
  }

  @Test func `a photo that is not the same leaves the group and may join another`() throws {
    let pair = try #require(ContentPair(try digest(1), try digest(3)))
    let ledger = Ledger(refusals: [
      Ledger.Refusal(id: 1, pair: pair, photo: "/c", keeper: "/a", decidedAt: Date(timeIntervalSince1970: 0))
    ])

    #expect(found(set, ledger).paths(of: .similar) == [["/a", "/b"]])
    let more = set + [similar("/d", 4, light: 0.62)]
    #expect(found(more, ledger).paths(of: .similar) == [["/a", "/b", "/d"]])
    let other = try #require(ContentPair(try digest(1), try digest(4)))
    var both = ledger
    both.refusals.append(
      Ledger.Refusal(id: 2, pair: other, photo: "/d", keeper: "/a", decidedAt: Date(timeIntervalSince1970: 0)))
    #expect(found(more, both).paths(of: .similar) == [["/a", "/b"], ["/c", "/d"]])
  }

  @Test(arguments: Array(1...30) as [UInt64]) func `a refused pair is never in one group, in any order`(seed: UInt64) {
    var random = SpreadGenerator(seed: seed)
    let count = 14
    let ranks = (0..<count).shuffled(using: &random)
    var pairs: [(Int, Int)] = []
    var refused: [Int: Set<Int>] = [:]
    for a in 0..<count {
      for b in (a + 1)..<count where Int.random(in: 0..<3, using: &random) > 0 {
        pairs.append((a, b))
        if Int.random(in: 0..<4, using: &random) == 0 {
          refused[a, default: []].insert(b)
          refused[b, default: []].insert(a)
        }
      }
    }
    func groups(_ pairs: [(Int, Int)]) -> [[Int]] {
      guardedGroups(of: pairs, count: count, refused: refused) { members in
        members.max { ranks[$0] < ranks[$1] } ?? 0
      }
    }

    let result = groups(pairs)

    #expect(!result.isEmpty)
    for group in result {
      for member in group { #expect(refused[member, default: []].isDisjoint(with: group)) }
    }
    #expect(groups(pairs.shuffled(using: &random).map { ($0.1, $0.0) }) == result)
  }
}
