import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Photos with something beside them among their copies.
@Suite struct CompanionFindingsTests {
  private let scene = Drawn.scene(51, width: 120, height: 90)

  private func photo(_ path: String, with companions: [(Companion.Role, UInt8?)] = []) -> ScannedPhoto {
    var photo = scanned(path, scene, digest: 1)
    photo.companions = companions.enumerated().map { number, companion in
      Companion(
        path: FilePath("\(path).\(number)"),
        identity: FileIdentity(
          device: 1, inode: photo.identity.inode &+ UInt64(number) + 1, size: 500, modified: 0, changed: 0),
        role: companion.0, owner: .photo,
        digest: companion.1.flatMap { ContentDigest(bytes: [UInt8](repeating: $0, count: 32)) })
    }
    return photo
  }

  private func issue(_ photos: [ScannedPhoto]) -> PhotoIssue? {
    findings(of: photos, settings: ScanSettings()).issues(in: .duplicate).first
  }

  @Test func `of copies the one with its RAW stays, then the one with its movie, then the one with its sidecar`() {
    let names: [(Companion.Role, String)] = [(.raw, "RAW"), (.movie, "movie"), (.sidecar, "sidecar")]
    for (role, name) in names {
      let choice = keeper(among: [photo("/a"), photo("/long/path/b", with: [(role, 2)])])
      #expect(choice?.index == 1)
      #expect(choice?.reason == "the one with its \(name)")
    }
    #expect(
      keeper(among: [photo("/a", with: [(.sidecar, 2), (.movie, 2)]), photo("/b", with: [(.raw, 2)])])?.index == 1)
  }

  @Test func `a copy is proposed only if the keeper has an equal of everything beside it`() {
    let kept = photo("/a", with: [(.raw, 2), (.sidecar, 3)])

    #expect(issue([kept, photo("/b")])?.isPreselected == true)
    #expect(issue([kept, photo("/b", with: [(.raw, 2)])])?.isPreselected == true)
    #expect(issue([kept, photo("/b", with: [(.raw, 9)])])?.isPreselected == false)
    #expect(issue([kept, photo("/b", with: [(.raw, nil)])])?.isPreselected == false)
    #expect(issue([kept, photo("/b", with: [(.movie, 2)])])?.isPreselected == false)
    #expect(
      issue([kept, photo("/b", with: [(.sidecar, 9)])])?.why.contains("the keeper has no copy of its sidecar") == true)
  }

  @Test func `a blurry photo is never proposed together with what nobody looked at`() {
    func blurry(_ companions: [(Companion.Role, UInt8?)], _ format: ImageFormat = .jpeg) -> Bool? {
      var blurred = photo("/a", with: companions)
      blurred.features?.sharpness = 0.01
      blurred.features?.format = format
      return findings(of: [blurred], settings: ScanSettings()).issues(in: .blurry).first?.isPreselected
    }
    #expect(blurry([]) == true)
    #expect(blurry([(.raw, 2)]) == false && blurry([(.movie, 2)]) == false && blurry([(.sidecar, 2)]) == false)
    #expect(blurry([], .raw) == false)
  }

  @Test func `a RAW is never proposed because its preview is the same picture, and is kept before what has a sidecar`()
    throws
  {
    var jpeg = scanned("/jpg/P.JPG", scene, size: 500_000, digest: 1)
    jpeg.companions = photo("/x", with: [(.sidecar, 2)]).companions
    var raw = scanned("/raw/P.DNG", scene, size: 9_000_000, digest: 2)
    raw.features?.format = .raw
    let (first, second) = (try #require(jpeg.digest), try #require(raw.digest))
    let key = try #require(ContentPair(first, second))
    var same = PairVerification.nothing
    same.haveSamePixels = true

    let result = FindingsIndex(photos: [jpeg, raw], verified: VerifiedPairs([key: same])).findings(
      settings: ScanSettings())
    #expect(result.groups.first?.keeper == "/raw/P.DNG")

    jpeg.isProtected = true
    let kept = FindingsIndex(photos: [jpeg, raw], verified: VerifiedPairs([key: same])).findings(
      settings: ScanSettings())
    #expect(kept.issues.map(\.path) == ["/raw/P.DNG"] && kept.issues.allSatisfy { !$0.isPreselected })
  }

  @Test func `the bytes of an issue and of a member are those of all its files`() {
    let result = findings(of: [photo("/a"), photo("/b", with: [(.raw, 2)])], settings: ScanSettings())

    #expect(result.groups.first?.members.map(\.size.bytes) == [1500, 1000])
    #expect(result.issues.map(\.size.bytes) == [1000])
  }
}
