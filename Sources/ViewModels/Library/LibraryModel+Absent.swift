import PhotoModel

/// Photos that something was said of, and that are not there.
extension LibraryModel {
  /// Nil where nothing is missing. What lies on a drive that is away as a whole is said with that.
  ///
  /// - Parameter isOfBin: Only what is marked is meant.
  package func absentText(ofBin isOfBin: Bool = false) -> AbsentDecisions? {
    guard isKnown, !absent.isEmpty else { return nil }
    let away = rootStates.filter { $0.access == .denied }.map(\.path)
    return absent.text(ofBin: isOfBin, below: roots, besides: away, naming: title)
  }

  /// The review knows other photos now.
  ///
  /// - Parameter before: Those that were known before; nil where not every file of the library was walked past: then nothing new
  ///   can be said to be missing.
  func checkForAbsent(since before: LargeValue<[ScannedPhoto]>?) {
    guard let before else { return absent.remove { review.photos[$0] != nil } }
    absenceChecks += 1
    let look = absenceChecks
    work.run { [self] in
      let files = unseen.union(skipped.map(\.path))
      let found = await AbsentPhotos(
        of: review, and: files, since: before, absent, asking: request)
      guard look == absenceChecks else { return }
      isAbsenceKnown = true
      guard found != absent else { return }
      absent = found
      onChange(.review)
    }
  }

  /// A word was taken back or said again; of photos that are there nothing changes in what is missing.
  func checkForAbsent(after action: DecisionAction) {
    guard isAbsenceKnown, action.items.contains(where: { review.photos[$0.path] == nil }) else { return }
    checkForAbsent(since: LargeValue([]))
  }
}
