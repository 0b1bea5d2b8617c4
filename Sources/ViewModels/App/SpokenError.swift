/// An error with a sentence for the user.
package protocol SpokenError: Error {
  var sentence: String { get }
}
