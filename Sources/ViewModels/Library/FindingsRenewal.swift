import PhotoModel

/// The making of findings: the library that they are made of, until the review has adopted them.
struct FindingsRenewal {
  /// The library whose findings are being made; nil where the review has the newest photos.
  private(set) var pending: ScannedLibrary?
  /// The pairs of photos that were verified by their keypoints.
  private(set) var verified = VerifiedPairs.none
  /// Whether the review has findings.
  private(set) var hasFindings = false
  /// Whether findings for moved sliders are being made.
  var isFollowingSettings = false
  /// The number of the findings that were asked for last.
  private(set) var newest = 0

  /// Begins to make findings, and drops those under way.
  ///
  /// - Parameter library: The library that they are made of.
  /// - Returns: The number of these findings, for `isNewest(_:)`.
  mutating func begin(of library: ScannedLibrary) -> Int {
    pending = ScannedLibrary(photos: library.photos, verified: library.verified)
    verified = library.verified
    newest += 1
    return newest
  }

  /// Whether no other findings were asked for since those with this number.
  func isNewest(_ number: Int) -> Bool { number == newest }

  /// Notes that the review has the newest photos and their findings.
  mutating func adopted() {
    pending = nil
    hasFindings = true
  }

  /// Forgets all, for another library; findings under way are dropped.
  mutating func reset() {
    (pending, verified, hasFindings) = (nil, .none, false)
    newest += 1
  }
}
