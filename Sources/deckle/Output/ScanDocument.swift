import Foundation
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage

/// `deckle scan --json`, schema `deckle.scan/1`.
struct ScanDocument: Encodable, Sendable {
  struct Root: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    var access: String
    var trash: String
    var message: String
  }

  struct Photos: Encodable, Sendable {
    var found: Int
    var scanned: Int
    var fromCache: Int
    var bytes: Int64
  }

  struct Skipped: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    var reason: String
    var message: String
  }

  struct Settings: Encodable, Sendable {
    var blurThreshold: Double
    var duplicateThreshold: Double
    var similarThreshold: Double
  }

  struct Category: Encodable, Sendable {
    var photos: Int
    var groups: Int
    var reclaimableBytes: Int64
  }

  /// A file that belongs to a photo and goes where it goes.
  struct Part: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    /// `raw`, `movie` or `sidecar`.
    var role: String
    var bytes: Int64
  }

  struct Group: Encodable, Sendable {
    struct Member: Encodable, Sendable {
      var path: String
      var pathBytes: String?
      var similarity: Double
      /// Of all files of the photo.
      var bytes: Int64
      var companions: [Part]
      /// True: kept in an earlier review, and no issue. Else absent.
      var kept: Bool?
      /// True: it was not there when others of the group were kept. Else absent.
      var new: Bool?
      /// A set that it belongs to and that only makes sense whole; else absent, as everywhere.
      var set: String?
    }

    var id: String
    var category: String
    var keeper: String
    var keeperBytes: String?
    var reason: String
    /// All members belong to such a set.
    var set: String?
    var members: [Member]
  }

  struct Issue: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    var category: String
    var confidence: Double
    var score: Double
    var threshold: Double
    /// Of all files of the photo.
    var bytes: Int64
    var companions: [Part]
    /// Absent for a photo that is in no group.
    var group: String?
    var preselected: Bool
    var why: String
  }

  struct Measurement: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    /// Null: cannot tell.
    var sharpness: OrNull<Double>
    /// The evidence that decides, 0…1.
    var screenshot: Double
    /// Upright, as the height.
    var width: Int
    var height: Int
    var format: String
    var capturedAt: OrNull<String>
    var camera: OrNull<String>
  }

  var schema = "deckle.scan/1"
  var roots: [Root]
  var startedAt: String
  var elapsedSeconds: Double
  var interrupted: Bool
  var photos: Photos
  var skipped: [Skipped]
  var settings: Settings
  var categories: [String: Category]
  var groups: [Group]
  var issues: [Issue]
  /// Absent unless asked for.
  var measurements: [Measurement]?

  /// - Parameters:
  ///   - listed: Categories whose groups and issues are listed; all are counted.
  ///   - hasMeasurements: List every photo that could be read.
  init(
    _ report: ScanReport, _ findings: Findings, settings: ScanSettings, startedAt: Date,
    listed: Set<IssueCategory>, hasMeasurements: Bool
  ) {
    roots = report.roots.map(Root.init)
    self.startedAt = startedAt.formatted(.iso8601)
    elapsedSeconds = report.elapsed.documentSeconds
    interrupted = report.isInterrupted
    photos = Photos(
      found: report.foundCount, scanned: report.scannedCount, fromCache: report.fromCacheCount,
      bytes: report.photos.map(\.size).total.bytes)
    skipped = report.skipped.map(Skipped.init)
    self.settings = Settings(
      blurThreshold: settings.blurThreshold, duplicateThreshold: settings.duplicateThreshold,
      similarThreshold: settings.similarThreshold)
    let photos = Dictionary(report.photos.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    categories = Dictionary(
      uniqueKeysWithValues: IssueCategory.allCases.map { ($0.rawValue, Category(findings, $0, photos)) })
    let parts = Dictionary(
      report.photos.filter { !$0.companions.isEmpty }.map { ($0.path, $0.companions.map(Part.init)) },
      uniquingKeysWith: { first, _ in first })
    groups = findings.groups.filter { listed.contains($0.category) }.map { Group($0, parts) }
    issues = findings.issues.filter { listed.contains($0.category) }.map { Issue($0, parts) }
    measurements = hasMeasurements ? report.photos.compactMap(Measurement.init) : nil
  }
}

extension ScanDocument.Root {
  init(_ root: LibraryRoot) {
    self.init(
      path: root.path.documentText, pathBytes: root.path.documentBytes, access: root.access.rawValue,
      trash: root.trash.rawValue, message: root.message)
  }
}

extension ScanDocument.Skipped {
  init(_ file: SkippedFile) {
    self.init(
      path: file.path.documentText, pathBytes: file.path.documentBytes, reason: file.reason.rawValue,
      message: file.message)
  }
}

extension ScanDocument.Category {
  init(_ findings: Findings, _ category: IssueCategory, _ photos: [FilePath: ScannedPhoto]) {
    let issues = findings.issues(in: category)
    self.init(
      photos: issues.count, groups: findings.groups.count { $0.category == category },
      reclaimableBytes: issues.map { photos[$0.path]?.reclaimable ?? $0.size }.total.bytes)
  }
}

extension ScanDocument.Part {
  init(_ companion: Companion) {
    self.init(
      path: companion.path.documentText, pathBytes: companion.path.documentBytes, role: companion.role.rawValue,
      bytes: companion.size.bytes)
  }
}

extension ScanDocument.Group {
  init(_ group: PhotoGroup, _ parts: [FilePath: [ScanDocument.Part]]) {
    self.init(
      id: group.id.text, category: group.category.rawValue, keeper: group.keeper.documentText,
      keeperBytes: group.keeper.documentBytes, reason: group.reason, set: group.keepWhole?.rawValue,
      members: group.members.map { member in
        Member(
          path: member.path.documentText, pathBytes: member.path.documentBytes, similarity: member.similarity,
          bytes: member.size.bytes, companions: parts[member.path] ?? [], kept: member.isKept ? true : nil,
          new: member.isNew ? true : nil,
          set: member.set?.rawValue)
      })
  }
}

extension ScanDocument.Issue {
  init(_ issue: PhotoIssue, _ parts: [FilePath: [ScanDocument.Part]]) {
    self.init(
      path: issue.path.documentText, pathBytes: issue.path.documentBytes, category: issue.category.rawValue,
      confidence: issue.confidence, score: issue.score, threshold: issue.threshold, bytes: issue.size.bytes,
      companions: parts[issue.path] ?? [], group: issue.group?.text, preselected: issue.isPreselected, why: issue.why)
  }
}

extension ScanDocument.Measurement {
  /// Nil for a photo that could not be read.
  init?(_ photo: ScannedPhoto) {
    guard let features = photo.features else { return nil }
    self.init(
      path: photo.path.documentText, pathBytes: photo.path.documentBytes, sharpness: OrNull(judgedSharpness(of: photo)),
      screenshot: screenshotScore(of: photo), width: features.pixelSize.width, height: features.pixelSize.height,
      format: features.format.rawValue, capturedAt: OrNull(features.facts.capturedAt?.iso8601),
      camera: OrNull(features.facts.camera))
  }
}
