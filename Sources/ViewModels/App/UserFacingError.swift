/// An error with a sentence for the user.
package protocol UserFacingError: Error {
  var sentence: String { get }
}
