/// An error with a sentence for the user.
package struct UserFacingError: Error {
  /// The sentence.
  package var sentence: String

  /// Creates an error from a sentence for the user.
  package init(_ sentence: String) { self.sentence = sentence }
}
