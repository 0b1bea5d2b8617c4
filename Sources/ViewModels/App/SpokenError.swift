/// An error that knows its words for the user.
package protocol SpokenError: Error {
  var sentence: String { get }
}
