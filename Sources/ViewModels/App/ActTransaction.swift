/// An act of the user: however often the review changes in it, screens follow once, at its end.
struct ActTransaction {
  private var isRunning = false
  private var hasReviewChanged = false

  /// Begins an act.
  ///
  /// - Returns: False where one is running, which this one is a part of.
  mutating func begin() -> Bool {
    guard !isRunning else { return false }
    isRunning = true
    return true
  }

  /// Ends the act.
  ///
  /// - Returns: Whether the review has changed in it.
  mutating func end() -> Bool {
    defer { (isRunning, hasReviewChanged) = (false, false) }
    return hasReviewChanged
  }

  /// Notes a change of the review.
  ///
  /// - Returns: Whether screens follow at once, because no act is running.
  mutating func reviewChanged() -> Bool {
    hasReviewChanged = isRunning
    return !isRunning
  }
}
