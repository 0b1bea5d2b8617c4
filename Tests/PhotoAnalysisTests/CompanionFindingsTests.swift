import PhotoModel
import SystemPackage
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
    for (role, word) in names {
      let choice = keeper(among: [photo("/a"), photo("/long/path/b", with: [(role, 2)])])
      #expect(choice?.index == 1)
      #expect(choice?.reason == "the one with its \(word)")
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

  @Test func `the bytes of an issue and of a member are those of all its files`() {
    let result = findings(of: [photo("/a"), photo("/b", with: [(.raw, 2)])], settings: ScanSettings())

    #expect(result.groups.first?.members.map(\.size.bytes) == [1500, 1000])
    #expect(result.issues.map(\.size.bytes) == [1000])
  }
}
