import PhotoModel
import Review

/// Photos that were decided about and that are not there.
extension LibraryModel {
  /// The numbers of missing photos; nil where none is missing. Photos in a folder of the library that is missing as a
  /// whole do not count.
  ///
  /// - Parameter isOfBin: Whether only marked photos count.
  package func absentText(ofBin isOfBin: Bool = false) -> AbsentDecisions? {
    guard isKnown, !missing.absent.isEmpty else { return nil }
    return missing.absent.text(ofBin: isOfBin, below: roots, besides: folders.denied, naming: title)
  }

  /// Looks for missing photos after the photos of the review have changed.
  ///
  /// - Parameter before: The photos that were known before; nil where not every file of the library was walked past, so
  ///   that no more can be known to be missing.
  func checkForAbsent(since before: LibraryPhotos?) {
    guard let before else { return missing.absent.remove { review.photos[$0] != nil } }
    changes.missing += 1
    let search = changes.missing
    let known = LargeValue(before)
    work.run { [self] in
      let files = missing.unseen.union(skipped.map(\.path))
      let found = await AbsentPhotos(
        of: review, and: files, since: known, missing.absent, asking: request)
      guard search == changes.missing else { return }
      missing.isComplete = true
      guard found != missing.absent else { return }
      missing.absent = found
      onChange(.review)
    }
  }

  /// Looks for missing photos after an action was taken back or redone, where it is about a photo that is not there.
  func checkForAbsent(after action: DecisionAction) {
    guard missing.isComplete, action.items.contains(where: { review.photos[$0.path] == nil }) else { return }
    checkForAbsent(since: LibraryPhotos())
  }
}
