package import Foundation

/// A finished scan in a few numbers: what Home shows and the session remembers.
package struct ScanResult: Hashable, Sendable {
  package var date: Date
  package var photosScanned: Int
  package var issueCounts: [IssueCategory: Int]
  /// What the trash would take if every listed photo went.
  package var reclaimable: ByteCount

  package init(date: Date, photosScanned: Int, issueCounts: [IssueCategory: Int], reclaimable: ByteCount) {
    self.date = date
    self.photosScanned = photosScanned
    self.issueCounts = issueCounts
    self.reclaimable = reclaimable
  }

  package var totalIssuesFound: Int { issueCounts.values.reduce(0, +) }
}
