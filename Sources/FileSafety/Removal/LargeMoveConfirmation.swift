/// The brake before a large move: a yes is soon said, so the number of photos has to be said as well.
package enum LargeMoveConfirmation {
  /// Photos that a yes may always move, however small the library is.
  package static let fewPhotos = 20
  /// Photos that no yes alone moves beyond, however large the library is.
  package static let manyPhotos = 1_000

  /// Whether a batch needs its number: more than 1 000 photos, or more than 20 that are more than a quarter of their
  /// library.
  ///
  /// - Parameters:
  ///   - photos: Photos that would really move; a RAW+JPEG pair is one.
  ///   - library: Photos of the library, those that would move among them. Asked only where it decides.
  package static func needsNumber(of photos: Int, library: @autoclosure () throws -> Int) rethrows -> Bool {
    if photos > manyPhotos { return true }
    return try photos > fewPhotos && 4 * photos > library()
  }

  /// Whether what was typed is the number, with or without spaces between its groups of digits.
  package static func isNumber(_ typed: String, of photos: Int) -> Bool {
    typed.filter { !$0.isWhitespace } == String(photos)
  }
}
