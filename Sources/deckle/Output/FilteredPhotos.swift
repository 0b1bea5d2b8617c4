import PhotoModel
import PhotoScan
import Review
import TextSurface

/// The photos of a scan that match a filter.
struct FilteredPhotos {
  /// The filter as it was typed.
  let line: String
  let bytes: ByteCount
  private let paths: Set<PathKey>

  /// - Parameter line: A line of `PhotoFilter`.
  init(_ line: String, among report: ScanReport) {
    let filter = PhotoFilter(line, below: report.roots.map(\.path))
    let photos = report.photos.filter { $0.features != nil && filter.matches($0) }
    self.line = line
    bytes = photos.map(\.size).total
    paths = Set(photos.map { PathKey($0.path) })
  }

  var count: Int { paths.count }

  func contains(_ photo: ScannedPhoto) -> Bool { paths.contains(PathKey(photo.path)) }

  /// The sets with one of the photos, and the issues of these sets and photos.
  func findings(among findings: Findings) -> Findings {
    findings.limited { paths.contains(PathKey($0)) }
  }

  /// "12 of 4 031 photos match march >5mb: 48 MB."
  func sentence(of total: Int) -> String {
    let text = SafeText(line).text
    if count == 0 { return "No photo matches \(text)\(PhotoFilter.advice(on: line).map { ": \($0)" } ?? "")." }
    return "\(groupedDigits(count)) of \(counted(total, "photo")) \(count == 1 ? "matches" : "match") \(text): "
      + "\(bytes.formatted)."
  }
}
