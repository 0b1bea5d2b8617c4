/// The question before a large move: a "yes" is quickly given, so the number of photos has to be typed as well.
package enum LargeMoveConfirmation {
  /// The number of photos that a "yes" may always move, however small the library is.
  package static let fewPhotos = 20
  /// The most photos that a "yes" alone moves, however large the library is.
  package static let manyPhotos = 1_000

  /// Whether the number of photos in a batch has to be typed: more than 1 000 photos, or more than 20 that are more
  /// than a quarter of their library.
  ///
  /// - Parameters:
  ///   - photos: The number of photos that would really move; a RAW+JPEG pair is one.
  ///   - library: The number of photos in the library, including those that would move. Evaluated only where it
  ///     decides.
  package static func needsNumber(of photos: Int, library: @autoclosure () throws -> Int) rethrows -> Bool {
    if photos > manyPhotos { return true }
    return try photos > fewPhotos && 4 * photos > library()
  }

  /// Whether a typed text is the number, with or without spaces between its groups of digits.
  package static func isNumber(_ typed: String, of photos: Int) -> Bool {
    typed.filter { !$0.isWhitespace } == String(photos)
  }
}
