import PhotoModel

/// Photos that something was said of, and that are not there.
extension LibraryModel {
  /// Nil where nothing is missing. What lies on a drive that is away as a whole is said with that.
  ///
  /// - Parameter isOfBin: Only what is marked is meant.
  package func absentText(ofBin isOfBin: Bool = false) -> AbsentDecisions? {
    guard isKnown, !missing.absent.isEmpty else { return nil }
    let away = rootStates.filter { $0.access == .denied }.map(\.path)
    return missing.absent.text(ofBin: isOfBin, below: roots, besides: away, naming: title)
  }

  /// The review knows other photos now.
  ///
  /// - Parameter before: Those that were known before; nil where not every file of the library was walked past: then nothing new
  ///   can be said to be missing.
  func checkForAbsent(since before: LargeValue<[ScannedPhoto]>?) {
    guard let before else { return missing.absent.remove { review.photos[$0] != nil } }
    changes.missing += 1
    let look = changes.missing
    work.run { [self] in
      let files = missing.unseen.union(skipped.map(\.path))
      let found = await AbsentPhotos(
        of: review, and: files, since: before, missing.absent, asking: request)
      guard look == changes.missing else { return }
      missing.isComplete = true
      guard found != missing.absent else { return }
      missing.absent = found
      onChange(.review)
    }
  }

  /// A word was taken back or said again; of photos that are there nothing changes in what is missing.
  func checkForAbsent(after action: DecisionAction) {
    guard missing.isComplete, action.items.contains(where: { review.photos[$0.path] == nil }) else { return }
    checkForAbsent(since: LargeValue([]))
  }
}
