package import Foundation

/// Looks for installed applications in every source that is there.
package struct AppSurvey: Sendable {
  private let places: AppLocations

  package init(_ places: AppLocations) { self.places = places }

  /// Everything installed, the best candidates for removal first; what is protected comes last.
  ///
  /// - Complexity: Reads the list of files of every package: about a tenth of a second for a thousand.
  package func apps(at now: Date) -> [InstalledApp] {
    let traces = UsageTraces(places, now: now)
    let sources: [any AppSource] = [
      DpkgSource(places: places), FlatpakSource(places: places), SnapSource(places: places),
      AppImageSource(places: places),
    ]
    let apps = byCleanupScore(sources.flatMap { $0.apps(traces) }, at: now, info: \.info)
    return apps.filter { $0.protection == nil } + apps.filter { $0.protection != nil }
  }
}
