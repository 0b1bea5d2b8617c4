import PhotoModel

/// The steps of the sliders and the listings that answer them: while an answer is awaited only the last further step
/// waits.
struct SliderSteps {
  /// The last listing; nil before the first one, and after the settings were opened anew.
  private(set) var listing: SliderListing?
  /// The slider that the last step moved, as long as the highlight stays on it.
  private(set) var row: SettingsState.Row.ID?
  /// Whether the photos that crossed the line at that step are not known yet.
  private(set) var isOpen = false
  private var isAsking = false
  private var isWaiting = false
  /// Whether the answer to an earlier step was dropped, so that the next one holds more than its own step.
  private var hasDroppedAnswer = false

  /// Forgets the last step: the first one to come is compared with the findings of then.
  mutating func reset() { (listing, row) = (nil, nil) }

  /// Notes a step.
  ///
  /// - Parameter row: The slider that was moved; nil for another setting.
  mutating func step(_ row: SettingsState.Row.ID?) {
    if row != self.row { listing?.crossings = [] }
    self.row = row
    isOpen = true
  }

  /// Notes the row under the highlight.
  ///
  /// - Returns: Whether it has left the slider of the last step, of which nothing is shown any more.
  mutating func highlight(_ row: SettingsState.Row.ID?) -> Bool {
    guard let moved = self.row, moved != row else { return false }
    self.row = nil
    listing?.crossings = []
    return true
  }

  /// Asks for a listing.
  ///
  /// - Returns: Whether it is to be requested now; false where an answer is awaited, after which `goesOn()` is true.
  mutating func ask() -> Bool {
    guard !isAsking else {
      isWaiting = true
      return false
    }
    isAsking = true
    return true
  }

  /// Applies an answer; nil is a listing that could not be made.
  ///
  /// - Parameter isOutdated: Whether the settings have changed since it was asked for.
  /// - Returns: False where it is dropped, because the answer to a later step comes.
  mutating func answer(_ answer: SliderListing?, isOutdated: Bool) -> Bool {
    if isWaiting, isOutdated {
      hasDroppedAnswer = true
      return false
    }
    isOpen = false
    // The first answer compares the sliders with nothing: the effect of the step is unknown.
    if listing == nil { row = nil }
    if let answer {
      // Where nothing crossed the threshold, the result of the step before is still valid, and stays visible.
      let isStill = answer.crossings.isEmpty && !hasDroppedAnswer
      listing = SliderListing(
        figures: answer.figures, crossings: isStill ? listing?.crossings ?? [] : answer.crossings)
      hasDroppedAnswer = false
    }
    return true
  }

  /// Whether a listing for another step is to be requested after an answer.
  mutating func goesOn() -> Bool {
    (isAsking, hasDroppedAnswer) = (isWaiting, isWaiting && hasDroppedAnswer)
    defer { isWaiting = false }
    return isWaiting
  }
}
