/// The state of a screen that is a list, as text for plain mode.
package protocol ListState {
  /// The lines above the rows: the title of the list, and remarks on it.
  var listLines: [String] { get }
  /// The rows, each as one line, without its number.
  var rowTexts: [String] { get }
  /// The index of the highlighted row.
  var selection: Int { get }
}
