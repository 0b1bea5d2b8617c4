import Foundation
package import PhotoModel
package import SystemPackage

/// A library with something in every category.
///
/// - Duplicates: `a1` (keeper), `a2`, `a3`, with the same bytes; `e1` (keeper), `e2`.
/// - Similar: `s1` (keeper), `s2`, `s3`; `q1` (keeper), `q2` and `p1`, which is protected.
/// - Blurry: `b1`, `b2` and `s2` again.
/// - Screenshots: `c1`.
package enum Sample {
  /// The folder of the library.
  package static let folder = FilePath("/home/me/Pictures")
  /// The library as a scan reports it.
  package static let root = LibraryRoot(path: folder, access: .authorized, trash: .home)

  /// The path of a photo by its name.
  package static func path(_ name: String) -> FilePath { FilePath("\(folder)/\(name)") }

  /// A photo with a number of its own, and the bytes of that number unless others are named.
  package static func photo(_ name: String, number: UInt64, bytes digest: UInt8? = nil, isProtected: Bool = false)
    -> ScannedPhoto
  {
    ScannedPhoto(
      path: path(name),
      identity: FileIdentity(
        device: 1, inode: number, size: Int64(1000 * number), modified: Int64(number), changed: Int64(number)),
      digest: ContentDigest(bytes: [UInt8](repeating: digest ?? UInt8(truncatingIfNeeded: number), count: 32)),
      features: PhotoFeatures(
        format: .jpeg, pixelSize: PixelSize(width: 4032, height: 3024), sharpness: name.hasPrefix("b") ? 0.1 : 0.8),
      isProtected: isProtected)
  }

  /// The names of all photos.
  package static let names = ["a1", "a2", "a3", "b1", "b2", "c1", "e1", "e2", "p1", "q1", "q2", "s1", "s2", "s3"]

  /// The photos of the library.
  package static let photos: [ScannedPhoto] = names.enumerated().map { number, name in
    let digest: UInt8? = name.hasPrefix("a") ? 200 : name.hasPrefix("e") ? 201 : nil
    return photo(name, number: UInt64(number + 1), bytes: digest, isProtected: name == "p1")
  }

  /// The sample photos, these of them with a RAW beside them.
  package static func withRAWs(_ names: Set<String>) -> [ScannedPhoto] {
    photos.enumerated().map { number, photo in
      var photo = photo
      let name = String(decoding: photo.path.nameBytes, as: UTF8.self)
      if names.contains(name) {
        let identity = FileIdentity(device: 1, inode: UInt64(500 + number), size: 10, modified: 0, changed: 0)
        photo.companions = [
          Companion(path: path(name + ".cr2"), identity: identity, role: .raw, owner: .raw)
        ]
      }
      return photo
    }
  }

  /// The size of a photo by its name.
  package static func size(_ name: String) -> ByteCount { photos.first { $0.path == path(name) }?.size ?? .zero }

  /// A set of photos, the keeper first.
  package static func group(_ id: String, _ category: IssueCategory, _ names: [String]) -> PhotoGroup {
    PhotoGroup(
      id: PhotoGroup.ID(id), category: category, keeper: path(names[0]), reason: "it is the sharpest",
      members: names.enumerated().map { place, name in
        PhotoGroup.Member(path: path(name), similarity: 1 - Double(place) / 100, size: size(name))
      })
  }

  /// An issue with the reason "because".
  package static func issue(_ name: String, _ category: IssueCategory, group: String? = nil) -> PhotoIssue {
    PhotoIssue(
      path: path(name), category: category, confidence: 0.9, score: 0.96, threshold: 0.8, size: size(name),
      group: group.map { PhotoGroup.ID($0) }, why: "because")
  }

  /// The findings as described above.
  package static let findings = Findings(
    groups: [
      group("A", .duplicate, ["a1", "a2", "a3"]), group("E", .duplicate, ["e1", "e2"]),
      group("Q", .similar, ["q1", "q2", "p1"]), group("S", .similar, ["s1", "s2", "s3"]),
    ],
    issues: [
      issue("a2", .duplicate, group: "A"), issue("a3", .duplicate, group: "A"), issue("e2", .duplicate, group: "E"),
      issue("q2", .similar, group: "Q"), issue("s2", .similar, group: "S"), issue("s3", .similar, group: "S"),
      issue("b1", .blurry), issue("b2", .blurry), issue("s2", .blurry), issue("c1", .screenshot),
    ])

  /// The findings of the sample in a library of these photos.
  package static func findings(in photos: [ScannedPhoto]) -> Findings {
    let known = Set(photos.map(\.path))
    var left = findings
    for index in left.groups.indices { left.groups[index].members.removeAll { !known.contains($0.path) } }
    left.groups.removeAll { $0.members.count < 2 || !known.contains($0.keeper) }
    let ids = Set(left.groups.map(\.id))
    left.issues.removeAll { issue in
      !known.contains(issue.path) || issue.group.map { !ids.contains($0) } ?? false
    }
    return left
  }

  /// The figures of a scan that found all of it.
  package static let lastScan = ScanResult(
    date: Date(timeIntervalSince1970: 1_700_000_000), photosScanned: 14,
    issueCounts: [.duplicate: 3, .similar: 3, .blurry: 3, .screenshot: 1], reclaimable: ByteCount(1))
}
