import FileSafety
import PhotoModel
import PhotoScan
import Review
import SystemPackage
import ViewModels

/// Marked photos that a scan of the same folders did not find: as after a drive was unplugged.
extension Program {
  /// The sentence about marks whose photos were not found; nil where all were found, or the session cannot be read,
  /// which is reported elsewhere.
  func sentenceOfMissingPhotos(_ scanned: ScanOptions.Scanned) -> String? {
    let report = scanned.report
    let roots = report.roots.map(\.path)
    guard !report.isInterrupted, let session = try? readableSession(),
      var missing = try? session.photosEverMarked(in: roots), !missing.isEmpty
    else { return nil }
    for photo in report.photos {
      missing.remove(photo.path)
      for companion in photo.companions { missing.remove(companion.path) }
    }
    for file in report.skipped { missing.remove(file.path) }
    let leftOut = ExcludedNames(scanned.settings.excludedFolders)
    missing = missing.filter { !leftOut.leaveOut($0, below: roots) }
    guard !missing.isEmpty, let saved = try? session.session(of: roots) else { return nil }
    let away = report.roots.filter { $0.access == .denied }.map(\.path)
    let made = saved.actions.filter { !$0.isUndone }
    return MissingPhotos(marked: DecisionReplay(made, and: saved.otherLibraryDecisions).marked.intersection(missing))
      .text(below: roots, besides: away, naming: naming)?.sentence
  }
}
