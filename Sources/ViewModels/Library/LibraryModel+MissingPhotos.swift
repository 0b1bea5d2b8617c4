import PhotoModel
import Review

/// Photos that were decided about and that are not there.
extension LibraryModel {
  /// The numbers of missing photos; nil where none is missing. Photos in a folder of the library that is missing as a
  /// whole do not count.
  ///
  /// - Parameter isOfBin: Whether only marked photos count.
  package func missingNotice(ofBin isOfBin: Bool = false) -> MissingPhotosNotice? {
    guard isKnown, !pathChanges.missing.isEmpty else { return nil }
    return pathChanges.missing.text(ofBin: isOfBin, below: roots, besides: folders.denied, naming: title)
  }

  /// Looks for missing photos after the photos of the review have changed.
  ///
  /// - Parameter before: The photos that were known before; nil where not every file of the library was walked past, so
  ///   that no more can be known to be missing.
  func checkForMissing(since before: LibraryPhotos?) {
    guard let before else { return pathChanges.missing.remove { review.photos[$0] != nil } }
    changeCounts.missing += 1
    let search = changeCounts.missing
    let known = DeferredRelease(before)
    work.run { [self] in
      let files = pathChanges.unseen.union(skipped.map(\.path))
      let found = await MissingPhotos(
        of: review, and: files, since: known, pathChanges.missing, asking: request)
      guard search == changeCounts.missing else { return }
      pathChanges.isComplete = true
      guard found != pathChanges.missing else { return }
      pathChanges.missing = found
      onChange(.review)
    }
  }

  /// Looks for missing photos after an action was taken back or redone, where it is about a photo that is not there.
  func checkForMissing(after action: DecisionAction) {
    guard pathChanges.isComplete, action.items.contains(where: { review.photos[$0.path] == nil }) else { return }
    checkForMissing(since: LibraryPhotos())
  }
}
