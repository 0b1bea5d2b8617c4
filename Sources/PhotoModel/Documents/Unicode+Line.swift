extension Unicode.Scalar {
  /// Whether the scalar neither steers a terminal nor changes the direction or the line of a text.
  package var isFitForALine: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
