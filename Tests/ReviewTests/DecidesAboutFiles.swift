import PhotoModel
import Review
import TestSupport
import Testing

/// Photos as files and bytes, and what is said of them.
protocol DecidesAboutFiles {}

extension DecidesAboutFiles {
  func photo(_ name: String, file: UInt64, bytes: UInt8?, with companions: [Companion] = []) -> ScannedPhoto {
    var photo = Sample.photo(name, number: file)
    // Whatever is done to the files: size and time of writing say nothing.
    (photo.identity.size, photo.identity.modified, photo.identity.changed) = (1000, 7, Int64(file))
    photo.digest = bytes.flatMap { ContentDigest(bytes: [UInt8](repeating: $0, count: 32)) }
    photo.companions = companions
    return photo
  }

  func companion(_ name: String, _ role: Companion.Role = .sidecar, written: Int64 = 1) -> Companion {
    Companion(
      path: Sample.path(name), identity: FileIdentity(device: 1, inode: 9, size: 5, modified: written, changed: 1),
      role: role, owner: role == .raw ? .raw : .photo)
  }

  func see(_ photos: ScannedPhoto..., with findings: Findings = Findings(), in review: inout Review) {
    review.replaceFindings(findings, photos: photos)
  }

  func decide(
    _ decision: UserDecision, _ name: String, in category: IssueCategory = .similar, of review: inout Review
  ) throws {
    var action = try #require(review.action(decision, for: [Sample.path(name)], in: category))
    action.id = (review.actions.last?.id ?? 0) + 1
    review.apply(action)
  }

  func bin(_ review: Review) -> [String] {
    review.bin.map { String(decoding: $0.path.nameBytes, as: UTF8.self) }
  }

  func findings(_ id: String, _ names: String...) -> Findings {
    Findings(
      groups: [Sample.group(id, .similar, names)],
      issues: names.dropFirst().map { Sample.issue($0, .similar, group: id) })
  }
}
