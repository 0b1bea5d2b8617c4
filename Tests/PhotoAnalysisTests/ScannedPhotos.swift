import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Photos as a scan would leave them, each with an inode of its own unless it says otherwise.
func scanned(
  _ path: String, _ luma: LumaPlane? = nil, size: Int64 = 1000, digest: UInt8? = nil, inode: UInt64? = nil,
  modified: Int64 = 0, isProtected: Bool = false, change: (inout PhotoFeatures) -> Void = { _ in }
) -> ScannedPhoto {
  var hash: UInt64 = 1469
  for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  let identity = FileIdentity(device: 1, inode: inode ?? hash | 1, size: size, modified: modified, changed: 0)
  var features: PhotoFeatures?
  if let luma {
    let measured = LumaFeatures(of: luma)
    var made = PhotoFeatures(
      format: .jpeg, pixelSize: luma.size, perceptualHash: measured.perceptualHash, descriptor: measured.descriptor,
      lumaThumbnail: measured.lumaThumbnail, sharpness: measured.sharpness, regionSharpness: measured.regionSharpness,
      sharpestRegion: measured.sharpestRegion, tones: measured.tones)
    change(&made)
    features = made
  }
  return ScannedPhoto(
    path: FilePath(path), identity: identity,
    digest: digest.flatMap { ContentDigest(bytes: Array(repeating: $0, count: 32)) },
    features: features, isProtected: isProtected)
}

/// The findings of photos.
func findings(of photos: [ScannedPhoto], verified: VerifiedPairs = .none, settings: ScanSettings) -> Findings {
  FindingsIndex(photos: photos, verified: verified).findings(settings: settings)
}

/// The sharpness of a picture; nil: cannot tell.
func sharpness(of luma: LumaPlane) -> Double? { BlurMeasures(of: luma)?.sharpness }

/// The descriptors of the parts of a picture; empty where it is too flat.
func windowDescriptors(of luma: LumaPlane) -> [UInt8] {
  let trimmed = luma.trimmed
  return isFlat(trimmed) ? [] : DescriptorWindows.signs(of: trimmed)
}

extension Findings {
  /// The paths of each group, sorted, the groups in order.
  func paths(of category: IssueCategory) -> [[String]] {
    groups.filter { $0.category == category }.map { $0.members.map(\.path.string).sorted() }
  }
}

/// The verification of two pictures in both ways, as of a pair in doubt.
func fullVerification(_ first: LumaPlane, _ second: LumaPlane) -> PairVerification {
  var found = verification(of: LocalFeatures(of: first), LocalFeatures(of: second))
  found.projective = projectiveMatch(of: SIFTFeatures(of: first), SIFTFeatures(of: second))
  return found
}

/// The similarity of two pictures that are verified in both ways, shot by one camera where a time between them is given.
func sceneSimilarity(_ first: LumaPlane, _ second: LumaPlane, secondsApart: Int64? = nil) throws -> Double {
  let shot = { (path: String, luma: LumaPlane, seconds: Int64) in
    ComparedPhoto(
      scanned(path, luma) {
        guard secondsApart != nil else { return }
        $0.facts.model = "X"
        $0.facts.capturedAt = CaptureTime(milliseconds: seconds * 1000)
      })
  }
  let evidence = PairEvidence(
    shot("/a", first, 0), shot("/b", second, secondsApart ?? 0), verification: fullVerification(first, second))
  return try #require(evidence).similarity
}
