import Foundation
import PhotoModel
import PhotoScan
import SystemPackage

/// A plan, schema `deckle.plan/1`: what `deckle plan` proposes, a person edits, and `deckle apply` does.
///
/// Of every photo that is listed or belongs to a set that is: what it is, and what is to become of it. Nothing in it is
/// believed when it is applied: paths, contents and sets are looked at again.
struct PlanDocument: Codable, Sendable {
  static let schemaName = "deckle.plan/1"
  static let explanation =
    "Every photo has a decision: delete, keep or pending. Change them as you like. deckle apply moves what says delete "
    + "to the trash, if it is still the same file and one of each of its sets stays."

  struct Folder: Codable, Sendable {
    var path: String
    var pathBytes: String?
  }

  /// A file that belongs to a photo and goes where it goes.
  struct Part: Codable, Sendable {
    var path: String
    var pathBytes: String?
    var role: String
    var bytes: Int64
  }

  struct Reason: Codable, Sendable {
    var category: IssueCategory
    /// The set, for a category of sets.
    var set: String?
    var why: String
  }

  struct Photo: Codable, Sendable {
    var path: String
    var pathBytes: String?
    var decision: UserDecision
    /// Of all files of the photo.
    var bytes: Int64
    /// Of the content of the file that is shown, in hexadecimal; absent where it could not be read to its end.
    var digest: String?
    var companions: [Part]
    var reasons: [Reason]
  }

  var schema: String
  var about: String?
  var createdAt: String
  var folders: [Folder]
  /// In byte order of their paths.
  var photos: [Photo]
}

extension PlanDocument {
  /// Proposes what the strict points propose; everything else is for a person to judge.
  ///
  /// - Parameter listed: Categories that are listed.
  init(_ report: ScanReport, _ findings: Findings, createdAt: Date, listed: Set<IssueCategory>) {
    schema = Self.schemaName
    about = Self.explanation
    self.createdAt = createdAt.formatted(.iso8601)
    folders = report.roots.map { Folder(path: $0.path.documentText, pathBytes: $0.path.documentBytes) }
    var reasons: [FilePath: [Reason]] = [:]
    var proposed: Set<FilePath> = []
    var staying: Set<FilePath> = []
    for issue in findings.issues where listed.contains(issue.category) {
      reasons[issue.path, default: []].append(
        Reason(category: issue.category, set: issue.group?.text, why: issue.why))
      if issue.isPreselected { proposed.insert(issue.path) }
    }
    for group in findings.groups where listed.contains(group.category) {
      for member in group.members where member.path == group.keeper || member.isKept {
        let why = member.path == group.keeper ? group.reason : "you kept it in an earlier review"
        reasons[member.path, default: []].append(Reason(category: group.category, set: group.id.text, why: why))
        staying.insert(member.path)
      }
    }
    photos = report.photos.compactMap { photo in
      guard let reasons = reasons[photo.path] else { return nil }
      let isProposed = proposed.contains(photo.path) && photo.digest != nil && !photo.isProtected
      return Photo(
        path: photo.path.documentText, pathBytes: photo.path.documentBytes,
        decision: staying.contains(photo.path) || photo.isProtected ? .keep : isProposed ? .delete : .pending,
        bytes: photo.size.bytes, digest: photo.digest?.hexadecimal,
        companions: photo.companions.map {
          Part(
            path: $0.path.documentText, pathBytes: $0.path.documentBytes, role: $0.role.rawValue, bytes: $0.size.bytes)
        }, reasons: reasons)
    }
  }
}

extension ContentDigest {
  var hexadecimal: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  /// - Returns: Nil where the text is not 64 hexadecimal digits.
  init?(hexadecimal text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64, digits.allSatisfy({ $0 != nil }) else { return nil }
    let values = digits.compactMap { $0 }
    self.init(bytes: stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
  }
}
