package import Foundation

/// A finished scan in a few numbers, for Home and the session.
package struct ScanResult: Hashable, Sendable {
  /// The time of the scan.
  package var date: Date
  /// The number of photos whose pixels could be read, in this scan or an earlier one.
  package var photosScanned: Int
  /// The number of photos listed in each category; absent for none.
  package var issueCounts: [IssueCategory: Int]
  /// The bytes that the trash would take if every listed photo went.
  package var reclaimable: ByteCount

  /// Creates the result of a scan.
  package init(date: Date, photosScanned: Int, issueCounts: [IssueCategory: Int], reclaimable: ByteCount) {
    self.date = date
    self.photosScanned = photosScanned
    self.issueCounts = issueCounts
    self.reclaimable = reclaimable
  }

  /// The sum over all categories; a photo of two counts twice.
  package var totalIssuesFound: Int { issueCounts.values.reduce(0, +) }
}
