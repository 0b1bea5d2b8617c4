package import Foundation
import PhotoModel

/// An installed application, with the facts that its removal score is made of.
package struct AppInfo: Hashable, Sendable, Identifiable {
  /// The system that installed the app; removing is left to that system.
  package enum Source: String, Hashable, Sendable, Codable, CaseIterable {
    case dpkg, flatpak, snap, appimage

    /// Whether its package manager names everything that goes, and asks before it removes.
    package var namesWhatGoes: Bool { self == .dpkg || self == .flatpak }
  }

  /// The last use of an app, with its evidence.
  package struct LastUse: Hashable, Sendable {
    /// The time of the last use.
    package var date: Date
    /// The source of the date as text: "access time of /usr/bin/gimp", "recently used files".
    package var evidence: String
  }

  /// The name of the package in its source: "gimp", "org.gimp.GIMP".
  package var id: String
  /// The name that people know it by.
  package var name: String
  /// The system that installed the app.
  package var source: Source
  /// The size on the disk in bytes; nil where the source does not know.
  package var sizeBytes: Int64?
  /// The last use; nil where there is no trace.
  package var lastUse: LastUse?

  /// The days from the last use to a moment, with their fraction; nil where the last use is unknown. A last use in the
  /// future (a wrong clock) counts as today.
  package func daysSinceLastUse(at now: Date) -> Double? {
    lastUse.map { max(0, now.timeIntervalSince($0.date) / 86_400) }
  }

  /// The score for removal at a moment, as `cleanupScore(sizeBytes:daysSinceLastUse:)`. An unknown size adds nothing.
  package func cleanupScore(at now: Date) -> Double {
    AppCleanup.cleanupScore(sizeBytes: sizeBytes ?? 0, daysSinceLastUse: daysSinceLastUse(at: now))
  }
}

/// 0.4 × size in GB + 0.6 × the share of 90 days that an app was not used: 0 or more, higher is a better candidate.
///
/// Where the last use is unknown the second term is 0.5: less than that of an app which is known to be forgotten, and
/// more than that of one used within the last 75 days.
///
/// - Parameters:
///   - sizeBytes: Bytes on the disk; a GB is 10⁹ of them, as on every screen.
///   - daysSinceLastUse: Nil where unknown; less than 0 counts as 0, more than 90 as 90.
package func cleanupScore(sizeBytes: Int64, daysSinceLastUse: Double?) -> Double {
  let gigabytes = Double(max(0, sizeBytes)) / 1e9
  let disuse = daysSinceLastUse.map { 0.6 * min(max(0, $0) / 90, 1) } ?? 0.5
  return 0.4 * gigabytes + disuse
}

/// A score as text, rounded to hundredths: "0.84".
package func scoreTitle(_ score: Double) -> String {
  hundredths((min(score, 1e6) * 100).rounded() / 100)
}

/// The best candidates first; equal scores by name and then by id, so that the same apps always give the same list.
///
/// - Parameter info: The app of an entry.
func byCleanupScore<Entry>(_ entries: [Entry], at now: Date, info: (Entry) -> AppInfo) -> [Entry] {
  let scored = entries.map { (entry: $0, info: info($0), score: info($0).cleanupScore(at: now)) }
  return scored.sorted { left, right in
    if left.score != right.score { return left.score > right.score }
    return (left.info.name, left.info.id) < (right.info.name, right.info.id)
  }.map(\.entry)
}
