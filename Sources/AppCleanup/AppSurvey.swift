package import Foundation

/// Finds installed applications in every source that is there.
package struct AppSurvey: Sendable {
  private let locations: AppLocations

  /// Creates a survey of one computer.
  package init(_ locations: AppLocations) { self.locations = locations }

  /// All installed apps, the best candidates for removal first; protected ones come last.
  ///
  /// - Complexity: Reads the list of files of every package: about a tenth of a second for a thousand.
  package func apps(at now: Date) -> [InstalledApp] {
    let traces = UsageTraces(locations, now: now)
    let sources: [any AppSource] = [
      DpkgSource(locations: locations), FlatpakSource(locations: locations), SnapSource(locations: locations),
      AppImageSource(locations: locations),
    ]
    let apps = byCleanupScore(sources.flatMap { $0.apps(traces) }, at: now, info: \.info)
    return apps.filter { $0.protection == nil } + apps.filter { $0.protection != nil }
  }
}
