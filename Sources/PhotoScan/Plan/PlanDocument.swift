package import Foundation
package import PhotoModel
package import Review
package import SystemPackage

/// The decision about a photo in a plan.
package enum PlanDecision: String, Hashable, Sendable, Codable {
  case pending, keep, delete
  /// The photo goes to a folder of the user's, which the plan names.
  case move

  /// Whether the photo is to leave its folder.
  package var isLeaving: Bool { self == .delete || self == .move }
}

/// A plan, schema `deckle.plan/1`: `deckle plan` writes it, the user edits it, and `deckle apply` carries it out.
///
/// A plan lists every photo that a finding lists, or that is in a set with one, with its content and its decision.
/// Nothing in it is trusted when it is applied: paths, contents and sets are checked again.
package struct PlanDocument: Codable, Sendable {
  /// The value of `schema`.
  package static let schemaName = "deckle.plan/1"
  /// The value of `about`.
  package static let explanation =
    "Every photo has a decision: delete, keep or pending. Change them as you like. deckle apply moves what says delete "
    + "to the trash, if it is still the same file and one of each of its sets stays. What says move, with a folder as "
    + "“to”, moves there."

  /// A folder that was scanned.
  package struct Folder: Codable, Sendable {
    /// The path as text, with U+FFFD for invalid UTF-8.
    package var path: String
    /// The bytes of the path in base64; absent where the text has them all.
    package var pathBytes: String?
  }

  /// A file that belongs to a photo and goes with it.
  package struct Part: Codable, Sendable {
    /// The path as text, with U+FFFD for invalid UTF-8.
    package var path: String
    /// The bytes of the path in base64; absent where the text has them all.
    package var pathBytes: String?
    /// The raw value of a `Companion.Role`.
    package var role: String
    /// The size of the file.
    package var bytes: Int64
    /// SHA-256 of the file in hexadecimal; absent where it could not be read to its end.
    package var digest: String?
    /// True where the file is a sidecar with nothing in it but an exported verdict; absent otherwise.
    package var exported: Bool?
  }

  /// A category in which the photo is listed, or a set that it belongs to.
  package struct Reason: Codable, Sendable {
    /// The category.
    package var category: IssueCategory
    /// The id of the set; absent in categories without sets.
    package var set: String?
    /// The evidence in one line.
    package var why: String
  }

  /// A photo of the plan.
  package struct Photo: Codable, Sendable {
    /// The path as text, with U+FFFD for invalid UTF-8.
    package var path: String
    /// The bytes of the path in base64; absent where the text has them all.
    package var pathBytes: String?
    /// The decision, which the user may change.
    package var decision: PlanDecision
    /// The size of all files of the photo.
    package var bytes: Int64
    /// SHA-256 of the file that is shown, in hexadecimal; absent where it could not be read to its end.
    package var digest: String?
    /// The other files of the photo.
    package var companions: [Part]
    /// The categories and sets of the photo.
    package var reasons: [Reason]
    /// True where the user kept the photo, or made it the keeper of a set, before the plan was made: also where it
    /// changed since, or where the user kept a companion of it. Absent otherwise.
    package var kept: Bool?
    /// Whether the backup has the photo with all its files; absent where no backup was named.
    package var inBackup: Bool?
    /// The folder that the photo moves to, where the decision is move; absent else.
    package var to: String?
    /// The bytes of that path in base64; absent where the text has them all.
    package var toBytes: String?
  }

  /// `schemaName`.
  package var schema: String
  /// A hint for the person who edits the plan; ignored when the plan is applied.
  package var about: String?
  /// The time of the plan in ISO 8601, UTC, whole seconds.
  package var createdAt: String
  /// The folders that were scanned.
  package var folders: [Folder]
  /// The photos, in byte order of their paths.
  package var photos: [Photo]
}

extension PlanDocument {
  /// Proposes only photos for which another one stays: members of sets at the strict limit, and no blurry photo,
  /// because these go without being reviewed. Photos that the user kept, and those that stay of a set, get keep; all
  /// others are for the user to judge. So are, as in the review, a set with another keeper than Deckle proposed, and a
  /// photo that is not the same as another of its set.
  ///
  /// - Parameters:
  ///   - listed: The categories whose findings are listed. All sets of every photo in the plan are named nevertheless:
  ///     without them nothing would show what has to stay.
  ///   - decided: The decisions of earlier reviews.
  ///   - digest: The digest of a companion that was not read so far; nil where it cannot be read to its end.
  package init(
    _ report: ScanReport, _ findings: Findings, createdAt: Date, listed: Set<IssueCategory>,
    decided: EarlierDecisions, digest: (Companion) -> ContentDigest?
  ) {
    schema = Self.schemaName
    about = Self.explanation
    self.createdAt = createdAt.formatted(.iso8601)
    folders = report.roots.map { Folder(path: $0.path.documentText, pathBytes: $0.path.documentBytes) }
    let wanted = findings.issues.filter { listed.contains($0.category) }
    let paths = Self.withTheirSets(Set(wanted.map(\.path)), findings.groups)
    let judged = Self.leftToJudge(findings.groups, report.photos, decided)
    let proposed = Set(wanted.filter { $0.isPreselected && $0.group != nil }.map(\.path)).subtracting(judged)
    let staying = Set(
      findings.groups.flatMap { group in
        group.members.filter { $0.isKept || $0.path == group.keeper && !judged.contains($0.path) }.map(\.path)
      })
    let reasons = Self.reasons(of: paths, findings)
    photos = report.photos.filter { paths.contains($0.path) }.map { photo in
      let stays = decided.keptAt(photo.digest) == nil ? decided.stayingReason(about: photo) : .itself
      let isKept = staying.contains(photo.path) || photo.isProtected || stays == .itself
      let isProposed = proposed.contains(photo.path) && photo.digest != nil && stays == nil
      return Photo(
        path: photo.path.documentText, pathBytes: photo.path.documentBytes,
        decision: isKept ? .keep : isProposed ? .delete : .pending, bytes: photo.size.bytes,
        digest: photo.digest?.hexadecimal,
        companions: photo.companions.map {
          Part(
            path: $0.path.documentText, pathBytes: $0.path.documentBytes, role: $0.role.rawValue, bytes: $0.size.bytes,
            digest: ($0.digest ?? digest($0))?.hexadecimal, exported: $0.contents == .exportedMarks ? true : nil)
        }, reasons: reasons[photo.path] ?? [], kept: stays == nil ? nil : true)
    }
  }

  /// Members of sets of which the user chose the keeper, and photos that are not the same as another of their set.
  private static func leftToJudge(
    _ groups: [PhotoGroup], _ photos: [ScannedPhoto], _ decided: EarlierDecisions
  ) -> Set<FilePath> {
    let members = Set(groups.flatMap { $0.members.map(\.path) })
    let known = Dictionary(
      photos.lazy.filter { members.contains($0.path) }.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    func isChosen(_ path: FilePath) -> Bool {
      decided.isChosenKeeper(path, known[path]?.identity, known[path]?.digest)
    }
    var judged: Set<FilePath> = []
    for group in groups {
      let members = group.members.map(\.path)
      if members.contains(where: { $0 != group.keeper && isChosen($0) }) { judged.formUnion(members) }
      let contents = members.compactMap { known[$0]?.digest }
      let strangers = members.filter { decided.contentRefused(with: known[$0]?.digest, among: contents) != nil }
      judged.formUnion(strangers.filter { $0 != group.keeper })
    }
    return judged
  }

  /// The photos and all that stand in a set with them, in one category or another.
  private static func withTheirSets(_ wanted: Set<FilePath>, _ groups: [PhotoGroup]) -> Set<FilePath> {
    var all = wanted
    // A keeper of one set may be a member of another.
    while true {
      let count = all.count
      for group in groups where group.members.contains(where: { all.contains($0.path) }) {
        all.formUnion(group.members.map(\.path))
      }
      if all.count == count { return all }
    }
  }

  private static func reasons(of paths: Set<FilePath>, _ findings: Findings) -> [FilePath: [Reason]] {
    var reasons: [FilePath: [Reason]] = [:]
    for issue in findings.issues where paths.contains(issue.path) {
      reasons[issue.path, default: []].append(
        Reason(category: issue.category, set: issue.group?.text, why: issue.why))
    }
    let issues = Set(
      findings.issues.compactMap { issue in issue.group.map { Membership(path: issue.path, group: $0) } })
    for group in findings.groups {
      for member in group.members
      where paths.contains(member.path) && !issues.contains(Membership(path: member.path, group: group.id)) {
        let why = member.path == group.keeper ? group.reason : "you kept it in an earlier review, or it is protected"
        reasons[member.path, default: []].append(Reason(category: group.category, set: group.id.text, why: why))
      }
    }
    return reasons
  }

  /// Notes whether the backup has each photo. Missing photos are not proposed where `holding` is true; a person may
  /// still choose delete.
  package mutating func apply(missing: some Sequence<FilePath>, holding: Bool) {
    let missing = Set(missing.map { $0.documentBytes ?? $0.documentText })
    for index in photos.indices {
      let isThere = !missing.contains(photos[index].pathBytes ?? photos[index].path)
      photos[index].inBackup = isThere
      if holding, !isThere, photos[index].decision == .delete { photos[index].decision = .pending }
    }
  }

  private struct Membership: Hashable {
    var path: FilePath
    var group: PhotoGroup.ID
  }
}
