import Foundation
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage

/// `deckle scan --json`, schema `deckle.scan/1`. Written from the findings as they are: a document of a large library
/// has 50 MB, and a tree of its values five times that.
struct ScanDocument {
  let report: ScanReport
  let findings: Findings
  let settings: ScanSettings
  let startedAt: Date
  /// Categories whose groups and issues are listed; all are counted.
  let listed: Set<IssueCategory>
  /// The photos that match the filter; nil without one.
  let filtered: FilteredPhotos?
  /// List every photo that could be read.
  let hasMeasurements: Bool
  /// The possible gain by shrinking; nil where it was not measured.
  let shrinkable: Shrinkable?
  private let companions: [FilePath: [Companion]]
  /// The bytes that photos free, where these are fewer than their size.
  private let reclaimable: [FilePath: ByteCount]
  private let size: ByteCount

  init(
    _ report: ScanReport, _ findings: Findings, settings: ScanSettings, startedAt: Date,
    listed: Set<IssueCategory>, filtered: FilteredPhotos? = nil, hasMeasurements: Bool,
    shrinkable: Shrinkable? = nil
  ) {
    self.shrinkable = shrinkable
    (self.report, self.findings, self.settings, self.startedAt) = (report, findings, settings, startedAt)
    (self.listed, self.filtered, self.hasMeasurements) = (listed, filtered, hasMeasurements)
    var companions: [FilePath: [Companion]] = [:]
    var reclaimable: [FilePath: ByteCount] = [:]
    var size = ByteCount.zero
    report.photos.withUnsafeBufferPointer { photos in
      for index in photos.indices {
        size += photos[index].fileSize
        // Nearly all photos: paths and features of those are left alone.
        if photos[index].companions.isEmpty, !photos[index].hasOtherNames { continue }
        let photo = photos[index]
        size += photo.companions.map(\.size).total
        if !photo.companions.isEmpty { companions[photo.path] = photo.companions }
        if photo.reclaimable != photo.size { reclaimable[photo.path] = photo.reclaimable }
      }
    }
    (self.companions, self.reclaimable, self.size) = (companions, reclaimable, size)
  }

  func write(to stream: inout JSONStream) throws {
    try stream.object { stream in
      stream.key("categories")
      try writeCategories(to: &stream)
      stream.member("elapsedSeconds", report.elapsed.documentSeconds)
      if let filtered {
        stream.key("filter")
        try stream.object {
          $0.member("bytes", filtered.bytes.bytes)
          $0.member("photos", filtered.count)
          $0.member("words", filtered.line)
        }
      }
      stream.key("groups")
      try stream.list(findings.groups.lazy.filter { listed.contains($0.category) }, write)
      stream.member("interrupted", report.isInterrupted)
      stream.key("issues")
      try stream.list(findings.issues.lazy.filter { listed.contains($0.category) }, write)
      stream.key("leftOut")
      try stream.list(report.leftOut, write)
      if hasMeasurements {
        stream.key("measurements")
        let measured = report.photos.lazy.filter { $0.features != nil && filtered?.contains($0) != false }
        try stream.list(measured, write)
      }
      stream.key("photos")
      try writeCounts(to: &stream)
      stream.key("roots")
      try stream.list(report.roots, write)
      stream.member("schema", "deckle.scan/1")
      stream.key("settings")
      try writeSettings(to: &stream)
      if let shrinkable {
        stream.key("shrinkable")
        try stream.object {
          for (way, gain) in [("fit", shrinkable.fit), ("lossless", shrinkable.lossless)] {
            $0.key(way)
            try $0.object {
              $0.member("bytes", gain.bytes.bytes)
              $0.member("bytesAfter", gain.bytesAfter.bytes)
              $0.member("photos", gain.photos)
            }
          }
        }
      }
      stream.key("skipped")
      try stream.list(report.skipped, write)
      stream.member("startedAt", startedAt.formatted(.iso8601))
    }
    try stream.finish()
  }

  private func writeCategories(to stream: inout JSONStream) throws {
    var photos: [IssueCategory: (count: Int, bytes: ByteCount)] = [:]
    findings.issues.withUnsafeBufferPointer { issues in
      for index in issues.indices {
        let category = issues[index].category
        let bytes = reclaimable.isEmpty ? nil : reclaimable[issues[index].path]
        photos[category, default: (0, .zero)].count += 1
        photos[category, default: (0, .zero)].bytes += bytes ?? issues[index].size
      }
    }
    let groups = findings.groups.reduce(into: [:]) { $0[$1.category, default: 0] += 1 }
    try stream.object { stream in
      for category in IssueCategory.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
        stream.key(category.rawValue)
        try stream.object {
          $0.member("groups", groups[category] ?? 0)
          $0.member("photos", photos[category]?.count ?? 0)
          $0.member("reclaimableBytes", photos[category]?.bytes.bytes ?? 0)
        }
      }
    }
  }

  private func writeCounts(to stream: inout JSONStream) throws {
    try stream.object {
      $0.member("bytes", size.bytes)
      $0.member("found", report.foundCount)
      $0.member("fromCache", report.fromCacheCount)
      $0.member("scanned", report.scannedCount)
    }
  }

  private func writeSettings(to stream: inout JSONStream) throws {
    try stream.object {
      $0.member("blurThreshold", settings.blurThreshold)
      $0.member("duplicateThreshold", settings.duplicateThreshold)
      $0.member("similarThreshold", settings.similarThreshold)
    }
  }

  private func write(_ stream: inout JSONStream, _ root: LibraryRoot) throws {
    try stream.object {
      $0.member("access", root.access.rawValue)
      $0.member("message", root.message)
      $0.member("path", root.path, bytes: "pathBytes")
      $0.member("trash", root.trash.rawValue)
    }
  }

  private func write(_ stream: inout JSONStream, _ place: LeftOutPlace) throws {
    try stream.object {
      $0.member("files", place.files)
      $0.member("kind", place.kind.rawValue)
      $0.member("path", place.path, bytes: "pathBytes")
    }
  }

  private func write(_ stream: inout JSONStream, _ file: SkippedFile) throws {
    try stream.object {
      $0.member("message", file.message)
      $0.member("path", file.path, bytes: "pathBytes")
      $0.member("reason", file.reason.rawValue)
    }
  }

  private func write(_ stream: inout JSONStream, _ group: PhotoGroup) throws {
    try stream.object { stream in
      stream.member("category", group.category.rawValue)
      stream.member("id", group.id.text)
      stream.member("keeper", group.keeper, bytes: "keeperBytes")
      stream.key("members")
      try stream.list(group.members) { try write(&$0, $1, isKeeper: $1.path == group.keeper) }
      stream.member("reason", group.reason)
      // The kind of a set that all members belong to; else absent.
      if let set = group.keepWhole { stream.member("set", set.rawValue) }
    }
  }

  private func write(_ stream: inout JSONStream, _ member: PhotoGroup.Member, isKeeper: Bool) throws {
    try stream.object { stream in
      // The size of all files of the photo.
      stream.member("bytes", member.size.bytes)
      try writeCompanions(of: member.path, to: &stream)
      // `kept`: kept in an earlier review, and no issue; `new`: not there when others of the group were kept. Else
      // absent.
      if member.isKept { stream.member("kept", true) }
      if member.isNew { stream.member("new", true) }
      // The contents that the keeper lacks or contradicts; the keeper has none.
      if !isKeeper { try writeHoldings(member.onlyHere, to: &stream) }
      stream.member("path", member.path, bytes: "pathBytes")
      if let set = member.set { stream.member("set", set.rawValue) }
      stream.member("similarity", orNull: member.similarity) { $0.write($1) }
    }
  }

  private func write(_ stream: inout JSONStream, _ issue: PhotoIssue) throws {
    try stream.object { stream in
      // The size of all files of the photo.
      stream.member("bytes", issue.size.bytes)
      stream.member("category", issue.category.rawValue)
      try writeCompanions(of: issue.path, to: &stream)
      stream.member("confidence", issue.confidence)
      // Null for a photo that is in no group.
      stream.member("group", orNull: issue.group) { $0.write($1.text) }
      if issue.group != nil { try writeHoldings(issue.onlyHere, to: &stream) }
      stream.member("path", issue.path, bytes: "pathBytes")
      stream.member("preselected", issue.isPreselected)
      stream.member("score", issue.score)
      stream.member("threshold", issue.threshold)
      stream.member("why", issue.why)
    }
  }

  private func writeHoldings(_ holdings: [Holding], to stream: inout JSONStream) throws {
    stream.key("onlyHere")
    try stream.list(holdings) { stream, holding in stream.write(holding.rawValue) }
  }

  /// The files that belong to a photo and go where it goes.
  private func writeCompanions(of path: FilePath, to stream: inout JSONStream) throws {
    stream.key("companions")
    try stream.list(companions[path] ?? []) { stream, companion in
      try stream.object {
        $0.member("bytes", companion.size.bytes)
        $0.member("path", companion.path, bytes: "pathBytes")
        // `raw`, `movie` or `sidecar`.
        $0.member("role", companion.role.rawValue)
      }
    }
  }

  /// The camera's local time, with the offset of its clock where it is known.
  private func capturedAt(_ features: PhotoFeatures) -> String? {
    features.facts.capturedAt.map { $0.iso8601(offset: features.contents.timeOffset) }
  }

  /// Writes the contents of a photo beside its first picture.
  private func write(_ stream: inout JSONStream, _ contents: PhotoContents, isDamaged: Bool) throws {
    let metadata = contents.metadata
    try stream.object {
      $0.member("alpha", contents.alpha.name)
      $0.member("bitsPerChannel", contents.bitsPerChannel)
      $0.member("caption", metadata.caption != nil)
      $0.member("damaged", isDamaged)
      $0.member("depthMap", contents.hasDepthMap)
      $0.member("edited", orNull: metadata.edit) { $0.write($1) }
      $0.member("favourite", metadata.isFavourite)
      $0.member("frames", contents.frames)
      $0.member("gainMap", contents.hasGainMap)
      $0.member("gamut", contents.gamut.name)
      $0.member("gps", contents.location != nil)
      $0.member("keywords", metadata.keywords.count)
      $0.member("label", orNull: metadata.label) { $0.write($1) }
      $0.member("movieSeconds", orNull: contents.movie) { $0.write(Double($1) / 1000) }
      $0.member("pages", contents.pages)
      $0.member("people", metadata.people.count)
      $0.member("pick", orNull: metadata.isPicked) { $0.write($1) }
      $0.member("rating", orNull: metadata.rating) { $0.write(Double($1)) }
      $0.member("sound", contents.hasSound)
      $0.member("stereo", contents.isStereo)
    }
  }

  /// Writes a photo that could be read.
  private func write(_ stream: inout JSONStream, _ photo: ScannedPhoto) throws {
    guard let features = photo.features else { return }
    try stream.object {
      $0.member("camera", orNull: features.facts.camera) { $0.write($1) }
      $0.member("capturedAt", orNull: capturedAt(features)) { $0.write($1) }
      $0.key("contents")
      try write(&$0, photo.contents ?? features.contents, isDamaged: features.isDamaged)
      $0.member("format", features.format.rawValue)
      // Upright, as the width.
      $0.member("height", features.pixelSize.height)
      $0.member("path", photo.path, bytes: "pathBytes")
      // The evidence that decides, 0…1.
      $0.member("screenshot", screenshotScore(of: photo))
      // Null where the sharpness cannot be judged.
      $0.member("sharpness", orNull: judgedSharpness(of: photo)) { $0.write($1) }
      $0.member("width", features.pixelSize.width)
    }
  }
}
